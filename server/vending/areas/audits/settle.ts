import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, rows, run } from "../../database/query";
import { arrange, type Placement, type ReadHeader } from "../../evadts/arrange";
import type { Counters } from "../../evadts/counters";
import { derivePeriod, type Period, type SaleLine } from "../../evadts/derive";
import { soldAt } from "./clock";
import { sumSales } from "./totals";

/** Reads whose counters are held in memory at a time. */
const CHUNK = 100;

/**
 * Puts a machine's reads in their chains and books the sales between neighbours.
 * `changed` derives only the reads whose neighbour is new: the same result as `all`, which derives every one.
 */
export async function settle(tx: Db, deviceId: number, which: "changed" | "all"): Promise<void> {
  const reads = await loadReads(tx, deviceId);
  const placements = arrange(reads.map((read) => ({ ...read.header, id: read.id })));
  const placed = new Map(reads.map((read) => [read.id, read]));
  const derived: Placed[] = [];
  const moved: Placement[] = [];
  for (const place of placements) {
    const read = placed.get(place.id);
    if (!read) throw new Error(`read ${place.id} was placed but never loaded`);
    const same = read.kind === place.state && read.previous === place.previousId;
    if (which === "all" || !same || read.missing_reads !== place.missingReads) derived.push({ read, place });
    else if (read.chain !== place.chain || read.position !== place.position) moved.push(place);
  }
  await move(tx, moved);
  const days = new Set<string>();
  for (let start = 0; start < derived.length; start += CHUNK) await derive(tx, deviceId, derived.slice(start, start + CHUNK), days);
  await rollUp(tx, deviceId, [...days]);
  await touchDevice(tx, deviceId);
  await sumSales(tx, sql`x.id = ${deviceId}`);
}

interface Placed { read: Read; place: Placement }

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

/** The two halves of a read's id `file/report`. */
function split(id: string | null): { file: number | null; report: number | null } {
  const [file, report] = (id ?? "").split("/");
  return file && report ? { file: Number(file), report: Number(report) } : { file: null, report: null };
}

/** Rows handed to a statement in one parameter, as `k` with the columns that `shape` names. */
const given = (list: readonly object[], shape: string): SQL => sql`jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as k(${sql.raw(shape)})`;
const readsGiven = (ids: readonly string[]): SQL => given(ids.map(split), "file integer, report integer");

/** Reads that got another place in the same company. */
async function move(tx: Db, moved: readonly Placement[]): Promise<void> {
  if (!moved.length) return;
  await run(tx, sql`update audit_reads r set chain = k.chain, position = k.position
    from ${given(moved.map(({ id, chain, position }) => ({ ...split(id), chain, position })), "file integer, report integer, chain text, position integer")}
    where r.file_id = k.file and r.report = k.report`);
}

async function derive(tx: Db, deviceId: number, chunk: readonly Placed[], days: Set<string>): Promise<void> {
  const gone = await rows(tx, z.object({ day: z.string() }), sql`
    delete from sales s using ${readsGiven(chunk.map(({ read }) => read.id))}
    where s.device_id = ${deviceId} and s.file_id = k.file and s.report = k.report returning s.day`);
  gone.forEach((line) => days.add(line.day));
  const counters = await loadCounters(tx, chunk.flatMap(({ place }) => countersNeeded(place)));
  const settled = chunk.map(({ read, place }) => ({ read, place, period: periodOf(counters, place) }));
  const lines = settled.flatMap(({ read, period }) => (period?.lines.length ? linesOf(read, period.lines) : []));
  lines.forEach((line) => days.add(line.day));
  await insertLines(tx, deviceId, lines);
  await keepPeriods(tx, settled.map(({ place, period }) => ({ place, period: period && { ...period, lines: undefined } })));
}

/** A baseline brings no sales, and neither does what was counted before. */
const isCounted = ({ state }: Placement): boolean => state === "delta" || state === "from_initialisation";
const countersNeeded = (place: Placement): string[] =>
  isCounted(place) ? [place.id, ...(place.state === "delta" && place.previousId ? [place.previousId] : [])] : [];

function periodOf(counters: ReadonlyMap<string, Counters>, place: Placement): Period | null {
  if (!isCounted(place)) return null;
  const [current, previous = null] = countersNeeded(place).map((id) => {
    const found = counters.get(id);
    if (!found) throw new Error(`read ${id} has no counters`);
    return found;
  });
  return current ? derivePeriod(previous, current) : null;
}

async function loadCounters(tx: Db, ids: readonly string[]): Promise<Map<string, Counters>> {
  const list = await rows(tx, z.object({ id: z.string(), counters: countersSchema }), sql`
    select r.file_id || '/' || r.report as id, r.counters from audit_reads r
    where (r.file_id, r.report) in (select k.file, k.report from ${readsGiven(ids)})`);
  return new Map(list.map(({ id, counters }) => [id, counters]));
}

/** The sales of one read as rows of the table. */
function linesOf({ id, header, by_unit }: Read, lines: readonly SaleLine[]) {
  const { at, day } = soldAt({ machineTime: header.machineTime, receivedAt: header.receivedAt, byUnit: by_unit });
  return lines.map((line, index) => ({
    ...split(id), line: index, at, day, selection: line.selection, name: line.name, source: line.kind === "paid" ? line.source : line.kind,
    count: line.count, amount: line.amount, guessed: line.priceGuessed,
  }));
}

async function insertLines(tx: Db, deviceId: number, lines: ReturnType<typeof linesOf>): Promise<void> {
  if (!lines.length) return;
  await run(tx, sql`
    insert into sales (device_id, file_id, report, line, sold_at, day, selection, name, source, count, amount, price_guessed)
    select ${deviceId}, k.file, k.report, k.line, k.at, k.day, k.selection, k.name, k.source, k.count, k.amount, k.guessed
    from ${given(lines, "file integer, report integer, line integer, at timestamptz, day date, selection text, name text, source text, count bigint, amount bigint, guessed boolean")}`);
}

async function keepPeriods(tx: Db, settled: readonly { place: Placement; period: object | null }[]): Promise<void> {
  const list = settled.map(({ place, period }) => {
    const previous = split(place.previousId);
    return {
      ...split(place.id), chain: place.chain, position: place.position, kind: place.state, previous_file: previous.file, previous_report: previous.report,
      missing: place.missingReads, state: place.state === "duplicate" ? "skipped" : "processed", period,
    };
  });
  await run(tx, sql`
    update audit_reads r set chain = k.chain, position = k.position, kind = k.kind, previous_file = k.previous_file,
      previous_report = k.previous_report, missing_reads = k.missing, state = k.state, period = k.period
    from ${given(list, "file integer, report integer, chain text, position integer, kind text, previous_file integer, previous_report integer, missing bigint, state text, period jsonb")}
    where r.file_id = k.file and r.report = k.report`);
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

