import type { STEPS } from "~server/contract/enums";

export type Step = (typeof STEPS)[number];
/** Days that are summed up already: the step, and the first of its days ("YYYY-MM-DD"). */
export interface DaySpan {
  step: Step;
  day: string;
}

const MONDAY = 1;
const DAY_MS = 86_400_000;
// A report asks this hundreds of times; a library for dates took a fourteenth of its time.
const written = (ms: number) => new Date(ms).toISOString().slice(0, "YYYY-MM-DD".length);
/** The day so many days later. */
export const shifted = (day: string, by: number): string => written(Date.parse(day) + by * DAY_MS);
const monthOf = (day: string) => `${day.slice(0, "YYYY-MM".length)}-01`;
const monthAfter = (day: string) => monthOf(shifted(monthOf(day), 31));

/** The last day of a month that begins with a day. */
export const lastDayOf = (month: string): string => shifted(monthAfter(month), -1);

/**
 * The fewest spans that make up some days (Europe/Kyiv, both included): the whole months among them, and weeks and days
 * beside those. With a step, none that reaches over an edge of its spans: each lies in one day, week or month.
 */
export function spansOf(from: string, to: string, step?: Step): DaySpan[] {
  const first = from.endsWith("-01") ? from : monthAfter(from);
  const last = shifted(monthOf(shifted(to, 1)), -1);
  if (step === "day" || step === "week" || first > last) return weeksAndDays(from, to, step);
  const months: DaySpan[] = [];
  for (let day = first; day <= last; day = monthAfter(day)) months.push({ step: "month", day });
  return [...weeksAndDays(from, shifted(first, -1), step), ...months, ...weeksAndDays(shifted(last, 1), to, step)];
}

function weeksAndDays(from: string, to: string, step?: Step): DaySpan[] {
  const spans: DaySpan[] = [];
  for (let day = from; day <= to; ) {
    const sunday = shifted(day, 6);
    const isWhole = step !== "day" && new Date(day).getUTCDay() === MONDAY && sunday <= to;
    const isWithin = step !== "month" || sunday.slice(0, 7) === day.slice(0, 7);
    const taken = isWhole && isWithin ? "week" : "day";
    spans.push({ step: taken, day });
    day = taken === "week" ? shifted(sunday, 1) : shifted(day, 1);
  }
  return spans;
}
