import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, list, only, run } from "../../database/query";
import { dayOf, instantAt, TODAY } from "../../time";
import { isPaid } from "../sales/paid";

/** Days that forecasts look back on: eight weeks. */
const BACK = 56;
/** Kinds are made anew so often. */
const KINDS_EVERY = sql`interval '6 hours'`;

/**
 * What each cell of some machines sold in the last eight whole weeks, as far as the machine stood where it stands and sold
 * by the planogram that it has, and the cell had its recipe. Time in which the machine was down or the slot was empty is none.
 */
export async function makeRates(tx: Db, devices: readonly number[]): Promise<void> {
  const which = sql`any(${list(devices, "integer")})`;
  await run(tx, sql`delete from device_rates where device_id = ${which}`);
  await run(
    tx,
    sql`
    with stood as (
      select x.device_id, max(x.from_at) as since from (
        select p.device_id, p.from_at, lag(p.id) over w is null or (p.location_id, p.planogram_id) is distinct from (lag(p.location_id) over w, lag(p.planogram_id) over w) as is_new
        from placements p where p.device_id = ${which} window w as (partition by p.device_id order by p.from_at)) x where x.is_new group by x.device_id),
    begun as (
      select d.id as device_id, d.planogram_id, d.device_type, greatest(${TODAY} - ${BACK}::integer, case when isfinite(s.since) then ${dayOf(sql`s.since`)} end, f.day) as day
      from devices d join stood s on s.device_id = d.id
        cross join lateral (select min(x.day) as day from sales_by_device_day x where x.device_id = d.id) f
      where d.id = ${which} and f.day is not null),
    down as (
      select b.device_id, sum(x.down_seconds) / 86400.0 as days from begun b join device_days x on x.device_id = b.device_id and x.day >= b.day and x.day < ${TODAY} group by 1),
    sold as (
      select b.device_id, x.selection, x.recipe_id, sum(x.count) as vends,
        sum(x.amount) filter (where ${isPaid(sql`x.source`)} and x.amount > 0)::float8 / nullif(sum(x.count) filter (where ${isPaid(sql`x.source`)} and x.amount > 0), 0) as price
      from begun b join sales_by_product_day x on x.device_id = b.device_id and x.day >= b.day and x.day < ${TODAY} group by 1, 2, 3)
    insert into device_rates (device_id, selection, recipe_id, vends, weeks, price)
    select b.device_id, c.cell, c.recipe_id, coalesce(s.vends, 0), greatest(0, ${TODAY} - greatest(b.day, h.day) - coalesce(w.days, 0) - coalesce(o.days, 0)) / 7, s.price
    from begun b join planogram_cells c on c.planogram_id = b.planogram_id
      left join down w on w.device_id = b.device_id
      left join sold s on s.device_id = b.device_id and s.selection = c.cell and s.recipe_id is not distinct from c.recipe_id
      cross join lateral (select ${dayOf(sql`max(f.from_at)`)} as day from cell_facts f where f.planogram_id = c.planogram_id and f.cell = c.cell and f.fact = 'recipe' and isfinite(f.from_at)) h
      cross join lateral (
        select extract(epoch from sum(least(coalesce(e.to_at, now()), ${instantAt(TODAY)}) - greatest(e.from_at, ${instantAt(sql`b.day`)}))) / 86400.0 as days from slot_outages e
        where e.device_id = b.device_id and e.from_at < ${instantAt(TODAY)} and coalesce(e.to_at, now()) > ${instantAt(sql`b.day`)}
          and case when b.device_type = 'SNACK' then e.slot = 'cell:' || c.cell
            else e.slot = (select 'bunker:' || i.ingredient_id from recipe_ingredients i join slot_outages y on y.device_id = b.device_id and y.slot = 'bunker:' || i.ingredient_id where i.recipe_id = c.recipe_id order by y.from_at desc limit 1) end) o
    on conflict (device_id, selection) do nothing`,
  );
}

/** What machines of one kind sell, made anew when that is due. */
export async function makeKinds(tx: Db): Promise<void> {
  const { due } = await only(
    tx,
    z.object({ due: z.boolean() }),
    sql`select not exists (select 1 from rate_kinds where made_at > now() - ${KINDS_EVERY}) and exists (select 1 from device_rates) as due`,
  );
  if (!due) return;
  await run(tx, sql`delete from rate_kinds`);
  await run(
    tx,
    sql`
    with machines as (select d.id, d.planogram_id, coalesce(d.project_id, 0) as project_id from devices d where d.planogram_id is not null and d.in_work),
    sold as (
      select m.planogram_id, m.project_id, r.selection, sum(r.vends) / nullif(sum(r.weeks), 0) as per_week
      from machines m join device_rates r on r.device_id = m.id where r.weeks > 0 group by 1, 2, 3),
    hours as (
      select m.planogram_id, m.project_id, n.place, avg(p.cash[n.place] + p.cashless[n.place]) as mean
      from machines m join device_profiles p on p.device_id = m.id cross join generate_series(1, 168) n(place) group by 1, 2, 3)
    insert into rate_kinds (planogram_id, project_id, products, hours, made_at)
    select s.planogram_id, s.project_id, jsonb_object_agg(s.selection, s.per_week),
      coalesce((select array_agg(h.mean order by h.place) from hours h where h.planogram_id = s.planogram_id and h.project_id = s.project_id), '{}'), now()
    from sold s where s.per_week is not null group by s.planogram_id, s.project_id`,
  );
}
