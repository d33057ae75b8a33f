/**
 * Splits a whole non-negative number by weights so that the parts sum up to it exactly: each part
 * is the rounded-down share, and what is left goes one by one to the largest remainders (the first
 * of equal ones). All weights zero: everything goes to the last part.
 */
export function apportion(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  if (sum <= 0) return weights.map((_, index) => (index === weights.length - 1 ? total : 0));
  // Kopecks × kopecks leave the range of exact doubles.
  const exact = weights.map((weight) => BigInt(total) * BigInt(weight));
  const parts = exact.map((product) => Number(product / BigInt(sum)));
  const order = exact
    .map((product, index) => ({ index, remainder: product % BigInt(sum) }))
    .sort((one, other) => Number(other.remainder - one.remainder) || one.index - other.index);
  const left = total - parts.reduce((all, part) => all + part, 0);
  const topped = new Set(order.slice(0, left).map(({ index }) => index));
  return parts.map((part, index) => part + (topped.has(index) ? 1 : 0));
}

/**
 * A table of whole numbers near to proportional with exactly these row and column sums (which must
 * have one grand total). Each row in turn takes its share of what the columns still hold; a share
 * is never more than that, so the last row comes out even.
 */
export function crossTable(rows: readonly number[], columns: readonly number[]): number[][] {
  let left = [...columns];
  return rows.map((row) => {
    const cells = apportion(row, left);
    left = left.map((column, index) => column - (cells[index] ?? 0));
    return cells;
  });
}
