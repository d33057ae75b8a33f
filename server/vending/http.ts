import { parseWithZod } from "@conform-to/zod/v4";
import type { HttpBindings } from "@hono/node-server";
import type { Context as HonoContext, Hono, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { Pool } from "pg";
import type { z } from "zod";
import type { Answer, FieldMessages } from "~server/contract/envelope";
import { hasTooManyFields, isTooDeep, isWithinBounds } from "~server/contract/form-bounds";
import { idAsked } from "~server/contract/query";
import { keyOf, parseMessage } from "~server/contract/messages";
import { Fault, invalid, notFound } from "./fault";

/** `incoming` is absent when the call was made within the process. */
export type Env = { Bindings: Partial<HttpBindings> };
export type App = Hono<Env>;
export type Context = HonoContext<Env, string>;

export interface Deps {
  pool: Pool;
}

/** Answers success in the envelope. */
export const ok = <T>(c: Context, data: T, status: 200 | 201 = 200) =>
  c.json({ result: true, error: null, data } satisfies Answer<T>, status);

/** A record id from the path; anything that cannot be one is simply not found. */
export function idParam(c: Context, name = "id"): number {
  const id = idAsked.safeParse(c.req.param(name));
  if (!id.success) throw notFound();
  return id.data;
}

/** The middleware that refuses bodies of more than `maxSize` bytes (413) before they are held. */
export const atMost = (maxSize: number): MiddlewareHandler<Env> =>
  bodyLimit({
    maxSize,
    onError: () => {
      throw new Fault(413, "too_large");
    },
  });

/** A raw body of at most `most` bytes; 413 beyond it, 400 when empty. */
export async function rawBody(c: Context, most: number): Promise<Uint8Array> {
  await atMost(most)(c, () => Promise.resolve());
  const body = new Uint8Array(await c.req.arrayBuffer());
  if (!body.length) throw new Fault(400, "empty_file");
  return body;
}

/** Most that is read of a body that nobody wanted. */
const DRAINED = 64 * 1024 * 1024;

/**
 * Reads what is left of a refused call's body and throws it away: else the next call on its connection, which may be
 * somebody else's, waits behind it until the connection is cut.
 */
export async function drain({ body }: Request): Promise<void> {
  if (!body || body.locked) return;
  const reader = body.getReader();
  for (let size = 0; size <= DRAINED; ) {
    const { done, value } = await reader.read();
    if (done) return;
    size += value.byteLength;
  }
}

/** Signs that nobody sees or that turn the reading of what follows: "gpj.exe" would be shown as "exe.jpg". */
const UNSEEN = /[\p{Cc}\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;

/** The uploader's file name, percent-encoded in `X-File-Name`; only shown, never used as a path. */
export function fileName(c: Context): string | null {
  try {
    return (
      decodeURIComponent(c.req.header("x-file-name") ?? "")
        .replace(UNSEEN, "")
        .slice(0, 200) || null
    );
  } catch {
    return null;
  }
}

/** JSON by `schema`; 400 for what is none, 422 with messages by their places (`rows[3].number`). */
export function jsonBody<T>(bytes: Uint8Array, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(json(bytes), { error: keyOf });
  if (parsed.success) return parsed.data;
  const fields: FieldMessages = {};
  for (const { path, message } of parsed.error.issues) (fields[placeOf(path)] ??= []).push(parseMessage(message));
  throw invalid(fields);
}

/** The parts of a place as forms write them. */
const placeOf = (path: readonly PropertyKey[]): string =>
  path
    .map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`))
    .join("")
    .replace(/^\./, "");

/** Halves of a pair of surrogates, which a form cannot hold and a database does not keep. */
const whole = (_: string, value: unknown): unknown =>
  typeof value === "string" ? value.replace(/\p{Cs}/gu, "\ufffd") : value;

function json(bytes: Uint8Array): unknown {
  const text = new TextDecoder().decode(bytes);
  if (isTooDeep(text)) throw new Fault(400, "malformed");
  try {
    return JSON.parse(text, whole);
  } catch {
    throw new Fault(400, "malformed");
  }
}

async function formBody(c: Context): Promise<URLSearchParams> {
  const type = c.req.header("content-type") ?? "";
  if (type && !type.startsWith("application/x-www-form-urlencoded")) throw new Fault(400, "bad_request");
  const bytes = Buffer.from(await c.req.arrayBuffer());
  if (hasTooManyFields(bytes, "&")) throw new Fault(413, "too_large");
  const form = new URLSearchParams(bytes.toString("utf8"));
  if (!isWithinBounds(form)) throw new Fault(400, "malformed");
  return form;
}

/** Parses a form-urlencoded body (bracket names for nested rows) by `schema`; 422 with messages beside fields. */
export async function body<T>(c: Context, schema: z.ZodType<T>): Promise<T> {
  const submission = parseWithZod(await formBody(c), { schema, error: keyOf, disableAutoCoercion: true });
  if (submission.status === "success") return submission.value;
  const fields: FieldMessages = {};
  for (const [name, messages] of Object.entries(submission.error ?? {}))
    fields[name] = (messages ?? []).map(parseMessage);
  throw invalid(fields);
}
