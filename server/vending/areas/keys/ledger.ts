import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { KEY_MOVES, type KeyMove, type Pocket } from "~server/contract/key-moves";
import { type Db, given, list, rows, run } from "../../database/query";
import { dayOf, type Moment } from "../../time";

/** One movement to be written. Kopecks. */
export interface NewMove {
  wallet: number;
  /** Whose key it was then; whose it is, when absent. */
  client?: number | null;
  type: KeyMove;
  /** With its sign: of a reversal the opposite one of its type; 0 where no money moves. */
  amount: number;
  at: Moment;
  /** Chosen by who moves: what has this key of this wallet is written once. */
  key: string;
  /** Of a vend. */
  authorisation?: string;
  price?: number;
  device?: number;
  placement?: number;
  recipe?: number | null;
  /** Of an earned bonus: its program, and when the occurrence of its shift began and ended. */
  program?: number;
  shiftAt?: Moment;
  shiftEnd?: Moment;
  reverses?: number;
  reason?: string | null;
  author?: { id: number; full_name: string };
}

/** Wallets `x` with their keys, which take turns with whatever else moves their money, in the order of their ids: a query. */
export const lockedBy = (which: SQL): SQL =>
  sql`select x.id, x.key from key_wallets x where ${which} order by x.id for no key update`;

export const lockWallets = (tx: Db, wallets: readonly number[]): Promise<number> =>
  run(tx, lockedBy(sql`x.id = any(${list(wallets, "integer")})`));

const writtenRow = z.object({ wallet: z.number(), id: z.number(), key: z.string() });

/**
 * Writes movements and keeps the balances beside them, in the caller's transaction; what is written already is left as it
 * is. Locks the wallets; several calls of one transaction lock theirs beforehand. Nothing is refused here: whether there
 * is enough is for the caller to say. Wallets that are gone get nothing. Answers what is new.
 */
export async function writeMoves(tx: Db, moves: readonly NewMove[]): Promise<z.infer<typeof writtenRow>[]> {
  if (!moves.length) return [];
  await lockWallets(tx, [...new Set(moves.map(({ wallet }) => wallet))]);
  return writeLocked(tx, moves);
}

/** The same for wallets that the transaction has locked. */
export async function writeLocked(tx: Db, moves: readonly NewMove[]): Promise<z.infer<typeof writtenRow>[]> {
  if (!moves.length) return [];
  const told = moves.map(({ at, shiftAt, shiftEnd, author, ...move }, nth) => ({
    ...move,
    nth,
    is_held: move.client !== undefined,
    pocket: KEY_MOVES[move.type].pocket,
    at: new Date(at).toISOString(),
    shift_at: shiftAt === undefined ? null : new Date(shiftAt).toISOString(),
    shift_end: shiftEnd === undefined ? null : new Date(shiftEnd).toISOString(),
    author_id: author?.id,
    author: author?.full_name,
  }));
  return rows(
    tx,
    writtenRow,
    sql`
    with told as (
      select distinct on (k.wallet, k.key) k.*, case when k.is_held then k.client else w.client_id end as client_id, w.balance, w.bonus_balance
      from ${given(told, "nth integer, wallet integer, client integer, is_held boolean, type text, pocket text, amount bigint, at timestamptz, key text, authorisation uuid, price bigint, device integer, placement integer, recipe integer, program integer, shift_at timestamptz, shift_end timestamptz, reverses bigint, reason text, author_id integer, author text")}
      join key_wallets w on w.id = k.wallet
      where not exists (select 1 from key_moves m where m.wallet_id = k.wallet and m.key = k.key) order by k.wallet, k.key, k.nth),
    moved as (
      insert into key_moves (wallet_id, client_id, type, amount, balance, bonus_balance, at, day, authorisation_id, price, device_id, placement_id, recipe_id, program_id, shift_at, shift_end, reverses_id, reason, author_id, author, key)
      select wallet, client_id, type, amount, balance + ${running("main")}, bonus_balance + ${running("bonus")}, at, ${dayOf(sql`at`)},
        authorisation, price, device, placement, recipe, program, shift_at, shift_end, reverses, reason, author_id, author, key
      from told order by nth returning wallet_id, id, key),
    kept as (
      update key_wallets w set balance = w.balance + s.main, bonus_balance = w.bonus_balance + s.bonus
      from (select wallet, ${summed("main")} as main, ${summed("bonus")} as bonus from told group by 1) s
      where w.id = s.wallet and (s.main <> 0 or s.bonus <> 0))
    select wallet_id as wallet, id, key from moved order by id`,
  );
}

const ofPocket = (pocket: Pocket): SQL => sql`sum(amount) filter (where pocket = ${pocket})`;
const summed = (pocket: Pocket): SQL => sql`coalesce(${ofPocket(pocket)}, 0)`;
const running = (pocket: Pocket): SQL => sql`coalesce(${ofPocket(pocket)} over (partition by wallet order by nth), 0)`;
