import { HOUR, kyivDay, type Moment, startOf } from "~server/vending/demonstration/calendar";
import type { Forecast, Machine as Known, Product } from "~server/vending/areas/needs/forecast";
import { forecastOf } from "~server/vending/areas/needs/forecast";
import { HOURS_WEIGHT, usual } from "~server/vending/areas/needs/known";
import { blended, EVEN, HOURS, hourOf, type Week } from "~server/vending/areas/needs/week";
import { type TrueMachine, usesOf, type Wish } from "./refill";

/** What the product would know of simulated machines: vends that were told, fillings, slots that were empty by the books. */

export const DAY: Moment = 24 * HOUR;
/** How far back is looked. */
export const BACK = 56;

/** How days of the past weigh, by their age in days (yesterday: 0). */
export type Weight = (age: number) => number;
export const even: Weight = () => 1;
export const halving =
  (days: number): Weight =>
  (age) =>
    0.5 ** (age / days);

/** Vends of a machine by day and product, and how much of each day a product was out by the books. */
export class History {
  readonly days = new Map<string, { sold: number[]; out: number[] }>();
  readonly hours: number[] = Array.from({ length: HOURS }, () => 0);
  readonly uses: readonly (readonly { slot: string; quantity: number }[])[];

  constructor(readonly real: TrueMachine) {
    this.uses = real.machine.cells.map((_, cell) => usesOf(real.machine, cell));
  }

  #day(day: string) {
    const empty = () => this.real.machine.cells.map(() => 0);
    const known = this.days.get(day) ?? { sold: empty(), out: empty() };
    this.days.set(day, known);
    return known;
  }

  tell({ at, cell }: Wish): void {
    const { sold } = this.#day(kyivDay(at));
    sold[cell] = (sold[cell] ?? 0) + 1;
    const hour = Math.floor(hourOf(at));
    this.hours[hour] = (this.hours[hour] ?? 0) + 1;
  }

  /** A slot was empty from then on: what needs it was out. */
  wasOut(slot: string, from: Moment, to: Moment): void {
    for (let at = from; at < to; ) {
      const day = kyivDay(at);
      const end = Math.min(to, startOf(day) + DAY);
      const { out } = this.#day(day);
      this.uses.forEach((uses, cell) => {
        if (uses.some((use) => use.slot === slot))
          out[cell] = Math.min(1, (out[cell] ?? 0) + (Math.max(end, at + 1) - at) / DAY);
      });
      at = Math.max(end, at + 1);
    }
  }

  /** Vends of the last days, and the weeks in which they could have been sold. */
  soldUntil(days: readonly string[], weight: Weight): { vends: number; weeks: number }[] {
    const sums = this.real.machine.cells.map(() => ({ vends: 0, weeks: 0 }));
    days.forEach((day, index) => {
      const [known, weighs] = [this.days.get(day), weight(days.length - 1 - index)];
      sums.forEach((sum, cell) => {
        sum.vends += weighs * (known?.sold[cell] ?? 0);
        sum.weeks += (weighs * (1 - (known?.out[cell] ?? 0))) / 7;
      });
    });
    return sums;
  }
}

/** What machines of one kind sell: by planogram and kind of place. */
export const kindOf = ({ real: { machine } }: History): string => `${machine.planogram.key}/${machine.place?.kind}`;

export interface Kind {
  perWeek: number[];
  week: Week;
}
export function kindsOf(histories: readonly History[], days: readonly string[], weight: Weight): Map<string, Kind> {
  const kinds = new Map<string, Kind>();
  for (const name of new Set(histories.map(kindOf))) {
    const mine = histories.filter((one) => kindOf(one) === name);
    const all = mine.map((one) => one.soldUntil(days, weight));
    const perWeek = (all[0] ?? []).map((_, cell) => {
      const vends = all.reduce((sum, one) => sum + (one[cell]?.vends ?? 0), 0);
      const weeks = all.reduce((sum, one) => sum + (one[cell]?.weeks ?? 0), 0);
      return weeks > 0 ? vends / weeks : 0;
    });
    const hours = Array.from({ length: HOURS }, (_, hour) =>
      mine.reduce((sum, one) => sum + (one.hours[hour] ?? 0), 0),
    );
    kinds.set(name, { perWeek, week: blended(hours, EVEN, 1) });
  }
  return kinds;
}

/** A machine as the forecast is given it. */
export function knownOf(history: History, kind: Kind, days: readonly string[], weight: Weight): Known {
  const { machine, books } = history.real;
  const sold = history.soldUntil(days, weight);
  const products = machine.cells.map(
    ({ selection, price }, cell): Product => ({
      ...usual(sold[cell] ?? { vends: 0, weeks: 0 }, kind.perWeek[cell] ?? null),
      ...{ selection, price, uses: history.uses[cell] ?? [] },
    }),
  );
  const slots = [...history.real.slots.values()].map(({ slot, capacity }) => ({
    ...{
      slot,
      capacity,
      isDosed: machine.model.type !== "SNACK" && slot !== "bunker:cup" && slot !== "bunker:stirrer",
    },
    level: books.get(slot)?.level ?? null,
  }));
  return { week: blended(history.hours, kind.week, HOURS_WEIGHT), products, slots };
}

/** Levels as they were told at `at`, before the vends since. */
export function asTold(known: Known, history: History, since: Moment): Known {
  const late = history.real.sold.slice(-400).filter(({ at }) => at > since);
  if (!late.length) return known;
  const used = new Map<string, number>();
  for (const { cell } of late)
    for (const { slot, quantity } of history.uses[cell] ?? []) used.set(slot, (used.get(slot) ?? 0) + quantity);
  return {
    ...known,
    slots: known.slots.map((one) => ({
      ...one,
      level: one.level === null ? null : one.level + (used.get(one.slot) ?? 0),
    })),
  };
}

/** Ends of the day of a moment and of those after it. */
export const dayEnds = (at: Moment, count = 8): Moment[] =>
  Array.from({ length: count }, (_, day) => startOf(kyivDay(at)) + (day + 1) * DAY);

export const foretell = (known: Known, at: Moment): Forecast => forecastOf(known, at, dayEnds(at));
