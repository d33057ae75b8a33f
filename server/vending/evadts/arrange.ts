import { byReceipt, CLOCKS, compare, groupBy, identityOf, isLacking, isRicher, type ReadHeader } from "./read-header";
import { type Doubt, type Judge, judgeOf } from "./doubts";
import { splitGenerations, type Chain } from "./generations";
import { firstStates } from "./first-states";
import { isNumberedBetween, missingBetween } from "./missing";
import { type Tail, tailOf } from "./tail";

export type { ReadHeader } from "./read-header";

/** Where a read stands and what its sales are counted against. */
export interface Placement {
  id: string;
  /** Reads with equal keys form a chain: the identity, and "#2" … for its later generations. */
  chain: string;
  /** From 0; a duplicate has the position of the read it repeats. */
  position: number;
  /** The read before it in the chain; for a duplicate the read it repeats. */
  previousId: string | null;
  /**
   * baseline: no sales; the first of its chain, or its sales are counted in another chain. delta: sales = this − previous.
   * from_initialisation: sales = this read's counters. duplicate: no sales. cut: cut off between whole reads, the later
   * of which counts since the earlier. held: not believed yet; the next one that is counts since the one before.
   */
  state: "baseline" | "delta" | "from_initialisation" | "duplicate" | "cut" | "held";
  /** Why it is held. */
  doubt: Doubt | null;
  /** Reads the machine counted between the previous read and this one, which never arrived. */
  missingReads: number;
}

/** Reads in their places, and what tells where one that follows all of them goes. */
export interface Arranged {
  placements: Placement[];
  tail: Tail | null;
}

/**
 * Places the reads of one device in chains of one machine identity (ID101, CB101, EA4). The
 * result depends on the set of reads only, neither on the order of the array nor on whether they
 * are placed one by one or all at once. Sorted by chain, then position.
 */
export const arrange = (reads: readonly ReadHeader[]): Placement[] => arrangeAll(reads).placements;

/** The same with their tail. */
export function arrangeAll(reads: readonly ReadHeader[]): Arranged {
  const { originals, duplicates } = separateDuplicates([...reads].sort(byReceipt));
  const judge = judgeOf(originals);
  const doubted = originals.filter((read) => judge.ofItself(read) !== null);
  const believed = originals.filter((read) => judge.ofItself(read) === null);
  const chains = [...groupBy(believed, identityOf)].flatMap(([key, group]) => splitGenerations(key, group));
  const placed = [
    ...placeChains(chains, doubted, judge),
    ...doubted.map((read, position) => heldBack(read, position, judge)),
  ];
  const places = new Map(placed.map((placement) => [placement.id, placement]));
  const repeated = [...duplicates].flatMap(([read, original]): Placement[] => {
    const place = places.get(original.id);
    if (place === undefined) return [];
    const { chain, position } = place;
    return [
      { id: read.id, chain, position, previousId: original.id, state: "duplicate", doubt: null, missingReads: 0 },
    ];
  });
  return {
    placements: [...placed, ...repeated].sort(byPlace),
    tail: tailOf(reads, chains, doubted, (read) => places.get(read.id)),
  };
}

/** The same file, or the same EA309 with the same counters; of these the first received stays. */
function separateDuplicates(reads: readonly ReadHeader[]): {
  originals: ReadHeader[];
  duplicates: Map<ReadHeader, ReadHeader>;
} {
  const seen = new Map<string, ReadHeader>();
  const originals: ReadHeader[] = [];
  const duplicates = new Map<ReadHeader, ReadHeader>();
  for (const read of reads) {
    const marks = [JSON.stringify(["file", read.fileHash])];
    if (read.readsTotal !== null) {
      marks.push(JSON.stringify(["counters", identityOf(read), read.readsTotal, read.countersHash]));
    }
    const original = marks.map((mark) => seen.get(mark)).find((found) => found !== undefined);
    if (original) duplicates.set(read, original);
    else originals.push(read);
    for (const mark of marks) if (!seen.has(mark)) seen.set(mark, original ?? read);
  }
  return { originals, duplicates };
}

