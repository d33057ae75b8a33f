import { z } from "zod";
import { INGREDIENT_UNITS } from "~server/contract/enums";
import { type Stop, STOP_TASKS } from "~server/contract/needs";
import { refSchema } from "~server/contract/record";
import { localTime } from "../../time";
import type { GivenSlot } from "./given";
import { hoursOf } from "./hours";
import { COLLECTED_FROM } from "./list";
import { loadOf, type Packed } from "./load";
import type { Candidate } from "./plan";
import { guessesOf, type Reckoned, todayAt } from "./reckon";
import { DAY } from "./week";

/** Pure: what a crew would do at a machine on a day, and what that is worth. */

/** Minutes at a machine by its type (operating numbers: 12–20 for coffee, 15–25 for snacks), and for what else is done there. */
const FILLING: Readonly<Record<string, number>> = { COFFEE: 16, COFFEE_TABLETOP: 14, SNACK: 20 };
const USUAL_FILLING = 16;
const EXTRA: Readonly<Record<(typeof STOP_TASKS)[number], number>> = { fill: 0, collect: 3, clean: 10, repair: 15 };
/** Hour in Kyiv about which a crew comes: levels are reckoned for it. */
const NOON = 12;

/** A machine as its visit is reckoned. */
export const machineRow = z.object({
  id: z.number(),
  serial: z.string(),
  device_type: z.string(),
  location: refSchema.nullable(),
  city: z.string().nullable(),
  address: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  opens_at: z.string().nullable(),
  closes_at: z.string().nullable(),
  closed: z.boolean(),
  open_errors: z.number(),
  next_service_on: z.string().nullable(),
  until_service: z.number().nullable(),
  cash: z.number().nullable(),
  last_visit_at: z.string().nullable(),
  tickets: z.array(z.number()),
});
type MachineRow = z.infer<typeof machineRow>;
export const ingredientRow = z.object({
  id: z.number(),
  label: z.string(),
  unit: z.enum(INGREDIENT_UNITS),
  pack_count: z.number().nullable(),
  weight: z.number().nullable(),
  volume: z.number().nullable(),
});
export type Ingredient = z.infer<typeof ingredientRow>;

export interface Visit {
  machine: MachineRow;
  candidate: Candidate;
  stop: Stop;
}

/** What would be done at a machine on a day, and what that is worth. */
export function visitOf(
  machine: MachineRow,
  { given, forecast, cycle, unknown }: Reckoned,
  ingredients: ReadonlyMap<number, Ingredient>,
  { now, day, isChosen }: { now: number; day: string; isChosen: boolean },
): Visit {
  const ahead = Math.max(0, Math.min(forecast.lost.length - 2, daysFrom(todayAt(now), day)));
  const lostBy = (index: number) => (index < 0 ? 0 : (forecast.lost[index] ?? 0));
  const sinceVisit =
    machine.last_visit_at === null
      ? Infinity
      : (Date.parse(`${day}T12:00:00Z`) - Date.parse(machine.last_visit_at)) / DAY;
  const isUnknown = unknown > 0 && sinceVisit >= cycle.days;
  const isServiceDue =
    (machine.next_service_on !== null && machine.next_service_on <= day) ||
    (machine.until_service !== null && machine.until_service <= 0);
  // Served a day later, it loses what half of this day and half of the next bring.
  const avoided = Math.max((lostBy(ahead + 1) - lostBy(ahead - 1)) / 2, isUnknown ? cycle.perDay : 0);
  const hasErrors = machine.open_errors > 0;
  const isWorth = avoided >= cycle.perDay;
  const perDay = new Map(forecast.slots.map((slot) => [slot.slot, slot.perDay]));
  const days = Math.max(0, (arrivalOf(day) - Math.min(given.toldAt, now)) / DAY);
  const guess = guessesOf(given, forecast);
  const fills = given.slots.map((slot) => {
    const { level, capacity } = slot;
    const left = level === null ? 0 : Math.max(0, Math.min(capacity, level) - (perDay.get(slot.slot) ?? 0) * days);
    return fillOf(slot, level === null ? guess(slot.slot) : capacity - left);
  });
  const tasks = STOP_TASKS.filter(
    (task) =>
      ({
        fill: fills.some(({ amount }) => amount > 0),
        collect: (machine.cash ?? 0) >= COLLECTED_FROM,
        clean: isServiceDue,
        repair: hasErrors || machine.tickets.length > 0,
      })[task],
  );
  const minutes = (FILLING[machine.device_type] ?? USUAL_FILLING) + tasks.reduce((sum, task) => sum + EXTRA[task], 0);
  const brought = loadsOf(fills, ingredients);
  const { latitude, longitude, opens_at, closes_at, closed } = machine;
  return {
    machine,
    candidate: {
      device: machine.id,
      point: latitude === null || longitude === null ? null : { latitude, longitude },
      ...{ cycle, avoided, must: isChosen, due: hasErrors || isServiceDue, service: minutes },
      hours: hoursOf(opens_at, closes_at, closed),
      weight: sumOf(brought, ({ weight }) => weight) / 1_000,
      volume: sumOf(brought, ({ volume }) => volume) / 1e6,
    },
    stop: {
      device: { id: machine.id, label: machine.serial },
      ...{ location: machine.location, city: machine.city, address: machine.address, latitude, longitude },
      ...{ opens_at, closes_at, closed, due_at: null, late: false },
      ...{ minutes, tasks, tickets: machine.tickets, fills, avoided: Math.round(avoided) },
      reason: isChosen
        ? "chosen"
        : hasErrors
          ? "errors"
          : isServiceDue
            ? "service"
            : isUnknown
              ? "unknown"
              : isWorth
                ? "sales"
                : "near",
    },
  };
}

const daysFrom = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / DAY);
const arrivalOf = (day: string): number => {
  const midday = Date.parse(`${day}T${NOON}:00:00Z`);
  return midday - (Date.parse(`${localTime(midday)}Z`) - midday);
};

/** What fills a slot to the brim when the crew comes. Whole units, for nobody weighs tenths of a gram. */
function fillOf({ slot, ingredient, capacity, level }: GivenSlot, missing: number): Stop["fills"][number] {
  const amount = Math.max(0, missing);
  return {
    slot,
    ingredient,
    capacity,
    level: level === null ? null : Math.max(0, level),
    amount: Number.isInteger(capacity) ? Math.floor(amount) : Math.round(amount * 1_000) / 1_000,
  };
}

type Brought = ReturnType<typeof loadOf> & { ingredient: Ingredient; amount: number; guessed: boolean };
/** What fills some slots, each ingredient once. */
export function loadsOf(
  fills: readonly Stop["fills"][number][],
  ingredients: ReadonlyMap<number, Ingredient>,
): Brought[] {
  const sums = new Map<number, { amount: number; guessed: boolean }>();
  for (const { ingredient, amount, level } of fills) {
    if (ingredient === null || amount <= 0) continue;
    const known = sums.get(ingredient) ?? { amount: 0, guessed: false };
    sums.set(ingredient, { amount: known.amount + amount, guessed: known.guessed || level === null });
  }
  return [...sums].flatMap(([id, { amount, guessed }]) => {
    const ingredient: (Ingredient & Packed) | undefined = ingredients.get(id);
    return ingredient ? [{ ingredient, amount, guessed, ...loadOf(amount, ingredient) }] : [];
  });
}
export const sumOf = <T>(all: readonly T[], of: (one: T) => number | null): number =>
  all.reduce((sum, one) => sum + (of(one) ?? 0), 0);
