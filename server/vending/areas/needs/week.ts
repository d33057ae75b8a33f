import { localTime, type Moment } from "../../time";

/** Pure: how a usual week goes by. */

/** Hours of a week. */
export const HOURS = 168;
const HOUR: Moment = 3_600_000;
export const DAY: Moment = 24 * HOUR;

/** Which share of a usual week's vends each of its hours brings, Monday 0 h in Kyiv first; together 1. */
export type Week = readonly number[];
export const EVEN: Week = Array.from({ length: HOURS }, () => 1 / HOURS);

/**
 * A machine's own hours and those of its kind as one week: the kind's weigh as much as so many vends. Hours of `own` are
 * vends, of `kind` shares.
 */
export function blended(own: readonly number[], kind: Week, weight: number): Week {
  const whole = own.reduce((sum, vends) => sum + vends, 0) + weight;
  return kind.map((share, hour) => ((own[hour] ?? 0) + share * weight) / whole);
}

/** 0 (Monday 0 h in Kyiv) up to 168, with the part of the hour that has passed. */
export function hourOf(at: Moment): number {
  const local = Date.parse(`${localTime(at)}Z`);
  // 1970 began on a Thursday.
  return (local / HOUR + 3 * 24) % HOURS;
}

export interface Passing {
  /** How much of a usual week passes until a moment. */
  until(at: Moment): number;
  /** When so much of a usual week has passed. */
  when(part: number): Moment;
}

/** A usual week from a moment on. Where the clock is moved meanwhile, it is an hour off. */
export function passingFrom(week: Week, now: Moment): Passing {
  const sums = [0];
  for (const share of week) sums.push((sums.at(-1) ?? 0) + share);
  const whole = sums[HOURS] ?? 1;
  const at = (hours: number): number => {
    const weeks = Math.floor(hours / HOURS);
    const rest = hours - weeks * HOURS;
    const hour = Math.min(HOURS - 1, Math.floor(rest));
    return weeks + ((sums[hour] ?? 0) + (rest - hour) * (week[hour] ?? 0)) / whole;
  };
  const start = hourOf(now);
  const begun = at(start);
  return {
    until: (moment) => Math.max(0, at(start + (moment - now) / HOUR) - begun),
    when(part) {
      const target = begun + part;
      const weeks = Math.floor(target);
      const rest = (target - weeks) * whole;
      const next = sums.findIndex((sum) => sum >= rest);
      const hour = Math.max(0, next - 1);
      const share = week[hour] ?? 0;
      const within = share > 0 ? (rest - (sums[hour] ?? 0)) / share : 0;
      return Math.max(now, Math.round(now + (weeks * HOURS + hour + within - start) * HOUR));
    },
  };
}
