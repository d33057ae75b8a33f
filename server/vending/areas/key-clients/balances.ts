import { sql } from "drizzle-orm";
import { keyClientBalancesSchema } from "~server/contract/key-clients";
import { type Db, only } from "../../database/query";

/** How many keys a client has, and what is on all of them. */
export const balancesOf = (db: Db, client: number) =>
  only(
    db,
    keyClientBalancesSchema,
    sql`
    select count(*) as keys, coalesce(sum(w.balance), 0)::bigint as balance, coalesce(sum(w.bonus_balance), 0)::bigint as bonus_balance
    from key_wallets w where w.client_id = ${client}`,
  );
