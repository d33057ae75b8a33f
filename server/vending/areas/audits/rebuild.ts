import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import { type Db, rows, run, transaction } from "../../database/query";
import { storeReads } from "./ingest";
import type { Cause } from "../books/corrections";
import { settle } from "./settle";

/**
 * Derives every sale again from the raw files: parses them anew, places them and books them, one transaction a machine.
 * Sales of a machine are either the old ones or the new ones, never a mix. Vends that units told of stay as they are.
 * Ids of machines, or of every one that was read; answers how many had files.
 */
export async function rebuildSales(pool: Pool, ids?: readonly number[]): Promise<number> {
  const devices = await rows(
    pool,
    z.object({ id: z.number() }),
    sql`select distinct device_id as id from audit_files ${ids ? sql`where device_id = any(${sql.param(ids)}::int[])` : sql``} order by device_id`,
  );
  for (const { id } of devices) await transaction(pool, (tx) => rebuildDevice(tx, id, { cause: "rebuild" }));
  return devices.length;
}

/** Files parsed before they are written. */
const AT_ONCE = 100;

const fileRow = z.object({
  id: z.number(),
  raw: z.instanceof(Uint8Array),
  received_at: z.string(),
  from_initialisation: z.boolean(),
});

/** The same of one machine, in the transaction of what it follows from. */
export async function rebuildDevice(tx: Db, deviceId: number, cause: Cause): Promise<void> {
  await run(tx, sql`select 1 from devices where id = ${deviceId} for no key update`);
  await run(tx, sql`delete from sales where device_id = ${deviceId} and file_id is not null`);
  for (const table of ["audit_differences", "audit_reads"])
    await run(tx, sql`delete from ${sql.identifier(table)} where device_id = ${deviceId}`);
  const files = await rows(
    tx,
    fileRow,
    sql`select id, raw, received_at, from_initialisation from audit_files where device_id = ${deviceId} order by id`,
  );
  for (let start = 0; start < files.length; start += AT_ONCE)
    await storeReads(
      tx,
      deviceId,
      files.slice(start, start + AT_ONCE).map((file) => ({
        id: file.id,
        raw: file.raw,
        receivedAt: file.received_at,
        fromInitialisation: file.from_initialisation,
      })),
    );
  await run(
    tx,
    sql`update audit_reads r set state = 'skipped' from audit_files f where f.id = r.file_id and f.skipped and r.device_id = ${deviceId}`,
  );
  await settle(tx, deviceId, "all", cause);
}
