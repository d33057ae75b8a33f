import { expect } from "vitest";
import type { Comparison } from "~server/contract/reports/report";
import {
  areWholeMonths,
  daysBetween,
  daysLater,
  monthsBetween,
  type Span,
  type Step,
  weekday,
} from "../../fleet/report-days";

/** What a period is set beside lies wholly before it, and is of the same kind: whole months beside whole months, days beside the same weekdays. */
export function expectBeside(period: Span, other: Span, comparison: Comparison, step: Step | undefined): void {
  expect(other.from <= other.to && other.to < period.from, `${other.from}–${other.to} is before ${period.from}`).toBe(
    true,
  );
  const months = monthsBetween(other.from, period.from);
  if (step === "month" || (step === undefined && areWholeMonths(period))) {
    expect(areWholeMonths(other) || !areWholeMonths(period)).toBe(true);
    expect(monthsBetween(other.to, period.to)).toBe(months);
    const touched = monthsBetween(period.from, period.to) + 1;
    if (comparison === "before") expect(months).toBe(touched);
    else {
      // The nearest years: a year later it would not lie before.
      const later = `${Number(other.to.slice(0, 4)) + 1}${other.to.slice(4)}`;
      expect([months % 12, months === 12 || later >= period.from]).toEqual([0, true]);
    }
    // The same days of their months, as far as these have them.
    for (const end of ["from", "to"] as const)
      if (!areWholeMonths(period))
        expect(Number(other[end].slice(8))).toBe(Math.min(Number(period[end].slice(8)), lengthOf(other[end])));
    return;
  }
  const days = daysBetween(other.from, period.from);
  expect([daysBetween(other.to, period.to), weekday(other.from)]).toEqual([days, weekday(period.from)]);
  // The nearest ones.
  const least = Math.ceil((daysBetween(period.from, period.to) + 1) / 7) * 7;
  expect(days).toBe(comparison === "year" ? Math.max(52 * 7, least) : least);
}

const lengthOf = (day: string) =>
  Number(daysLater(`${daysLater(`${day.slice(0, 7)}-28`, 4).slice(0, 7)}-01`, -1).slice(8));
