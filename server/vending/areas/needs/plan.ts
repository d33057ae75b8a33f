import type { LEFT_REASONS } from "~server/contract/needs";
import type { Cycle } from "./cycle";
import { cheapest, drives, type Drive, improved, type Point, roundOf } from "./route";

/** Pure: which machines a crew visits on a day, and in which order. Money in kopecks, times in minutes. */

export interface Candidate {
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
  /** Minutes at the machine. */
  service: number;
  /** What has to be brought: kilograms and cubic metres, as far as they are known. */
  weight: number;
  volume: number;
}
export interface Limits {
  /** Where the round begins and ends; null: at the first stop. */
  start: Point | null;
  minutes: number;
  /** Of the vehicle; null: nobody said. */
  weight: number | null;
  volume: number | null;
}
export type Reason = (typeof LEFT_REASONS)[number];

export interface Plan {
  /** In the order of the round. */
  stops: number[];
  /** Worth a visit, but where they stand nobody knows. */
  unplaced: number[];
  /** Worth a visit, but the day or the vehicle does not allow it. */
  left: { device: number; reason: Reason }[];
  drive: number;
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
  const isDue = (one: Candidate) => one.must || one.due || worthOf(one) >= 1;
  const placed = candidates.flatMap((one) => (one.point ? [{ ...one, point: one.point }] : []));
  const start = limits.start ?? placed.find(isDue)?.point;
  const plan: Plan = {
    stops: [],
    unplaced: candidates.filter((one) => !one.point && isDue(one)).map(({ device }) => device),
    left: [],
    ...{ drive: 0, service: 0, weight: 0, volume: 0 },
  };
  if (!start) return plan;
  const drive = drives([start, ...placed.map(({ point }) => point)]);
  const round = new Round(placed, limits, drive);
  const due = placed.map((one, index) => ({ one, stop: index + 1 })).filter(({ one }) => isDue(one));
  const weightOf = ({ one, stop }: (typeof due)[number]) =>
    one.must
      ? Infinity
      : Math.max(one.avoided, one.due ? one.cycle.perDay : 0) / (one.service + Math.max(1, round.detour(stop)));
  for (let waiting = due; waiting.length; ) {
    const next = waiting.reduce((best, one) => (weightOf(one) > weightOf(best) ? one : best));
    waiting = waiting.filter((one) => one !== next);
    const reason = round.add(next.stop);
    if (reason) plan.left.push({ device: next.one.device, reason });
  }
  round.settle();
  for (;;) {
    const near = placed
      .map((one, index) => ({ one, stop: index + 1 }))
      .filter(({ one, stop }) => !isDue(one) && !round.has(stop))
      .map((two) => ({ ...two, worth: worthOf(two.one, two.one.service + round.detour(two.stop)) }))
      .filter(({ worth }) => worth >= NEAR)
      .sort((one, other) => other.worth - one.worth)
      .find(({ stop }) => round.add(stop) === undefined);
    if (!near) break;
  }
  round.settle();
  const chosen = round.order.flatMap((stop) => placed[stop - 1] ?? []);
  const sum = (of: (one: Candidate) => number) => chosen.reduce((all, one) => all + of(one), 0);
  return {
    ...plan,
    stops: chosen.map(({ device }) => device),
    drive: Math.round(roundOf(round.order, drive)),
    service: sum(({ service }) => service),
    weight: sum(({ weight }) => weight),
    volume: sum(({ volume }) => volume),
  };
}

/** A round that grows, within the day and the vehicle. */
class Round {
  order: number[] = [];
  #minutes = 0;
  #weight = 0;
  #volume = 0;

  constructor(
    readonly candidates: readonly Candidate[],
    readonly limits: Limits,
    readonly drive: Drive,
  ) {}

  has(stop: number): boolean {
    return this.order.includes(stop);
  }

  detour(stop: number): number {
    return cheapest(this.order, stop, this.drive).minutes;
  }

  /** Takes a stop in, or says why it cannot. What must be visited is taken whatever the limits are: a person decides then. */
  add(stop: number): Reason | undefined {
    const one = this.candidates[stop - 1];
    if (!one) return undefined;
    const { behind, minutes } = cheapest(this.order, stop, this.drive);
    const { limits } = this;
    if (!one.must) {
      if (this.#minutes + minutes + one.service > limits.minutes) return "minutes";
      if (limits.weight !== null && this.#weight + one.weight > limits.weight) return "weight";
      if (limits.volume !== null && this.#volume + one.volume > limits.volume) return "volume";
    }
    this.order = [...this.order.slice(0, behind), stop, ...this.order.slice(behind)];
    this.#minutes += minutes + one.service;
    this.#weight += one.weight;
    this.#volume += one.volume;
    return undefined;
  }

  /** Finds a better order of what there is. */
  settle(): void {
    const before = roundOf(this.order, this.drive);
    this.order = improved(this.order, this.drive);
    this.#minutes += roundOf(this.order, this.drive) - before;
  }
}
