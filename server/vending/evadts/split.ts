import { PAYMENT_SOURCES, type SaleSource } from "./counters";
import { sum, type Part, type ProductSales } from "./product-sales";
import { apportion, crossTable } from "./shares";

export interface Sold {
  count: number;
  amount: number;
}

/** What each payment source took; sums to the total of the period. */
export type SoldBySource = Map<SaleSource, Sold>;

export interface Split {
  products: ProductSales[];
  /** What no product accounts for; with the products it sums to the total, by source too. */
  unassigned: Map<SaleSource, Sold>;
  /** Sources were calculated, not told. */
  estimated: boolean;
}

const SOURCES: readonly SaleSource[] = [...PAYMENT_SOURCES, "unknown"];

/** Parts without a source stay so: the machine gives nothing to split them by. */
export function withoutSplit(products: ProductSales[], total: Sold): Split {
  const sold = sum(products.flatMap((product) => product.parts.map((part) => part.count)));
  const amount = sum(products.flatMap((product) => product.parts.map((part) => part.amount)));
  const unassigned = new Map([["unknown" as const, { count: total.count - sold, amount: total.amount - amount }]]);
  return { products, unassigned, estimated: false };
}

/**
 * Gives every vend a payment source so that products and sources both come out exactly.
 *
 * Sources told by the product's own counters stay. What they leave of each source is shared by
 * the vends without a source: counts as a cross table near to proportional (largest remainders),
 * amounts of a product by its counts. The vends without product take the difference, by source; if
 * that would be money without a vend or below zero, amounts move between the sources of products
 * until it is not. With one source left to share there is nothing to calculate.
 */
export function splitBySource(given: readonly ProductSales[], machine: SoldBySource): Split {
  const products = withTrustedSources(given, machine);
  const reported = products.flatMap((product) => product.parts.filter((part) => part.source !== "unknown"));
  const rows = products.flatMap((product) => product.parts.filter((part) => part.source === "unknown"));
  const left = SOURCES.map((source) =>
    minus(machine.get(source) ?? { count: 0, amount: 0 }, totalOf(reported, source)),
  );

  const counts = shareCounts(rows, left);
  const amounts = rows.map((row, index) => apportion(row.amount, amountWeights(counts[index] ?? [], left)));
  const unassigned = left.map((sold, column) => ({
    count: sold.count - sum(counts.map((row) => row[column] ?? 0)),
    amount: sold.amount - sum(amounts.map((row) => row[column] ?? 0)),
  }));
  settleAmounts(counts, amounts, unassigned);

  const shared = new Map(rows.map((row, index) => [row, cells(row, counts[index] ?? [], amounts[index] ?? [])]));
  return {
    products: products.map((product) => ({
      ...product,
      parts: product.parts.flatMap((part) => shared.get(part) ?? [part]),
    })),
    unassigned: new Map(SOURCES.map((source, column) => [source, unassigned[column] ?? { count: 0, amount: 0 }])),
    estimated: rows.length > 0 && left.filter((sold) => sold.count > 0).length > 1,
  };
}

/** Price lists that say more than the machine took from a source mean something else: the source is unknown. */
function withTrustedSources(products: readonly ProductSales[], machine: SoldBySource): ProductSales[] {
  const parts = products.flatMap((product) => product.parts);
  const contradicted = PAYMENT_SOURCES.some(
    (source) => totalOf(parts, source).count > (machine.get(source)?.count ?? 0),
  );
  if (!contradicted) return [...products];
  return products.map((product) => ({
    ...product,
    parts: product.parts.map((part) => (part.listed ? { ...part, source: "unknown" } : part)),
  }));
}

function totalOf(parts: readonly Part[], source: SaleSource): Sold {
  const own = parts.filter((part) => part.source === source);
  return { count: sum(own.map((part) => part.count)), amount: sum(own.map((part) => part.amount)) };
}

function minus(one: Sold, other: Sold): Sold {
  return { count: one.count - other.count, amount: one.amount - other.amount };
}

/** First what each source gets of all rows together, then the table with these sums. */
function shareCounts(rows: readonly Part[], left: readonly Sold[]): number[][] {
  const counts = rows.map((row) => row.count);
  const columns = apportion(
    sum(counts),
    left.map((sold) => Math.max(0, sold.count)),
  );
  return crossTable(counts, columns);
}

/** By counts; money without a vend by what is left of each source. */
function amountWeights(counts: readonly number[], left: readonly Sold[]): number[] {
  return sum(counts) > 0 ? [...counts] : left.map((sold) => Math.max(0, sold.amount));
}

function settleAmounts(counts: number[][], amounts: number[][], unassigned: Sold[]): void {
  const total = {
    count: sum(unassigned.map((sold) => sold.count)),
    amount: sum(unassigned.map((sold) => sold.amount)),
  };
  if (total.count < 0 || total.amount < 0 || unassigned.some((sold) => sold.count < 0)) return;
  // Each pass closes a source or finds no money left to move.
  for (let pass = 0; pass < unassigned.length * 2; pass++) {
    const move = nextMove(unassigned);
    if (move === null || moveAmount(counts, amounts, unassigned, move) === 0) return;
  }
}

interface Move {
  from: number;
  to: number;
  amount: number;
}

/** Money the unassigned vends should pass from one source to another, products taking it the other way. */
function nextMove(unassigned: readonly Sold[]): Move | null {
  const short = unassigned.findIndex((sold) => sold.amount < 0);
  if (short >= 0) {
    const from = indexOfMost(unassigned.map((sold) => sold.amount));
    return { from, to: short, amount: Math.min(-(unassigned[short]?.amount ?? 0), unassigned[from]?.amount ?? 0) };
  }
  const bare = unassigned.findIndex((sold) => sold.count === 0 && sold.amount > 0);
  const to = indexOfMost(unassigned.map((sold) => sold.count));
  if (bare < 0 || (unassigned[to]?.count ?? 0) === 0) return null;
  return { from: bare, to, amount: unassigned[bare]?.amount ?? 0 };
}

function indexOfMost(numbers: readonly number[]): number {
  return numbers.indexOf(Math.max(...numbers));
}

/** Only products with vends in both sources can take part; returns what was moved. */
function moveAmount(counts: number[][], amounts: number[][], unassigned: Sold[], move: Move): number {
  const { from, to } = move;
  const room = amounts.map((row, index) => {
    const cups = counts[index] ?? [];
    return (cups[from] ?? 0) > 0 && (cups[to] ?? 0) > 0 ? (row[to] ?? 0) : 0;
  });
  const moved = Math.min(move.amount, sum(room));
  if (moved <= 0) return 0;
  const shares = apportion(moved, room);
  amounts.forEach((row, index) => {
    row[to] = (row[to] ?? 0) - (shares[index] ?? 0);
    row[from] = (row[from] ?? 0) + (shares[index] ?? 0);
  });
  const [giver, taker] = [unassigned[from], unassigned[to]];
  if (giver) giver.amount -= moved;
  if (taker) taker.amount += moved;
  return moved;
}

function cells(part: Part, counts: readonly number[], amounts: readonly number[]): Part[] {
  return SOURCES.map((source, column) => ({
    ...part,
    source,
    count: counts[column] ?? 0,
    amount: amounts[column] ?? 0,
  })).filter((cell) => cell.count !== 0 || cell.amount !== 0);
}
