/**
 * When silence is too long to be chance.
 *
 * Vends do not come as Poisson's would: people come in pairs, and days are good or bad as a whole (the real machine of
 * the project's operating numbers sells 9.4 a day with a deviation of 5.2, where Poisson has 3.1). So what a day of a
 * machine brings is held to be negative binomial of size r, var = μ + μ²/r, which for that machine gives r = 5. A time
 * of a day that expects λ vends then passes without one with the chance (1 + λ/r)^-r, and days do not know of each other.
 */
export const SIZE = 5;

/** Silence as rare as this is no chance any more. False alarms that this brings are counted in `tests/unit/silence.test.ts`. */
export const RARE = 1 / 30_000;

/** How much a silence says against chance, -ln of its chance: by the vends that each of its days expected in its time. */
export const surpriseOf = (expectedByDay: readonly number[]): number =>
  expectedByDay.reduce((all, expected) => all + SIZE * Math.log(1 + expected / SIZE), 0);

/** From this on a silence is an alarm. */
export const ALARM = -Math.log(RARE);

/** Cash vends since the last cashless one before that is thought strange: one person with coins is none. */
export const CASH_BEFORE_ALARM = 5;
