import { parseWithZod } from "@conform-to/zod/v4";
import type { Context, Hono } from "hono";
import type { Pool } from "pg";
import type { z } from "zod";
import type { Answer, FieldMessages } from "~server/contract/envelope";
import { allowed, type Requirement } from "~server/contract/permissions";
import { parseMessage } from "~server/contract/schema";
import type { Viewer } from "./access";
import { Fault, forbidden, invalid, notFound } from "./fault";

/** What every handler can reach; `viewer` is set by the token check. */
export type Env = { Variables: { viewer: Viewer; tokenHash: string } };
export type App = Hono<Env>;
export type Call = Context<Env>;

export interface Deps {
  pool: Pool;
}

/** Answers success in the envelope. */
export const ok = <T>(c: Call, data: T, status: 200 | 201 = 200) =>
  c.json({ result: true, error: null, data } satisfies Answer<T>, status);

/** The viewer, when it holds what the call needs; 403 otherwise. */
export function require(c: Call, requirement: Requirement): Viewer {
  const viewer = c.get("viewer");
  if (!allowed(viewer, requirement)) throw forbidden();
  return viewer;
}

/** A record id from the path; anything that cannot be one is simply not found. */
export function idParam(c: Call, name = "id"): number {
  const raw = c.req.param(name) ?? "";
  const id = /^\d{1,10}$/.test(raw) ? Number(raw) : 0;
  if (id < 1 || id > 2_147_483_647) throw notFound();
  return id;
}

/** Reads a raw body without ever holding more than `most` bytes; 413 beyond it, 400 when empty. */
export async function rawBody(c: Call, most: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = c.req.raw.body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    size += part.value.length;
    if (size > most) throw new Fault(413, "too_large");
    chunks.push(part.value);
  }
  if (!size) throw new Fault(400, "empty_file");
  return Buffer.concat(chunks);
}

/** The uploader's file name, percent-encoded in `X-File-Name`; only shown, never used as a path. */
export function fileName(c: Call): string | null {
  try {
    return (
      decodeURIComponent(c.req.header("x-file-name") ?? "")
        .replace(/[^\P{Cc}]/gu, "")
        .slice(0, 200) || null
    );
  } catch {
    return null;
  }
}

/** More fields or rows than any form has: refused before anything is built from them. */
const MOST_FIELDS = 20_000;
const MOST_ROWS = 1_000;

async function formBody(c: Call): Promise<URLSearchParams> {
  const type = c.req.header("content-type") ?? "";
  if (type && !type.startsWith("application/x-www-form-urlencoded")) throw new Fault(400, "bad_request");
  const form = new URLSearchParams(await c.req.text());
  let fields = 0;
  for (const name of form.keys()) {
    const rows = [...name.matchAll(/\[(\d*)\]/g)].map((match) => Number(match[1]));
    if (
      ++fields > MOST_FIELDS ||
      name.length > 200 ||
      rows.some((row) => row >= MOST_ROWS) ||
      /__proto__|constructor|prototype/.test(name)
    )
      throw new Fault(400, "bad_request");
  }
  return form;
}

/** Parses a form-urlencoded body (bracket names for nested rows) by `schema`; 422 with messages beside fields. */
export async function body<T>(c: Call, schema: z.ZodType<T>): Promise<T> {
  const submission = parseWithZod(await formBody(c), { schema, disableAutoCoercion: true });
  if (submission.status === "success") return submission.value;
  const fields: FieldMessages = {};
  for (const [name, messages] of Object.entries(submission.error ?? {}))
    fields[name] = (messages ?? []).map(parseMessage);
  throw invalid(fields);
}
