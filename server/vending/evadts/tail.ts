import type { Placement } from "./arrange";
import { isBelow, isJump } from "./doubts";
import { type Chain, NUMBERS, type Order, orderOf } from "./generations";
import { missingBetween } from "./missing";
import { byReceipt, CLOCKS, type Clock, compare, identityOf, type ReadHeader } from "./read-header";

/** All that must be known of arranged reads to place one that follows them as `arrange` would, without the others. */
export interface Tail {
  /** The last read of the chain that the machine goes on with: whole and believed, whatever comes next. */
  last: ReadHeader;
  chain: string;
  position: number;
  /** Of its identity's reads. */
  order: Order & { clock: Clock };
  /** When the last of all reads was received. */
  received: string;
  /** The highest EA309 of its identity, and that of reads that are not believed by themselves. */
  highest: number | null;
  doubted: number | null;
  /** The latest that reads of other chains say, by each clock. */
  beside: Times;
}

type Times = { [Time in Clock | "receivedAt"]: string | null };
const TIMES = [...CLOCKS, "receivedAt"] as const;

/**
 * The tail of arranged reads; null where no read can be placed without looking at all of them: what does the machine's
 * chain says is not in the order of a clock, its counters were reset, or its last read is judged by the next one.
 */
export function tailOf(
  reads: readonly ReadHeader[],
  chains: readonly Chain[],
  doubted: readonly ReadHeader[],
  placeOf: (read: ReadHeader) => Placement | undefined,
): Tail | null {
  const chain = newestOf(chains);
  const last = chain?.reads.at(-1);
  const place = last && placeOf(last);
  if (!chain || !last || !place) return null;
  const isAccepted = (read: ReadHeader) =>
    ["baseline", "delta", "from_initialisation"].includes(placeOf(read)?.state ?? "");
  const before = chain.reads.slice(0, -1).findLast(isAccepted);
  const others = chains.filter((other) => other !== chain);
  const { number, clock } = orderOf(chain.reads);
  const isOneGeneration = others.every(({ identity }) => identity !== chain.identity);
  const isSettled = isAccepted(last) && !last.isCut && !(before && isBelow(last, before));
  // One more read with a right check value may change whether those with a wrong one are believed.
  const isUsuallyWrong = [...chains.flatMap((one) => one.reads), ...doubted].some(
    (read) => read.crc === "wrong" && !read.isReleased && placeOf(read)?.doubt !== "crc",
  );
  if (!clock || !isOneGeneration || !isSettled || isUsuallyWrong || !isNumberedForGood(chain.reads, number))
    return null;
  const all = others.flatMap((other) => other.reads);
  return {
    last,
    chain: chain.key,
    position: place.position,
    order: { number, clock },
    received: latest(reads, "receivedAt") ?? "",
    highest: highest(reads.filter((read) => identityOf(read) === chain.identity)),
    doubted: highest(doubted),
    beside: {
      machineTime: latest(all, "machineTime"),
      readAt: latest(all, "readAt"),
      receivedAt: latest(all, "receivedAt"),
    },
  };
}

/** The chain of the read that was received last. */
function newestOf(chains: readonly Chain[]): Chain | undefined {
  const newest = chains.map((chain) => ({ chain, read: chain.reads.toSorted(byReceipt).at(-1) }));
  return newest.reduce<(typeof newest)[number] | undefined>(
    (one, other) => (one?.read && other.read && byReceipt(one.read, other.read) > 0 ? one : other),
    undefined,
  )?.chain;
}

/** No read to come makes another number of it: two say different ones, and the numbers before it are lacking. */
function isNumberedForGood(reads: readonly ReadHeader[], number: Order["number"]): boolean {
  const before = number === null ? NUMBERS : NUMBERS.slice(0, NUMBERS.indexOf(number));
  return (number === null || reads.length > 1) && before.every((one) => reads.some((read) => read[one] === null));
}

const highest = (reads: readonly ReadHeader[]): number | null =>
  reads.reduce<number | null>((most, { readsTotal }) => higher(most, readsTotal), null);
const higher = (one: number | null, other: number | null): number | null =>
  one === null || (other !== null && other > one) ? other : one;

const latest = (reads: readonly ReadHeader[], time: keyof Times): string | null =>
  reads.reduce<string | null>((most, read) => (compare(read[time] ?? "", most ?? "") > 0 ? read[time] : most), null);

/**
 * Where a read goes that was received after all others and follows the tail in every order that there is, and the tail
 * then: `arrange` of all reads with it gives their placements and this one. Null: it must be asked. The same file must not
 * have come before.
 */
export function append(tail: Tail, read: ReadHeader): { placement: Placement; tail: Tail } | null {
  const { last, chain } = tail;
  const position = tail.position + 1;
  if (read.isCut || read.crc === "wrong") return null;
  if (identityOf(read) !== identityOf(last) || !follows(tail, read)) return null;
  // The next read judges it, and it the one before.
  if (isBelow(read, last) || isJump(last, read)) return null;
  const missingReads = missingBetween(last, read);
  // Reads that are not believed are not missed where they stand between.
  if (missingReads > 0 && (tail.doubted ?? -Infinity) > (last.readsTotal ?? Infinity)) return null;
  return {
    placement: {
      id: read.id,
      chain,
      position,
      previousId: last.id,
      state: "delta",
      doubt: null,
      missingReads,
    },
    tail: { ...tail, last: read, position, received: read.receivedAt, highest: higher(tail.highest, read.readsTotal) },
  };
}

function follows({ last, order: { number, clock }, received, highest: most, beside }: Tail, read: ReadHeader): boolean {
  const [time, lastTime] = [read[clock], last[clock]];
  const isNew = read.receivedAt > received && (read.readsTotal === null || most === null || read.readsTotal > most);
  const isTimed = time !== null && lastTime !== null && time >= lastTime;
  const isNumbered = number === null || (read[number] ?? -1) >= (last[number] ?? 0);
  // Else what another chain counts of the same time would be counted twice, or not at all.
  const isAside = [last, read].every((one) =>
    TIMES.every((by) => one[by] === null || (beside[by] ?? "") <= (one[by] ?? "")),
  );
  return isNew && isTimed && isNumbered && isAside;
}
