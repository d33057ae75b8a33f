import type { Comparison } from "./compare";
import { PAYMENT_SOURCES, type Counters, type PaymentSource, type Tally } from "./counters";
import { sum, type ProductSales } from "./product-sales";
import type { Sold, SoldBySource } from "./split";

/** Where each source's totals stand: counter names of value and count, and the tally. */
const TOTALS: Record<PaymentSource, { segment: string; read: (counters: Counters) => Tally }> = {
  cash: { segment: "CA2", read: (counters) => counters.cashSales },
  cashless1: { segment: "DA2", read: (counters) => counters.cashless1 },
  cashless2: { segment: "DB2", read: (counters) => counters.cashless2 },
  token: { segment: "TA2", read: (counters) => counters.token },
};

/** Null when a source tells only half of what it took, or none tells anything. */
export function machineTotals(reads: Comparison): SoldBySource | null {
  const totals: SoldBySource = new Map();
  for (const source of PAYMENT_SOURCES) {
    const { segment, read } = TOTALS[source];
    const after = read(reads.current);
    if (Object.values(after).every((value) => value === null)) continue;
    const sold = tallySold(reads, segment, read);
    if (sold.count === null || sold.amount === null) return null;
    totals.set(source, { count: sold.count, amount: sold.amount });
  }
  return totals.size > 0 ? totals : null;
}

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

/** The sources with what they leave of the total as "unknown"; null when they say more than the total. */
export function completeSources(machine: SoldBySource | null, total: Sold): SoldBySource | null {
  if (machine === null) return null;
  const told = sumOf(machine);
  const rest = { count: total.count - told.count, amount: total.amount - told.amount };
  if (rest.count < 0 || rest.amount < 0) return null;
  return rest.count === 0 && rest.amount === 0 ? machine : new Map([...machine, ["unknown", rest]]);
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
