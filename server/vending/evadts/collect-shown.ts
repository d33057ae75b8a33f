import { add, selectionOf } from "./collect-products";
import type { BillCounters, CardCounters, CoinCounters, ShownCounters, SoldOut } from "./counters";
import { counter, money, optional, time, type Segment } from "./fields";

/**
 * What a report tells beside what sales are derived from. Orders of fields by the data dictionary of EVA-DTS 6.2
 * (DA3 and DA4: value i, r; DA10: count i, value i; CA8 and CA9: value r, i; CA11 and CA14: r before i; PA5: date, time, times).
 */
export function collectShown(segments: readonly Segment[], decimals: number): ShownCounters {
  const first = (id: string): Segment | undefined => segments.find((segment) => segment.id === id);
  const worth = (id: string, field: number): number | null =>
    optional(first(id), (segment) => money(segment, field, decimals));
  const cards = (device: "DA" | "DB"): CardCounters => ({
    debited: worth(`${device}3`, 1),
    revalued: worth(`${device}4`, 1),
    mixed: { count: optional(first(`${device}10`), (segment) => counter(segment, 1)), value: worth(`${device}10`, 2) },
  });
  return {
    cards: { cashless1: cards("DA"), cashless2: cards("DB") },
    overpay: worth("CA8", 2),
    exactChange: worth("CA9", 2),
    coins: denominations(segments, "CA11", decimals).map(([value, lines]): CoinCounters => {
      return { value, inserted: total(lines, 5), toCashBox: total(lines, 6), toTubes: total(lines, 7) };
    }),
    bills: denominations(segments, "CA14", decimals).map(([value, lines]): BillCounters => {
      return { value, inserted: total(lines, 4), stacked: total(lines, 5) };
    }),
    soldOut: collectSoldOut(segments),
  };
}

/** Lines by the value in their first field, the smallest first. Some units send the same lines twice; slots without a coin have the value 0. */
function denominations(segments: readonly Segment[], id: string, decimals: number): [number, Segment[]][] {
  const seen = new Set<string>();
  const byValue = new Map<number, Segment[]>();
  for (const segment of segments) {
    if (segment.id !== id) continue;
    const [line, value] = [segment.fields.join("*"), money(segment, 1, decimals)];
    if (value === null || value === 0 || seen.has(line)) continue;
    seen.add(line);
    const lines = byValue.get(value);
    if (lines) lines.push(segment);
    else byValue.set(value, [segment]);
  }
  return [...byValue].sort(([one], [other]) => one - other);
}

const total = (lines: readonly Segment[], field: number): number | null =>
  lines.map((line) => counter(line, field)).reduce(add, null);

/** A PA5 belongs to the PA1 before it. */
function collectSoldOut(segments: readonly Segment[]): SoldOut[] {
  const found = new Map<string, SoldOut>();
  let selection: string | null = null;
  for (const segment of segments) {
    if (segment.id === "PA1") selection = selectionOf(segment);
    if (segment.id !== "PA5" || selection === null || found.has(selection)) continue;
    const [at, times] = [time(segment, 1), counter(segment, 3)];
    if (at !== null || (times ?? 0) > 0) found.set(selection, { selection, at, times });
  }
  return [...found.values()];
}
