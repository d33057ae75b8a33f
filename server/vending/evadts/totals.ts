import type { Comparison } from "./compare";
import { PAYMENT_SOURCES, type Counters, type PaymentSource, type Tally } from "./counters";
import { sum, type ProductSales } from "./product-sales";
import { apportion } from "./shares";
import type { Sold, SoldBySource } from "./split";

/** Where each source's totals stand: counter names of value and count, and the tally. */
const TOTALS: Record<PaymentSource, { segment: string; read: (counters: Counters) => Tally }> = {
  cash: { segment: "CA2", read: (counters) => counters.cashSales },
  cashless1: { segment: "DA2", read: (counters) => counters.cashless1 },
  cashless2: { segment: "DB2", read: (counters) => counters.cashless2 },
  token: { segment: "TA2", read: (counters) => counters.token },
};

/**
 * What the sources tell; null when none does. One that tells only half of what it took (an interval
 * of 0 and nothing else is common) is left out: its vends stay without a source, those of the others do not.
 */
export function machineTotals(reads: Comparison): SoldBySource | null {
  const totals: SoldBySource = new Map();
  for (const source of PAYMENT_SOURCES) {
    const { segment, read } = TOTALS[source];
    const { count, amount } = tallySold(reads, segment, read);
    if (count !== null && amount !== null) totals.set(source, { count, amount });
  }
  return totals.size > 0 ? totals : null;
}

/**
 * Machines without CA2 that take coins (CA3 or CA15 tell of some): what the cashless devices left of VA1
 * was paid in cash. That is reckoned, not told, and flagged so.
 */
export function withCash(reads: Comparison, machine: SoldBySource | null, total: Sold): SoldBySource | null {
  const { current } = reads;
  if (machine === null || isReported(current.cashSales) || !takesCoins(current)) return machine;
  if (PAYMENT_SOURCES.some((source) => !machine.has(source) && hasCounted(TOTALS[source].read(current))))
    return machine;
  const others = sumOf(machine);
  const cash = { count: total.count - others.count, amount: total.amount - others.amount };
  if (cash.count <= 0 || cash.amount < 0) return machine;
  reads.flag({ code: "cash_derived" });
  return new Map([["cash", cash], ...machine]);
}

const isReported = (tally: Tally): boolean => Object.values(tally).some((value) => value !== null);

const hasCounted = (tally: Tally): boolean => Object.values(tally).some((value) => value !== null && value > 0);

const takesCoins = ({ cash }: Counters): boolean => (cash.inserted ?? 0) > 0 || (cash.inTubes ?? 0) > 0;

/** VA1, else the payment sources where they cover the products; each half by itself. Null: neither tells. */
export function totalSold(
  reads: Comparison,
  machine: SoldBySource | null,
  products: readonly ProductSales[],
): Sold | null {
  const stated = tallySold(reads, "VA1", (counters) => counters.totals.paid);
  const sources = machine && sumOf(machine);
  const sold = soldBy(products);
  const covered = sources !== null && sources.count >= sold.count && sources.amount >= sold.amount ? sources : null;
  if (stated.count === null && stated.amount === null && covered === null) return null;
  const rest = covered ?? sold;
  return { count: stated.count ?? rest.count, amount: stated.amount ?? rest.amount };
}

function sumOf(sources: SoldBySource): Sold {
  const all = [...sources.values()];
  return { count: sum(all.map((sold) => sold.count)), amount: sum(all.map((sold) => sold.amount)) };
}

/**
 * The sources with what they leave of the total as "unknown"; null when they say more money than the total.
 * A vend paid from two sources counts in both of them: where the values are equal, they hold, and the vends are
 * shared in proportion.
 */
export function completeSources(machine: SoldBySource | null, total: Sold): SoldBySource | null {
  if (machine === null) return null;
  const reported = sumOf(machine);
  const rest = { count: total.count - reported.count, amount: total.amount - reported.amount };
  if (rest.amount === 0 && rest.count < 0) return withCounts(machine, total.count);
  if (rest.count < 0 || rest.amount < 0) return null;
  return rest.count === 0 && rest.amount === 0 ? machine : new Map([...machine, ["unknown", rest]]);
}

function withCounts(machine: SoldBySource, total: number): SoldBySource {
  const sources = [...machine];
  const counts = apportion(
    total,
    sources.map(([, sold]) => sold.count),
  );
  return new Map(sources.map(([source, sold], index) => [source, { ...sold, count: counts[index] ?? 0 }]));
}

/** What one total moved by, e.g. VA101/VA102; null where that cannot be told. */
export function tallySold(
  reads: Comparison,
  segment: string,
  read: (counters: Counters) => Tally,
): { count: number | null; amount: number | null } {
  const before = reads.previous && read(reads.previous);
  const after = read(reads.current);
  return {
    count: reads.count(`${segment}02`, before, after),
    amount: reads.value(`${segment}01`, before, after),
  };
}

/** Paid vends of products. */
export function soldBy(products: readonly ProductSales[]): Sold {
  const parts = products.flatMap((product) => product.parts);
  return { count: sum(parts.map((part) => part.count)), amount: sum(parts.map((part) => part.amount)) };
}
