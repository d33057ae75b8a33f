import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Round, Stop } from "~server/contract/needs";
import { SHEET_TASKS } from "~server/contract/route-sheets";
import { SERVICE } from "../../access";
import { type Db, given, name, only, rows, run } from "../../database/query";
import { proposeStops } from "../needs/propose";

const sheetRow = z.object({ crew: z.number(), day: z.string(), devices: z.array(z.number()) });

/** What is to be done at the stop `t`: where nothing is said it is filled. */
export const TASKS = sql`coalesce(nullif(array_remove(array[${sql.join(
  SHEET_TASKS.map((task) => sql`case when t.${name(task)} then ${task} end`),
  sql`, `,
)}], null), '{}'), '{fill}')`;

/** What is proposed for the machines of a sheet as of now, whoever asks. */
export async function proposedFor(db: Db, id: number): Promise<Round> {
  const { crew, day, devices } = await only(
    db,
    sheetRow,
    sql`select s.crew_id as crew, s.day, s.devices from route_sheets s where s.id = ${id}`,
  );
  return proposeStops(db, SERVICE, { crew, day, devices, inOrder: true });
}

/** Machines of a round, those without coordinates too. */
export const stopsOf = ({ stops, unplaced }: Round): Stop[] => [...stops, ...unplaced];

/** Keeps of a sheet which machines stand on it, and how long and heavy it is likely to be. */
export async function measure(tx: Db, id: number): Promise<void> {
  await run(
    tx,
    sql`update route_sheets set number = ${`№ ${id}`},
      devices = array(select t.device_id from route_sheet_stops t where t.sheet_id = ${id} order by t.position) where id = ${id}`,
  );
  const { stops, drive, waiting, service, kilometres, weight, volume } = await proposedFor(tx, id);
  const expected = stops.map(({ device, due_at, late }) => ({ device: device.id, due_at, late }));
  await run(
    tx,
    sql`update route_sheet_stops t set due_at = k.due_at, late = coalesce(k.late, false)
    from route_sheet_stops o left join ${given(expected, "device integer, due_at integer, late boolean")} on k.device = o.device_id where o.sheet_id = ${id} and t.id = o.id`,
  );
  await run(
    tx,
    sql`update route_sheets set minutes = ${Math.round(drive + waiting + service)}::integer, kilometres = ${kilometres}::real, weight = round(${weight}::numeric, 1), volume = round(${volume}::numeric, 2) where id = ${id}`,
  );
}

/** Writes down what is proposed for each slot of the machines that are to be filled, and the pick list that it makes. */
export async function freeze(tx: Db, id: number): Promise<void> {
  const round = await proposedFor(tx, id);
  const filled = await rows(
    tx,
    z.object({ id: z.number(), device: z.number(), fill: z.boolean() }),
    sql`select t.id, t.device_id as device, 'fill' = any(${TASKS}) as fill from route_sheet_stops t where t.sheet_id = ${id}`,
  );
  const byDevice = new Map(stopsOf(round).map((stop) => [stop.device.id, stop.fills]));
  const fills = filled.flatMap(({ id: stop, device, fill }) =>
    (byDevice.get(device) ?? []).map(({ slot, ingredient, capacity, level, amount }) => ({
      ...{ stop, slot, ingredient, capacity, level },
      proposed: fill ? amount : 0,
    })),
  );
  await run(
    tx,
    sql`delete from route_sheet_fills where stop_id in (select id from route_sheet_stops where sheet_id = ${id})`,
  );
  await run(tx, sql`delete from route_sheet_loads where sheet_id = ${id}`);
  await run(
    tx,
    sql`insert into route_sheet_fills (stop_id, slot, ingredient_id, capacity, level, proposed)
    select k.stop, k.slot, k.ingredient, k.capacity, k.level, k.proposed
    from ${given(fills, "stop integer, slot text, ingredient integer, capacity real, level real, proposed numeric")}`,
  );
  await run(
    tx,
    sql`insert into route_sheet_loads (sheet_id, ingredient_id, picked)
    select ${id}::integer, f.ingredient_id, sum(f.proposed) from route_sheet_fills f join route_sheet_stops t on t.id = f.stop_id
    where t.sheet_id = ${id} and f.ingredient_id is not null group by f.ingredient_id having sum(f.proposed) > 0`,
  );
}
