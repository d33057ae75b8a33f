import { type SQL, sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import { type Db, name, rows, run, transaction } from "../../database/query";
import {
  ALL_ROLLUPS,
  isOfProducts,
  joined,
  keyColumns,
  PARTS,
  PRODUCT,
  type Rollup,
  SPANS,
  SUMS,
  sumColumns,
} from "./rollups";
import { splitRecipes } from "./splits";

/** Number of the advisory lock that one maker of the rollups holds. */
const LOCK = 4_471_202;

/** Brings the rollups up to what daily facts changed by, and their parts up to what is known of recipes. */
export async function foldSales(pool: Pool): Promise<void> {
  const withLock = <T>(work: (tx: Db) => Promise<T>) =>
    transaction(pool, async (tx) => {
      await run(tx, sql`select pg_advisory_xact_lock(${LOCK})`);
      return work(tx);
    });
  await withLock(fold);
  while (await withLock(splitRecipes));
}

/** Makes the rollups anew from the daily facts, in one transaction. */
export async function refoldSales(pool: Pool): Promise<void> {
  await transaction(pool, async (tx) => {
    await run(tx, sql`select pg_advisory_xact_lock(${LOCK})`);
    for (const rollup of ALL_ROLLUPS) await run(tx, sql`delete from ${name(rollup)}`);
    // One statement sees one moment: a change is among the facts and taken away, or still to come.
    await run(tx, sql`with known as (delete from sales_changes) insert into sales_changes select * from daily_facts`);
    await fold(tx);
  });
}

/** One statement sees one moment: the changes that it takes away are those that its sums contain. */
async function fold(tx: Db): Promise<void> {
  const shrunk = await rows(
    tx,
    z.object({ day: z.string() }),
    sql`
    with taken as (delete from sales_changes returning *),
    changes as materialized (
      select day, placement_id, territory_id, ${PRODUCT}, source, sum(count) as count, sum(amount) as amount
      from taken group by 1, 2, 3, 4, 5, 6, 7 having sum(count) <> 0 or sum(amount) <> 0),
    due as (
      insert into machine_days_due select p.device_id, t.day, t.day
      from (select distinct day, placement_id from taken) t join placements p on p.id = t.placement_id),
    ${joined(ALL_ROLLUPS.map((rollup) => sql`${name(`to_${rollup}`)} as (${addTo(rollup)})`))}
    select distinct day from changes where count < 0 or amount < 0`,
  );
  if (!shrunk.length) return;
  // Rows in which nothing is left are none.
  const days = sql.param(shrunk.map(({ day }) => day));
  const empty = sql.join(
    SUMS.map(({ column }) => sql`${name(column)} = 0`),
    sql` and `,
  );
  for (const rollup of ALL_ROLLUPS)
    await run(
      tx,
      sql`delete from ${name(rollup)} where (step, from_day) in (select distinct step, from_day from unnest(${days}::date[]) day ${SPANS}) and ${empty}`,
    );
}

function addTo(rollup: Rollup): SQL {
  const keys = sql`step, from_day, ${keyColumns(rollup)}${isOfProducts(rollup) ? sql`, part` : sql``}`;
  return sql`
    insert into ${name(rollup)} as r (${keys}, ${sumColumns})
    select ${keys}, ${joined(SUMS.map(({ source, of }) => sql`coalesce(sum(${name(of)}) filter (where source = ${source}), 0)`))}
    from changes lines ${SPANS} ${isOfProducts(rollup) ? PARTS : sql``} group by ${keys}
    on conflict (${keys}) do update set
      ${joined(SUMS.map(({ column }) => sql`${name(column)} = r.${name(column)} + excluded.${name(column)}`))}`;
}
