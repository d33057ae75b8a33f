import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import type { AuditDecision } from "~server/contract/audit";
import type { Viewer } from "../../access";
import { type Db, one, rows, run, transaction } from "../../database/query";
import { notFound } from "../../fault";
import { localTime } from "../../time";
import type { Cause } from "../books/corrections";
import { settle } from "./settle";

const idRow = z.object({ id: z.number() });

/** Says what becomes of an audit file; everything that depends on it is derived again. The same decision again changes nothing. */
export function decideFile(
  pool: Pool,
  viewer: Viewer,
  device: number,
  file: number,
  decision: AuditDecision,
): Promise<{ id: number; decision: AuditDecision }> {
  return transaction(pool, async (tx) => {
    await run(tx, sql`select 1 from devices where id = ${device} for no key update`);
    const decided: Decided = { cause: "decision", file, user: viewer.id };
    const known = await one(tx, idRow, sql`select id from audit_files where id = ${file} and device_id = ${device}`);
    if (!known) throw notFound();
    const changed = await one(
      tx,
      idRow,
      sql`
      update audit_files set released = ${decision === "count"}, skipped = ${decision === "leave_out"}, decided_by = ${viewer.id}, decided_at = now()
      where id = ${file} and (released, skipped) is distinct from (${decision === "count"}, ${decision === "leave_out"}) returning id`,
    );
    if (changed && decision === "leave_out") await leaveOut(tx, device, decided);
    else if (changed) await settle(tx, device, "changed", decided);
    return { id: file, decision };
  });
}

/** The last file of a machine is left out from now on. Answers which; the machine is locked. */
export async function skipLastFile(tx: Db, device: number): Promise<number | null> {
  const last = await one(
    tx,
    idRow,
    sql`
    update audit_files set skipped = true, released = false where id = (select id from audit_files where device_id = ${device} and not skipped order by received_at desc, id desc limit 1) returning id`,
  );
  if (!last) return null;
  await leaveOut(tx, device, { cause: "decision", file: last.id });
  return last.id;
}

/** A file that was left out counts again. The machine is locked. */
export async function countFileAgain(tx: Db, device: number, file: number): Promise<void> {
  await run(tx, sql`update audit_files set skipped = false where id = ${file}`);
  await settle(tx, device, "changed", { cause: "decision", file });
}

type Decided = Cause & { file: number };

/** Takes what a file brought out of the books; the sales around it are derived without it. */
async function leaveOut(tx: Db, device: number, decided: Decided): Promise<void> {
  const { file } = decided;
  const days = await rows(
    tx,
    z.object({ day: z.string() }),
    sql`delete from sales where device_id = ${device} and file_id = ${file} returning day`,
  );
  await run(tx, sql`delete from audit_differences where file_id = ${file}`);
  const stretches = await rows(
    tx,
    z
      .object({ from: z.string(), to: z.string() })
      .transform(({ from, to }) => ({ from: Date.parse(from), to: Date.parse(to) })),
    sql`select coalesce(from_at, earliest) as from, to_at as to from audit_reads where file_id = ${file} and to_at is not null`,
  );
  await run(
    tx,
    sql`
    update audit_reads set state = 'skipped', kind = null, doubt = null, chain = null, position = null, previous_file = null,
      previous_report = null, period = null, lines = null, covered = false, cut_at = null where file_id = ${file} and state <> 'failed'`,
  );
  const ends = stretches.map(({ to }) => localTime(to).slice(0, 10));
  await settle(tx, device, "changed", decided, { days: new Set([...days.map(({ day }) => day), ...ends]), stretches });
}
