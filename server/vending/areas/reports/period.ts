import dayjs from "dayjs";
import utc from "dayjs/plugin/utc";
import type { Comparison } from "~server/contract/reports/report";
import type { Edges } from "../sales/span";
import { lastDayOf, shifted, type Step } from "../sales/spans";

dayjs.extend(utc);

/** A period that another is set beside, and the SQL interval by which its days stand beside those of the other. */
export interface Compared extends Edges {
  shift: string;
}

/** The whole months that some days touch. */
export const wholeMonths = ({ from, to }: Edges): Edges => ({
  from: firstOfMonth(from),
  to: lastDayOf(firstOfMonth(to)),
});
const firstOfMonth = (day: string) => `${day.slice(0, 7)}-01`;

const DAY_MS = 86_400_000;
const WEEKS_OF_A_YEAR = 52;
const written = (day: dayjs.Dayjs) => day.format("YYYY-MM-DD");

/**
 * What a period is compared with: whole months with as many before them, or with the same a year ago (more years where
 * it is longer than one); any other with the same weekdays, so many weeks before that the two do not overlap, or 52.
 * Months as rows always stand beside months.
 */
export function comparedWith({ from, to }: Edges, comparison: Comparison, step: Step | undefined): Compared {
  const areMonths = from.endsWith("-01") && to === lastDayOf(firstOfMonth(to));
  if (step === "month" || (areMonths && step === undefined)) {
    const months = comparison === "year" ? 12 * yearsIn(from, to) : monthsIn(from, to);
    const back = (day: string) => written(dayjs.utc(day).subtract(months, "month"));
    const first = back(from);
    const last = back(to);
    return { from: first, to: areMonths ? lastDayOf(firstOfMonth(last)) : last, shift: `${months} months` };
  }
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  const by = 7 * (comparison === "year" ? Math.max(WEEKS_OF_A_YEAR, Math.ceil(days / 7)) : Math.ceil(days / 7));
  return { from: shifted(from, -by), to: shifted(to, -by), shift: `${by} days` };
}

/** How many months some days touch. */
const monthsIn = (from: string, to: string): number =>
  dayjs.utc(to).startOf("month").diff(dayjs.utc(from).startOf("month"), "month") + 1;

/** How many years some days need, each from its day to the day before the same. */
const yearsIn = (from: string, to: string): number => dayjs.utc(to).diff(dayjs.utc(from), "year") + 1;
