import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { INGREDIENT_UNITS } from "~server/contract/enums";
import { type Round, type roundQuery, type Stop, STOP_TASKS } from "~server/contract/needs";
import { allowed } from "~server/contract/permissions";
import { refSchema } from "~server/contract/record";
import { byAnyDevice, type Viewer, visibleDevices } from "../../access";
import { type Db, list, one, rows } from "../../database/query";
import { notFound } from "../../fault";
import { localTime } from "../../time";
import { shifted } from "../sales/spans";
import { type GivenSlot, givenOf } from "./given";
import { COLLECTED_FROM, servedBy } from "./list";
import { loadOf, type Packed } from "./load";
import { hoursOf } from "./hours";
import { type Candidate, dayInOrder, type Plan, planDay } from "./plan";
import { guessesOf, type Reckoned, reckon, todayAt } from "./reckon";
import { kilometres, type Point } from "./route";
import { DAY } from "./week";

/** A working day of a crew: the minute at which it begins, by the clock, and how many it has. */
const BEGINS = 480;
const WORKDAY = 480;
/** Minutes at a machine by its type (operating numbers: 12–20 for coffee, 15–25 for snacks), and for what else is done there. */
const FILLING: Readonly<Record<string, number>> = { COFFEE: 16, COFFEE_TABLETOP: 14, SNACK: 20 };
const USUAL_FILLING = 16;
const EXTRA: Readonly<Record<(typeof STOP_TASKS)[number], number>> = { fill: 0, collect: 3, clean: 10, repair: 15 };
/** Hour in Kyiv about which a crew comes: levels are reckoned for it. */
const NOON = 12;

export interface Asked extends z.infer<typeof roundQuery> {
  /** Machines that are not to be proposed: those on a sheet already. */
  except?: readonly number[];
  /** The machines that are named are visited in the order in which they are. */
  inOrder?: true;
}

