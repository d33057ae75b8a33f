import { sql } from "drizzle-orm";
import { instantOf, type Moment } from "../../time";
import type { Bound } from "./cuts";

const DAY: Moment = 24 * 3_600_000;
/** A unit delivers what it buffered within days; an older stamp from a live unit means a clock that was never set. */
const OLDEST_LIVE: Moment = 31 * DAY;
/** Clocks of one unit, or one that is right and ours, agree within this. */
const MARGIN: Moment = 10 * 60_000;

/**
 * When a machine was read: when its unit says so; else by the machine's own clock (Kyiv local time), unless that stands a
 * month back in a file that a unit sent by itself, and never after receipt. A machine's clock may be wrong, a day ahead
 * or any time behind, unless the file came at the very time that it shows. The sales of the read are booked at `at`.
 */
export function readMoment(read: {
  machineTime: string | null;
  receivedAt: string;
  readAt: string | null;
  byUnit: boolean;
}): Bound {
  if (read.readAt !== null) return around(Date.parse(read.readAt), MARGIN);
  const received = Date.parse(read.receivedAt);
  const machine = read.machineTime === null ? undefined : instantOf(read.machineTime);
  if (machine !== undefined && Math.abs(machine - received) <= MARGIN)
    return around(Math.min(machine, received), MARGIN);
  const isBelieved = machine !== undefined && machine < received && !(read.byUnit && machine < received - OLDEST_LIVE);
  const at = isBelieved ? machine : received;
  return { at, earliest: at - DAY, latest: received + MARGIN };
}

const around = (at: Moment, margin: Moment): Bound => ({ at, earliest: at - margin, latest: at + margin });

/** How long before or after it says so a machine may have been initialised. */
export const UNSURE = sql`interval '1 day'`;
/** When a machine was initialised: only its own clock tells. */
export const initialised = (at: Moment): Bound => around(at, DAY);
