import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import { only, run, transaction } from "../../database/query";

/** Number of the advisory lock that one maker of the rollup holds. */
const LOCK = 4_471_202;

const isStale = sql`select exists (select 1 from sales_days_changed) or (not exists (select 1 from sales_by_day) and exists (select 1 from sales_by_device_day)) as stale`;

/**
 * Makes the days anew that changed since the last time. One statement sees one moment: a line of `sales_days_changed` that
 * it takes away belongs to a transaction whose sales it sees.
 */
export async function refreshDays(pool: Pool): Promise<void> {
  if (!(await only(pool, z.object({ stale: z.boolean() }), isStale)).stale) return;
  await transaction(pool, async (tx) => {
    await run(tx, sql`select pg_advisory_xact_lock(${LOCK})`);
    await run(
      tx,
      sql`
      with changed as (delete from sales_days_changed returning day),
      everything as (select 1 where exists (select 1 from changed where day is null) or not exists (select 1 from sales_by_day)),
      days as (select distinct day from changed where day is not null
        union select distinct day from sales_by_device_day where exists (select 1 from everything)
        union select distinct day from sales_by_day where exists (select 1 from everything)),
      fresh as (select r.day, r.source, sum(r.count) as count, sum(r.amount) as amount from days join sales_by_device_day r on r.day = days.day group by r.day, r.source),
      gone as (delete from sales_by_day g using days where g.day = days.day and not exists (select 1 from fresh f where f.day = g.day and f.source = g.source))
      insert into sales_by_day as s (day, source, count, amount) select day, source, count, amount from fresh order by day, source
      on conflict (day, source) do update set count = excluded.count, amount = excluded.amount`,
    );
  });
}
