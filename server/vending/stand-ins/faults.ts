import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { HttpBindings } from "@hono/node-server";
import type { Context, MiddlewareHandler } from "hono";
import { z } from "zod";
import type { RefundWay } from "./bank";

/** Where a fault strikes: a call of the merchant, a message to it, or the customer's paying. */
export const OCCASIONS = ["create", "status", "refund", "capture", "release", "key", "callback", "pay"] as const;
export type Occasion = (typeof OCCASIONS)[number];

/** What goes wrong with an answer; the provider acts or does not. */
const TROUBLES = [
  /** Acts, and the connection is cut before the answer. */
  "acts_and_drops",
  /** Does not act, and the connection is cut. */
  "drops",
  /** Acts after `ms`, when nobody waits for the answer any more; or merely answers so late. */
  "slow",
  /** An answer of this `status`, in JSON or as a page of HTML. */
  "status",
  "html",
  /** Answers something else: what, depends on the provider (see each stand-in). */
  "empty",
  "flipped",
  "snake_case",
  "nulls",
  "wrong_amount",
  "wrong_order",
  "wrong_payee",
  "wrong_currency",
  "unknown_word",
  "unknown_field",
  "says_secret",
  /** Of refunds: it takes a while, and is done, or fails, when it is looked at again. */
  "processing",
  "processing_fails",
  /** Of messages: never sent, twice, after `ms`, older one last, signed wrongly, changed after signing, by a new key. */
  "lost",
  "twice",
  "late",
  "reordered",
  "bad_signature",
  "altered",
  "rotated_key",
  /** Sent before the call that opened the order is answered, for the customer was quicker. */
  "before_answer",
] as const;
export type Trouble = (typeof TROUBLES)[number];

export const faultSchema = z.object({
  on: z.enum(OCCASIONS),
  what: z.enum(TROUBLES),
  /** How often; 1 when left out. */
  times: z.int().min(1).max(1_000_000).default(1),
  status: z.int().optional(),
  retryAfterS: z.int().optional(),
  ms: z.int().optional(),
});
export type Fault = z.infer<typeof faultSchema>;
export type NewFault = z.input<typeof faultSchema>;

/** What is to go wrong, in order. */
export class Faults {
  private queue: { fault: Fault; left: number }[] = [];

  add(given: NewFault): void {
    const fault = faultSchema.parse(given);
    this.queue.push({ fault, left: fault.times });
  }

  clear(): void {
    this.queue = [];
  }

  /** How many are still to come. */
  left(): number {
    return this.queue.reduce((sum, { left }) => sum + left, 0);
  }

  /** The next fault of an occasion, which is one less then. */
  next(on: Occasion): Fault | undefined {
    const found = this.queue.find(({ fault, left }) => fault.on === on && left > 0);
    if (!found) return undefined;
    found.left -= 1;
    return found.fault;
  }
}

type Bound = { Bindings: HttpBindings };
type Act = () => Response | Promise<Response>;

/** Answers a call as its fault has it: `act` does what is asked and answers. */
export async function answerWith(c: Context<Bound>, fault: Fault | undefined, act: Act): Promise<Response> {
  switch (fault?.what) {
    case "drops":
      return cut(c);
    case "acts_and_drops":
      await act();
      return cut(c);
    case "slow":
      await pause(fault.ms ?? 1_000);
      return act();
    case "status":
      return spoiled(c, fault);
    case "html":
      return c.html("<html><body><h1>Forbidden</h1></body></html>", statusOf(fault.status ?? 200));
    default:
      return act();
  }
}

function spoiled(c: Context<Bound>, { status = 500, retryAfterS }: Fault): Response {
  if (retryAfterS !== undefined) c.header("retry-after", String(retryAfterS));
  return c.json({ errCode: "INTERNAL_ERROR", errText: "a fault was asked for" }, statusOf(status));
}

const statusSchema = z.literal([200, 400, 403, 404, 405, 429, 500, 502, 503]);
const statusOf = (status: number) => statusSchema.parse(status);

function cut(c: Context<Bound>): Response {
  c.env.outgoing.destroy();
  return RESPONSE_ALREADY_SENT;
}

export const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** Nothing of a stand-in is kept by anybody on the way. */
export const unkept: MiddlewareHandler = async (c, next) => {
  await next();
  c.header("cache-control", "no-store");
};

/** How a refund goes that a fault speaks of. */
export const wayOf = (fault: Fault | undefined): RefundWay =>
  fault?.what === "processing" ? "later" : fault?.what === "processing_fails" ? "fails_later" : "at_once";
