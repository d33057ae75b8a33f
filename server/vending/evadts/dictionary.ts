/** Segments of the EVA-DTS dictionary, "PA1-8" for PA1 … PA8; everything else is kept raw. */
const RANGES = [
  "AM1",
  "BA1",
  "CA1-24",
  "CB1",
  "DA1-10",
  "DB1-10",
  "EA1-9",
  "FA1",
  "ID1-7",
  "LA1",
  "MA5",
  "MC5",
  "MR5",
  "PA1-8",
  "PP1",
  "SA1-3",
  "SD1",
  "TA1-10",
  "VA1-3",
];

/** Segments of a report that goes to a machine: prices, price lists, identity, coins. */
const CONFIGURATION = /^(PC|IC|LC|CC)\d/;

const KNOWN = new Set(RANGES.flatMap(expand));

export function isKnown(id: string): boolean {
  return KNOWN.has(id) || isConfiguration(id);
}

export function isConfiguration(id: string): boolean {
  return CONFIGURATION.test(id);
}

function expand(range: string): string[] {
  const name = range.slice(0, 2);
  const [first = 0, last = first] = range.slice(2).split("-").map(Number);
  return Array.from({ length: last - first + 1 }, (_, index) => `${name}${first + index}`);
}
