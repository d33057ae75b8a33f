/** Numbers from 0 up to 1 that only look random: the same seed gives the same row. */
export type Random = () => number;

/** One invented network for everybody: every database tells the same story. */
const SEED = "vending-2026";

/** Random numbers of their own for whatever the parts name, e.g. a machine and a day (mulberry32, seeded by FNV-1a). */
export function randomOf(...parts: (string | number)[]): Random {
  let state = 0x811c9dc5;
  for (const letter of [SEED, ...parts].join("/")) state = Math.imul(state ^ letter.charCodeAt(0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A whole number, both ends included. */
export const whole = (random: Random, from: number, to: number): number =>
  from + Math.floor(random() * (to - from + 1));

export const chance = (random: Random, probability: number): boolean => random() < probability;

/** One of a list that is never empty. */
export function pick<T>(random: Random, list: readonly T[]): T {
  const found = list[Math.floor(random() * list.length)];
  if (found === undefined) throw new Error("nothing to pick from");
  return found;
}

/** Index of a weight, by its share of all weights. */
export function weighted(random: Random, weights: readonly number[]): number {
  let left = random() * weights.reduce((all, weight) => all + weight, 0);
  const found = weights.findIndex((weight) => (left -= weight) < 0);
  return found < 0 ? weights.length - 1 : found;
}

/** Around 1, as machines of one kind differ: lognormal with mean 1. */
export function spread(random: Random, sigma: number): number {
  return Math.exp(sigma * normal(random) - (sigma * sigma) / 2);
}

/** How many of many unlikely things happen; for large means the normal approximation. */
export function poisson(random: Random, mean: number): number {
  if (mean > 60) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(random)));
  let count = -1;
  for (let left = Math.exp(mean) * (1 - random()); left >= 1; left *= 1 - random()) count++;
  return Math.max(0, count + 1);
}

const normal = (random: Random): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
