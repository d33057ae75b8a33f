import type { CLOCK_MARKS } from "~server/contract/device-events";
import type { Moment } from "../../time";

/** A way through a slow network is no wrong clock. */
const TOLERANCE: Moment = 2 * 60_000;
const FUTURE: Moment = 5 * 60_000;
/** Nobody buffers longer: an older time is a clock that was never set. */
const PAST: Moment = 60 * 24 * 3_600_000;

export interface Timed {
  at: Moment;
  mark: (typeof CLOCK_MARKS)[number] | null;
}

/** How far a unit's clock is ahead of ours, from when it says it sent something; what the way may explain counts as right. */
export function aheadBy(sentAt: Moment | undefined, receivedAt: Moment): Moment {
  const ahead = sentAt === undefined ? 0 : sentAt - receivedAt;
  return Math.abs(ahead) <= TOLERANCE ? 0 : ahead;
}

/** When something happened that a unit's clock gave as `boxAt`, that clock being `ahead` of ours now. */
export function putRight(boxAt: Moment, ahead: Moment, receivedAt: Moment): Timed {
  const at = boxAt - ahead;
  if (at > receivedAt + FUTURE) return { at: receivedAt, mark: "future" };
  if (at < receivedAt - PAST) return { at: receivedAt, mark: "past" };
  return { at: Math.min(at, receivedAt + TOLERANCE), mark: ahead === 0 ? null : "corrected" };
}
