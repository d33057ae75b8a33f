import type { LEFT_REASONS } from "~server/contract/needs";
import type { Cycle } from "./cycle";
import { type Called, strainOf, timesOf } from "./hours";
import { cheapest, drives, type Drive, improved, type Point, roundOf, type Strain } from "./route";

/** Pure: which machines a crew visits on a day, and in which order. Money in kopecks, times in minutes. */

export interface Candidate extends Called {
  device: number;
  /** Null: its location has no coordinates. */
  point: Point | null;
  cycle: Cycle;
  /** What is lost if it is served a day later than on this one. */
  avoided: number;
  /** Chosen by hand: it is taken whatever that exceeds. */
  must: boolean;
  /** It wants somebody whatever it sells: an error, a service that is due. */
  due: boolean;
  /** What has to be brought: kilograms and cubic metres, as far as they are known. */
  weight: number;
  volume: number;
}
export interface Limits {
  /** Where the round begins and ends; null: at the first stop. */
  start: Point | null;
  /** Minute of the day at which the crew sets out, and for how many it works. */
  begins: number;
  minutes: number;
  /** Of the vehicle; null: nobody said. */
  weight: number | null;
  volume: number | null;
}
export type Reason = (typeof LEFT_REASONS)[number];

export interface Plan {
  /** In the order of the round, with the minute of the day at which the crew begins there, and whether the place is closed by then. */
  stops: { device: number; at: number; late: boolean }[];
  /** Worth a visit, but where they stand nobody knows. */
  unplaced: number[];
  /** Worth a visit, but the day or the vehicle does not allow it. */
  left: { device: number; reason: Reason }[];
  drive: number;
  waiting: number;
  service: number;
  weight: number;
  volume: number;
}

/** What a visit costs, kopecks: half an hour of two people and their van. */
export const VISIT_COST = 20_000;
/** A visit takes so long with its way, when its cycle is reckoned. */
const USUAL_MINUTES = 30;

/** What only stands near must be worth so many times its minutes: it will be due on its own soon enough. */
const NEAR = 1.5;

/** How many times a visit is worth what it costs: a machine is due when one more day would cost more than its days do on the average of its best cycle. */
const worthOf = ({ avoided, cycle }: Candidate, minutes = USUAL_MINUTES): number =>
  avoided / ((cycle.perDay * minutes) / USUAL_MINUTES);

/**
 * A day of a crew. First whoever must be visited and whatever is due by its own cycle's reckoning, the most avoided loss
 * a minute first; then whatever stands so near to the round that its few minutes are worth it.
 */
export function planDay(candidates: readonly Candidate[], limits: Limits): Plan {
  const start = limits.start ?? placedOf(candidates).find(isDue)?.point;
  const placed = start ? placedOf(candidates) : [];
  const round = new Round(placed, limits, start);
  const left: Plan["left"] = [];
  const due = placed.map((one, index) => ({ one, stop: index + 1 })).filter(({ one }) => isDue(one));
  const weightOf = ({ one, stop }: (typeof due)[number]) =>
    one.must
      ? Infinity
      : Math.max(one.avoided, one.due ? one.cycle.perDay : 0) / (one.service + Math.max(1, round.detour(stop)));
  for (let waiting = due; waiting.length; ) {
    const next = waiting.reduce((best, one) => (weightOf(one) > weightOf(best) ? one : best));
    waiting = waiting.filter((one) => one !== next);
    const reason = round.add(next.stop);
    if (reason) left.push({ device: next.one.device, reason });
  }
  round.settle();
  for (;;) {
    const near = placed
      .map((one, index) => ({ one, stop: index + 1 }))
      .filter(({ one, stop }) => !isDue(one) && !round.has(stop))
      .map((two) => ({ ...two, worth: worthOf(two.one, Math.max(1, two.one.service + round.detour(two.stop))) }))
      .filter(({ worth }) => worth >= NEAR)
      .sort((one, other) => other.worth - one.worth)
      .find(({ stop }) => round.add(stop) === undefined);
    if (!near) break;
  }
  round.settle();
  return { ...round.told(), unplaced: unplacedOf(candidates.filter(isDue)), left };
}

/** A day whose machines and order somebody chose. */
export function dayInOrder(candidates: readonly Candidate[], limits: Limits): Plan {
  const placed = placedOf(candidates);
  const round = new Round(placed, limits, limits.start ?? placed[0]?.point);
  round.order = placed.map((_, index) => index + 1);
  return { ...round.told(), unplaced: unplacedOf(candidates), left: [] };
}

type Placed = Candidate & { point: Point };
const placedOf = (candidates: readonly Candidate[]): Placed[] =>
  candidates.flatMap((one) => (one.point ? [{ ...one, point: one.point }] : []));
const isDue = (one: Candidate) => one.must || one.due || worthOf(one) >= 1;
const unplacedOf = (candidates: readonly Candidate[]) =>
  candidates.filter(({ point }) => !point).map(({ device }) => device);

/** A round that grows, within the day and the vehicle. */
class Round {
  order: number[] = [];
  #weight = 0;
  #volume = 0;
  readonly drive: Drive;
  readonly strain: Strain | undefined;

  /** It begins and ends at `start`: there is none where nobody is to be visited. */
  constructor(
    readonly candidates: readonly Placed[],
    readonly limits: Limits,
    start: Point | undefined,
  ) {
    this.drive = drives(start ? [start, ...candidates.map(({ point }) => point)] : []);
    this.strain = strainOf(this.drive, candidates, limits.begins);
  }

  has(stop: number): boolean {
    return this.order.includes(stop);
  }

  detour(stop: number): number {
    return cheapest(this.order, stop, this.drive, this.strain).minutes;
  }

  /** Takes a stop in, or says why it cannot. What must be visited is taken whatever the limits are: a person decides then. */
  add(stop: number): Reason | undefined {
    const one = this.candidates[stop - 1];
    if (!one) return undefined;
    const { behind } = cheapest(this.order, stop, this.drive, this.strain);
    const order = this.order.toSpliced(behind, 0, stop);
    const { limits } = this;
    if (!one.must) {
      const { drive, waiting, service, late } = this.#timed(order);
      if (late.length > this.#timed(this.order).late.length) return "hours";
      if (drive + waiting + service > limits.minutes) return "minutes";
      if (limits.weight !== null && this.#weight + one.weight > limits.weight) return "weight";
      if (limits.volume !== null && this.#volume + one.volume > limits.volume) return "volume";
    }
    this.order = order;
    this.#weight += one.weight;
    this.#volume += one.volume;
    return undefined;
  }

  /** Finds a better order of what there is. */
  settle(): void {
    this.order = improved(this.order, this.drive, this.strain);
  }

  told(): Omit<Plan, "unplaced" | "left"> {
    const chosen = this.order.flatMap((stop) => this.candidates[stop - 1] ?? []);
    const { at, late, drive, waiting, service } = this.#timed(this.order);
    return {
      stops: chosen.map(({ device }, place) => ({ device, at: at[place] ?? 0, late: late.includes(place) })),
      ...{ drive: Math.round(drive), waiting: Math.round(waiting), service },
      weight: chosen.reduce((sum, { weight }) => sum + weight, 0),
      volume: chosen.reduce((sum, { volume }) => sum + volume, 0),
    };
  }

  #timed(order: readonly number[]) {
    const service = order.reduce((sum, stop) => sum + (this.candidates[stop - 1]?.service ?? 0), 0);
    return {
      ...timesOf(order, this.drive, this.candidates, this.limits.begins),
      drive: roundOf(order, this.drive),
      service,
    };
  }
}
