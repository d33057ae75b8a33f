import { type SQL, sql } from "drizzle-orm";

// Cash by audits: what the counters of a machine's reads tell, since the cash was last taken out.

/** The latest read of a machine that tells of cash: its counters, when it was made, and the coins in the tubes by nominal (null where a tube is not told). */
export const LAST_COUNTED = (device: SQL): SQL => sql`
  select r.counters->'cash' as cash, r.to_at, (
      select case when bool_and(t->>'coin' is not null and t->>'count' is not null) then sum((t->>'coin')::bigint * (t->>'count')::bigint) end
      from jsonb_array_elements(r.counters->'cash'->'tubes') t) as coins
  from audit_reads r where r.device_id = ${device} and r.state = 'processed' and r.to_at is not null and r.counters->'cash' is not null
  order by r.to_at desc, r.file_id desc, r.report desc limit 1`;

/** The audit of a collection may come a little after it. */
const LAST_COLLECTION = (device: SQL) => sql`(select max(c.at) + interval '10 minutes' from cash_collections c where c.device_id = ${device})`;

/** In the box now, by counter differences since the last collection; null where no read tells. */
export const BOX = (device: SQL): SQL => sql`(
  select sum((r.period->>'cashToCollect')::bigint) from audit_reads r
  where r.device_id = ${device} and r.kind in ('delta', 'from_initialisation') and r.to_at > coalesce(${LAST_COLLECTION(device)}, '-infinity'))`;
