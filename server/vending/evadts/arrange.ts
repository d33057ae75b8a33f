import { byReceipt, compare, groupBy, identityOf, isRicher, type ReadHeader } from "./read-header";
import { splitGenerations, type Chain } from "./generations";

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
   * of which counts since the earlier.
   */
  state: "baseline" | "delta" | "from_initialisation" | "duplicate" | "cut";
  /** Reads the machine counted between the previous read and this one, which never arrived. */
  missingReads: number;
}

/**
 * Places the reads of one device in chains of one machine identity (ID101, CB101, EA4). The
 * result depends on the set of reads only, neither on the order of the array nor on whether they
 * are placed one by one or all at once. Sorted by chain, then position.
 */
export function arrange(reads: readonly ReadHeader[]): Placement[] {
  const { originals, duplicates } = separateDuplicates([...reads].sort(byReceipt));
  const chains = [...groupBy(originals, identityOf)].flatMap(([key, group]) => splitGenerations(key, group));
  const placed = chains.flatMap((chain) => placeChain(chain, chains));
  const places = new Map(placed.map((placement) => [placement.id, placement]));
  const repeated = [...duplicates].flatMap(([read, original]): Placement[] => {
    const place = places.get(original.id);
    if (place === undefined) return [];
    const { chain, position } = place;
    return [{ id: read.id, chain, position, previousId: original.id, state: "duplicate", missingReads: 0 }];
  });
  return [...placed, ...repeated].sort(byPlace);
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

function placeChain(chain: Chain, chains: readonly Chain[]): Placement[] {
  const authorities = chains.filter((other) => outranks(other, chain));
  const links = linksOf(chain.reads);
  let previous: ReadHeader | undefined;
  let cut = 0;
  return chain.reads.map((read, position): Placement => {
    const place = { id: read.id, chain: chain.key, position };
    const before = previous;
    if (!links.has(read)) {
      cut += 1;
      return { ...place, previousId: before?.id ?? null, state: "cut", missingReads: 0 };
    }
    const missingReads = before ? Math.max(0, missingBetween(before, read) - cut) : 0;
    [previous, cut] = [read, 0];
    if (before === undefined)
      return { ...place, previousId: null, state: firstState(read, chain, chains), missingReads };
    if (authorities.some((other) => covers(other, before, read)))
      return { ...place, previousId: null, state: "baseline", missingReads: 0 };
    return { ...place, previousId: before.id, state: "delta", missingReads };
  });
}

/** Reads that are counted against each other: all but those cut off between whole ones, which lack what these have. */
function linksOf(reads: readonly ReadHeader[]): Set<ReadHeader> {
  const [first, last] = [reads.findIndex(({ isCut }) => !isCut), reads.findLastIndex(({ isCut }) => !isCut)];
  return new Set(reads.filter(({ isCut }, index) => !isCut || index < first || index > last));
}

/**
 * Two chains may tell of the same sales: one of cut-off files beside the one of whole files, or
 * one of late uploads beside the generation that went on. The richer identity and the earlier
 * generation are believed.
 */
function outranks(one: Chain, other: Chain): boolean {
  if (one.identity === other.identity) return one.generation < other.generation;
  const [first, second] = [one.reads[0], other.reads[0]];
  return first !== undefined && second !== undefined && isRicher(first, second);
}

/** The chain counts sales of a time between the two reads: by the machine's clock, else by receipt. */
function covers(chain: Chain, from: ReadHeader, to: ReadHeader): boolean {
  return chain.reads.some((end, index) => {
    const start = chain.reads[index - 1];
    if (start === undefined) return false;
    const clocked = [from, to, start, end].every((read) => read.machineTime !== null);
    const when = (read: ReadHeader): string => (clocked ? (read.machineTime ?? "") : read.receivedAt);
    return when(start) < when(to) && when(end) > when(from);
  });
}

/** A first read is a baseline unless staff say otherwise or the machine was initialised since the read before it. */
function firstState(read: ReadHeader, chain: Chain, chains: readonly Chain[]): Placement["state"] {
  if (read.fromInitialisation) return "from_initialisation";
  const { machineTime, initialisedAt } = read;
  if (machineTime === null || initialisedAt === null) return "baseline";
  const before = chains
    .filter((other) => other !== chain)
    .flatMap((other) => other.reads)
    .filter((other) => other.machineTime !== null && other.machineTime < machineTime)
    .sort((one, other) => compare(other.machineTime ?? "", one.machineTime ?? "") || byReceipt(other, one))
    .at(0);
  const initialisedSince =
    before !== undefined &&
    before.initialisedAt !== initialisedAt &&
    (before.machineTime ?? "") <= initialisedAt &&
    initialisedAt <= machineTime;
  return initialisedSince ? "from_initialisation" : "baseline";
}

function missingBetween(previous: ReadHeader, read: ReadHeader): number {
  if (previous.readsTotal === null || read.readsTotal === null) return 0;
  return Math.max(0, read.readsTotal - previous.readsTotal - 1);
}

function byPlace(one: Placement, other: Placement): number {
  return (
    compare(one.chain, other.chain) ||
    one.position - other.position ||
    Number(one.state === "duplicate") - Number(other.state === "duplicate") ||
    compare(one.id, other.id)
  );
}
