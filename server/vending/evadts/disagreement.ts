/** A share of vends that may lack a product before it is worth a word (an estimate). */
const TOLERATED = 0.02;

/** What products and total differ by, when that is more than tolerated; null otherwise. */
export function disagreement(
  products: number,
  total: number,
): { products: number; total: number; percent: number } | null {
  const difference = Math.abs(products - total);
  if (difference <= Math.abs(total) * TOLERATED) return null;
  return { products, total, percent: total === 0 ? 100 : Math.round((difference / Math.abs(total)) * 100) };
}
