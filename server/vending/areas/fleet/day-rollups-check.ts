import { type SQL, sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import { name, rows } from "../../database/query";
import { TODAY } from "../../time";
import type { RollupDifference } from "../sales/check";
import { beginOf, joined } from "../sales/rollups";
import { machineDays } from "./day-facts";
import { foldMachineDays } from "./day-fold";
import { DAY_SUMS, type DayRollup, LONGEST, ownerOf } from "./day-rollups";

/** What is counted by a usual week, which changes: compared as long as that is made of these days. */
const BY_USUAL_WEEK = sql`('lost_thousandths', 'lost_amount')`;
const DAYS_OF_A_USUAL_WEEK = 56;
/** Machines that are compared at once. */
const AT_ONCE = 100;

const differingRow = z.object({
  span: z.string(),
  measure: z.string(),
  keys: z.number(),
  rollup: z.number(),
  sales: z.number(),
});

/**
 * Compares the rollups of machines' days, from a day on: single days with what they are made of; weeks, months and
 * territories with the days. Answers what differs. Each statement sees one moment; machines of which something is due are
 * left out.
 */
export async function checkDayRollups(pool: Pool, since: string): Promise<RollupDifference[]> {
  await foldMachineDays(pool);
  const found: RollupDifference[] = [];
  const compare = async (table: DayRollup, owner: SQL, columns: readonly string[], said: SQL, right: SQL) => {
    const lines = await rows(pool, differingRow, differing(owner, columns, said, right));
    found.push(...lines.map((line) => ({ table, ...line })));
  };
  const machines = await rows(pool, z.object({ id: z.number() }), sql`select id from devices order by id`);
  for (let at = 0; at < machines.length; at += AT_ONCE) {
    const ids = sql.param(machines.slice(at, at + AT_ONCE).map(({ id }) => id));
    const settled = sql`x.device_id = any(${ids}::integer[]) and not exists (select 1 from machine_days_due u where u.device_id = x.device_id)`;
    const known = ["device_days", "sales_by_device_day", "audit_differences"].map(
      (table) => sql`select x.device_id, x.day from ${name(table)} x where x.day >= ${since} and ${settled}`,
    );
    const moments = [
      sql`cash_collections x cross join lateral (select kyiv_day(x.at) as day) d`,
      sql`route_sheet_stops x cross join lateral (select kyiv_day(x.served_at) as day) d`,
      sql`route_sheet_stops x join route_sheets d on d.id = x.sheet_id`,
    ].map((from) => sql`select x.device_id, d.day from ${from} where d.day >= ${since} and ${settled}`);
    await compare(
      "days_by_placement",
      sql`placement_id`,
      ["territory_id", ...DAY_SUMS, LONGEST],
      sql`select * from days_by_placement x where step = 'day' and from_day >= ${since} and ${settled}`,
      sql`select 'day' as step, x.* from ${machineDays(sql`(${sql.join([...known, ...moments], sql` union `)})`)} x`,
    );
  }
  for (const [rollup, step] of SUMMED_UP) {
    const owner = ownerOf(rollup);
    const columns = rollup === "days_by_placement" ? [...DAY_SUMS, LONGEST] : DAY_SUMS;
    const sums = columns.map((one) => sql`${one === LONGEST ? sql`max` : sql`sum`}(${name(one)}) as ${name(one)}`);
    const begins = beginOf(step, sql`from_day`);
    await compare(
      rollup,
      owner,
      columns,
      sql`select * from ${name(rollup)} where step = ${step} and from_day >= ${since}`,
      sql`select ${step} as step, ${begins} as from_day, ${owner}, ${joined(sums)} from days_by_placement where step = 'day' and ${begins} >= ${since} group by 2, 3`,
    );
  }
  return found;
}

const SUMMED_UP = [
  ["days_by_placement", "week"],
  ["days_by_placement", "month"],
  ["days_by_territory", "day"],
  ["days_by_territory", "week"],
  ["days_by_territory", "month"],
] as const;

/** Where rows of the same span and owner say something else in some of these columns. */
const differing = (owner: SQL, columns: readonly string[], said: SQL, right: SQL): SQL => sql`
  with said as materialized (${said}), sold as materialized (${right})
  select step || ' ' || from_day as span, m.measure, count(*) as keys, sum(coalesce(m.said, 0)) as rollup, sum(coalesce(m.sold, 0)) as sales
  from said full join sold using (step, from_day, ${owner})
    cross join lateral (values ${joined(columns.map((one) => sql`(${sql.raw(`'${one}'`)}, said.${name(one)}::numeric, sold.${name(one)}::numeric)`))}) m(measure, said, sold)
  where coalesce(m.said, 0) <> coalesce(m.sold, 0)
    and (step <> 'day' or m.measure not in ${BY_USUAL_WEEK} or from_day > ${TODAY} - ${DAYS_OF_A_USUAL_WEEK}::integer)
  group by 1, 2 order by 1, 2`;
