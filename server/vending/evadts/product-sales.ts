import { lineKey } from "./collect-products";
import type { Comparison } from "./compare";
import type { PaymentCounters, ProductCounters, SaleSource } from "./counters";
import { apportion } from "./shares";

/** Paid vends of one product by one payment source. */
export interface Part {
  source: SaleSource;
  count: number;
  amount: number;
  priceGuessed: boolean;
  /** By price list (LA1), which need not mean what it is read as. */
  listed: boolean;
}

export interface ProductSales {
  selection: string;
  name: string | null;
  parts: Part[];
  test: number;
  free: number;
}

interface PaidLine extends Part {
  /** The machine told the value. */
  stated: boolean;
}

/** What a product sold since `before` (null: from zero). */
export function productSales(reads: Comparison, before: ProductCounters | null, after: ProductCounters): ProductSales {
  const name = (field: string): string => `${field} (${after.selection})`;
  return {
    selection: after.selection,
    name: after.name,
    parts: paidParts(reads, before, after).filter((part) => part.count !== 0 || part.amount !== 0),
    test: reads.count(name("PA301"), before && before.test, after.test) ?? 0,
    free: reads.count(name("PA401"), before && before.free, after.free) ?? 0,
  };
}

/**
 * PA2 tells how much was sold, PA7 (or LA1) who paid. Where both are there and PA7 tells less, the
 * rest has no source; where PA7 tells more, PA7 counts (it is newer than PA2) and LA1 does not.
 */
function paidParts(reads: Comparison, before: ProductCounters | null, after: ProductCounters): Part[] {
  const count = reads.count(`PA201 (${after.selection})`, before && before.paid, after.paid);
  const value = reads.value(`PA202 (${after.selection})`, before && before.paid, after.paid);
  const lines = believable(paidLines(reads, before, after, count), count);
  const counted = sum(lines.map((line) => line.count));
  const rest = (count ?? counted) - counted;
  const byList = lines.some((line) => line.listed);
  if (lines.length === 0 || (rest < 0 && byList)) {
    return count === null && value === null ? [] : [wholePart(reads, before, after, count ?? 0, value)];
  }
  if (rest < 0) return lines;
  if (rest > 0) {
    const left = value === null ? null : Math.max(0, value - sum(lines.map((line) => line.amount)));
    return [...lines, wholePart(reads, before, after, rest, left)];
  }
  return value === null ? lines : spreadValue(lines, value);
}

function paidLines(
  reads: Comparison,
  before: ProductCounters | null,
  after: ProductCounters,
  total: number | null,
): PaidLine[] {
  const known: PaidLine[] = [];
  const fresh: PaidLine[] = [];
  const lines = new Map(before?.byPayment.map((line) => [lineKey(line), line]));
  for (const line of after.byPayment) {
    const earlier = lines.get(lineKey(line)) ?? null;
    const read = paidLine(reads, before, after, earlier, line);
    if (read) (before === null || earlier ? known : fresh).push(read);
  }
  // Some machines write a line only once it has sold. It counts from zero as far as PA2 covers it.
  const counted = sum([...known, ...fresh].map((line) => line.count));
  return total !== null && counted <= total ? [...known, ...fresh] : known;
}

/** Lists of prices besides those of cash and of cards may hold anything: what they tell beyond PA2 is not sold. */
function believable(lines: PaidLine[], total: number | null): PaidLine[] {
  return total !== null && sum(lines.map((line) => line.count)) > total
    ? lines.filter((line) => !isOddList(line))
    : lines;
}

/** Of a price list that is neither that of cash nor that of cards. */
export const isOddList = ({ listed, source }: Part): boolean => listed && source === "unknown";

function paidLine(
  reads: Comparison,
  before: ProductCounters | null,
  after: ProductCounters,
  earlier: PaymentCounters | null,
  line: PaymentCounters,
): PaidLine | null {
  const name = (field: string): string => `${field} (${after.selection}, ${line.source} ${line.priceList})`;
  const listed = line.segment === "LA1";
  const count = reads.count(name(listed ? "LA105" : "PA705"), earlier, line);
  const value = listed ? null : reads.value(name("PA706"), earlier, line);
  if (count === null) return null;
  const part = priced(reads, after.selection, count, value, line.price ?? after.price, earlier?.price ?? before?.price);
  return { ...part, source: line.source, listed, stated: value !== null };
}

function wholePart(
  reads: Comparison,
  before: ProductCounters | null,
  after: ProductCounters,
  count: number,
  value: number | null,
): Part {
  return {
    ...priced(reads, after.selection, count, value, after.price, before?.price),
    source: "unknown",
    listed: false,
  };
}

/** The value, or else count × the price now, flagged when that price need not have held all the time. */
function priced(
  reads: Comparison,
  selection: string,
  count: number,
  value: number | null,
  price: number | null,
  earlierPrice: number | null | undefined,
): Pick<Part, "count" | "amount" | "priceGuessed"> {
  if (value !== null || count === 0) return { count, amount: value ?? 0, priceGuessed: false };
  if (price === null) {
    reads.flag({ code: "price_unknown", params: { selection } });
    return { count, amount: 0, priceGuessed: false };
  }
  const changes = reads.current.priceChanges.countInterval ?? 0;
  const changed = changes > 0 || (earlierPrice !== undefined && earlierPrice !== null && earlierPrice !== price);
  if (changed) reads.flag({ code: "price_changed", params: { selection } });
  return { count, amount: count * price, priceGuessed: changed };
}

/** Where lines tell counts only and PA2 tells the value, the lines share it by count × price. */
function spreadValue(lines: PaidLine[], value: number): Part[] {
  const open = lines.filter((line) => !line.stated);
  const left = value - sum(lines.filter((line) => line.stated).map((line) => line.amount));
  if (open.length === 0 || left < 0) return lines;
  const byPrice = open.map((line) => line.amount);
  const weights = sum(byPrice) > 0 ? byPrice : open.map((line) => line.count);
  if (sum(weights) === 0) return lines;
  const shares = apportion(left, weights);
  const shareOf = new Map(open.map((line, index) => [line, shares[index] ?? 0]));
  return lines.map((line) => {
    const amount = shareOf.get(line);
    return amount === undefined ? line : { ...line, amount, priceGuessed: false };
  });
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, number) => all + number, 0);
}
