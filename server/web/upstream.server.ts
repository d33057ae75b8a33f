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
  /** Ends the call when the browser goes away. */
  signal?: AbortSignal;
}

export interface Reply<T> {
  status: number;
  headers: Headers;
  body: T;
}

/** The vending API could not be asked, or did not give an answer that makes sense. */
export class Unreachable extends Error {
  override name = "Unreachable";
}

let dispatcher: Dispatcher | undefined;

/** Keep-alive connections to the API, through the company proxy where one is set. */
export function upstreamDispatcher(): Dispatcher {
  const { httpsProxy, noProxy } = config();
  return (dispatcher ??= new EnvHttpProxyAgent({ httpsProxy, noProxy, connections: 128 }));
}

/** Makes the call with retries and reads the answer with `read`. Throws Unreachable, or the abort reason. */
export async function exchange<T>(
  call: Call,
  read: (answer: Dispatcher.ResponseData) => Promise<T>,
): Promise<Reply<T>> {
  for (let attempt = 0; ; attempt++) {
    const last = attempt === RETRIES;
    try {
      const answer = await send(call);
      const headers = headersOf(answer);
      if (call.method === "GET" && !last && (answer.statusCode >= 500 || answer.statusCode === 429)) {
        await answer.body.dump();
        await pause(retryAfter(headers) ?? backoff(attempt), undefined, { signal: call.signal });
        continue;
      }
      return { status: answer.statusCode, headers, body: await read(answer) };
    } catch (error) {
      if (call.signal?.aborted) throw error;
      if (last || !(call.method === "GET" || NOTHING_SENT.has(codeOf(error)))) {
        throw new Unreachable(`${call.method} ${call.path}: ${describe(error)}`, { cause: error });
      }
      await pause(backoff(attempt), undefined, { signal: call.signal });
    }
  }
}

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
