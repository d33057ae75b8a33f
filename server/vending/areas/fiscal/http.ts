import { type Dispatcher, request } from "undici";
import { z } from "zod";
import { outgoing } from "../../outgoing";
import { secondsToWait } from "../../retry-after";

/** The service said a definite no: nothing was done. `message` is in its own words and may be shown to staff. */
export class CheckboxRefused extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}
/** It asks to be left alone for so many seconds; nothing was done. */
export class CheckboxBusy extends Error {
  constructor(readonly seconds: number) {
    super("HTTP 429");
  }
}
/** Nobody knows whether anything was done: no answer in time, a broken connection, 5xx, something unreadable. */
export class CheckboxUnknown extends Error {}

/** How long is waited: for a connection, for an answer, and between looks at what is not done yet. Milliseconds. */
export interface Patience {
  connectMs: number;
  answerMs: number;
  pollMs: number;
  /** Looks until the next turn goes on with it. */
  polls: number;
}
/** Sixty seconds and a look a second are the service's own advice; a desk that hangs must not hold a person up so long. */
export const PATIENCE: Patience = { connectMs: 5_000, answerMs: 20_000, pollMs: 1_000, polls: 20 };

/** Where the service is asked, and how. */
export interface Line {
  /** Begins every address, without a slash at its end. */
  base: string;
  patience: Patience;
}

export interface Asked {
  method: "GET" | "POST";
  path: string;
  body?: object;
  token?: string;
  /** The cash register's licence. */
  license?: string;
}

/** By which the service knows who integrates with it; it asks for both with every call. */
const CLIENT = { "x-client-name": "vending-backoffice", "x-client-version": "1.0.0" };
const BUSY_SECONDS = 5;
const LONGEST_WORDS = 500;
const MOST_ANSWER_BYTES = 1024 * 1024;

const dispatchers = new Map<string, Dispatcher>();
/** The address is the environment's, so its host may be one of the company's own network. */
function dispatcherOf(base: string, connectMs: number): Dispatcher {
  const known = dispatchers.get(base) ?? outgoing(connectMs, [new URL(base).hostname]);
  dispatchers.set(base, known);
  return known;
}

const refusal = z.object({
  message: z.string(),
  detail: z
    .array(z.looseObject({ loc: z.array(z.union([z.string(), z.number()])).optional(), msg: z.string() }))
    .nullish(),
});

/** Asks once and holds the answer against `schema`; throws one of the three errors above. */
export async function ask<T>({ base, patience }: Line, asked: Asked, schema: z.ZodType<T>): Promise<T> {
  const { status, headers, text } = await exchange(base, patience, asked);
  if (status === 429) throw new CheckboxBusy(secondsToWait(headers["retry-after"]) ?? BUSY_SECONDS);
  if (status >= 500 || status < 200 || status === 408) throw new CheckboxUnknown(`HTTP ${status}`);
  const json = parsed(text);
  if (status >= 400) throw new CheckboxRefused(status, wordsOf(json) ?? `HTTP ${status}`);
  const read = schema.safeParse(json);
  if (!read.success) throw new CheckboxUnknown(`HTTP ${status}: the answer cannot be read`);
  return read.data;
}

async function exchange(
  base: string,
  { connectMs, answerMs }: Patience,
  { method, path, body, token, license }: Asked,
) {
  try {
    const answer = await request(`${base}${path}`, {
      method,
      dispatcher: dispatcherOf(base, connectMs),
      signal: AbortSignal.timeout(answerMs),
      headersTimeout: answerMs,
      bodyTimeout: answerMs,
      headers: {
        ...CLIENT,
        accept: "application/json",
        ...(body && { "content-type": "application/json; charset=utf-8" }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(license !== undefined && { "x-license-key": license }),
      },
      body: body && JSON.stringify(body),
    });
    const length = Number(answer.headers["content-length"] ?? 0);
    if (length > MOST_ANSWER_BYTES) {
      await answer.body.dump();
      throw new CheckboxUnknown("an answer too long");
    }
    return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
  } catch (error) {
    if (error instanceof CheckboxUnknown) throw error;
    throw new CheckboxUnknown(nameOf(error));
  }
}

function parsed(text: string): unknown {
  try {
    return text === "" ? null : JSON.parse(text);
  } catch {
    throw new CheckboxUnknown("no JSON");
  }
}

/** The service's own words, with what is wrong where, as it lists it. */
function wordsOf(json: unknown): string | undefined {
  const read = refusal.safeParse(json);
  if (!read.success) return undefined;
  const { message, detail } = read.data;
  const more = (detail ?? []).map(({ loc = [], msg }) => [loc.join("."), msg].filter(Boolean).join(": "));
  return [message, ...more].join(" · ").slice(0, LONGEST_WORDS);
}

/** "ECONNREFUSED", "TimeoutError": a name that can be looked up, never an address or a head. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return "Error";
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}
