import type { Comparison } from "./compare";
import { PAYMENT_SOURCES } from "./counters";
import type { SaleLine } from "./period";
import { type Part, type ProductSales, sum } from "./product-sales";
import type { Split } from "./split";
import { tallySold } from "./totals";

/** What was sold in a period, in order: a line for each product and source, and what no product explains. */
export const linesOf = (reads: Comparison, split: Split, products: readonly ProductSales[]): SaleLine[] =>
  [...productLines(split), ...unassignedLines(reads, split, products)].sort(byLine);

function productLines(split: Split): SaleLine[] {
  return split.products.flatMap(({ selection, name, parts, test, free }) => [
    ...mergeSources(parts).map((part): SaleLine => {
      const { source, count, amount, priceGuessed } = part;
      return { selection, name, kind: "paid", source, count, amount, priceGuessed };
    }),
    ...unpaidLine(selection, name, "test", test),
    ...unpaidLine(selection, name, "free", free),
  ]);
}

/** Price lists of one source are one line. */
function mergeSources(parts: readonly Part[]): Part[] {
  const merged = new Map<string, Part>();
  for (const part of parts) {
    const same = merged.get(part.source);
    merged.set(part.source, {
      ...part,
      count: part.count + (same?.count ?? 0),
      amount: part.amount + (same?.amount ?? 0),
      priceGuessed: part.priceGuessed || same?.priceGuessed === true,
    });
  }
  return [...merged.values()];
}

/** What VA1 (by source), VA2 and VA3 hold beyond the products. */
function unassignedLines(reads: Comparison, split: Split, products: readonly ProductSales[]): SaleLine[] {
  const paid = [...split.unassigned]
    .filter(([, sold]) => sold.count !== 0 || sold.amount !== 0)
    .map(([source, { count, amount }]): SaleLine => {
      return { selection: null, name: null, kind: "paid", source, count, amount, priceGuessed: false };
    });
  const beyond = (segment: string, kind: "test" | "free"): SaleLine[] => {
    const total = tallySold(reads, segment, (counters) => counters.totals[kind]).count ?? 0;
    return unpaidLine(null, null, kind, Math.max(0, total - sum(products.map((product) => product[kind]))));
  };
  return [...paid, ...beyond("VA2", "test"), ...beyond("VA3", "free")];
}

function unpaidLine(selection: string | null, name: string | null, kind: "test" | "free", count: number): SaleLine[] {
  return count === 0 ? [] : [{ selection, name, kind, source: null, count, amount: 0, priceGuessed: false }];
}

const KINDS = ["paid", "test", "free"];
const SOURCES = [...PAYMENT_SOURCES, "unknown", null];

/** Products by selection ("2" before "10"), lines without product last; then kind, then source. */
function byLine(one: SaleLine, other: SaleLine): number {
  return (
    Number(one.selection === null) - Number(other.selection === null) ||
    bySelection(one.selection ?? "", other.selection ?? "") ||
    KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind) ||
    SOURCES.indexOf(one.source) - SOURCES.indexOf(other.source)
  );
}

const selections = new Intl.Collator("en", { numeric: true });

function bySelection(one: string, other: string): number {
  return selections.compare(one, other) || (one < other ? -1 : one > other ? 1 : 0);
}
