import { type SQL, sql } from "drizzle-orm";
import type { CorrectionCause } from "~server/contract/books";
import { type Db, list, run } from "../../database/query";
import { instantOf, localTime } from "../../time";

/** Number of the advisory lock that whoever changes past months shares, and whoever closes one has alone. */
const LOCK = 4_471_203;

/** Waits until nobody changes past months, and keeps everybody from it until the transaction ends. */
export const keepBooksStill = (tx: Db): Promise<number> => run(tx, sql`select pg_advisory_xact_lock(${LOCK})`);

/** Why books change, and whose file or decision it was. */
export interface Cause {
  cause: CorrectionCause;
  file?: number;
  user?: number;
}

/** The present month's first day; and the instant at which it began. */
const thisMonth = () => `${localTime(Date.now()).slice(0, 7)}-01`;
const began = () => new Date(instantOf(`${thisMonth()}T00:00:00`)).toISOString();

/** The days of vends told at these moments that are of months gone by. */
export function pastDays(moments: readonly string[]): string[] {
  const now = began();
  return moments.filter((at) => at < now).map((at) => localTime(Date.parse(at)).slice(0, 10));
}

/**
 * Writes down what the books of closed months now say otherwise than before, in the transaction that changed them: for
 * each of the machines, month of the days and source, the present rollup less what was closed and corrected so far. A
 * month that is closed at the same time sees this transaction whole or is seen by it.
 */
export async function correctClosed(
  tx: Db,
  devices: readonly number[],
  days: readonly string[] | "all",
  { cause, file, user }: Cause,
): Promise<void> {
  const months = days === "all" ? days : [...new Set(days.map((day) => `${day.slice(0, 7)}-01`))];
  if (months !== "all" && !months.some((month) => month < thisMonth())) return;
  await run(tx, sql`select pg_advisory_xact_lock_shared(${LOCK})`);
  const ofThese = (x: SQL) => sql`${x}.device_id = any(${list(devices, "integer")})`;
  await run(
    tx,
    sql`
    with months as (select m.month from closed_months m ${months === "all" ? sql`` : sql`where m.month = any(${sql.param(months)}::date[])`}),
    apart as (
      select m.month, x.device_id, x.source, sum(x.count) as count, sum(x.amount) as amount from months m cross join lateral (
        select r.device_id, r.source, r.count, r.amount from sales_by_device_day r where ${ofThese(sql`r`)} and r.day >= m.month and r.day < (m.month + interval '1 month')::date
        union all select t.device_id, t.source, -t.count, -t.amount from closed_totals t where ${ofThese(sql`t`)} and t.month = m.month
        union all select c.device_id, c.source, -c.count, -c.amount from closed_corrections c where ${ofThese(sql`c`)} and c.month = m.month) x
      group by 1, 2, 3)
    insert into closed_corrections (month, device_id, source, count, amount, at, cause, file_id, user_id)
    select month, device_id, source, count, amount, clock_timestamp(), ${cause}, ${file ?? null}, ${user ?? null} from apart
    where count <> 0 or amount <> 0 order by month, device_id, source`,
  );
}
