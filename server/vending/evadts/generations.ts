import { byReceipt, type Clock, CLOCKS, compare, groupBy, type ReadHeader } from "./read-header";

/** Reads of one machine identity and one run of its counters, in order. */
export interface Chain {
  /** The identity, with "#2" … for later generations. */
  key: string;
  identity: string;
  /** From 1. */
  generation: number;
  /** Its reads stand in the order of a clock. */
  isTimed: boolean;
  reads: ReadHeader[];
}

/**
 * One identity may hold several generations of counters: a machine whose counters were reset
 * without a new EA4 counts its reads (EA309, else EA301) from the beginning again.
 *
 * Reads are walked along time, as far as it is known, else along their numbers, else along their counters; never in the
 * order in which they happened to arrive. Each joins the generation whose last read it continues, that is
 * neither the read number nor the paid counters fall; of several, the one it adds least sales to.
 * A fall of the read number, or one number with two counts, therefore opens a generation, whose first read is a baseline.
 * A fall of paid counters alone does not: it may be a counter that wrapped, which `derivePeriod` tells
 * from a reset.
 */
export function splitGenerations(identity: string, group: readonly ReadHeader[]): Chain[] {
  const { number, clock } = orderOf(group);
  const numberOf: NumberOf | null = number && ((read) => read[number] ?? 0);
  const time: TimeOf | null = clock && ((read) => read[clock]);
  const walk = [...group].sort(time ? byTime(time, numberOf) : byCount(numberOf));
  const runs = numberOf === null ? [walk] : walkAlong(walk, numberOf, time !== null);
  const generations = time === null ? runs.flatMap((reads) => partedAtReset(reads, numberOf)) : runs;
  return generations.map((reads, index) => {
    const key = index === 0 ? identity : `${identity}#${index + 1}`;
    return { key, identity, generation: index + 1, isTimed: time !== null, reads };
  });
}

type NumberOf = (read: ReadHeader) => number;
type TimeOf = (read: ReadHeader) => string | null;

/** EA309, and EA301. */
export const NUMBERS = ["readsTotal", "readsWithReset"] as const;

/** What numbers the reads of one identity, and the clock that puts them in order. */
export interface Order {
  /** EA309 where every read of the group has it and they are not all the same, else EA301, else null. */
  number: (typeof NUMBERS)[number] | null;
  /** The machine's, else what units said of the time of reading (X-Read-At), where every read has it and none contradicts it. */
  clock: Clock | null;
}

export function orderOf(group: readonly ReadHeader[]): Order {
  const number = NUMBERS.find((one) => {
    const different = new Set(group.map((read) => read[one]));
    return !different.has(null) && (different.size > 1 || group.length === 1);
  });
  const numberOf: NumberOf | null = number ? (read) => read[number] ?? 0 : null;
  const clock = CLOCKS.find((one) => isKnown((read) => read[one], group, numberOf));
  return { number: number ?? null, clock: clock ?? null };
}

function walkAlong(walk: readonly ReadHeader[], numberOf: NumberOf, isTimed: boolean): ReadHeader[][] {
  const generations: ReadHeader[][] = [];
  let latest: ReadHeader[] = [];
  for (const read of walk) {
    const last = latest.at(-1);
    const continued = bestContinued(generations, read, numberOf, isTimed);
    if (continued) latest = continued;
    else if (last === undefined || numberOf(read) < numberOf(last) || (!isTimed && isTwofold(last, read)))
      generations.push((latest = []));
    latest.push(read);
  }
  return generations;
}

function bestContinued(
  generations: ReadHeader[][],
  read: ReadHeader,
  numberOf: NumberOf,
  isTimed: boolean,
): ReadHeader[] | undefined {
  const added = (generation: ReadHeader[]): number => {
    const last = generation.at(-1);
    return last === undefined ? 0 : (read.paidValue ?? 0) - (last.paidValue ?? 0);
  };
  const isContinued = (generation: ReadHeader[]): boolean => {
    const last = generation.at(-1);
    if (last === undefined || numberOf(last) > numberOf(read) || paidFell(last, read)) return false;
    return isTimed || !isTwofold(last, read);
  };
  return generations
    .filter(isContinued)
    .reduce<ReadHeader[] | undefined>((one, other) => (one && added(one) <= added(other) ? one : other), undefined);
}

