import { instantOf, localTime } from "../../time";

/** A unit delivers what it buffered within days; an older stamp from a live unit means a clock that was never set. */
const OLDEST_LIVE_DAYS = 31;

/**
 * When the sales of a read are booked: when its unit says that it read the machine; else by the machine's own clock
 * (Kyiv local time), unless that runs ahead of the server by more than a day, or stands a month back in a file that a
 * unit sent by itself. Then the time of receipt. Answers the UTC instant and its day in Kyiv.
 */
export function soldAt(read: {
  machineTime: string | null;
  receivedAt: string;
  readAt: string | null;
  byUnit: boolean;
}): { at: string; day: string } {
  if (read.readAt !== null) return { at: read.readAt, day: localTime(Date.parse(read.readAt)).slice(0, 10) };
  const received = Date.parse(read.receivedAt);
  const machine = read.machineTime ? instantOf(read.machineTime) : undefined;
  const chosen = machine !== undefined && isPlausible(machine, received, read.byUnit) ? machine : received;
  return { at: new Date(chosen).toISOString(), day: localTime(chosen).slice(0, 10) };
}

const DAY = 24 * 3_600_000;
const isPlausible = (machine: number, received: number, byUnit: boolean) =>
  machine < received + DAY && !(byUnit && machine < received - OLDEST_LIVE_DAYS * DAY);
