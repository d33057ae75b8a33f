import { z } from "zod";
import { notices } from "~server/contract/calls/notices";
import { type Notices, noticesSchema } from "~server/contract/notices";
import { hashOf } from "../token-hash.server";
import { callHeaders } from "../call-headers.server";
import { ask } from "../outcome.server";

/** Unread notices that the bell lists; the page of notices has all. */
const SHOWN = 5;
const FRESH_MS = 5_000;
/** Whoever keeps no notices will not begin to soon. */
const NONE_MS = 60_000;
const MAX_KEPT = 1_000;
/** A page does not wait for its bell; ms. */
const PATIENCE = 2_000;

interface Kept {
  until: number;
  settled: boolean;
  bell: Promise<Notices | null>;
}
const kept = new Map<string, Kept>();

/**
 * The newest unread notices and their number; null with a provider that keeps none. Pages that ask at one time share an
 * answer. It is kept a few seconds, as `/info` is, only while `hears` says that we would know of anything new.
 */
export function bellOf(request: Request, token: string, hears: (token: string) => boolean): Promise<Notices | null> {
  const key = hashOf(token);
  const known = kept.get(key);
  if (known && known.until > Date.now() && (!known.settled || hears(token))) return known.bell;
  const asked: Kept = {
    until: Date.now() + FRESH_MS,
    settled: false,
    bell: read(request, token).then(({ bell, isNone }) => {
      asked.settled = !isNone;
      if (isNone) asked.until = Date.now() + NONE_MS;
      return bell;
    }),
  };
  kept.delete(key);
  kept.set(key, asked);
  const oldest = kept.size > MAX_KEPT ? kept.keys().next().value : undefined;
  if (oldest !== undefined) kept.delete(oldest);
  return asked.bell;
}

/** Something came or was read. */
export function forgetBell(token: string): void {
  kept.delete(hashOf(token));
}

/** A page does not fail for its bell. */
async function read(request: Request, token: string): Promise<{ bell: Notices | null; isNone: boolean }> {
  const path = `${notices.path}?unread=true&limit=${SHOWN}`;
  const signal = AbortSignal.timeout(PATIENCE);
  const outcome = await ask({ method: "GET", path, headers: callHeaders(request, token), signal }, z.unknown());
  const parsed = noticesSchema.safeParse(outcome.kind === "data" ? outcome.data : undefined);
  return { bell: parsed.data ?? null, isNone: outcome.kind !== "unreachable" && !parsed.success };
}
