import dayjs, { type Dayjs } from "dayjs";
import timezone from "dayjs/plugin/timezone";
import utc from "dayjs/plugin/utc";

dayjs.extend(utc);
dayjs.extend(timezone);

export const TIME_ZONE = "Europe/Kyiv";

/** A unit delivers what it buffered within days; an older stamp from a live unit means a clock that was never set. */
const OLDEST_LIVE_DAYS = 31;

/**
 * When the sales of a read are booked: the machine's own clock (Kyiv local time), unless it runs ahead of the server by
 * more than a day, or stands a month back in a file that a unit sent by itself. Then the time of receipt.
 * Answers the UTC instant and its day in Kyiv.
 */
export function soldAt(read: { machineTime: string | null; receivedAt: string; byUnit: boolean }): { at: string; day: string } {
  const received = dayjs.utc(read.receivedAt);
  const machine = read.machineTime ? dayjs.tz(read.machineTime, TIME_ZONE) : undefined;
  const chosen = machine && isPlausible(machine, received, read.byUnit) ? machine : received;
  return { at: chosen.utc().toISOString(), day: chosen.tz(TIME_ZONE).format("YYYY-MM-DD") };
}

const isPlausible = (machine: Dayjs, received: Dayjs, byUnit: boolean) =>
  machine.isValid() && machine.isBefore(received.add(1, "day")) && !(byUnit && machine.isBefore(received.subtract(OLDEST_LIVE_DAYS, "day")));
