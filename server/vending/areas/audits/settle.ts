import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, one, rows, run } from "../../database/query";
import { arrange, type Placement, type ReadHeader } from "../../evadts/arrange";
import type { Counters } from "../../evadts/counters";
import { derivePeriod, type SaleLine } from "../../evadts/derive";
import { soldAt } from "./clock";

/**
 * Puts a machine's reads in their chains and books the sales between neighbours.
 * `changed` derives only the reads whose neighbour is new: the same result as `all`, which derives every one.
 */
export async function settle(tx: Db, deviceId: number, which: "changed" | "all"): Promise<void> {
  const reads = await loadReads(tx, deviceId);
  const placements = arrange(reads.map((read) => ({ ...read.header, id: read.id })));
  const placed = new Map(reads.map((read) => [read.id, read]));
  const days = new Set<string>();
  for (const place of placements) {
    const read = placed.get(place.id);
    if (!read) throw new Error(`read ${place.id} was placed but never loaded`);
    const same = read.kind === place.state && read.previous === place.previousId;
    if (which === "all" || !same || read.missing_reads !== place.missingReads) await derive(tx, deviceId, read, place, days);
    else if (read.chain !== place.chain || read.position !== place.position)
      await run(tx, sql`update audit_reads set chain = ${place.chain}, position = ${place.position} where ${isRead(place.id)}`);
  }
  await rollUp(tx, deviceId, [...days]);
  await touchDevice(tx, deviceId);
}

const headerSchema = z.custom<Omit<ReadHeader, "id">>((value) => typeof value === "object" && value !== null && "fileHash" in value);
const countersSchema = z.custom<Counters>((value) => typeof value === "object" && value !== null && "totals" in value);

const readRow = z.object({
  id: z.string(), header: headerSchema, chain: z.string().nullable(), position: z.number().nullable(), kind: z.string().nullable(),
  previous: z.string().nullable(), missing_reads: z.number(), by_unit: z.boolean(),
});
type Read = z.infer<typeof readRow>;

const readId = (file: SQL, report: SQL) => sql`case when ${file} is not null then ${file} || '/' || ${report} end`;

function loadReads(tx: Db, deviceId: number): Promise<Read[]> {
  return rows(tx, readRow, sql`
    select r.file_id || '/' || r.report as id, r.header, r.chain, r.position, r.kind, r.missing_reads,
      ${readId(sql`r.previous_file`, sql`r.previous_report`)} as previous, f.telemetry_id is not null as by_unit
    from audit_reads r join audit_files f on f.id = r.file_id where r.device_id = ${deviceId} and r.state <> 'failed'`);
}

/** A read's id `file/report` as a condition on its key. */
function isRead(id: string): SQL {
  const [file, report] = split(id);
  return sql`file_id = ${file} and report = ${report}`;
}

const split = (id: string | null): [number | null, number | null] => {
  const [file, report] = (id ?? "").split("/");
  return file && report ? [Number(file), Number(report)] : [null, null];
};

async function derive(tx: Db, deviceId: number, read: Read, place: Placement, days: Set<string>): Promise<void> {
  const gone = await rows(tx, z.object({ day: z.string() }), sql`delete from sales where device_id = ${deviceId} and ${isRead(read.id)} returning day`);
  gone.forEach((line) => days.add(line.day));
  const period = await periodOf(tx, place);
  const when = soldAt({ machineTime: read.header.machineTime, receivedAt: read.header.receivedAt, byUnit: read.by_unit });
  if (period?.lines.length) {
    days.add(when.day);
    await insertLines(tx, deviceId, read.id, when, period.lines);
  }
  const [previousFile, previousReport] = split(place.previousId);
  const kept = period ? { ...period, lines: undefined } : null;
  await run(tx, sql`
    update audit_reads set chain = ${place.chain}, position = ${place.position}, kind = ${place.state}, previous_file = ${previousFile},
      previous_report = ${previousReport}, missing_reads = ${place.missingReads}, state = ${place.state === "duplicate" ? "skipped" : "processed"},
      period = ${kept && JSON.stringify(kept)}::jsonb where ${isRead(read.id)}`);
}

async function periodOf(tx: Db, place: Placement) {
  if (place.state === "baseline" || place.state === "duplicate") return null;
  const current = await loadCounters(tx, place.id);
  return derivePeriod(place.state === "delta" && place.previousId ? await loadCounters(tx, place.previousId) : null, current);
}

async function loadCounters(tx: Db, id: string): Promise<Counters> {
  const row = await one(tx, z.object({ counters: countersSchema }), sql`select counters from audit_reads where ${isRead(id)}`);
  if (!row) throw new Error(`read ${id} has no counters`);
  return row.counters;
}

async function insertLines(tx: Db, deviceId: number, id: string, when: { at: string; day: string }, lines: SaleLine[]): Promise<void> {
  const [file, report] = split(id);
  const values = lines.map((line, index) => sql`(${deviceId}, ${file}, ${report}, ${index}, ${when.at}, ${when.day}, ${line.selection}, ${line.name},
    ${line.kind === "paid" ? line.source : line.kind}, ${line.count}, ${line.amount}, ${line.priceGuessed})`);
  await run(tx, sql`insert into sales (device_id, file_id, report, line, sold_at, day, selection, name, source, count, amount, price_guessed) values ${sql.join(values, sql`, `)}`);
}

/** Makes the rollups of some days anew from the sales of those days. */
async function rollUp(tx: Db, deviceId: number, days: string[]): Promise<void> {
  if (!days.length) return;
  const where = sql`device_id = ${deviceId} and day = any(${sql.param(days)}::date[])`;
  await run(tx, sql`delete from sales_by_device_day where ${where}`);
  await run(tx, sql`delete from sales_by_product_day where ${where}`);
  await run(tx, sql`insert into sales_by_device_day (device_id, day, source, count, amount)
    select device_id, day, source, sum(count), sum(amount) from sales where ${where} group by device_id, day, source`);
  await run(tx, sql`insert into sales_by_product_day (device_id, day, selection, name, count, amount)
    select device_id, day, coalesce(selection, ''), max(name), sum(count), sum(amount) from sales
    where ${where} and source not in ('test', 'free') group by device_id, day, coalesce(selection, '')`);
}

async function touchDevice(tx: Db, deviceId: number): Promise<void> {
  await run(tx, sql`update devices set
    last_read_at = (select max(received_at) from audit_files where device_id = ${deviceId}),
    last_processed_at = (select max(f.received_at) from audit_files f join audit_reads r on r.file_id = f.id where f.device_id = ${deviceId} and r.state = 'processed'),
    last_sale_at = (select max(sold_at) from sales where device_id = ${deviceId} and count > 0 and source not in ('test', 'free'))
    where id = ${deviceId}`);
}

