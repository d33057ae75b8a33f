/** Pure: how far what is used strays from what is expected. */

/** Share of a normal distribution below `z` (Abramowitz and Stegun, 26.2.17; to seven digits). */
export function below(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const tail =
    (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return z > 0 ? 1 - tail : tail;
}

/** Of ten times, one runs out before its band and one after it. */
const Z = 1.2816;

/**
 * How many portions are used where `mean` are expected, and how many are there: the variance of what is left is
 * `clumping × mean + (doubt × mean)² + drift²`. People come together and days differ (clumping), how many are usual is
 * known only so well (doubt), and machines do not take just what their recipes say (drift).
 */
export interface Spread {
  clumping: number;
  doubt: number;
  drift: number;
}

/** How likely at least `portions` are used where `mean` are expected. */
export function likelihood(portions: number, mean: number, { clumping, doubt, drift }: Spread): number {
  if (portions <= 0) return 1;
  if (mean <= 0) return 0;
  return below((mean - portions + 0.5) / Math.sqrt(clumping * mean + (doubt * mean) ** 2 + drift * drift));
}

/** Of how many expected portions on it is likely (one in ten), and near certain (nine in ten), that so many are used; the latter is null where it never is. */
export function bandOf(portions: number, { clumping, doubt, drift }: Spread): { early: number; late: number | null } {
  // (portions − mean)² = Z² × (clumping × mean + doubt² × mean² + drift²)
  const a = 1 - (Z * doubt) ** 2;
  const b = portions + (Z * Z * clumping) / 2;
  const c = portions * portions - (Z * drift) ** 2;
  const root = Math.sqrt(Math.max(0, b * b - a * c));
  return { early: Math.max(0, c / (b + root)), late: a > 0 ? (b + root) / a : null };
}
