import type { Situation } from "./desk";

/** A shift may last 24 hours; the service refuses receipts of an older one. */
const OLDEST_SHIFT_HOURS = 23.5;
/** A desk that has nothing to do is looked at again after so long, so that changed settings hold soon. */
const LONGEST_REST_SECONDS = 60;

export type Step = "operation" | "open" | "close" | "receipt" | { rest: number };

/**
 * What a desk does next. What people ask for comes first; then the clock closes a shift at its hour, on the day after, or
 * before it is 24 hours old; then receipts go, in a shift that is opened for them where the hour allows it.
 */
export function nextStep(at: Situation): Step {
  const { operation, receipt, shift, hours, clock } = at;
  if (operation) return "operation";
  if (shift) {
    if (isOver(at)) return "close";
    return receipt ? "receipt" : { rest: 0 };
  }
  const wanted = receipt !== null || (hours.open_at !== null && at.used && !at.opened_today);
  if (!wanted) return { rest: 0 };
  if (at.closed_for > 0) return resting(at.closed_for);
  if (hours.open_at !== null && clock < hours.open_at) return resting(LONGEST_REST_SECONDS);
  if (clock >= hours.close_at) return resting(at.to_midnight);
  return "open";
}

function isOver({ shift, today, clock, hours }: Situation): boolean {
  if (!shift) return false;
  if (shift.opened_on < today || shift.hours >= OLDEST_SHIFT_HOURS) return true;
  // Who opens a desk after its hour wants it open: it closes with the day.
  return clock >= hours.close_at && shift.opened_at < hours.close_at;
}

const resting = (seconds: number): Step => ({ rest: Math.min(Math.max(1, seconds), LONGEST_REST_SECONDS) });
