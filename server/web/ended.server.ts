import { hashOf } from "./token-hash.server";

const MAX_KEPT = 10_000;
/** Tokens (hashed) whose session the provider has ended while we were connected; the oldest are forgotten first. */
const ended = new Set<string>();

/** From now on this process takes the token for none, whatever cookie it comes in. */
export function endSession(token: string): void {
  ended.add(hashOf(token));
  const [oldest] = ended;
  if (ended.size > MAX_KEPT && oldest !== undefined) ended.delete(oldest);
}

/** A provider may give the same token to a person who signs in again. */
export function beginSession(token: string): void {
  if (ended.size) ended.delete(hashOf(token));
}

export const hasEnded = (token: string): boolean => ended.size > 0 && ended.has(hashOf(token));
