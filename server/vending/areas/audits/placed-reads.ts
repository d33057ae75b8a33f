import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, given, rows } from "../../database/query";
import type { ReadHeader } from "../../evadts/arrange";
import type { KeptHeader } from "./jobs";

const headerSchema = z.custom<KeptHeader>(
  (value) => typeof value === "object" && value !== null && "fileHash" in value,
);

const readRow = z.object({
  id: z.string(),
  header: headerSchema,
  chain: z.string().nullable(),
  position: z.number().nullable(),
  kind: z.string().nullable(),
  previous: z.string().nullable(),
  missing_reads: z.number(),
  by_unit: z.boolean(),
  released: z.boolean(),
  doubt: z.string().nullable(),
  read_at: z.string().nullable(),
  from_at: z.string().nullable(),
  to_at: z.string().nullable(),
  earliest: z.string().nullable(),
  latest: z.string().nullable(),
});
/** A read as its place in a chain is found by. */
export type Read = z.infer<typeof readRow>;

const readId = (file: SQL, report: SQL) => sql`case when ${file} is not null then ${file} || '/' || ${report} end`;

/** Reads of a machine that have a place in a chain, or those of one of its files. */
export function loadReads(tx: Db, deviceId: number, file?: number): Promise<Read[]> {
  return rows(
    tx,
    readRow,
    sql`
    select r.file_id || '/' || r.report as id, r.header, r.chain, r.position, r.kind, r.missing_reads,
      ${readId(sql`r.previous_file`, sql`r.previous_report`)} as previous, f.telemetry_id is not null as by_unit, f.released, r.doubt, f.read_at,
      r.from_at, r.to_at, r.earliest, r.latest
    from audit_reads r join audit_files f on f.id = r.file_id where r.device_id = ${deviceId} and r.state <> 'failed' and not f.skipped ${file === undefined ? sql`` : sql`and r.file_id = ${file}`}`,
  );
}

/** What `arrange` knows a read by. */
export const headOf = ({ id, header, read_at, released }: Read): ReadHeader => ({
  ...header,
  id,
  readAt: read_at,
  isReleased: released,
});

/** The two halves of a read's id `file/report`. */
export function split(id: string | null): { file: number | null; report: number | null } {
  const [file, report] = (id ?? "").split("/");
  return file && report ? { file: Number(file), report: Number(report) } : { file: null, report: null };
}

/** Reads by their ids, as the table `k` of a statement. */
export const readsGiven = (ids: readonly string[]): SQL => given(ids.map(split), "file integer, report integer");

/** Counters by the ids of their reads, as JSON texts, which only the thread reads. */
export async function loadCounters(tx: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const list = await rows(
    tx,
    z.object({ id: z.string(), counters: z.string() }),
    sql`
    select r.file_id || '/' || r.report as id, r.counters::text as counters from audit_reads r
    where (r.file_id, r.report) in (select k.file, k.report from ${readsGiven(ids)})`,
  );
  return new Map(list.map(({ id, counters }) => [id, counters]));
}
