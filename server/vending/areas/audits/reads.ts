import { sql } from "drizzle-orm";
import { z } from "zod";
import { type AuditFile, auditFileSchema, type AuditRead, readSchema, saleLineSchema } from "~server/contract/audit";
import { paged } from "../../database/page";
import { type Db, one, only, rows } from "../../database/query";
import { notFound } from "../../fault";
import { SOURCES_OF_READ } from "../sales/differences";
import { MONEY_OF_READ } from "./question-of";
import { countersOf, planogramOf } from "./report-counters";

const readColumns = sql`
  r.file_id, r.report, f.received_at, r.header->>'machineTime' as machine_time, f.reason, f.name, u.full_name as author, r.state, r.kind, r.doubt,
  case when f.skipped then 'leave_out' when f.released then 'count' else 'judge' end as decision,
  r.missing_reads, ${MONEY_OF_READ}, (r.period->>'vends')::bigint as vends, (r.period->>'value')::bigint as value, r.warnings, coalesce(r.period->'flags', '[]') as flags`;
const readTables = sql`audit_reads r join audit_files f on f.id = r.file_id left join users u on u.id = f.user_id`;

/** A machine's reads, newest first, 50 a page. */
export async function listReads(
  db: Db,
  deviceId: number,
  page: number,
): Promise<{ items: AuditRead[]; total: number }> {
  return paged(
    db,
    readSchema,
    {
      columns: readColumns,
      from: sql`from ${readTables} where r.device_id = ${deviceId}`,
      order: sql`coalesce(r.header->>'machineTime', f.received_at::text) desc, r.file_id desc, r.report desc`,
    },
    { page },
  );
}

const fileRow = z.object({
  id: z.number(),
  name: z.string().nullable(),
  received_at: z.string(),
  reason: readSchema.shape.reason,
  author: z.string().nullable(),
  raw: z.instanceof(Uint8Array),
  sha256: z.string(),
});

async function fileOf(db: Db, deviceId: number, fileId: number) {
  const file = await one(
    db,
    fileRow,
    sql`
    select f.id, f.name, f.received_at, f.reason, u.full_name as author, f.raw, f.sha256
    from audit_files f left join users u on u.id = f.user_id where f.id = ${fileId} and f.device_id = ${deviceId}`,
  );
  if (!file) throw notFound();
  return file;
}

/** The raw bytes of a file, exactly as they came. */
export const rawOf = (db: Db, deviceId: number, fileId: number) => fileOf(db, deviceId, fileId);

const report = auditFileSchema.shape.reports.element;
const reportRow = report.omit({ read: true, lines: true, telemetry: true, counters: true });

/** One file with what was read from it and the sales it brought. */
export async function readFile(db: Db, deviceId: number, fileId: number): Promise<AuditFile> {
  const file = await fileOf(db, deviceId, fileId);
  const reads = await rows(
    db,
    readSchema,
    sql`select ${readColumns} from ${readTables} where r.file_id = ${fileId} order by r.report`,
  );
  const planogram = await planogramOf(db, deviceId);
  const reports = [];
  for (const read of reads)
    reports.push({
      read,
      ...(await reportOf(db, read)),
      lines: await linesOf(db, read),
      telemetry: (await telemetryOf(db, read)) ?? null,
      counters: await countersOf(db, read, planogram),
    });
  return {
    file_id: file.id,
    name: file.name,
    received_at: file.received_at,
    reason: file.reason,
    author: file.author,
    size: file.raw.length,
    sha256: file.sha256,
    reports,
    text: printable(file.raw),
  };
}

async function reportOf(db: Db, read: AuditRead) {
  const of = (name: string) => sql`counters->'identity'->>${name}::text`;
  return only(
    db,
    reportRow,
    sql`
    select json_build_object('machineSerial', ${of("machineSerial")}, 'model', ${of("model")}, 'build', ${of("build")}, 'controlBoard', ${of("controlBoard")}) as identity,
      json_build_object('paid_count', counters->'totals'->'paid'->'count', 'paid_value', counters->'totals'->'paid'->'value',
        'test_count', counters->'totals'->'test'->'count', 'free_count', counters->'totals'->'free'->'count') as totals,
      (period->>'cashToCollect')::bigint as cash_to_collect, coalesce(counters->'eventCounters', '[]') as events
    from audit_reads where file_id = ${read.file_id} and report = ${read.report}`,
  );
}

/** What the audit counted, beside what vend events tell of the same time; where the two agree nothing is kept of it. */
const telemetryOf = (db: Db, { file_id, report: number }: AuditRead) =>
  one(
    db,
    report.shape.telemetry.unwrap(),
    sql`
  select r.cut_at as until, ${SOURCES_OF_READ} as sources
  from audit_reads r where r.file_id = ${file_id} and r.report = ${number} and (r.covered or exists (select 1 from audit_differences d where d.file_id = r.file_id and d.report = r.report))`,
  );

/** What the read implies, whether it is booked or vend events tell of it. */
const linesOf = (db: Db, { file_id, report }: AuditRead) =>
  rows(
    db,
    saleLineSchema,
    sql`
  select k.selection, k.name, k.source, k.count, k.amount, k.guessed as price_guessed
  from audit_reads r cross join jsonb_to_recordset(r.lines) as k(selection text, name text, source text, count bigint, amount bigint, guessed boolean)
  where r.file_id = ${file_id} and r.report = ${report} order by k.selection nulls last, k.source`,
  );

/** Control signs would break a page and mean nothing to a reader. */
const printable = (raw: Uint8Array) => new TextDecoder("windows-1251").decode(raw).replace(/[^\P{Cc}\r\n\t]/gu, "·");
