import dayjs from "dayjs";
import utc from "dayjs/plugin/utc";
import { instantOf, localTime, type Moment } from "../time";

export type { Moment } from "../time";

dayjs.extend(utc);

export const HOUR: Moment = 3_600_000;
export const MINUTE: Moment = 60_000;

/** What machines write: local time without zone, "YYYY-MM-DDTHH:mm:ss". */
export const kyivTime = localTime;

export const kyivDay = (at: Moment): string => kyivTime(at).slice(0, 10);

/** The moment of a local time that a machine wrote. */
export const momentOf = instantOf;

const starts = new Map<string, Moment>();

/** Midnight of a day in Kyiv. */
export function startOf(day: string): Moment {
  const start = starts.get(day) ?? momentOf(`${day}T00:00:00`);
  starts.set(day, start);
  return start;
}

/** The day so many days later. */
export const shiftDay = (day: string, days: number): string => dayjs.utc(day).add(days, "day").format("YYYY-MM-DD");

/** Days of Kyiv from the one of `from` to the one of `to`. */
export function daysBetween(from: Moment, to: Moment): string[] {
  const days = [];
  for (let day = kyivDay(from); startOf(day) <= to; day = shiftDay(day, 1)) days.push(day);
  return days;
}

/** Monday 0 … Sunday 6. */
export const weekday = (day: string): number => (dayjs.utc(day).day() + 6) % 7;

/** January 1 … December 12. */
export const month = (day: string): number => Number(day.slice(5, 7));
