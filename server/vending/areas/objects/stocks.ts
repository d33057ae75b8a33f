import { type SQL, sql } from "drizzle-orm";
import { type Db, given, list, run } from "../../database/query";
import { dayOf, type Moment } from "../../time";

/** Takes from machines' stocks what new vends used: a piece of a cell, what the recipe had in it on their day. The machines are locked. */
export async function useStocks(
  tx: Db,
  sold: readonly { device: number; selection: string | null; recipe: number | null; at: string }[],
): Promise<void> {
  if (!sold.length) return;
  await run(
    tx,
    sql`
    update device_stocks s set used = s.used + u.used from (
      select k.device, t.slot, sum(t.used) as used from ${given(sold, "device integer, selection text, recipe integer, at timestamptz")}
        cross join lateral takes(k.selection, k.recipe, 1, ${dayOf(sql`k.at`)}) t join device_stocks f on f.device_id = k.device and f.slot = t.slot and k.at > f.filled_at group by 1, 2) u
    where s.device_id = u.device and s.slot = u.slot`,
  );
}

/** Counts anew what was used since each slot was filled, from the sales since; triggers that move sales do the same. */
export const recountStocks = (tx: Db, devices: readonly number[]): Promise<number> =>
  run(tx, sql`select recount_stocks(${list(devices, "integer")})`);

/** What a bunker holds where its model does not say: grams, millilitres or pieces (operators' usual sizes). */
const USUAL = sql`case i.unit when 'ML' then 20000 when 'PC' then 600 else 2500 end`;

/**
 * What machines `d` can hold by their planogram, in the ingredient's unit: a snack machine its cells, any other a bunker
 * for each ingredient; floor-standing ones take water from the mains, unless their model has a bunker for it.
 */
export const slotsOf = (which: SQL) => sql`
  select d.id as device_id, 'cell:' || c.cell as slot, null::integer as ingredient_id, coalesce(max(c.capacity), 10)::real as capacity
  from devices d join planogram_cells c on c.planogram_id = d.planogram_id where d.device_type = 'SNACK' and ${which} group by 1, 2
  union all
  select d.id, 'bunker:' || i.id, i.id, max(coalesce(b.capacity, ${USUAL})::real / case i.unit when 'KG' then 1000 else 1 end)
  from devices d join planogram_cells c on c.planogram_id = d.planogram_id join recipe_ingredients r on r.recipe_id = c.recipe_id join ingredients i on i.id = r.ingredient_id
    left join device_model_bunkers b on b.model_id = d.model_id and b.ingredient_type = i.type
  where d.device_type <> 'SNACK' and (b.capacity is not null or not (d.device_type = 'COFFEE' and i.type = 'LIQUID')) and ${which} group by d.id, i.id`;

/** What a model or a planogram says of capacities has changed for machines `d`; levels stay. */
export async function holdAgain(tx: Db, which: SQL): Promise<void> {
  await run(tx, sql`select 1 from devices d where ${which} order by d.id for no key update`);
  await run(
    tx,
    sql`update device_stocks s set capacity = x.capacity from (${slotsOf(which)}) x where s.device_id = x.device_id and s.slot = x.slot and s.capacity <> x.capacity`,
  );
}

export interface Fill {
  device: number;
  at: Moment;
  fills: readonly { slot: string; level: number }[] | "all";
}

/** Somebody filled a machine: everything to the brim, or some slots to a level. An older filling changes nothing, and of a slot that nobody told of nothing is known. */
export async function fillStocks(tx: Db, { device, at, fills }: Fill): Promise<void> {
  const moment = new Date(at).toISOString();
  const holds = sql`(${slotsOf(sql`d.id = ${device}`)}) x`;
  const filled =
    fills === "all"
      ? sql`select x.*, x.capacity as level from ${holds}`
      : sql`select x.*, least(k.level, x.capacity) as level from ${holds} join ${given(fills, "slot text, level real")} on k.slot = x.slot`;
  await run(
    tx,
    sql`insert into device_stocks (device_id, slot, ingredient_id, capacity, filled, filled_at)
    select n.device_id, n.slot, n.ingredient_id, n.capacity, n.level, ${moment} from (${filled}) n
    on conflict (device_id, slot) do update set capacity = excluded.capacity, filled = excluded.filled, filled_at = excluded.filled_at where device_stocks.filled_at <= excluded.filled_at`,
  );
  await recountStocks(tx, [device]);
}
