/** Seeded pseudo-random numbers in [0, 1) (mulberry32), so that a failure can be repeated. */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function shuffled<T>(items: readonly T[], next: () => number): T[] {
  return items
    .map((item) => ({ item, key: next() }))
    .sort((one, other) => one.key - other.key)
    .map(({ item }) => item);
}
