import type { STEPS } from "~server/contract/enums";

/** Days by the calendar alone: what reports say of days, weeks and months is compared with it. */

export type Step = (typeof STEPS)[number];
export interface Span {
  from: string;
  to: string;
}

const DAY = 86_400_000;
const written = (at: number) => new Date(at).toISOString().slice(0, 10);
export const daysLater = (day: string, by: number): string => written(Date.parse(day) + by * DAY);
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY;
const monthNumber = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
export const monthsBetween = (from: string, to: string): number => monthNumber(to) - monthNumber(from);
const firstOfMonth = (month: number) =>
  `${String(Math.floor(month / 12))}-${String((month % 12) + 1).padStart(2, "0")}-01`;
/** 0: Monday. */
export const weekday = (day: string): number => (new Date(day).getUTCDay() + 6) % 7;
export const areWholeMonths = ({ from, to }: Span): boolean => from.endsWith("-01") && daysLater(to, 1).endsWith("-01");

/** The first day of the day, week or month so many days or months after that of a day. */
export function beginOf(step: Step, day: string, later: { months: number; days: number }): string {
  const moved = daysLater(day, later.days);
  if (step === "month") return firstOfMonth(monthNumber(moved) + later.months);
  return step === "week" ? daysLater(moved, -weekday(moved)) : moved;
}

/** Each of some days. */
export const daysIn = ({ from, to }: Span): string[] =>
  Array.from({ length: daysBetween(from, to) + 1 }, (_, n) => daysLater(from, n));
