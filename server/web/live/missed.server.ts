import { z } from "zod";
import { notices } from "~server/contract/calls/notices";
import { info } from "~server/contract/calls/session";
import { MAX_NOTICES, noticesSchema } from "~server/contract/notices";
import { ask, type Outcome } from "../outcome.server";
import { eventOf, type LiveEvent } from "./event.server";

/** What the provider's store has above a number; a provider without a store has none. */
export type Missed =
  | { kind: "some"; events: LiveEvent[]; last: number; more: boolean }
  | { kind: "no store" }
  | { kind: "ended" }
  | { kind: "unreachable" };

/** Asks the provider's store; without a number only how far it has come. */
export async function askMissed(
  headers: Record<string, string>,
  after: number | undefined,
  signal: AbortSignal,
): Promise<Missed> {
  const query = after === undefined ? "limit=1" : `after=${after}&limit=${MAX_NOTICES}`;
  const outcome = await settled(
    () => ask({ method: "GET", path: `${notices.path}?${query}`, headers, signal }, z.unknown()),
    signal,
  );
  if (outcome.kind === "unreachable") return outcome;
  if (outcome.kind === "refused") {
    const { status } = outcome.refusal;
    if (status === 401) return { kind: "ended" };
    return { kind: status === 429 ? "unreachable" : "no store" };
  }
  // Somebody else's `/notices` is no store of ours.
  const parsed = noticesSchema.safeParse(outcome.data);
  if (!parsed.success) return { kind: "no store" };
  const { items, last, more } = parsed.data;
  return {
    kind: "some",
    events: after === undefined ? [] : items.map(eventOf),
    last,
    more: after !== undefined && more,
  };
}

/** Whether the provider still knows the token; undefined when it does not say. */
export async function sessionHolds(headers: Record<string, string>, signal: AbortSignal): Promise<boolean | undefined> {
  const outcome = await settled(() => ask({ method: "GET", path: info.path, headers, signal }, info.answer), signal);
  if (outcome.kind === "data") return true;
  return outcome.kind === "refused" && [401, 403].includes(outcome.refusal.status) ? false : undefined;
}

async function settled<T>(work: () => Promise<Outcome<T>>, signal: AbortSignal): Promise<Outcome<T>> {
  try {
    return await work();
  } catch (error) {
    if (signal.aborted) return { kind: "unreachable" };
    throw error;
  }
}
