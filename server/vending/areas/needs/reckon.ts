import { localTime, instantOf, type Moment } from "../../time";
import { shifted } from "../sales/spans";
import { bestCycle, type Cycle } from "./cycle";
import { DAYS, type Forecast, forecastOf } from "./forecast";
import type { Given } from "./given";
import { VISIT_COST } from "./plan";

/** Pure: what follows from what is known of a machine. */

export interface Want {
  ingredient: number;
  amount: number;
  guessed: boolean;
}
export interface Reckoned {
  given: Given;
  forecast: Forecast;
  cycle: Cycle;
  wants: Want[];
  /** Slots that are used and of which nobody knows the level; slots whose books contradict what was found or sold. */
  unknown: number;
  drifting: number;
}

/** Today in Kyiv. */
export const todayAt = (now: Moment): string => localTime(now).slice(0, 10);
/** Ends of a day and of those after it. */
export const endsOf = (day: string, count = DAYS): Moment[] =>
  Array.from({ length: count }, (_, index) => instantOf(`${shifted(day, index + 1)}T00:00:00`));

/** Of a slot, beyond which a level below zero is no rounding: a tenth of it, one piece at least. */
const beyond = (capacity: number) => Math.max(1, capacity / 10);
/** Whether the books of a slot contradict what was found at its last filling, or what it sold since. */
export const isDrifting = ({ drift, level, capacity }: Given["slots"][number]): boolean =>
  drift !== null || (level !== null && level < -beyond(capacity));

/** What a machine needs, as of `now`; losses are told from the end of today on. */
export function reckon(given: Given, now: Moment): Reckoned {
  const from = Math.min(given.toldAt, now);
  const forecast = forecastOf(given, from, endsOf(todayAt(now)));
  const isUsed = new Set(forecast.slots.flatMap(({ slot, perDay }) => (perDay > 0 ? [slot] : [])));
  return {
    given,
    forecast,
    cycle: bestCycle(given, VISIT_COST),
    wants: wantsOf(given, forecast),
    unknown: given.slots.filter(({ slot, level }) => level === null && isUsed.has(slot)).length,
    drifting: given.slots.filter(isDrifting).length,
  };
}

/**
 * What is likely to be missing in each slot that nobody told of: as much as a week takes, at most what it holds. A machine
 * that nobody told anything of and that never sold is new, and empty.
 */
export function guessesOf(
  { slots }: Pick<Given, "slots">,
  forecast: Pick<Forecast, "slots">,
): (slot: string) => number {
  const perDay = new Map(forecast.slots.map((one) => [one.slot, one.perDay]));
  const capacity = new Map(slots.map((one) => [one.slot, one.capacity]));
  const isNew = slots.every(({ slot, level }) => level === null && !perDay.get(slot));
  return (slot) => Math.min(capacity.get(slot) ?? 0, isNew ? Infinity : (perDay.get(slot) ?? 0) * 7);
}

/** What fills a machine to the brim. */
function wantsOf(given: Given, forecast: Forecast): Want[] {
  const guess = guessesOf(given, forecast);
  const wants = new Map<number, Want>();
  for (const { slot, ingredient, capacity, level } of given.slots) {
    if (ingredient === null) continue;
    const amount = level === null ? guess(slot) : capacity - Math.max(0, Math.min(level, capacity));
    const known = wants.get(ingredient) ?? { ingredient, amount: 0, guessed: false };
    wants.set(ingredient, {
      ingredient,
      amount: known.amount + amount,
      guessed: known.guessed || (level === null && amount > 0),
    });
  }
  return [...wants.values()].filter(({ amount }) => amount > 0);
}
