import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LONGEST_PERIOD } from "~server/contract/reports/answer";
import { COMPARISONS } from "~server/contract/reports/report";
import { comparedWith } from "~server/vending/areas/reports/period";
import { beginOf, daysBetween, daysLater, monthsBetween } from "../../fleet/report-days";
import { expectBeside } from "./beside";

const STEPS = [undefined, "day", "week", "month"] as const;
const period = fc
  .record({
    ago: fc.nat(3_000),
    length: fc.oneof(fc.nat(70), fc.nat(LONGEST_PERIOD - 1)),
    whole: fc.boolean(),
  })
  .map(({ ago, length, whole }) => {
    const from = daysLater("2028-03-31", -ago);
    const to = daysLater(from, length);
    const none = { months: 0, days: 0 };
    if (!whole) return { from, to };
    return {
      from: beginOf("month", from, none),
      to: daysLater(beginOf("month", to, { ...none, months: 1 }), -1),
    };
  });

describe("what a period is set beside", () => {
  it("lies before it, is of the same kind and the nearest such", () => {
    fc.assert(
      fc.property(period, fc.constantFrom(...COMPARISONS), fc.constantFrom(...STEPS), (asked, comparison, step) => {
        const { shift, ...other } = comparedWith(asked, comparison, step);
        expectBeside(asked, other, comparison, step);
        const [months, days] = [monthsBetween(other.from, asked.from), daysBetween(other.from, asked.from)];
        expect([`${months} months`, `${days} days`]).toContain(shift);
      }),
      { numRuns: 3_000 },
    );
  });

  it.each([
    ["2026-11-22", "2026-11-22", "before", undefined, "2026-11-15", "2026-11-15"],
    ["2026-10-24", "2026-11-22", "before", "day", "2026-09-19", "2026-10-18"],
    ["2026-11-01", "2026-11-30", "before", undefined, "2026-10-01", "2026-10-31"],
    ["2026-11-01", "2026-11-30", "before", "day", "2026-09-27", "2026-10-26"],
    ["2024-02-01", "2024-02-29", "year", undefined, "2023-02-01", "2023-02-28"],
    ["2026-11-22", "2026-11-22", "year", undefined, "2025-11-23", "2025-11-23"],
    ["2026-03-15", "2026-04-10", "before", "month", "2026-01-15", "2026-02-10"],
    ["2025-01-01", "2026-06-30", "year", "month", "2023-01-01", "2024-06-30"],
  ] as const)("of %s–%s, %s, by %s, is %s–%s", (from, to, comparison, step, first, last) => {
    expect(comparedWith({ from, to }, comparison, step)).toMatchObject({ from: first, to: last });
  });
});
