import { setTimeout as pause } from "node:timers/promises";
import { EnvHttpProxyAgent, request, type Dispatcher } from "undici";
import { config } from "./config.server";

/** Retries after the first attempt (specification, section 9). */
const RETRIES = 3;
/** Nobody is kept waiting longer than this for one retry, whatever Retry-After says; milliseconds. */
const LONGEST_PAUSE = 5_000;
const FIRST_PAUSE = 100;

/** Failures that happen before a byte is sent, after which even a POST may be repeated. */
const NOTHING_SENT = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);

/** One HTTP call to the vending API. */
export interface Call {
  method: "GET" | "POST";
  /** Path with query, below the API's base address. */
  path: string;
  headers: Record<string, string>;
  body?: string | Uint8Array;
  /** Ends the call: with a TimeoutError when nobody may wait any longer, else because the browser went away. */
  signal?: AbortSignal;
}

export interface Reply<T> {
  status: number;
  headers: Headers;
  body: T;
}

/**
 * The vending API could not be asked, or did not give an answer that makes sense. `change`: what is known of a change
 * that may have arrived all the same; nobody must be told that it was not made.
 */
export class Unreachable extends Error {
  override name = "Unreachable";
  readonly change: "saved" | "unknown" | undefined;

  constructor(message: string, { change, cause }: { change?: "saved" | "unknown"; cause?: unknown } = {}) {
    super(message, { cause });
    this.change = change;
  }
}

let dispatcher: Dispatcher | undefined;

/** Keep-alive connections to the API, through the company proxy where one is set. */
export function upstreamDispatcher(): Dispatcher {
  const { httpsProxy, noProxy, longPatience } = config();
  const waits = { headersTimeout: longPatience, bodyTimeout: longPatience };
  return (dispatcher ??= new EnvHttpProxyAgent({ httpsProxy, noProxy, connections: 128, ...waits }));
}

/** Makes the call with retries and reads the answer with `read`. Throws Unreachable, or why the browser went away. */
export async function exchange<T>(
  call: Call,
  read: (answer: Dispatcher.ResponseData) => Promise<T>,
): Promise<Reply<T>> {
  try {
    return await withRetries(call, read);
  } catch (error) {
    if (call.signal?.aborted && !isLate(call.signal)) throw error;
    const why = call.signal && isLate(call.signal) ? "no answer in time" : describe(error);
    const change = call.method === "POST" && !NOTHING_SENT.has(codeOf(error)) ? "unknown" : undefined;
    throw new Unreachable(`${call.method} ${call.path}: ${why}`, { change, cause: error });
  }
}

/** undici's own retries would ask for the rest of a broken body, which few APIs can give, and sleep through an abort. */
async function withRetries<T>(call: Call, read: (answer: Dispatcher.ResponseData) => Promise<T>): Promise<Reply<T>> {
  for (let attempt = 0; ; attempt++) {
    const last = attempt === RETRIES;
    let wait = backoff(attempt);
    try {
      const answer = await send(call);
      const headers = headersOf(answer);
      const isPassing = answer.statusCode >= 500 || answer.statusCode === 429;
      if (call.method !== "GET" || last || !isPassing)
        return { status: answer.statusCode, headers, body: await read(answer) };
      await answer.body.dump();
      wait = retryAfter(headers) ?? wait;
    } catch (error) {
      if (last || call.signal?.aborted || !(call.method === "GET" || NOTHING_SENT.has(codeOf(error)))) throw error;
    }
    await pause(wait, undefined, { signal: call.signal });
  }
}

const isLate = ({ reason }: AbortSignal) => reason instanceof DOMException && reason.name === "TimeoutError";

function send(call: Call): Promise<Dispatcher.ResponseData> {
  return request(config().apiUrl + call.path, {
    method: call.method,
    headers: call.headers,
    body: call.body,
    signal: call.signal,
    dispatcher: upstreamDispatcher(),
  });
}

function headersOf(answer: Dispatcher.ResponseData): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headers)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) headers.append(name, one);
  }
  return headers;
}

/** Milliseconds a Retry-After header asks for (seconds or an HTTP date), never more than the longest pause. */
export function retryAfter(headers: Headers, now = Date.now()): number | undefined {
  const seconds = secondsToWait(headers, now);
  return seconds === undefined ? undefined : Math.min(seconds * 1000, LONGEST_PAUSE);
}

/** Seconds a Retry-After header asks for, as it stands. */
export function secondsToWait(headers: Headers, now = Date.now()): number | undefined {
  const value = headers.get("Retry-After")?.trim();
  if (!value) return undefined;
  if (/^\d+$/.test(value)) return Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000));
}

/** 100, 200, 400 ms, give or take a quarter so that many pages do not come back together. */
const backoff = (attempt: number) => FIRST_PAUSE * 2 ** attempt * (0.75 + Math.random() / 2);

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  return "code" in error && typeof error.code === "string" ? error.code : codeOf(error.cause);
}

const describe = (error: unknown) => (error instanceof Error ? codeOf(error) || error.message : String(error));
