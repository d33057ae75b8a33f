import { setTimeout as sleep } from "node:timers/promises";
import { type SQL, sql } from "drizzle-orm";
import type { Pool } from "pg";
import { always, type Db, run } from "../../database/query";
import { localTime, TODAY } from "../../time";
import { isPaid } from "./paid";

/**
 * Sums the paid sales of today and the 29 days before it (Europe/Kyiv) into the columns of `devices x` that lists show
 * and sort by: when a machine has sold, and of all machines when a day begins.
 */
export const sumSales = (db: Db, which: SQL = always): Promise<number> =>
  run(
    db,
    sql`
  update devices d set vends_30_days = summed.count, sales_30_days = summed.amount
  from (
    select x.id, coalesce(sum(s.count), 0) as count, coalesce(sum(s.amount), 0) as amount
    from devices x left join sales_by_device_day s on s.device_id = x.id and ${isPaid(sql`s.source`)} and s.day > ${TODAY} - 30
    where ${which} group by x.id) summed
  where d.id = summed.id and (d.vends_30_days, d.sales_30_days) is distinct from (summed.count, summed.amount)`,
  );

/** How long after midnight lists may still show yesterday's sums. */
const LOOK_EVERY_MS = 60_000;

/** Sums the sales of all machines now, for days may have gone by since the service ran, and whenever a day begins. */
export function keepTotals(pool: Pool): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const kept = keep(pool, stopping.signal);
  return {
    stop: async () => {
      stopping.abort();
      await kept;
    },
  };
}

async function keep(pool: Pool, stopped: AbortSignal): Promise<void> {
  for (
    let day = "";
    !stopped.aborted;
    await sleep(LOOK_EVERY_MS, undefined, { ref: false, signal: stopped }).catch(() => undefined)
  ) {
    const today = localTime(Date.now()).slice(0, 10);
    if (today === day) continue;
    try {
      await sumSales(pool);
      day = today;
    } catch (error) {
      if (!stopped.aborted) console.error(error);
    }
  }
}
