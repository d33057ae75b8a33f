import { type SQL, sql } from "drizzle-orm";
import { type Db, run } from "../../database/query";

/** Units were heard at these moments; `calls(unit integer, at timestamptz)`. */
export const heard = (calls: SQL): SQL => sql`
  insert into telemetry_contacts as c (telemetry_id, last_contact_at) select unit, max(at) from ${calls} group by unit order by unit
  on conflict (telemetry_id) do update set last_contact_at = greatest(c.last_contact_at, excluded.last_contact_at)`;

/** A unit in no machine has no state to keep: only when it was heard. */
export async function noteLooseUnit(db: Db, unit: number): Promise<void> {
  await run(db, heard(sql`(select ${unit}::integer as unit, now() as at) calls`));
}
