import { comparer, runningSums, type Sums, type Told } from "./untold";

/** When a machine was read: most likely `at`, certainly not before `earliest` nor after `latest`. Milliseconds. */
export interface Bound {
  at: number;
  earliest: number;
  latest: number;
}

/** A choice of where the vends told before a bound end, with what it and all choices before it cost. */
interface Choice {
  position: number;
  /** Kopecks and vends that are booked as not told. */
  short: number;
  /** What is told beyond the audits, then how many vends lie between bounds and what clocks say of them. */
  rest: number;
  before: Choice | null;
}

/** How many vends are told before a bound. `isFar`: more than a day from what the clock says. */
interface Position {
  position: number;
  isFar: boolean;
}

/** What is told beyond an audit weighs more than any displacement. */
const OVER = 100_000;

const DAY = 24 * 3_600_000;

/**
 * The moments of reads by the vends told. When a machine was read is not quite sure, so that a vend near it may belong to
 * either side. Of all moments that are possible those are taken by which the least is booked as not told: nothing is then
 * counted twice because a clock was wrong. Of these, the ones by which telemetry tells the least beyond the audits, then
 * those nearest to what clocks say. That a clock is wrong by more than a day is believed only if this explains more than
 * half of what was counted.
 *
 * `counted`: what a sound audit counted between each bound and the next; null: nobody did. Bounds and vends are in order.
 * A vend at the very moment of a read is before it.
 */
export function cutsOf(bounds: readonly Bound[], counted: readonly (Sums | null)[], vends: readonly Told[]): number[] {
  const running = runningSums(vends);
  const compares = counted.map((audit) => audit && comparer(audit, running));
  const forwards = neverBack(bounds);
  const possible = forwards.map((bound) => positionsOf(bound, vends));
  const nominal = forwards.map(({ at }) => countUntil(vends, at));
  const doubts = counted.map((audit) => (audit ? totalOf(audit) / 2 : 0));
  // Of many positions every so many-th is tried, then those about the best of them.
  const most = Math.max(LEAST_POSITIONS, Math.min(MOST_POSITIONS, Math.floor(Math.sqrt(MOST_TRIES / bounds.length))));
  let stride = Math.ceil(Math.max(...possible.map((all) => all.length)) / most);
  let best = cheapestOf(possible.map((all, index) => thinned(all, stride, nominal[index])));
  while (stride > 1) {
    const [about, chosen] = [stride, best];
    stride = Math.ceil((2 * stride) / most);
    best = cheapestOf(
      possible.map((all, index) =>
        thinned(
          all.filter(({ position }) => Math.abs(position - (chosen[index] ?? 0)) <= about),
          stride,
          chosen[index],
        ),
      ),
    );
  }
  return forwards.map((bound, index) => momentOf(bound, best[index] ?? 0, vends));

  /** One position of each bound, so that all together cost least. */
  function cheapestOf(positions: readonly (readonly Position[])[]): number[] {
    let choices: Choice[] = [];
    positions.forEach((all, index) => {
      const before = choices.toSorted((one, other) => one.short - other.short || one.rest - other.rest);
      choices = all.flatMap(({ position, isFar }) => {
        const own = { short: isFar ? (doubts[index - 1] ?? 0) : 0, rest: Math.abs(position - (nominal[index] ?? 0)) };
        return index === 0 ? { ...own, position, before: null } : cheapest(before, position, own, compares[index - 1]);
      });
    });
    const path: number[] = [];
    const end = choices.reduce<Choice | null>((one, other) => (one && !isCheaper(other, one) ? one : other), null);
    for (let choice = end; choice; choice = choice.before) path.unshift(choice.position);
    return path;
  }
}

/**
 * So many positions of each of two reads are tried against each other at a time, fewer in a long run: a machine that sells
 * a thousand cups a day costs no more, and neither does one that was read by hand a thousand times.
 */
const [LEAST_POSITIONS, MOST_POSITIONS, MOST_TRIES] = [32, 256, 4_000_000];

const thinned = (all: readonly Position[], stride: number, always: number | undefined): readonly Position[] =>
  stride === 1 ? all : all.filter(({ position }, index) => index % stride === 0 || position === always);

/** Reads come one after the other, whatever clocks say. */
function neverBack(bounds: readonly Bound[]): Bound[] {
  let last = -Infinity;
  return bounds.map(({ at, earliest, latest }) => {
    last = Math.max(at, last);
    return { at: last, earliest: Math.min(earliest, last), latest: Math.max(latest, last) };
  });
}

/** Vends after a moment and until another one. */
export const toldWithin = (vends: readonly Told[], from: number, to: number): Told[] =>
  vends.slice(countUntil(vends, from), countUntil(vends, to));

/** How many vends there are until a moment. */
function countUntil(vends: readonly Told[], moment: number): number {
  let [low, high] = [0, vends.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((vends[middle]?.at ?? 0) <= moment) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Possible positions: within a day of what the clock says; where the latest moment, that of receipt, is far from there, also
 * in the day before it. Vends of one moment are never parted.
 */
function positionsOf({ at, earliest, latest }: Bound, vends: readonly Told[]): Position[] {
  const between = (from: number, to: number): number[] => {
    const first = countUntil(vends, Math.max(from, earliest));
    const last = countUntil(vends, Math.min(to, latest));
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  };
  const near = new Set(between(at - DAY, at + DAY));
  const all = new Set([...near, ...between(latest - DAY, latest)]);
  return [...all]
    .filter((position) => vends[position - 1]?.at !== vends[position]?.at || position === vends.length)
    .map((position) => ({ position, isFar: !near.has(position) }));
}

const totalOf = ({ counts, amounts }: Sums): number => [...counts, ...amounts].reduce((sum, one) => sum + one, 0);

/** The choice for a bound's position that costs least; `before`: those for the bound before it, the cheapest first. */
function cheapest(
  before: readonly Choice[],
  position: number,
  own: Pick<Choice, "short" | "rest">,
  compare: ReturnType<typeof comparer> | null | undefined,
): Choice[] {
  let best: Choice | null = null;
  for (const one of before) {
    if (best && one.short + own.short > best.short) break;
    if (one.position > position) continue;
    const choice = { position, short: one.short + own.short, rest: one.rest + own.rest, before: one };
    if (compare) {
      const apart = compare(one.position, position, best ? best.short - choice.short : Infinity);
      if (!apart) continue;
      choice.short += apart.short;
      choice.rest += apart.over * OVER;
    }
    if (!best || isCheaper(choice, best)) best = choice;
  }
  return best ? [best] : [];
}

const isCheaper = (one: Choice, other: Choice): boolean =>
  one.short < other.short || (one.short === other.short && one.rest < other.rest);

/** The moment as clocks say it, or the nearest one that has so many vends before it. */
function momentOf({ at }: Bound, position: number, vends: readonly Told[]): number {
  const nominal = countUntil(vends, at);
  if (position === nominal) return at;
  return position > nominal ? (vends[position - 1]?.at ?? at) : (vends[position]?.at ?? at) - 1;
}
