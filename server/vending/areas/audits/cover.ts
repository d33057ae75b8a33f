import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, given, rows, run } from "../../database/query";
import { dayOf } from "../../time";
import { isPaid } from "../sales/paid";

/** The machine's clock and the unit's need not agree to the minute where one period ends and the next begins. */
const MARGIN = sql`interval '10 minutes'`;
/** Sales of a period no longer than this are right to the hour. */
const SHORT = sql`interval '90 minutes'`;

interface ReadKey {
  file: number | null;
  report: number | null;
}
const KEYS = "file integer, report integer";
const dayRow = z.object({ day: z.string() });

const isVend = sql`s.file_id is null`;
const isCounted = sql`r.lines is not null`;
const isInside = (at: SQL) => sql`${at} > coalesce(r.from_at, '-infinity') and ${at} <= r.to_at`;

/**
 * Whether vend events tell of the time of a read `r`: one stands inside; or as many as the audit counted stand so near to
 * its ends that they are the ones it counted. Once they do they always will, for vends are only ever added.
 */
const IS_COVERED = sql`(${isCounted} and (
  exists (select 1 from sales s where s.device_id = r.device_id and ${isVend} and ${isInside(sql`s.sold_at`)})
  or (r.period->>'vends')::bigint between 1 and (
    select count(*) from sales s where s.device_id = r.device_id and ${isVend} and ${isPaid(sql`s.source`)}
      and s.sold_at > coalesce(r.from_at, r.to_at) - ${MARGIN} and s.sold_at <= r.to_at + ${MARGIN})))`;

/**
 * Books reads of one machine whose lines and spans have just been written: where vend events tell of the time, the
 * difference is noted and nothing booked; elsewhere their lines become sales. Answers the days that got any.
 */
export async function bookReads(tx: Db, deviceId: number, reads: readonly ReadKey[]): Promise<string[]> {
  const these = given(reads, KEYS);
  await run(
    tx,
    sql`update audit_reads r set covered = ${IS_COVERED} from ${these} where r.file_id = k.file and r.report = k.report`,
  );
  await noteDifferences(tx, reads);
  const booked = await rows(
    tx,
    dayRow,
    sql`
    insert into sales (device_id, id, file_id, report, line, sold_at, day, selection, name, source, count, amount, price_guessed, timed)
    select r.device_id, md5('audit/' || r.file_id || '/' || r.report || '/' || l.line)::uuid, r.file_id, r.report, l.line - 1, r.to_at, ${dayOf(sql`r.to_at`)},
      l.value->>'selection', l.value->>'name', l.value->>'source', (l.value->>'count')::bigint, (l.value->>'amount')::bigint, (l.value->>'guessed')::boolean,
      r.from_at is not null and r.to_at - r.from_at <= ${SHORT}
    from audit_reads r join ${these} on r.file_id = k.file and r.report = k.report cross join jsonb_array_elements(r.lines) with ordinality l(value, line)
    where not r.covered and ${isCounted} returning day`,
  );
  return booked.map(({ day }) => day);
}

const nearRow = z.object({ device: z.number(), file: z.number(), report: z.number(), covered: z.boolean() });

/**
 * After vends were booked: periods of audits that now have vends in them lose their own sales, and differences are
 * counted anew. The machines are locked. Answers the days of each machine whose rollups must be made anew.
 */
export async function coverPeriods(
  tx: Db,
  sold: readonly { device: number; at: string }[],
): Promise<Map<number, Set<string>>> {
  const near = await rows(
    tx,
    nearRow,
    sql`
    select distinct r.device_id as device, r.file_id as file, r.report, r.covered
    from ${given(sold, "device integer, at timestamptz")} join audit_reads r on r.device_id = k.device and r.to_at >= k.at - ${MARGIN} and coalesce(r.from_at, '-infinity') < k.at + ${MARGIN}
    where ${isCounted}`,
  );
  const days = new Map<number, Set<string>>();
  if (!near.length) return days;
  const fresh = near.filter(({ covered }) => !covered);
  if (fresh.length) {
    const gone = await rows(
      tx,
      z.object({ device_id: z.number(), day: z.string() }),
      sql`
      with now_covered as (update audit_reads r set covered = true from ${given(fresh, KEYS)} where r.file_id = k.file and r.report = k.report and ${IS_COVERED} returning r.file_id, r.report)
      delete from sales s using now_covered c where s.file_id = c.file_id and s.report = c.report returning s.device_id, s.day`,
    );
    for (const { device_id, day } of gone) days.set(device_id, (days.get(device_id) ?? new Set()).add(day));
  }
  await noteDifferences(tx, near);
  return days;
}

/** Notes by source what each of these reads counted and what vends were told of its time, where that is not the same. */
async function noteDifferences(tx: Db, reads: readonly ReadKey[]): Promise<void> {
  await run(
    tx,
    sql`delete from audit_differences d using ${given(reads, KEYS)} where d.file_id = k.file and d.report = k.report`,
  );
  await run(
    tx,
    sql`
    insert into audit_differences (device_id, file_id, report, source, from_at, to_at, day, audit_count, audit_amount, event_count, event_amount)
    select r.device_id, r.file_id, r.report, x.source, r.from_at, r.to_at, ${dayOf(sql`r.to_at`)}, x.audit_count, x.audit_amount, x.event_count, x.event_amount
    from audit_reads r join ${given(reads, KEYS)} on r.file_id = k.file and r.report = k.report
    cross join lateral (
      select u.source, sum(u.ac) as audit_count, sum(u.aa) as audit_amount, sum(u.ec) as event_count, sum(u.ea) as event_amount from (
        select l.source, l.count as ac, l.amount as aa, 0::bigint as ec, 0::bigint as ea from jsonb_to_recordset(r.lines) as l(source text, count bigint, amount bigint)
        union all
        select s.source, 0, 0, s.count, s.amount from sales s
        where s.device_id = r.device_id and ${isVend} and ${isInside(sql`s.sold_at`)}) u
      group by u.source) x
    where r.covered and (x.audit_count <> x.event_count or x.audit_amount <> x.event_amount)`,
  );
}
