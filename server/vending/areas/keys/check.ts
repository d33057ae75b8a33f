import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, rows } from "../../database/query";
import { KEY_MOVE_TYPES, KEY_MOVES } from "~server/contract/key-moves";

const differenceRow = z.object({ key: z.string(), what: z.string(), kept: z.number(), moves: z.number() });

const POCKETS_OF = JSON.stringify(KEY_MOVE_TYPES.map((type) => ({ type, pocket: KEY_MOVES[type].pocket })));

/**
 * Compares what is kept of every wallet with what its movements add up to, and what its last movement says with both.
 * Answers what differs, kopecks; one statement, so everything is of one moment.
 */
export async function checkWallets(db: Db): Promise<string[]> {
  const found = await rows(
    db,
    differenceRow,
    sql`
    with summed as (
      select m.wallet_id, coalesce(sum(m.amount) filter (where t.pocket = 'main'), 0) as main, coalesce(sum(m.amount) filter (where t.pocket = 'bonus'), 0) as bonus, max(m.id) as last
      from key_moves m join jsonb_to_recordset(${POCKETS_OF}::jsonb) as t(type text, pocket text) using (type) group by 1)
    select w.key, x.what, x.kept, x.moves from key_wallets w left join summed s on s.wallet_id = w.id left join key_moves l on l.id = s.last
      cross join lateral (values
        ('balance', w.balance, coalesce(s.main, 0)), ('bonus balance', w.bonus_balance, coalesce(s.bonus, 0)),
        ('balance after the last movement', coalesce(l.balance, 0), coalesce(s.main, 0)),
        ('bonus balance after the last movement', coalesce(l.bonus_balance, 0), coalesce(s.bonus, 0))) x(what, kept, moves)
    where x.kept <> x.moves order by 1, 2 limit 50`,
  );
  return found.map(({ key, what, kept, moves }) => `key ${key}, ${what}: ${kept} instead of ${moves}`);
}
