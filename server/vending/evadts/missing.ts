import type { ReadHeader } from "./read-header";

/** By EA309. */
export const isNumberedBetween = (before: ReadHeader, one: ReadHeader, read: ReadHeader): boolean =>
  before.readsTotal !== null &&
  one.readsTotal !== null &&
  read.readsTotal !== null &&
  before.readsTotal < one.readsTotal &&
  one.readsTotal < read.readsTotal;

/** Beyond this a read number is noise. */
const MOST_MISSING = 1_000_000;

/** Reads the machine counted between two of its reads. By EA309; machines without it number at least the reads with a reset (EA301). */
export function missingBetween(previous: ReadHeader, read: ReadHeader): number {
  const numbers = previous.readsTotal === null || read.readsTotal === null ? "readsWithReset" : "readsTotal";
  const [from, to] = [previous[numbers], read[numbers]];
  return from === null || to === null ? 0 : Math.min(Math.max(0, to - from - 1), MOST_MISSING);
}
