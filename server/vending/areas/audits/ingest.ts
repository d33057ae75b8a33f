import { type SQL, sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import { type Accepted, READ_DOUBTS, READ_KINDS } from "~server/contract/audit";
import { type Db, one, only, rows, run, transaction } from "../../database/query";
import { sha256 } from "../../secrets";
import { collectCash } from "../fleet/cash";
import { noteAuditErrors } from "../fleet/audit-errors";
import { readReports } from "./reader";
import { settle } from "./settle";

/** An audit file on its way in. */
export interface Incoming {
  deviceId: number;
  raw: Uint8Array;
  /** UTC, ISO 8601. */
  receivedAt: string;
  /** When its unit read the machine, by our clock; null where nobody said. */
  readAt: string | null;
  reason: string;
  name: string | null;
  userId: number | null;
  telemetryId: number | null;
  /** Count a first read from the machine's initialisation (staff's word for a new machine). */
  fromInitialisation: boolean;
}

/** Stores an audit file for good and books the sales it implies, in one transaction. The same file again changes nothing. */
export function ingest(pool: Pool, incoming: Incoming): Promise<Accepted> {
  return transaction(pool, async (tx) => {
    await run(tx, sql`select 1 from devices where id = ${incoming.deviceId} for no key update`);
    const known = await one(
      tx,
      z.object({ id: z.number() }),
      sql`
      select id from audit_files where device_id = ${incoming.deviceId} and sha256 = ${sha256(incoming.raw)}`,
    );
    if (known)
      return {
        file_id: known.id,
        repeated: true,
        reports: 0,
        vends: 0,
        value: 0,
        currency: null,
        warnings: 0,
        kind: null,
        doubt: null,
      };
    const [file = 0] = await storeFiles(tx, incoming.deviceId, [incoming]);
    if (incoming.reason === "collection")
      await collectCash(tx, { device: incoming.deviceId, at: incoming.readAt ?? incoming.receivedAt, file });
    await settle(tx, incoming.deviceId, { file }, { cause: "audit", file });
    await noteAuditErrors(tx, incoming.deviceId, file);
    return summary(tx, file);
  });
}

/** Keeps raw files of one machine and parses them; call it inside a transaction that settles the machine afterwards. Answers their ids in order. */
export async function storeFiles(tx: Db, deviceId: number, files: readonly Incoming[]): Promise<number[]> {
  const values = files.map(
    (file) =>
      sql`(${deviceId}, ${file.receivedAt}, ${Buffer.from(file.raw)}, ${sha256(file.raw)}, ${file.name}, ${file.reason}, ${file.userId}, ${file.telemetryId}, ${file.fromInitialisation}, ${file.readAt})`,
  );
  const ids = await rows(
    tx,
    z.object({ id: z.number() }),
    sql`
    insert into audit_files (device_id, received_at, raw, sha256, name, reason, user_id, telemetry_id, from_initialisation, read_at)
    values ${sql.join(values, sql`, `)} returning id`,
  );
  const stored = files.flatMap((file, index) => ids.slice(index, index + 1).map(({ id }) => ({ ...file, id })));
  await storeReads(tx, deviceId, stored);
  return ids.map(({ id }) => id);
}

/** A statement for each read takes a machine with a past longer than reading its files does. */
const READS_AT_ONCE = 50;

/** Parses stored files of one machine into one read per report. */
export async function storeReads(
  tx: Db,
  deviceId: number,
  files: readonly ({ id: number } & Pick<Incoming, "raw" | "receivedAt" | "fromInitialisation">)[],
): Promise<void> {
  const { ignore_crc: ignoreCrc, ...multipliers } = await only(
    tx,
    z.object({ ignore_crc: z.boolean(), coins: z.number(), bills: z.number(), prices: z.number() }),
    sql`select ignore_crc, coalesce(coin_multiplier, 1) as coins, coalesce(bill_multiplier, 1) as bills, coalesce(price_multiplier, 1) as prices
    from devices where id = ${deviceId}`,
  );
  let read: SQL[] = [];
  const store = async () => {
    if (read.length)
      await run(
        tx,
        sql`
        insert into audit_reads (file_id, report, device_id, state, currency, header, counters, warnings)
        values ${sql.join(read, sql`, `)}`,
      );
    read = [];
  };
  for (const { id, raw, receivedAt, fromInitialisation } of files) {
    const reports = await readReports({ raw, receivedAt, fromInitialisation, ignoreCrc, multipliers });
    read.push(
      ...reports.map(
        ({ state, currency, header, counters, warnings }, index) =>
          sql`(${id}::integer, ${index}::integer, ${deviceId}::integer, ${state}, ${currency}, ${header}::jsonb, ${counters}::jsonb, ${warnings}::jsonb)`,
      ),
    );
    if (read.length >= READS_AT_ONCE) await store();
  }
  await store();
}

const summaryRow = z.object({
  kind: z.enum(READ_KINDS).nullable(),
  doubt: z.enum(READ_DOUBTS).nullable(),
  vends: z.number(),
  value: z.number(),
  currency: z.string().nullable(),
  warnings: z.number(),
});

async function summary(tx: Db, fileId: number): Promise<Accepted> {
  const reads = await rows(
    tx,
    summaryRow,
    sql`
    select kind, doubt, r.counted_in as currency, coalesce((period->>'vends')::bigint, 0) as vends, coalesce((period->>'value')::bigint, 0) as value,
      jsonb_array_length(warnings) as warnings from audit_reads r where file_id = ${fileId} order by report`,
  );
  const total = (field: "vends" | "value" | "warnings") => reads.reduce((sum, read) => sum + read[field], 0);
  return {
    file_id: fileId,
    repeated: false,
    reports: reads.length,
    vends: total("vends"),
    value: total("value"),
    currency: reads.at(-1)?.currency ?? null,
    warnings: total("warnings"),
    kind: reads.at(-1)?.kind ?? null,
    doubt: reads.at(-1)?.doubt ?? null,
  };
}
