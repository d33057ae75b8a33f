import type { CashCounters } from "./counters";
import { counter, money, optional, text, type Segment } from "./fields";

/** Where the cash went: CA3, CA4, CA10, CA15 and the tubes (CA17), since initialisation where nothing else is said. */
export function collectCash(
  first: (id: string) => Segment | undefined,
  tubes: Segment[],
  decimals: number,
): CashCounters {
  const value = (id: string, field: number): number | null =>
    optional(first(id), (segment) => money(segment, field, decimals));
  const [inserted, cashBox, toTubes] = [value("CA3", 5), value("CA3", 6), value("CA3", 7)];
  const coins = (cashBox ?? 0) + (toTubes ?? 0);
  // CA308 is currency or whole units, and some machines fill 09/10 with zeros: what balances is meant.
  const units = optional(first("CA3"), (segment) => counter(segment, 8));
  const candidates = [value("CA3", 10), value("CA3", 8), units === null ? null : units * 100];
  const balanced = candidates.find((bills) => bills !== null && coins + bills === inserted);
  return {
    inserted,
    cashBox,
    toTubes,
    bills: balanced ?? candidates.find((bills) => bills !== null) ?? null,
    dispensed: value("CA4", 3),
    dispensedByHand: value("CA4", 4),
    filledByHand: value("CA10", 2),
    inTubes: value("CA15", 1),
    tubes: collectTubes(tubes, decimals),
  };
}

function collectTubes(segments: readonly Segment[], decimals: number): CashCounters["tubes"] {
  const tubes = new Map<string, CashCounters["tubes"][number]>();
  for (const segment of segments) {
    const tube = text(segment, 1);
    if (tube === null) continue;
    const full = text(segment, 6);
    tubes.set(tube, {
      tube,
      coin: money(segment, 2, decimals),
      count: counter(segment, 3),
      full: full === null ? null : full === "1",
    });
  }
  return [...tubes.values()];
}
