import type { Counters, Tally } from "./counters";

/** How one counter moved between two reads. */
export interface Change {
  /** Null when it cannot be told. */
  delta: number | null;
  outcome: "known" | "wrapped" | "fell" | "absent";
}

/** Counters of machines run over at these: 6 or 8 digits, 16, 24 or 32 bits. */
const MODULI = [65_536, 1_000_000, 16_777_216, 100_000_000, 4_294_967_296];

/** "Near" the modulus before, "small" after: within this share of it. */
const WRAP_MARGIN = 0.1;

/**
 * Change of a cumulative counter. A counter that fell has wrapped when it stood near a modulus and
 * is small now; else the file is bad and nothing is known. `scale` is the kopecks of one unit of
 * the machine (1 for counts).
 */
export function cumulativeChange(before: number | null, after: number | null, scale = 1): Change {
  if (before === null || after === null) return { delta: null, outcome: "absent" };
  if (after >= before) return { delta: after - before, outcome: "known" };
  const modulus = MODULI.map((one) => Math.round(one * scale)).find(
    (one) => before < one && before >= one * (1 - WRAP_MARGIN) && after <= one * WRAP_MARGIN,
  );
  if (modulus === undefined) return { delta: null, outcome: "fell" };
  return { delta: after + modulus - before, outcome: "wrapped" };
}

/** Kopecks of one unit of money of the machine. */
export function moneyScale(counters: Counters): number {
  return 10 ** (2 - counters.currency.decimals);
}

/**
 * Interval fields hold exactly the time between the two reads: the later read names the earlier
 * one as the one before it, the machine reset the fields once in between, and no counter that is
 * told both ways says otherwise (some machines number a reset and never do it).
 */
export function intervalsFit(previous: Counters, current: Counters): boolean {
  return (
    current.previousReadTime !== null &&
    current.previousReadTime === previous.machineTime &&
    previous.readsWithReset !== null &&
    current.readsWithReset === previous.readsWithReset + 1 &&
    !intervalsContradict(previous, current)
  );
}

function intervalsContradict(previous: Counters, current: Counters): boolean {
  const before = new Map(talliesOf(previous));
  const scale = moneyScale(current);
  return talliesOf(current).some(([key, now]) => {
    const then = before.get(key);
    if (then === undefined) return false;
    const [count, value] = [keptSince(now.count, now.countInterval), keptSince(now.value, now.valueInterval)];
    return (
      differs(cumulativeChange(then.count, count).delta, now.countInterval) ||
      differs(cumulativeChange(then.value, value, scale).delta, now.valueInterval)
    );
  });
}

/** A counter since initialisation that stands at nothing, while its interval does not, is not kept by the machine. */
export const keptSince = (cumulative: number | null, interval: number | null): number | null =>
  cumulative === 0 && interval !== null && interval > 0 ? null : cumulative;

const differs = (delta: number | null, interval: number | null): boolean =>
  delta !== null && interval !== null && delta !== interval;

/**
 * The counters started again: another machine, board or initialisation, or most of them fell.
 * Wraps do not count as falls as long as any counter stands or rises.
 */
export function countersWereReset(previous: Counters, current: Counters): boolean {
  const [one, other] = [previous.identity, current.identity];
  if (
    one.machineSerial !== other.machineSerial ||
    one.controlBoard !== other.controlBoard ||
    one.initialisedAt !== other.initialisedAt
  ) {
    return true;
  }
  const scale = moneyScale(current);
  const counts = pairs(countsOf(previous), countsOf(current), 1);
  const values = pairs(valuesOf(previous), valuesOf(current), scale);
  const outcomes = [...counts, ...values];
  const held = outcomes.filter((outcome) => outcome === "known").length;
  const fallen = outcomes.filter((outcome) => outcome === "fell").length;
  return outcomes.length > 0 && (held === 0 ? fallen > 0 || outcomes.length > 1 : fallen > outcomes.length / 2);
}

/** Only counters that had counted anything tell something. */
function pairs(before: Map<string, number>, after: Map<string, number>, scale: number): Change["outcome"][] {
  return [...before].flatMap(([key, value]) => {
    const now = after.get(key);
    return now === undefined || value === 0 ? [] : [cumulativeChange(value, now, scale).outcome];
  });
}

function countsOf(counters: Counters): Map<string, number> {
  return collect(counters, (tally) => tally.count);
}

function valuesOf(counters: Counters): Map<string, number> {
  const values = collect(counters, (tally) => tally.value);
  const { inserted, cashBox } = counters.cash;
  if (inserted !== null) values.set("inserted", inserted);
  if (cashBox !== null) values.set("cashBox", cashBox);
  return values;
}

function collect(counters: Counters, read: (tally: Tally) => number | null): Map<string, number> {
  return new Map(
    talliesOf(counters).flatMap(([key, tally]): [string, number][] => {
      const value = read(tally);
      return value === null ? [] : [[key, value]];
    }),
  );
}

/** Everything that is told as count and value, under a name that is the same in every read. */
function talliesOf(counters: Counters): [string, Tally][] {
  const { totals, cashSales, cashless1, cashless2, token } = counters;
  const tallies: [string, Tally][] = Object.entries({ ...totals, cashSales, cashless1, cashless2, token });
  for (const product of counters.products) {
    tallies.push([`product ${product.selection}`, product.paid]);
    for (const line of product.byPayment) {
      tallies.push([`payment ${product.selection} ${line.source} ${line.priceList}`, line]);
    }
  }
  return tallies;
}
