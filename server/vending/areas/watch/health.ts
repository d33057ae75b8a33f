import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type AuditHealth, auditHealthSchema } from "~server/contract/fleet";
import { type Db, only, rows } from "../../database/query";

/** Of each kind of trouble the latest are told. */
const MOST = 50;
/** A clock is wrong when it is further off, seconds. */
const DRIFT = 300;

const READS = sql`audit_reads r join audit_files f on f.id = r.file_id`;
/** Where a read stands and when it was made. */
const WHERE = sql`r.file_id, r.report, coalesce(r.to_at, f.read_at, f.received_at) as at`;
const NEWEST = sql`order by at desc, file_id desc, report desc limit ${MOST}`;

const shape = auditHealthSchema.shape;

/** What is wrong with a machine's chain of audits. */
export async function healthOf(db: Db, id: number): Promise<AuditHealth> {
  const of = <T>(schema: z.ZodType<T>, extra: SQL, where: SQL) =>
    rows(db, schema, sql`select * from (select ${WHERE}, ${extra} from ${READS} where r.device_id = ${id} and ${where}) x ${NEWEST}`);
  const [counts, gaps, resets, clock, crc, skipped, unassigned, flags, differences, compared] = await Promise.all([
    only(db, z.object({ reads: z.number(), failed: z.number() }), sql`select count(*) as reads, count(*) filter (where r.state = 'failed') as failed from audit_reads r where r.device_id = ${id}`),
    of(shape.gaps.element, sql`r.missing_reads as missing`, sql`r.missing_reads > 0`),
    resetsOf(db, id),
    of(shape.clock.element, sql`${AHEAD} as seconds`, sql`r.header->>'machineTime' is not null and r.state = 'processed' and abs(${AHEAD}) > ${DRIFT}`),
    of(shape.crc.element, sql`1 as one`, sql`r.warnings @> '[{"code": "crc_mismatch"}]'`),
    of(shape.skipped.element, sql`f.reason`, sql`f.skipped`),
    of(shape.unassigned.element, sql`(r.period->'unassigned'->>'count')::bigint as count, (r.period->'unassigned'->>'value')::bigint as amount`,
      sql`((r.period->'unassigned'->>'count')::bigint <> 0 or (r.period->'unassigned'->>'value')::bigint <> 0)`),
    flagsOf(db, id), differencesOf(db, id), comparedOf(db, id),
  ]);
  return { ...counts, gaps, resets, clock, crc, skipped, unassigned, flags, differences, compared };
}

/** How far the machine's clock (Kyiv time) was ahead of the time of the read, seconds. */
const AHEAD = sql`extract(epoch from ((r.header->>'machineTime')::timestamp at time zone 'Europe/Kyiv') - coalesce(f.read_at, f.received_at))::integer`;

/**
 * Counters that began anew, and resets by others: between two neighbouring reads EA310 rose by more than the one reset
 * that the later of them may have made itself.
 */
const resetsOf = (db: Db, id: number) => rows(db, shape.resets.element, sql`
  select * from (
    select ${WHERE}, 'foreign' as kind from ${READS} join audit_reads b on b.file_id = r.previous_file and b.report = r.previous_report
    where r.device_id = ${id} and r.kind = 'delta' and (r.counters->>'resetsTotal')::bigint - (b.counters->>'resetsTotal')::bigint > 1
    union all
    select ${WHERE}, 'new_chain' from ${READS}
    where r.device_id = ${id} and (r.period->'flags' @> '[{"code": "reset"}]' or (r.kind = 'baseline' and exists (
      select 1 from audit_reads o where o.device_id = r.device_id and o.chain is not null and o.chain <> r.chain and o.to_at < r.to_at)))) x ${NEWEST}`);

/** What else was odd about single periods; what has a list of its own is not repeated. */
const flagsOf = (db: Db, id: number) => rows(db, shape.flags.element, sql`
  select * from (select ${WHERE}, n.notice from ${READS} cross join lateral jsonb_array_elements(r.period->'flags' || r.warnings) n(notice)
    where r.device_id = ${id} and r.period is not null and r.state = 'processed' and n.notice->>'code' not in ('reset', 'missing_reads', 'crc_mismatch')) x ${NEWEST}`);

const sources = sql`json_agg(json_build_object('source', d.source, 'audit', json_build_object('count', d.audit_count, 'amount', d.audit_amount),
  'events', json_build_object('count', d.event_count, 'amount', d.event_amount)) order by d.source)`;

const differencesOf = (db: Db, id: number) => rows(db, shape.differences.element, sql`
  select d.file_id, d.report, max(d.to_at) as at, max(d.from_at) as from, ${sources} as sources
  from audit_differences d where d.device_id = ${id} group by d.file_id, d.report ${NEWEST}`);

/** All periods together that vend events tell of: what the audits counted, and what of it the events differ by. */
const comparedOf = (db: Db, id: number) => only(db, shape.compared, sql`
  with covered as (select count(*) as periods, coalesce(sum((r.period->>'vends')::bigint), 0) as count, coalesce(sum((r.period->>'value')::bigint), 0) as amount
      from audit_reads r where r.device_id = ${id} and r.covered),
    off as (select coalesce(sum(d.event_count - d.audit_count), 0) as count, coalesce(sum(d.event_amount - d.audit_amount), 0) as amount
      from audit_differences d where d.device_id = ${id} and d.source not in ('test', 'free'))
  select c.periods, json_build_object('count', c.count, 'amount', c.amount) as audit, json_build_object('count', c.count + o.count, 'amount', c.amount + o.amount) as events from covered c, off o`);
