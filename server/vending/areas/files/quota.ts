import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, only } from "../../database/query";
import { Fault } from "../../fault";

/** What one person may upload within 24 hours, bytes: ten times what the busiest photographs in a day. */
const MOST_A_DAY = 500 * 1024 * 1024;

/**
 * Throws 422 when this file would be more than a person may upload. Call it inside the transaction that keeps the file:
 * a person's uploads come one after the other there, so that several at once count too.
 */
export async function checkQuota(tx: Db, userId: number, bytes: number): Promise<void> {
  await only(tx, z.unknown(), sql`select 1 from users where id = ${userId} for no key update`);
  const { uploaded } = await only(
    tx,
    z.object({ uploaded: z.number() }),
    sql`select coalesce(sum(size), 0)::float8 as uploaded from files where user_id = ${userId} and created_at > now() - interval '1 day'`,
  );
  if (uploaded + bytes > MOST_A_DAY) throw new Fault(422, "upload_quota");
}
