import fc from "fast-check";
import { OF_SALES } from "~server/contract/reports/common";
import type { FilterName } from "~server/contract/reports/filters";
import { localTime } from "~server/vending/time";
import { daysLater, type Span } from "./report-days";
import type { Life } from "./report-life";

/** What is asked of every report at once. */
export interface Question extends Span {
  viewer: number;
  compare: "before" | "year" | undefined;
  step: "day" | "week" | "month";
  filters: Partial<Record<FilterName, string[]>>;
  sort: number;
  limit: number;
}

export function questionsOf(life: Life): fc.Arbitrary<Question> {
  const today = localTime(Date.now()).slice(0, 10);
  const days = fc
    .tuple(
      fc.oneof({ weight: 3, arbitrary: fc.nat(30) }, { weight: 1, arbitrary: fc.nat(430) }),
      fc.oneof({ weight: 2, arbitrary: fc.nat(45) }, { weight: 1, arbitrary: fc.nat(500) }),
      fc.integer({ min: 0, max: 2 }),
    )
    .map(([ago, length, edge]) => {
      const to = daysLater(today, -ago);
      const from = daysLater(to, -length);
      // Whole months often enough.
      return edge
        ? { from, to }
        : {
            from: `${from.slice(0, 7)}-01`,
            to: daysLater(`${daysLater(`${to.slice(0, 7)}-28`, 4).slice(0, 7)}-01`, -1),
          };
    });
  const filter = fc
    .constantFrom(...OF_SALES)
    .chain((name) =>
      fc.tuple(
        fc.constant(name),
        fc.uniqueArray(fc.constantFrom(...life.valuesOf(name)), { minLength: 1, maxLength: 3 }),
      ),
    );
  return fc
    .record({
      days,
      viewer: fc.nat(5),
      compare: fc.constantFrom(undefined, "before" as const, "year" as const),
      step: fc.constantFrom("day" as const, "week" as const, "month" as const),
      filters: fc.array(filter, { maxLength: 2 }).map((all) => Object.fromEntries(all)),
      sort: fc.nat(1000),
      limit: fc.integer({ min: 1, max: 7 }),
    })
    .map(({ days: span, ...rest }) => ({ ...span, ...rest }));
}
