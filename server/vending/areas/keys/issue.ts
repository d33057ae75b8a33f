import { sql } from "drizzle-orm";
import { z } from "zod";
import type { FieldMessages } from "~server/contract/envelope";
import type { Pocket } from "~server/contract/key-moves";
import { bonusMoveOf, type KeyType, PAYS_FROM } from "~server/contract/wallet-moves";
import type { Viewer } from "../../access";
import { type Db, only } from "../../database/query";
import { Fault, invalid } from "../../fault";
import { type NewMove, writeMoves } from "./ledger";

/** What a key is issued with, kopecks. */
export interface Issued {
  type: KeyType;
  original_balance: number | null;
  original_bonus: number | null;
}

const ISSUED_TO = [
  ["original_balance", "main"],
  ["original_bonus", "bonus"],
] as const;

/** A key of a type pays nothing from a pocket: nothing is put there. */
export const refusalOf = (pocket: Pocket): string => (pocket === "main" ? "wallet_no_money" : "wallet_no_bonus");

/** A new key has what its type pays from, and no more than that: 422 beside the amount. What a key was issued with stays. */
export async function checkIssue(values: Issued, isNew: boolean): Promise<void> {
  if (!isNew) return;
  const wrong: FieldMessages = {};
  for (const [field, pocket] of ISSUED_TO) {
    values[field] ??= 0;
    if (Number(values[field]) > 0 && !PAYS_FROM[values.type].includes(pocket))
      wrong[field] = [{ key: refusalOf(pocket) }];
  }
  if (Object.keys(wrong).length) throw invalid(wrong);
}

/** Movements of a key that is issued. */
export function movesOfIssue(wallet: number, { type, ...issued }: Issued, author: NewMove["author"]): NewMove[] {
  const at = Date.now();
  const moves: NewMove[] = [
    { wallet, at, author, key: "issue balance", type: "balance", amount: issued.original_balance ?? 0 },
    { wallet, at, author, key: "issue bonus", type: bonusMoveOf(type), amount: issued.original_bonus ?? 0 },
  ];
  return moves.filter(({ amount }) => amount > 0);
}

/** Books what a new key is issued with, in the transaction that makes it. */
export async function issue(tx: Db, wallet: number, issued: Issued, { id, full_name }: Viewer): Promise<void> {
  await writeMoves(tx, movesOfIssue(wallet, issued, { id, full_name }));
}

const emptyRow = z.object({ kept: z.boolean(), held: z.boolean() });

/** A wallet is deleted once nothing is on it, owed by it or held of it: 409 otherwise. `tx` holds its lock. */
export async function checkEmpty(tx: Db, id: number): Promise<void> {
  const { kept, held } = await only(
    tx,
    emptyRow,
    sql`select w.balance <> 0 or w.bonus_balance <> 0 as kept,
      exists (select 1 from authorisations a where a.wallet_id = w.id and a.state = 'held' and a.expires_at > now()) as held
    from key_wallets w where w.id = ${id}`,
  );
  if (kept) throw new Fault(409, "wallet_not_empty");
  if (held) throw new Fault(409, "wallet_held");
}
