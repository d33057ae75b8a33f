import { type Dispatcher, request } from "undici";
import { z } from "zod";
import { cleanText } from "~server/contract/text";
import { secondsToWait } from "../../../retry-after";
import { outgoing } from "../../../outgoing";
import { ProviderBusy, ProviderUnknown } from "./provider";

/** Where a provider is and how long it is waited for. */
export interface Line {
  /** Without a slash at its end. */
  readonly url: string;
  /** Within which a connection, and an answer, must be there. */
  readonly connectMs: number;
  readonly answerMs: number;
}

export interface Asked {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

const LONGEST_ANSWER = 1024 * 1024;
const bytesSchema = z.instanceof(Uint8Array);
/** Where a provider says that it is busy and not for how long. */
const BUSY_S = 5;

/** One per host, so that its connections are kept; a host that the operator named may be within its own network. */
const dispatchers = new Map<string, Dispatcher>();

function dispatcherOf({ url, connectMs }: Line): Dispatcher {
  const { hostname } = new URL(url);
  const key = `${hostname} ${connectMs}`;
  const dispatcher = dispatchers.get(key) ?? outgoing(connectMs, [hostname]);
  dispatchers.set(key, dispatcher);
  return dispatcher;
}

/**
 * Asks a provider and answers the status and the JSON of what came. Throws `ProviderUnknown` when there is no answer, a
 * 5xx, or one that is not JSON (a wrong Portmone login and a gateway before monobank answer HTML), `ProviderBusy` on 429.
 * Redirects are not followed, nor is anything of the request told in an error.
 */
export async function ask(line: Line, asked: Asked): Promise<{ status: number; json: unknown }> {
  const { status, text, retryAfter } = await send(line, asked);
  if (status === 429) throw new ProviderBusy("HTTP 429", retryAfter ?? BUSY_S);
  if (status >= 500) throw new ProviderUnknown(`HTTP ${status}`);
  return { status, json: jsonOf(text, status) };
}

async function send(line: Line, { method, path, headers, body }: Asked) {
  try {
    const answer = await request(line.url + path, {
      method,
      headers: { "user-agent": "vending-backoffice", ...headers },
      ...(body === undefined ? {} : { body }),
      dispatcher: dispatcherOf(line),
      signal: AbortSignal.timeout(line.answerMs),
      headersTimeout: line.answerMs,
      bodyTimeout: line.answerMs,
    });
    return {
      status: answer.statusCode,
      text: await textOf(answer.body),
      retryAfter: secondsToWait(answer.headers["retry-after"]),
    };
  } catch (error) {
    throw new ProviderUnknown(codeOf(error));
  }
}

async function textOf(body: Dispatcher.ResponseData["body"]): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of body) {
    text += decoder.decode(bytesSchema.parse(chunk), { stream: true });
    if (text.length > LONGEST_ANSWER) throw new Error("too long an answer");
  }
  return text + decoder.decode();
}

function jsonOf(text: string, status: number): unknown {
  try {
    const json: unknown = JSON.parse(text);
    return json;
  } catch {
    throw new ProviderUnknown(`HTTP ${status}, no JSON`);
  }
}

/** "ECONNREFUSED", "UND_ERR_HEADERS_TIMEOUT", "TimeoutError": never the words of an error, which may hold an address. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "failed";
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}

const MOST_WORDS = 300;

/** A provider's own words as staff may read them: one line, not endless, and with none of our secrets said back. */
export function wordsOf(raw: unknown, secrets: readonly string[]): string {
  const said = typeof raw === "string" || typeof raw === "number" ? cleanText(String(raw)).trim() : "";
  return secrets.reduce((text, secret) => (secret ? text.replaceAll(secret, "•••") : text), said).slice(0, MOST_WORDS);
}
