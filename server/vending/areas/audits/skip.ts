import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, one, rows, run } from "../../database/query";
import { settle } from "./settle";

const idRow = z.object({ id: z.number() });

/** The last file of a machine is left out from now on, and the sales around it are derived without it. Answers which; the machine is locked. */
export async function skipLastFile(tx: Db, device: number): Promise<number | null> {
  const last = await one(
    tx,
    idRow,
    sql`
    update audit_files set skipped = true where id = (select id from audit_files where device_id = ${device} and not skipped order by received_at desc, id desc limit 1) returning id`,
  );
  if (!last) return null;
  const days = await rows(
    tx,
    z.object({ day: z.string() }),
    sql`delete from sales where device_id = ${device} and file_id = ${last.id} returning day`,
  );
  await run(tx, sql`delete from audit_differences where file_id = ${last.id}`);
  const stretches = await rows(
    tx,
    z
      .object({ from: z.string(), to: z.string() })
      .transform(({ from, to }) => ({ from: Date.parse(from), to: Date.parse(to) })),
    sql`select coalesce(from_at, earliest) as from, to_at as to from audit_reads where file_id = ${last.id} and to_at is not null`,
  );
  await run(
    tx,
    sql`update audit_reads set state = 'skipped', kind = null, chain = null, position = null, previous_file = null, previous_report = null, period = null, lines = null, covered = false, cut_at = null where file_id = ${last.id}`,
  );
  await settle(tx, device, "changed", { days: new Set(days.map(({ day }) => day)), stretches });
  return last.id;
}

/** A file that was left out counts again. The machine is locked. */
export async function countFileAgain(tx: Db, device: number, file: number): Promise<void> {
  await run(tx, sql`update audit_files set skipped = false where id = ${file}`);
  await settle(tx, device, "changed");
}
