import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, list, rows } from "../../database/query";
import { KEY_MOVE_TYPES, KEY_MOVES, type Pocket } from "~server/contract/key-moves";

const differenceRow = z.object({ key: z.string(), what: z.string(), kept: z.number(), moves: z.number() });

const summed = (pocket: Pocket): SQL => {
  const types = KEY_MOVE_TYPES.filter((type) => KEY_MOVES[type].pocket === pocket);
  return sql`coalesce(sum(m.amount) filter (where m.type = any(${list(types, "text")})), 0)`;
};

/**
 * Compares what is kept of every wallet with what its movements add up to, and what its last movement says with both.
 * Answers what differs, kopecks; one statement, so everything is of one moment. Each wallet
 * is looked up by itself: right after an import a planner that joined them all would not know how many they are.
 */
export async function checkWallets(db: Db): Promise<string[]> {
  const found = await rows(
    db,
    differenceRow,
    sql`
    select w.key, x.what, x.kept, x.moves
    from key_wallets w cross join lateral (select ${summed("main")} as main, ${summed("bonus")} as bonus, max(m.id) as last from key_moves m where m.wallet_id = w.id) s
      left join key_moves l on l.id = s.last cross join lateral (values
        ('balance', w.balance, s.main), ('bonus balance', w.bonus_balance, s.bonus),
        ('balance after the last movement', coalesce(l.balance, 0), s.main),
        ('bonus balance after the last movement', coalesce(l.bonus_balance, 0), s.bonus)) x(what, kept, moves)
    where x.kept <> x.moves order by 1, 2 limit 50`,
  );
  return found.map(({ key, what, kept, moves }) => `key ${key}, ${what}: ${kept} instead of ${moves}`);
}
