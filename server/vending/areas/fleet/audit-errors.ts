import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, one } from "../../database/query";
import { countErrors, setErrors } from "./errors";

const event = z.object({ code: z.string().nullable(), active: z.boolean().nullable() });

/**
 * Takes over which errors an audit file says are lasting (EA205 of its last report): 0→1 begins one, 1→0 ends it.
 * Machines that send no flag tell nothing of it.
 */
export async function noteAuditErrors(tx: Db, device: number, file: number): Promise<void> {
  const read = await one(
    tx,
    z.object({ at: z.string(), events: z.array(event).nullable() }),
    sql`
    select f.received_at as at, r.counters->'eventCounters' as events from audit_reads r join audit_files f on f.id = r.file_id
    where r.file_id = ${file} and r.state <> 'failed' order by r.report desc limit 1`,
  );
  const flagged = (read?.events ?? []).filter(({ code, active }) => code?.startsWith("E") && active !== null);
  if (!read || !flagged.length) return;
  const lasting = new Set(flagged.filter(({ active }) => active).map(({ code }) => code ?? ""));
  const { at } = read;
  await setErrors(
    tx,
    [...new Set(flagged.map((one) => one.code ?? ""))].map((code) => ({
      device,
      raw: code,
      code,
      open: lasting.has(code),
      at,
      first: at,
    })),
  );
  await countErrors(tx, [device]);
}
