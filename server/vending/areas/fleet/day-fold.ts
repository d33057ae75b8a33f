import { type SQL, sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import { type Db, name, one, run, transaction } from "../../database/query";
import { beginOf, joined } from "../sales/rollups";
import { machineDays } from "./day-facts";
import { DAY_SUMS, type DayRollup, LONGEST } from "./day-rollups";
import { keepFigures } from "./figures";

/** Number of the advisory lock that one maker of these rollups holds. */
const LOCK = 4_471_204;
/** Machines whose days are made in one transaction. */
const AT_ONCE = 500;

/**
 * Makes the rollups of machines' days anew as far as they are due: what changed since, and what waits to be counted into
 * those of sales. Each transaction leaves weeks, months and territories as the sums of their days.
 */
export async function foldMachineDays(pool: Pool): Promise<void> {
  for (let after: Taken | null = { territory: 0, device: 0 }; after !== null; ) {
    const from: Taken = after;
    after = await transaction(pool, async (tx) => {
      await run(tx, sql`select pg_advisory_xact_lock(${LOCK})`);
      const last = await takeDue(tx, from);
      if (last !== null) {
        await remake(tx);
        await keepFigures(tx, "remade");
      }
      return last;
    });
  }
}

/** The last machine that was taken. */
interface Taken {
  territory: number;
  device: number;
}

/** Has all of them made anew by the next fold. */
export const dueMachineDays = (db: Db): Promise<number> =>
  run(db, sql`insert into machine_days_due select id, '-infinity', 'infinity' from devices`);

/** Days that something is known of: of machines `d` from `from_day` to `to_day`. */
const KNOWN = sql`cross join lateral (
  select x.day from device_days x where x.device_id = d.device_id and x.day between d.from_day and d.to_day
  union select x.day from sales_by_device_day x where x.device_id = d.device_id and x.day between d.from_day and d.to_day
  union select x.day from audit_differences x where x.device_id = d.device_id and x.day between d.from_day and d.to_day
  union select kyiv_day(x.at) from cash_collections x where x.device_id = d.device_id and kyiv_day(x.at) between d.from_day and d.to_day
  union select kyiv_day(x.served_at) from route_sheet_stops x where x.device_id = d.device_id and kyiv_day(x.served_at) between d.from_day and d.to_day
  union select s.day from route_sheet_stops x join route_sheets s on s.id = x.sheet_id where x.device_id = d.device_id and s.day between d.from_day and d.to_day
  union select x.from_day from days_by_placement x where x.step = 'day' and x.device_id = d.device_id and x.from_day between d.from_day and d.to_day) known`;

/**
 * Days `due` of the next machines, among them the service that follows each: it counts the days and vends since the one
 * before. Answers the last machine. Machines of a territory come together, for its sums are made anew with each that comes.
 */
async function takeDue(tx: Db, after: Taken): Promise<Taken | null> {
  await run(tx, sql`create temp table due (device_id integer, day date) on commit drop`);
  await run(
    tx,
    sql`create temp table remade (from_day date, placement_id integer, device_id integer, territory_id integer) on commit drop`,
  );
  const last = await one(
    tx,
    z.object({ territory: z.number(), device: z.number() }),
    sql`
    with said as (
      select device_id, from_day, to_day from machine_days_due
      union all select p.device_id, c.day, c.day from sales_changes c join placements p on p.id = c.placement_id),
    machines as materialized (
      select device_id, territory_id from (select distinct device_id from said) m
        cross join lateral (select coalesce((select p.territory_id from placements p where p.device_id = m.device_id order by p.from_at desc limit 1), 0) as territory_id) t
      where (territory_id, device_id) > (${after.territory}::integer, ${after.device}::integer) order by territory_id, device_id limit ${AT_ONCE}),
    taken as (delete from machine_days_due u using machines m where u.device_id = m.device_id),
    days as (
      select d.device_id, d.from_day as day from said d join machines using (device_id) where d.from_day = d.to_day
      union select d.device_id, known.day from said d join machines using (device_id) ${KNOWN} where d.from_day < d.to_day),
    put as (
      insert into due select device_id, day from days
      union select d.device_id, n.day from days d cross join lateral (
        select x.day from device_days x where x.device_id = d.device_id and x.day > d.day and x.services > 0 order by x.day limit 1) n)
    select territory_id as territory, device_id as device from machines order by territory_id desc, device_id desc limit 1`,
  );
  await run(tx, sql`analyze due`);
  return last ?? null;
}

const set = (columns: readonly string[]) =>
  sql`(${joined(columns.map(name))}) = (${joined(columns.map((one) => sql`excluded.${name(one)}`))})`;
const SUMS = joined(DAY_SUMS.map(name));
const summed = joined(DAY_SUMS.map((one) => sql`sum(${name(one)})`));
const LONGEST_SUM = sql`max(${name(LONGEST)})`;

/** Makes the `due` days, and the weeks, months and territories that they are in. */
async function remake(tx: Db): Promise<void> {
  await run(
    tx,
    sql`
    with made as (
      insert into days_by_placement as r (step, from_day, placement_id, device_id, territory_id, ${SUMS}, ${name(LONGEST)})
      select 'day', from_day, placement_id, device_id, territory_id, ${SUMS}, ${name(LONGEST)} from ${machineDays(sql`due`)} made
      on conflict (step, from_day, placement_id) do update set ${set(["device_id", "territory_id", ...DAY_SUMS, LONGEST])}
      returning from_day, placement_id, device_id, territory_id),
    were as (
      select r.from_day, r.placement_id, r.device_id, r.territory_id from days_by_placement r join due on due.device_id = r.device_id and due.day = r.from_day where r.step = 'day'),
    gone as (
      delete from days_by_placement r using were w where r.step = 'day' and r.from_day = w.from_day and r.placement_id = w.placement_id
        and not exists (select 1 from made m where m.from_day = w.from_day and m.placement_id = w.placement_id))
    insert into remade select * from made union select * from were`,
  );
  await run(tx, sql`analyze remade`);
  for (const step of ["week", "month"] as const) await sumUp(tx, "days_by_placement", step);
  for (const step of ["day", "week", "month"] as const) await sumUp(tx, "days_by_territory", step);
}

const LENGTH = { day: sql`interval '1 day'`, week: sql`interval '7 days'`, month: sql`interval '1 month'` } as const;

/** Makes the rows of a rollup that days `remade` are in: of a placement the sums of its days, of a territory those of its placements' days. */
async function sumUp(tx: Db, rollup: DayRollup, step: keyof typeof LENGTH): Promise<void> {
  const ofPlacement = rollup === "days_by_placement";
  const owner = name(ofPlacement ? "placement_id" : "territory_id");
  const spans = sql`(select distinct ${beginOf(step, sql`from_day`)} as begins, ${owner}${ofPlacement ? sql`, device_id` : sql``} from remade)`;
  const days: SQL =
    ofPlacement || step === "day"
      ? sql`days_by_placement d on d.step = 'day' and d.${owner} = s.${owner}${ofPlacement ? sql` and d.device_id = s.device_id` : sql``}`
      : sql`days_by_territory d on d.step = 'day' and d.${owner} = s.${owner}`;
  const keys = ofPlacement ? ["device_id", "territory_id"] : [];
  const others = ofPlacement ? sql`, max(d.device_id), max(d.territory_id)` : sql``;
  const longest = ofPlacement ? [LONGEST] : [];
  await run(
    tx,
    sql`
    with spans as materialized ${spans},
    made as (
      insert into ${name(rollup)} as r (step, from_day, ${owner}, ${joined([...keys, ...DAY_SUMS, ...longest].map(name))})
      select ${step}, s.begins, s.${owner}${others}, ${summed}${ofPlacement ? sql`, ${LONGEST_SUM}` : sql``}
      from spans s join ${days} and d.from_day >= s.begins and d.from_day < (s.begins + ${LENGTH[step]})::date group by s.begins, s.${owner}
      on conflict (step, from_day, ${owner}) do update set ${set([...keys, ...DAY_SUMS, ...longest])}
      returning from_day, ${owner})
    delete from ${name(rollup)} r using spans s where r.step = ${step} and r.from_day = s.begins and r.${owner} = s.${owner}
      and not exists (select 1 from made m where m.from_day = s.begins and m.${owner} = s.${owner})`,
  );
}