/** What a read says of its own place is not believed either. */
function heldBack(read: ReadHeader, position: number, judge: Judge): Placement {
  const doubt = judge.ofItself(read);
  return { id: read.id, chain: "held", position, previousId: null, state: "held", doubt, missingReads: 0 };
}

function placeChains(chains: readonly Chain[], doubted: readonly ReadHeader[], judge: Judge): Placement[] {
  const ofIdentity = groupBy(chains, ({ identity }) => identity);
  const stateOf = firstStates(chains);
  return chains.flatMap((chain) => {
    // Only of what lacks a part is there anything richer.
    const isPartial = chain.reads[0] !== undefined && isLacking(chain.reads[0]);
    const rivals = isPartial ? chains : (ofIdentity.get(chain.identity) ?? []);
    const authorities = rivals.filter((other) => outranks(other, chain));
    return placeChain(chain, authorities, stateOf, doubted, judge);
  });
}

function placeChain(
  chain: Chain,
  authorities: readonly Chain[],
  stateOf: (read: ReadHeader, chain: Chain) => Placement["state"],
  doubted: readonly ReadHeader[],
  judge: Judge,
): Placement[] {
  const whole = wholeOf(chain.reads);
  const nexts = new Map([...whole].map((read, index, all) => [read, all[index + 1]]));
  let previous: ReadHeader | undefined;
  let passed = 0;
  return chain.reads.map((read, position): Placement => {
    const before = previous;
    const place = { id: read.id, chain: chain.key, position, previousId: before?.id ?? null, doubt: null };
    if (!whole.has(read)) {
      passed += 1;
      return { ...place, state: "cut", missingReads: 0 };
    }
    const doubt = before ? judge.amongOthers(before, read, nexts.get(read)) : null;
    if (doubt) {
      passed += 1;
      return { ...place, state: "held", doubt, missingReads: 0 };
    }
    const missing = before ? missingBetween(before, read) : 0;
    const came = before && missing ? passed + doubted.filter((one) => isNumberedBetween(before, one, read)).length : 0;
    const missingReads = Math.max(0, missing - came);
    [previous, passed] = [read, 0];
    if (before === undefined) return { ...place, state: stateOf(read, chain), missingReads };
    if (authorities.some((other) => covers(other, before, read)))
      return { ...place, previousId: null, state: "baseline", missingReads: 0 };
    return { ...place, state: "delta", missingReads };
  });
}

/** All reads but those cut off between whole ones, which lack what these have. */
function wholeOf(reads: readonly ReadHeader[]): Set<ReadHeader> {
  const [first, last] = [reads.findIndex(({ isCut }) => !isCut), reads.findLastIndex(({ isCut }) => !isCut)];
  return new Set(reads.filter(({ isCut }, index) => !isCut || index < first || index > last));
}

/**
 * Two chains may tell of the same sales: one of cut-off files beside the one of whole files, or
 * one of late uploads beside the generation that went on. The richer identity and the earlier
 * generation are believed.
 */
function outranks(one: Chain, other: Chain): boolean {
  // Without a time it is the numbers that part generations, and these prove that they count different vends.
  if (one.identity === other.identity) return one.isTimed && one.generation < other.generation;
  const [first, second] = [one.reads[0], other.reads[0]];
  return first !== undefined && second !== undefined && isRicher(first, second);
}

/** The chain counts sales of a time between the two reads: by the machine's clock, else the unit's, else by receipt. */
function covers(chain: Chain, from: ReadHeader, to: ReadHeader): boolean {
  return chain.reads.some((end, index) => {
    const start = chain.reads[index - 1];
    if (start === undefined) return false;
    const clock = CLOCKS.find((time) => [from, to, start, end].every((read) => read[time] !== null)) ?? "receivedAt";
    const when = (read: ReadHeader): string => read[clock] ?? "";
    return when(start) < when(to) && when(end) > when(from);
  });
}

function byPlace(one: Placement, other: Placement): number {
  return (
    compare(one.chain, other.chain) ||
    one.position - other.position ||
    Number(one.state === "duplicate") - Number(other.state === "duplicate") ||
    compare(one.id, other.id)
  );
}
