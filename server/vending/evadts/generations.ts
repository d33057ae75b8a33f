import { byReceipt, compare, groupBy, type ReadHeader } from "./read-header";

/** Reads of one machine identity and one run of its counters, in order. */
export interface Chain {
  /** The identity, with "#2" … for later generations. */
  key: string;
  identity: string;
  /** From 1. */
  generation: number;
  reads: ReadHeader[];
}

/**
 * One identity may hold several generations of counters: a machine whose counters were reset
 * without a new EA4 counts its reads (EA309, else EA301) from the beginning again.
 *
 * Reads are walked along time. Each joins the generation whose last read it continues, that is
 * neither the read number nor the paid counters fall; of several, the one it adds least sales to.
 * A fall of the read number therefore opens a generation, whose first read is a baseline. A fall
 * of paid counters alone does not: it may be a counter that wrapped, which `derivePeriod` tells
 * from a reset.
 *
 * Time is the machine's clock where every read has one and it does not contradict itself, else the
 * moment of receipt. By receipt a late upload cannot be told from a reset: it then opens a
 * generation of its own as a baseline, which invents no sales and loses none, for the neighbours it
 * should stand between are counted against each other. What can be lost is the sales before the
 * first read received.
 */
export function splitGenerations(identity: string, group: readonly ReadHeader[]): Chain[] {
  const numberOf = readNumber(group);
  const walk = [...group].sort(timeIsKnown(group, numberOf) ? byClock(numberOf) : byReceipt);
  if (numberOf === null) return [{ key: identity, identity, generation: 1, reads: walk }];
  const generations: ReadHeader[][] = [];
  let latest: ReadHeader[] = [];
  for (const read of walk) {
    const last = latest.at(-1);
    const continued = bestContinued(generations, read, numberOf);
    if (continued) latest = continued;
    else if (last === undefined || numberOf(read) < numberOf(last)) generations.push((latest = []));
    latest.push(read);
  }
  return generations.map((reads, index) => {
    const key = index === 0 ? identity : `${identity}#${index + 1}`;
    return { key, identity, generation: index + 1, reads };
  });
}

type NumberOf = (read: ReadHeader) => number;

/** EA309 where every read of the group has it, else EA301, else null. */
function readNumber(group: readonly ReadHeader[]): NumberOf | null {
  if (group.every((read) => read.readsTotal !== null)) return (read) => read.readsTotal ?? 0;
  if (group.every((read) => read.readsWithReset !== null)) return (read) => read.readsWithReset ?? 0;
  return null;
}

function bestContinued(generations: ReadHeader[][], read: ReadHeader, numberOf: NumberOf): ReadHeader[] | undefined {
  const added = (generation: ReadHeader[]): number => {
    const last = generation.at(-1);
    return last === undefined ? 0 : (read.paidValue ?? 0) - (last.paidValue ?? 0);
  };
  return generations
    .filter((generation) => {
      const last = generation.at(-1);
      return last !== undefined && numberOf(last) <= numberOf(read) && !paidFell(last, read);
    })
    .sort((one, other) => added(one) - added(other))
    .at(0);
}

function paidFell(earlier: ReadHeader, later: ReadHeader): boolean {
  return fell(earlier.paidCount, later.paidCount) || fell(earlier.paidValue, later.paidValue);
}

function fell(earlier: number | null, later: number | null): boolean {
  return earlier !== null && later !== null && later < earlier;
}

/**
 * Every read has a machine time, and no two consecutive reads prove that the clock was set back
 * (next read number, received later, more sold, and yet an earlier time): machines with an empty
 * battery begin at the same date after every power cut.
 */
function timeIsKnown(group: readonly ReadHeader[], numberOf: NumberOf | null): boolean {
  if (group.some((read) => read.machineTime === null)) return false;
  if (numberOf === null) return true;
  const byNumber = groupBy(group, (read) => String(numberOf(read)));
  return !group.some((earlier) =>
    (byNumber.get(String(numberOf(earlier) + 1)) ?? []).some(
      (later) =>
        (later.machineTime ?? "") < (earlier.machineTime ?? "") &&
        later.receivedAt > earlier.receivedAt &&
        !paidFell(earlier, later),
    ),
  );
}

/** Clocks tell minutes only: within one, the read number decides. */
function byClock(numberOf: NumberOf | null) {
  return (one: ReadHeader, other: ReadHeader): number =>
    compare(one.machineTime ?? "", other.machineTime ?? "") ||
    (numberOf === null ? 0 : numberOf(one) - numberOf(other)) ||
    byReceipt(one, other);
}