/** One EA309 with two counts: every read raises it, so they are of two generations. */
const isTwofold = (one: ReadHeader, other: ReadHeader): boolean =>
  one.readsTotal !== null && one.readsTotal === other.readsTotal;

/** How many times larger than every other step one must be to part two generations. */
const LARGE = 4;

/**
 * Without a time, the first reads after a reset look like late ones of the time before the others. They are taken for the
 * former while all of them came after all the others, reads may be missing between, and the machine counted more there
 * than between any two of them. A late read is known by its next one; a reset taken for one would be invented sales.
 */
function partedAtReset(reads: ReadHeader[], numberOf: NumberOf | null): ReadHeader[][] {
  const steps = reads.map((read, index) => (index === 0 ? 0 : countOf(read) - countOf(reads[index - 1])));
  const largest = Math.max(...steps);
  const joint = steps.indexOf(largest);
  const [before, after] = [reads.slice(0, joint), reads.slice(joint)];
  const [last, next] = [before.at(-1), after[0]];
  if (last === undefined || next === undefined) return [reads];
  const isNext = numberOf !== null && numberOf(next) - numberOf(last) <= 1;
  const isLarge = steps.every((step, index) => index === joint || step * LARGE < largest);
  const arrivals = (part: readonly ReadHeader[]) => part.map(({ receivedAt }) => receivedAt).toSorted(compare);
  const isLate = compare(arrivals(after).at(-1) ?? "", arrivals(before)[0] ?? "") < 0;
  if (!isLarge || !isLate || isNext) return [reads];
  // Counters alone do not tell a reset from one that wrapped: `derivePeriod` does.
  return numberOf === null ? [[...after, ...before]] : [after, before];
}

const countOf = (read: ReadHeader | undefined): number => read?.paidCount ?? read?.paidValue ?? 0;

function paidFell(earlier: ReadHeader, later: ReadHeader): boolean {
  return fell(earlier.paidCount, later.paidCount) || fell(earlier.paidValue, later.paidValue);
}

function fell(earlier: number | null, later: number | null): boolean {
  return earlier !== null && later !== null && later < earlier;
}

/**
 * Every read has a time, and no two consecutive reads prove that the clock was set back
 * (next read number, received later, more sold, and yet an earlier time): machines with an empty
 * battery begin at the same date after every power cut.
 */
function isKnown(time: TimeOf, group: readonly ReadHeader[], numberOf: NumberOf | null): boolean {
  if (group.some((read) => time(read) === null)) return false;
  if (numberOf === null) return true;
  const byNumber = groupBy(group, (read) => String(numberOf(read)));
  return !group.some((earlier) =>
    (byNumber.get(String(numberOf(earlier) + 1)) ?? []).some(
      (later) =>
        (time(later) ?? "") < (time(earlier) ?? "") &&
        later.receivedAt > earlier.receivedAt &&
        !paidFell(earlier, later),
    ),
  );
}

type Compare = (one: ReadHeader, other: ReadHeader) => number;

/** Clocks tell minutes only: within one, the read number decides. */
function byTime(time: TimeOf, numberOf: NumberOf | null): Compare {
  return (one, other) =>
    compare(time(one) ?? "", time(other) ?? "") || byNumber(numberOf, one, other) || byReceipt(one, other);
}

/** By read number, else by what was counted; equal reads come in the order of what they are, not of their arrival. */
function byCount(numberOf: NumberOf | null): Compare {
  return (one, other) =>
    byNumber(numberOf, one, other) ||
    (one.paidCount ?? 0) - (other.paidCount ?? 0) ||
    (one.paidValue ?? 0) - (other.paidValue ?? 0) ||
    compare(one.countersHash, other.countersHash) ||
    byReceipt(one, other);
}

const byNumber = (numberOf: NumberOf | null, one: ReadHeader, other: ReadHeader): number =>
  numberOf === null ? 0 : numberOf(one) - numberOf(other);
