import { countersWereReset } from "./change";
import { Comparison } from "./compare";
import type { Counters } from "./counters";
import { disagreement } from "./disagreement";
import { linesOf } from "./lines";
import type { Period } from "./period";
import { isOddList, type Part, productSales, type ProductSales, sum } from "./product-sales";
import { splitBySource, withoutSplit, type Sold, type Split } from "./split";
import { completeSources, machineTotals, soldBy, totalSold, withCash } from "./totals";

export type { Period, PeriodFlag, PeriodFlagCode, SaleLine } from "./period";

/**
 * Sales between two neighbouring reads of one chain (`arrange`), or since initialisation when
 * `previous` is null. Never throws and never writes sales a counter does not show: a counter that
 * fell is skipped, counters that began again give no sales at all.
 *
 * The total is VA1; without it the sum of the payment sources where that covers the products, else
 * the products. What products and total differ by stands in lines without product, so that the
 * paid lines always sum to the total, count and amount, and by payment source to CA2, DA2, DB2 and
 * TA2 where these agree with the total. When products say more than VA1, VA1 still is right and
 * the lines without product are negative (flag "products_exceed").
 */
export function derivePeriod(previous: Counters | null, current: Counters): Period {
  if (previous !== null && countersWereReset(previous, current)) return emptyPeriod(previous, current);
  const reads = new Comparison(previous, current);
  noteReads(reads);

  const machine = machineTotals(reads);
  const compared = compareProducts(reads);
  const vouched = totalSold(reads, machine, []);
  const known = withinTotal(compared.known, vouched?.count ?? null);
  const products = [...known, ...acceptFresh(reads, known, compared.fresh, vouched?.count ?? null)];
  const total = totalSold(reads, machine, products) ?? soldBy(products);
  const sources = completeSources(withCash(reads, machine, total), total);
  const split = sources ? splitBySource(products, sources) : withoutSplit(products, total);
  noteSplit(reads, split, total, products);

  const lines = linesOf(reads, split, products);
  const paid = lines.filter((line) => line.kind === "paid");
  const unassigned = paid.filter((line) => line.selection === null);
  return {
    ...span(previous, current),
    vends: sum(paid.map((line) => line.count)),
    value: sum(paid.map((line) => line.amount)),
    test: sum(lines.filter((line) => line.kind === "test").map((line) => line.count)),
    free: sum(lines.filter((line) => line.kind === "free").map((line) => line.count)),
    lines,
    unassigned: {
      count: sum(unassigned.map((line) => line.count)),
      value: sum(unassigned.map((line) => line.amount)),
    },
    cashToCollect: cashToCollect(reads),
    flags: reads.flags,
  };
}

function emptyPeriod(previous: Counters, current: Counters): Period {
  return {
    ...span(previous, current),
    vends: 0,
    value: 0,
    test: 0,
    free: 0,
    lines: [],
    unassigned: { count: 0, value: 0 },
    cashToCollect: null,
    flags: [{ code: "reset" }],
  };
}

function span(previous: Counters | null, current: Counters): Pick<Period, "from" | "to"> {
  return { from: previous ? previous.machineTime : current.identity.initialisedAt, to: current.machineTime };
}

function noteReads(reads: Comparison): void {
  const { previous, current } = reads;
  if (previous === null) return;
  const missing = (current.readsTotal ?? 0) - (previous.readsTotal ?? 0) - 1;
  if (previous.readsTotal !== null && missing > 0) reads.flag({ code: "missing_reads", params: { count: missing } });
  const { machineTime } = current;
  if (previous.machineTime !== null && machineTime !== null && machineTime < previous.machineTime) {
    reads.flag({ code: "clock_back" });
  }
}

function compareProducts(reads: Comparison): { known: ProductSales[]; fresh: ProductSales[] } {
  const known: ProductSales[] = [];
  const fresh: ProductSales[] = [];
  const earlier = new Map(reads.previous?.products.map((product) => [product.selection, product]));
  for (const product of reads.current.products) {
    const before = earlier.get(product.selection) ?? null;
    const list = reads.previous === null || before !== null ? known : fresh;
    list.push(productSales(reads, before, product));
  }
  return { known, fresh };
}

/**
 * Price lists that tell more vends than the machine counted are no lists of sales: the odd ones go first, then all. Some
 * makers keep totals of money in them.
 */
function withinTotal(products: readonly ProductSales[], total: number | null): readonly ProductSales[] {
  return [isOddList, ({ listed }: Part) => listed].reduce<readonly ProductSales[]>(
    (left, isDoubtful) =>
      total === null || soldBy(left).count <= total
        ? left
        : left.map((product) => ({ ...product, parts: product.parts.filter((part) => !isDoubtful(part)) })),
    products,
  );
}

/** Products the previous read did not have count from zero if the total vouches for all of them. */
function acceptFresh(
  reads: Comparison,
  known: readonly ProductSales[],
  fresh: readonly ProductSales[],
  total: number | null,
): ProductSales[] {
  const sold = fresh.filter((product) => product.parts.length > 0);
  for (const { selection } of sold) reads.flag({ code: "new_product", params: { selection } });
  const counted = soldBy(known).count + soldBy(sold).count;
  return total !== null && counted <= total ? sold : [];
}

function noteSplit(reads: Comparison, split: Split, total: Sold, products: readonly ProductSales[]): void {
  const sold = soldBy(products);
  const known = products.some((product) => product.parts.length > 0);
  const difference = known ? disagreement(sold.count, total.count) : null;
  if (difference) reads.flag({ code: "products_disagree", params: difference });
  if (productsExceed(reads, split, sold, total)) reads.flag({ code: "products_exceed" });
  if (split.estimated) reads.flag({ code: "payment_split_estimated" });
  const parts: Sold[] = split.products.flatMap((product) => product.parts.filter((part) => part.source === "unknown"));
  if ([...parts, split.unassigned.get("unknown")].some((one) => one && (one.count !== 0 || one.amount !== 0))) {
    reads.flag({ code: "payment_split_unknown" });
  }
  if (!tellsAnything(reads.current)) reads.flag({ code: "no_counters" });
}

/** Products count at list price: what discounts took off is no contradiction. */
function productsExceed(reads: Comparison, split: Split, sold: Sold, total: Sold): boolean {
  const discounts = reads.value("VA105", reads.previous && reads.previous.discounts, reads.current.discounts) ?? 0;
  const overdrawn = [...split.unassigned.values()].some((one) => one.count < 0);
  return overdrawn || sold.amount - total.amount > discounts;
}

function tellsAnything(counters: Counters): boolean {
  const { totals, cashSales, cashless1, cashless2, token, products } = counters;
  const tallies = [totals.paid, cashSales, cashless1, cashless2, token];
  for (const product of products) tallies.push(product.paid, ...product.byPayment);
  return tallies.some((tally) => Object.values(tally).some((value) => typeof value === "number"));
}

/** Coins that went to the cash box and bills; also tells when inserted cash is not where it should be. */
function cashToCollect(reads: Comparison): number | null {
  const inserted = reads.money("CA305", (counters) => counters.cash.inserted);
  const box = reads.money("CA306", (counters) => counters.cash.cashBox);
  const tubes = reads.money("CA307", (counters) => counters.cash.toTubes);
  const bills = reads.money("CA310", (counters) => counters.cash.bills);
  if (inserted !== null && box !== null && tubes !== null) {
    const difference = inserted - box - tubes - (bills ?? 0);
    if (difference !== 0) reads.flag({ code: "cash_imbalance", params: { difference } });
  }
  return box === null ? null : box + (bills ?? 0);
}