const crewRow = z.object({
  crew: refSchema,
  warehouse: refSchema.nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  vehicle: refSchema.extend({ weight: z.number().nullable(), volume: z.number().nullable() }).nullable(),
});
const machineRow = z.object({
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
const ingredientRow = z.object({
  id: z.number(),
  label: z.string(),
  unit: z.enum(INGREDIENT_UNITS),
  pack_count: z.number().nullable(),
  weight: z.number().nullable(),
  volume: z.number().nullable(),
});
type Ingredient = z.infer<typeof ingredientRow>;

/**
 * The round of a crew on a day: which machines, in which order, what is to be done there and taken along. With `devices`
 * exactly those (`inOrder`: as they stand); else those that are worth it. 404 for a crew out of sight. Reads only.
 */
export async function proposeStops(
  db: Db,
  viewer: Viewer,
  { crew: id, devices, inOrder, ...asked }: Asked,
): Promise<Round> {
  const now = Date.now();
  const day = asked.day ?? shifted(todayAt(now), 1);
  const crew = await one(db, crewRow, crewQuery(viewer, id));
  if (!crew) throw notFound();
  const which = devices
    ? sql`d.id = any(${list(devices, "integer")})`
    : sql`d.in_work and not d.hidden and d.id in (${servedBy(sql`${id}::integer`)}) and d.id <> all(${list(asked.except ?? [], "integer")})`;
  const machines = await rows(db, machineRow, machinesQuery(viewer, which, day));
  const ingredients = new Map((await rows(db, ingredientRow, INGREDIENTS)).map((one) => [one.id, one]));
  const reckoned = (
    await givenOf(
      db,
      machines.map((machine) => machine.id),
    )
  ).map((given) => reckon(given, now));
  const known = new Map(reckoned.map((one) => [one.given.device, one]));
  const visits = machines.flatMap((machine) => {
    const one = known.get(machine.id);
    return one ? [visitOf(machine, one, ingredients, { now, day, isChosen: devices !== undefined })] : [];
  });
  if (!devices || !inOrder) return roundOf(crew, day, visits, ingredients, planDay);
  const byDevice = new Map(visits.map((visit) => [visit.machine.id, visit]));
  const named = devices.flatMap((device) => byDevice.get(device) ?? []);
  return roundOf(crew, day, named, ingredients, dayInOrder);
}

const ref = (table: SQL, ofId: SQL, label: SQL) =>
  sql`(select json_build_object('id', x.id, 'label', ${label}) from ${table} x where x.id = ${ofId})`;

const crewQuery = (viewer: Viewer, id: number) => sql`
  select json_build_object('id', c.id, 'label', c.name) as crew, ${ref(sql`warehouses`, sql`c.warehouse_id`, sql`x.name`)} as warehouse, w.latitude, w.longitude,
    (select json_build_object('id', v.id, 'label', v.license_plate, 'weight', v.max_load_weight, 'volume', v.volume) from crew_vehicles v where v.crew_id = c.id order by v.id limit 1) as vehicle
  from crews c left join warehouses w on w.id = c.warehouse_id where c.id = ${id} and ${byAnyDevice(viewer, sql`c`)}`;

const machinesQuery = (viewer: Viewer, which: SQL, day: string) => sql`
  select d.id, d.serial_number as serial, d.device_type, case when l.id is not null then json_build_object('id', l.id, 'label', l.name) end as location, l.city, l.address, l.latitude, l.longitude, l.opens_at, l.closes_at, ${closedOn(sql`l`, sql`${day}::date`)} as closed,
    coalesce(s.open_errors, 0) as open_errors, d.next_service_on, f.until_service, f.cash, s.last_visit_at,
    ${allowed(viewer, ["HELP_DESK"]) ? sql`array(select t.id from tickets t where t.device_id = d.id and t.status not in ('RESOLVED', 'CLOSED') order by t.id)` : sql`'{}'::integer[]`} as tickets
  from devices d left join locations l on l.id = d.location_id left join device_states s on s.device_id = d.id left join device_forecasts f on f.device_id = d.id
  where ${which} and ${visibleDevices(viewer, sql`d`)} order by d.id`;

/** Whether the location `l` is closed all of a day; false where there is none. */
export const closedOn = (l: SQL, day: SQL): SQL => sql`coalesce(to_char(${day}, 'FMDAY') = any(${l}.closed_on), false)`;

const INGREDIENTS = sql`select i.id, i.name as label, i.unit, i.pack_count, i.weight, i.volume from ingredients i`;

interface Visit {
  machine: MachineRow;
  candidate: Candidate;
  stop: Stop;
}

/** What would be done at a machine on a day, and what that is worth. */
function visitOf(
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
function loadsOf(fills: readonly Stop["fills"][number][], ingredients: ReadonlyMap<number, Ingredient>): Brought[] {
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
const sumOf = <T>(all: readonly T[], of: (one: T) => number | null): number =>
  all.reduce((sum, one) => sum + (of(one) ?? 0), 0);

/** Chooses and orders the visits. */
function roundOf(
  { crew, warehouse, latitude, longitude, vehicle }: z.infer<typeof crewRow>,
  day: string,
  visits: readonly Visit[],
  ingredients: ReadonlyMap<number, Ingredient>,
  planned: typeof planDay,
): Round {
  const start = latitude === null || longitude === null ? null : { latitude, longitude };
  const limits = {
    start,
    begins: BEGINS,
    minutes: WORKDAY,
    weight: vehicle?.weight ?? null,
    volume: vehicle?.volume ?? null,
  };
  const plan = planned(
    visits.map(({ candidate }) => candidate),
    limits,
  );
  const byDevice = new Map(visits.map((visit) => [visit.machine.id, visit]));
  const chosen = (ids: readonly number[]) => ids.flatMap((device) => byDevice.get(device) ?? []);
  const stops = chosen(plan.stops.map(({ device }) => device));
  const unplaced = chosen(plan.unplaced);
  const load = loadsOf(
    [...stops, ...unplaced].flatMap(({ stop }) => stop.fills),
    ingredients,
  ).toSorted((a, b) => a.ingredient.label.localeCompare(b.ingredient.label, "uk"));
  const [weight, volume] = [sumOf(load, (one) => one.weight) / 1_000, sumOf(load, (one) => one.volume) / 1e6];
  return {
    ...{
      crew,
      day,
      warehouse,
      from_warehouse: start !== null,
      vehicle,
      stops: expectedAt(plan.stops, byDevice),
      unplaced: unplaced.map(({ stop }) => stop),
    },
    left: plan.left.flatMap(({ device, reason }) => {
      const visit = byDevice.get(device);
      return visit ? [{ device: visit.stop.device, location: visit.machine.location?.label ?? null, reason }] : [];
    }),
    load: load.map(({ ingredient: { id, label, unit }, ...rest }) => ({ ingredient: { id, label }, unit, ...rest })),
    ...{ weight, volume, drive: plan.drive, waiting: plan.waiting, service: plan.service },
    kilometres: Math.round(lengthOf(stops, start) * 10) / 10,
    exceeds: [
      ...(plan.drive + plan.waiting + plan.service > limits.minutes ? (["minutes"] as const) : []),
      ...(plan.stops.some(({ late }) => late) ? (["hours"] as const) : []),
      ...(limits.weight !== null && weight > limits.weight ? (["weight"] as const) : []),
      ...(limits.volume !== null && volume > limits.volume ? (["volume"] as const) : []),
    ],
  };
}

const expectedAt = (stops: Plan["stops"], byDevice: ReadonlyMap<number, Visit>): Stop[] =>
  stops.flatMap(({ device, at, late }) => {
    const visit = byDevice.get(device);
    return visit ? [{ ...visit.stop, due_at: Math.round(at), late }] : [];
  });

/** How far it is from stop to stop, from the start and back to it. */
function lengthOf(visits: readonly Visit[], start: Point | null): number {
  const points = visits.flatMap(({ candidate: { point } }) => point ?? []);
  const home = start ?? points[0];
  if (!home) return 0;
  let [at, length] = [home, 0];
  for (const point of [...points, home]) {
    length += kilometres(at, point);
    at = point;
  }
  return length;
}
