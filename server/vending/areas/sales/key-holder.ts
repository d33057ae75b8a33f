import { type SQL, sql } from "drizzle-orm";

/** Whose key the wallet `w` was at a moment: what is told late belongs to whom it belonged to then. */
export const clientAt = (w: SQL, at: SQL): SQL => sql`(
  select case when h.wallet_id is null then ${w}.client_id else h.client_id end
  from (select 1) one left join lateral (
    select * from key_handovers o where o.wallet_id = ${w}.id and o.until_at > ${at} order by o.until_at limit 1) h on true)`;
