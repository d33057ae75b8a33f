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

/** When a machine was initialised: its own clock alone tells, hence a day either way; unknown: any time before its first read. */
export const initialised = (at: Moment | null): Bound =>
  at === null ? { at: 0, earliest: 0, latest: 0 } : around(at, DAY);
