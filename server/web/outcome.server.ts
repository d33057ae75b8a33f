import { z } from "zod";
import { envelopeSchema, type FieldMessages } from "~server/contract/envelope";
import { type Call, exchange, type Reply, secondsToWait, Unreachable } from "./upstream.server";

/** Answer to a change: the new data, or an expected refusal to be shown beside the form. */
export type PostResult<T> = { ok: true; data: T } | Refusal;

export interface Refusal {
  ok: false;
  /** 4xx; 422 when the API said no with a success status. */
  status: number;
  /** A server message or translation key; see `errorText`. */
  error: string;
  fields: FieldMessages;
  data: unknown;
  /** Seconds to wait before trying again, when the API says so (429). */
  retryAfter?: number;
}

/**
 * What the API made of a call, before anybody decides what the person sees. `change`: no answer came, or none that can
 * be read, and this is what is known of a change nonetheless.
 */
export type Outcome<T> =
  | { kind: "data"; data: T }
  | { kind: "refused"; refusal: Refusal }
  | { kind: "unreachable"; change?: "saved" | "unknown" };

/** Makes a call and holds the answer against the envelope and `schema`. Throws only when the browser went away. */
export async function ask<T>(call: Call, schema: z.ZodType<T>): Promise<Outcome<T>> {
  try {
    return understand(call, await exchange(call, (answer) => answer.body.text()), schema);
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    console.error(`vending API: ${error.message}`);
    return { kind: "unreachable", change: error.change };
  }
}

/** What an answer means. Throws `Unreachable` for one that cannot be read. */
export function understand<T>(call: Call, reply: Reply<string>, schema: z.ZodType<T>): Outcome<T> {
  if (reply.status >= 500) throw new Unreachable(`${call.method} ${call.path} answered ${reply.status}`);
  const envelope = envelopeSchema.safeParse(json(reply.body));
  if (!envelope.success) {
    if (reply.status < 400)
      throw new Unreachable(`${call.method} ${call.path} answered ${reply.status} without the envelope`, {
        change: "unknown",
      });
    return {
      kind: "refused",
      refusal: {
        ok: false,
        status: reply.status,
        error: errorOf(reply.status),
        fields: {},
        data: null,
        ...waiting(reply),
      },
    };
  }
  const { result, error, data, fields = {} } = envelope.data;
  if (!result || reply.status >= 400) {
    const status = reply.status >= 400 ? reply.status : 422;
    return {
      kind: "refused",
      refusal: { ok: false, status, error: error || errorOf(status), fields, data, ...waiting(reply) },
    };
  }
  const parsed = schema.safeParse(data);
  if (!parsed.success) {
    throw new Unreachable(
      `${call.method} ${call.path} answered data of another shape: ${z.prettifyError(parsed.error)}`,
      { change: "saved" },
    );
  }
  return { kind: "data", data: parsed.data };
}

const errorOf = (status: number) => (status === 429 ? "too_many_requests" : "unexpected");

function waiting(reply: Reply<string>): { retryAfter?: number } {
  const retryAfter = secondsToWait(reply.headers);
  return retryAfter === undefined ? {} : { retryAfter };
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
