import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, rows, run } from "../../database/query";
import { dayOf, type Moment } from "../../time";
import { CURRENCY_OF_READ, currencyAt, inHryvnias, NAMES, rateOn, shareRates } from "./currency";

/**
 * Says anew what currency a machine's reads and sales are of and what they come to in hryvnias, since the last read that
 * names a currency before a moment (null: in its whole life). What is right stays untouched, and a machine that never had
 * to do with foreign money costs one look. The machine is locked; answers the days whose rollups must be made anew.
 */
export async function revalue(tx: Db, device: number, since: Moment | null): Promise<string[]> {
  if (!(await shareRates(tx, [device]))) return [];
  const moment = since === null ? null : new Date(since).toISOString();
  const from = sql`coalesce((select max(naming.to_at) from audit_reads naming where naming.device_id = ${device} and naming.to_at < ${moment}::timestamptz and ${NAMES}), '-infinity')`;
  await run(
    tx,
    sql`
    update audit_reads r set counted_in = k.currency, rate = k.rate from (
      select r.file_id, r.report, c.currency, ${rateOn(sql`c.currency`, dayOf(sql`r.to_at`))} as rate
      from audit_reads r cross join lateral (select ${CURRENCY_OF_READ} as currency) c where r.device_id = ${device} and r.to_at >= ${from}) k
    where r.file_id = k.file_id and r.report = k.report and (r.counted_in, r.rate) is distinct from (k.currency, k.rate)`,
  );
  const changed = await rows(
    tx,
    z.object({ day: z.string() }),
    sql`
    update sales s set currency = k.currency, foreign_amount = case when k.currency is not null then k.told end, amount = k.amount from (
      select s.id, c.currency, t.told, ${inHryvnias(sql`t.told`, sql`c.currency`, rateOn(sql`c.currency`, sql`s.day`))} as amount
      from sales s left join audit_reads r on r.file_id = s.file_id and r.report = s.report
        cross join lateral (select case when s.file_id is null then ${currencyAt(sql`s.device_id`, sql`s.sold_at`)} else r.counted_in end as currency) c
        cross join lateral (select coalesce(s.foreign_amount, s.amount) as told) t
      where s.device_id = ${device} and s.sold_at >= ${from}) k
    where s.device_id = ${device} and s.id = k.id
      and (s.currency, s.foreign_amount, s.amount) is distinct from (k.currency, case when k.currency is not null then k.told end, k.amount)
    returning s.day`,
  );
  return [...new Set(changed.map(({ day }) => day))];
}
