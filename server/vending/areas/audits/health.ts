import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type AuditHealth, auditHealthSchema } from "~server/contract/audit-health";
import { type Db, only, rows } from "../../database/query";
import { instantAt } from "../../time";
import { inHryvnias } from "../sales/currency";
import { isPaid } from "../sales/paid";
import { CURRENCY_OF_PERIOD, SOURCES } from "../sales/differences";

const MAX_READS = 50;
/** A machine's clock this far from ours is worth a word. */
const CLOCK_SECONDS = 300;

const shape = auditHealthSchema.shape;
/** What the machine's clock says beyond the time of the read, seconds. A file that came late proves nothing, unless its unit said when it read. */
const AHEAD = sql`extract(epoch from ${instantAt(sql`r.header->>'machineTime'`)} - coalesce(f.read_at, f.received_at))`;

/** What is wrong with a machine's chain of audits. */
export async function auditHealth(db: Db, device: number): Promise<AuditHealth> {
  const found = <T>(schema: z.ZodType<T>, columns: SQL, where: SQL, beside = sql``) =>
    rows(
      db,
      schema,
      sql`
    select r.file_id, r.report, coalesce(r.to_at, f.received_at) as at ${columns} from audit_reads r join audit_files f on f.id = r.file_id ${beside}
    where r.device_id = ${device} and ${where} order by coalesce(r.to_at, f.received_at) desc, r.file_id desc limit ${MAX_READS}`,
    );
  const counts = await only(
    db,
    z.object({ reads: z.number(), failed: z.number() }),
    sql`
    select count(*) as reads, count(*) filter (where state = 'failed') as failed from audit_reads where device_id = ${device}`,
  );
  return {
    ...counts,
    gaps: await found(shape.gaps.element, sql`, r.missing_reads as missing`, sql`r.missing_reads > 0`),
    resets: await resets(db, device),
    clock: await found(
      shape.clock.element,
      sql`, round(${AHEAD}) as seconds`,
      sql`r.header->>'machineTime' is not null and (${AHEAD} > ${CLOCK_SECONDS} or (f.read_at is not null and ${AHEAD} < -${CLOCK_SECONDS}::integer))`,
    ),
    crc: await found(
      shape.crc.element,
      sql``,
      sql`r.warnings @> '[{"code":"crc_mismatch"}]' and r.kind is distinct from 'held'`,
    ),
    held: await found(
      shape.held.element,
      sql`, r.doubt, not exists (select 1 from audit_reads n where n.device_id = r.device_id and n.kind = 'delta' and n.to_at > r.to_at) as is_open`,
      sql`r.kind = 'held'`,
    ),
    skipped: await found(shape.skipped.element, sql`, f.reason`, sql`(f.skipped or r.state = 'failed')`),
    unassigned: await found(
      shape.unassigned.element,
      sql`, r.counted_in as currency, (r.period->'unassigned'->>'count')::bigint as count, (r.period->'unassigned'->>'value')::bigint as amount`,
      sql`((r.period->'unassigned'->>'count')::bigint <> 0 or (r.period->'unassigned'->>'value')::bigint <> 0)`,
    ),
    flags: await found(
      shape.flags.element,
      sql`, r.counted_in as currency, g.value as notice`,
      sql`true`,
      sql`cross join lateral jsonb_array_elements(case when jsonb_typeof(r.period->'flags') = 'array' then r.period->'flags' else '[]' end) g`,
    ),
    differences: await differences(db, device),
    compared: await compared(db, device),
  };
}

/** Resets that our own reads do not explain (EA310 grew by more than one between neighbours), and chains that began anew. */
const resets = (db: Db, device: number) =>
  rows(
    db,
    shape.resets.element,
    sql`
  select x.file_id, x.report, x.at, x.kind from (
    select r.file_id, r.report, r.to_at as at, 'foreign' as kind from audit_reads r join audit_reads p on p.file_id = r.previous_file and p.report = r.previous_report
    where r.device_id = ${device} and r.kind = 'delta' and (r.counters->>'resetsTotal')::numeric - (p.counters->>'resetsTotal')::numeric > r.missing_reads + 1
    union all
    select r.file_id, r.report, r.to_at, 'new_chain' from audit_reads r
    where r.device_id = ${device} and r.position = 0 and r.kind not in ('duplicate', 'held') and exists (select 1 from audit_reads o where o.device_id = r.device_id and o.chain <> r.chain and o.to_at < r.to_at)) x
  order by x.at desc limit ${MAX_READS}`,
  );

const differences = (db: Db, device: number) =>
  rows(
    db,
    shape.differences.element,
    sql`
  select d.file_id, d.report, d.to_at as at, d.from_at as "from", ${CURRENCY_OF_PERIOD} as currency, ${SOURCES} as sources
  from audit_differences d where d.device_id = ${device} group by d.file_id, d.report, d.to_at, d.from_at order by d.to_at desc, d.file_id desc limit ${MAX_READS}`,
  );

const worth = (amount: SQL) => inHryvnias(amount, sql`r.counted_in`, sql`r.rate`);

/** What agrees stands nowhere: it is the whole of the audits less what differs. In kopecks. */
const compared = (db: Db, device: number) =>
  only(
    db,
    shape.compared,
    sql`
  select count(*) as periods,
    json_build_object('count', coalesce(sum((r.period->>'vends')::bigint), 0), 'amount', coalesce(sum(${worth(sql`(r.period->>'value')::bigint`)}), 0)) as audit,
    json_build_object('count', coalesce(sum((r.period->>'vends')::bigint + coalesce(x.count, 0)), 0), 'amount', coalesce(sum(${worth(sql`((r.period->>'value')::bigint + coalesce(x.amount, 0))`)}), 0)) as events
  from audit_reads r left join lateral (
    select sum(d.event_count - d.audit_count) as count, sum(d.event_amount - d.audit_amount) as amount from audit_differences d
    where d.file_id = r.file_id and d.report = r.report and ${isPaid(sql`d.source`)}) x on true
  where r.device_id = ${device} and r.covered`,
  );
