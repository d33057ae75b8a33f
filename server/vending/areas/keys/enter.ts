import { type SQL, sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import { KEY_TYPES } from "~server/contract/enums";
import { KEY_MOVES, LARGEST_MOVE, type Pocket } from "~server/contract/key-moves";
import type { Message } from "~server/contract/envelope";
import {
  bonusMoveOf,
  type EnteredMove,
  isCorrection,
  MANUAL_MOVES,
  type ManualMove,
  PAYS_FROM,
  type walletStateSchema,
} from "~server/contract/wallet-moves";
import type { Viewer } from "../../access";
import { type Db, one, transaction } from "../../database/query";
import { Fault, invalid, notFound } from "../../fault";
import { refusalOf } from "./issue";
import { writeMoves } from "./ledger";

/** What machines hold of the pocket of the wallet `w` and have told no news of yet, kopecks. */
export const heldOf = (pocket: Pocket): SQL =>
  sql`coalesce((select sum(a.${sql.identifier(pocket)}) from authorisations a where a.wallet_id = w.id and a.state = 'held' and a.expires_at > now()), 0)`;

const walletRow = z.object({
  type: z.enum(KEY_TYPES),
  balance: z.number(),
  bonus_balance: z.number(),
  held_main: z.number(),
  held_bonus: z.number(),
  vended_at: z.string().nullable(),
});
type Wallet = z.infer<typeof walletRow>;

async function walletAt(db: Db, id: number): Promise<Wallet> {
  const found = await one(
    db,
    walletRow,
    sql`
    select w.type, w.balance, w.bonus_balance, ${heldOf("main")} as held_main, ${heldOf("bonus")} as held_bonus,
      (select a.at from authorisations a where a.wallet_id = w.id and a.state = 'captured' order by a.at desc limit 1) as vended_at
    from key_wallets w where w.id = ${id}`,
  );
  if (!found) throw notFound();
  return found;
}

/** What a wallet has and what machines hold of it. */
export async function stateOf(db: Db, id: number): Promise<z.infer<typeof walletStateSchema>> {
  const { type, balance, bonus_balance, held_main, held_bonus, vended_at } = await walletAt(db, id);
  const moves = MANUAL_MOVES.filter((move) =>
    isCorrection(move)
      ? move === bonusMoveOf(type) && (PAYS_FROM[type].includes("bonus") || bonus_balance > 0)
      : move === "manual_withdraw" || PAYS_FROM[type].includes("main"),
  );
  return { balance, bonus_balance, held: { main: held_main, bonus: held_bonus }, vended_at, moves };
}

/**
 * Books what a person enters about a wallet; the same key of the same author again answers the first movement. Never takes
 * more than machines do not hold: 422 beside the amount.
 */
export function enterMove(pool: Pool, viewer: Viewer, wallet: number, form: EnteredMove): Promise<{ id: number }> {
  const { type, reason } = form;
  const key = `form ${viewer.id} ${form.key}`;
  const amount = type === "manual_withdraw" ? -form.amount : form.amount;
  return transaction(pool, async (tx) => {
    // What machines hold must be read after the lock: its own statement.
    await one(tx, z.unknown(), sql`select 1 from key_wallets where id = ${wallet} for no key update`);
    const known = await walletAt(tx, wallet);
    const first = await one(
      tx,
      z.object({ id: z.number(), same: z.boolean() }),
      sql`select id, type = ${type} and amount = ${amount} and reason is not distinct from ${reason} as same
      from key_moves where wallet_id = ${wallet} and key = ${key}`,
    );
    if (first && !first.same) throw new Fault(409, "key_reused");
    if (first) return { id: first.id };
    const problem = problemOf(known, type, amount);
    if (problem) throw invalid({ amount: [problem] });
    const [written] = await writeMoves(tx, [
      { wallet, type, amount, at: Date.now(), key, reason, author: { id: viewer.id, full_name: viewer.full_name } },
    ]);
    if (!written) throw new Error(`movement ${key} of wallet ${wallet} was not written`);
    return { id: written.id };
  });
}

/** What is wrong with moving `amount` (with its sign, kopecks) of a wallet by hand. */
function problemOf(wallet: Wallet, type: ManualMove, amount: number): Message | undefined {
  if (isCorrection(type) && type !== bonusMoveOf(wallet.type)) return { key: "wallet_other_bonus" };
  const { pocket } = KEY_MOVES[type];
  if (amount > 0 && !PAYS_FROM[wallet.type].includes(pocket)) return { key: refusalOf(pocket) };
  const [balance, held] =
    pocket === "main" ? [wallet.balance, wallet.held_main] : [wallet.bonus_balance, wallet.held_bonus];
  if (amount > 0 && balance + amount > LARGEST_MOVE) return { key: "wallet_full", count: LARGEST_MOVE / 100 };
  const free = Math.max(0, balance - held);
  return amount < 0 && -amount > free ? { key: "wallet_short", count: free / 100 } : undefined;
}
