import { createHmac } from "node:crypto";
import { type Dispatcher, request } from "undici";
import { outgoing } from "../../outgoing";
import { secondsToWait } from "../../retry-after";

/** One attempt to post a message. */
export interface Post {
  /** Of the message; the same for every attempt, so that the service can drop a repeated one. */
  id: number | string;
  url: string;
  /** Signs the body. */
  secret: string | null;
  body: string;
}

/** `final`: trying again is of no use. `retryAfter`: seconds that the service asks for. */
export type Posted = { ok: true } | { ok: false; error: string; final?: boolean; retryAfter?: number };

export interface Limits {
  connectMs: number;
  answerMs: number;
}
const LIMITS: Limits = { connectMs: 5_000, answerMs: 15_000 };
/** Of an answer nothing but its status matters. */
const MAX_ANSWER_BYTES = 16 * 1024;

let dispatcher: Dispatcher | undefined;

/** The signature of a body: `sha256=` and HMAC-SHA256 in hex. */
export const signatureOf = (secret: string, body: string): string =>
  `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;

/** Posts a message once. Redirects are not followed: the address that was set is the one that may be told. */
export async function post({ id, url, secret, body }: Post, { answerMs }: Limits = LIMITS): Promise<Posted> {
  try {
    const answer = await request(url, {
      method: "POST",
      body,
      dispatcher: (dispatcher ??= outgoing(LIMITS.connectMs)),
      signal: AbortSignal.timeout(answerMs),
      headersTimeout: answerMs,
      bodyTimeout: answerMs,
      headers: {
        "content-type": "application/json; charset=utf-8",
        "user-agent": "vending-backoffice",
        "x-message-id": String(id),
        ...(secret === null ? {} : { "x-signature": signatureOf(secret, body) }),
      },
    });
    // The rest of an answer is of no interest, and a broken one no reason to say the thing twice.
    await answer.body.dump({ limit: MAX_ANSWER_BYTES }).catch(() => undefined);
    if (answer.statusCode >= 200 && answer.statusCode < 300) return { ok: true };
    return {
      ok: false,
      error: `HTTP ${answer.statusCode}`,
      final: answer.statusCode === 410,
      retryAfter: secondsToWait(answer.headers["retry-after"]),
    };
  } catch (error) {
    return { ok: false, error: wordsOf(error) };
  }
}

/** "ECONNREFUSED", "UND_ERR_HEADERS_TIMEOUT", "TimeoutError": what an administrator can look up. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "code" in error && typeof error.code === "string"
    ? error.code
    : error.name === "Error"
      ? error.message
      : error.name;
}
