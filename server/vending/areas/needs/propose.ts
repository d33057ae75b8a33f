import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Round, roundQuery, Stop } from "~server/contract/needs";
import { allowed } from "~server/contract/permissions";
import { refSchema } from "~server/contract/record";
import { byAnyDevice, type Viewer, visibleDevices } from "../../access";
import { type Db, list, one, rows } from "../../database/query";
import { notFound } from "../../fault";
import { shifted } from "../sales/spans";
import { givenOf } from "./given";
import { dayInOrder, type Plan, planDay } from "./plan";
import { reckon, todayAt } from "./reckon";
import { kilometres, type Point } from "./route";
import { type Ingredient, ingredientRow, loadsOf, machineRow, sumOf, type Visit, visitOf } from "./visit";

/** A working day of a crew: the minute at which it begins, by the clock, and how many it has. */
const BEGINS = 480;
const WORKDAY = 480;
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
    : sql`d.in_work and not d.hidden and d.crew_id = ${id} and d.id <> all(${list(asked.except ?? [], "integer")})`;
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
