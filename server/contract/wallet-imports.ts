import { z } from "zod";
import { keyWallet } from "./entities/key_wallets";
import type { Declared } from "./entity";
import { money, text } from "./fields";
import { LARGEST_MOVE } from "./key-moves";
import { bulkBody } from "./lists";
import { wrong } from "./query";
import { writtenSchema } from "./schema";
import { REASON_MAX, walletMove } from "./wallet-moves";

/** What is done to many keys at once. */
export const MANY_MOVES = ["manual_deposit", "manual_withdraw"] as const;
export type ManyMove = (typeof MANY_MOVES)[number];

const { key, owner, type, original_balance, original_bonus } = keyWallet.fields;

/** What all of a file's movements have that say nothing of their own. */
export const allMoves: Declared = {
  name: "wallet_move",
  fields: { amount: money({ min: 1, max: LARGEST_MOVE }), reason: text({ max: REASON_MAX }) },
  sections: [{ name: "transaction", fields: ["amount", "reason"] }],
};

/** A line of a file of movements; an amount or a reason that is not there is that of all. */
export const moveLine: Declared = {
  name: "wallet_move",
  fields: { key, amount: money({ min: 1, max: LARGEST_MOVE }), reason: text({ max: REASON_MAX }) },
  sections: [{ name: "transaction", fields: ["key", "amount", "reason"] }],
};
/** A line of a file of new keys; a client is known by its name. */
export const keyLine: Declared = {
  name: "key_wallet",
  fields: { key, client: text({ max: 120 }), owner, type, original_balance, original_bonus },
  sections: [{ name: "main", fields: ["key", "client", "owner", "type", "original_balance", "original_bonus"] }],
};

const move = z.enum(MANY_MOVES, wrong);
/** What is done, and what holds for lines that say nothing of their own; the amount in kopecks. */
export const manyMovesQuery = z.object({
  move,
  amount: z.coerce.number(wrong).int(wrong).min(1, wrong).max(LARGEST_MOVE, wrong).optional(),
  reason: z
    .string(wrong)
    .max(REASON_MAX, wrong)
    .regex(/^[^\p{Cc}]*$/u, wrong)
    .optional(),
});
export type ManyMoves = z.infer<typeof manyMovesQuery>;

/** Keys that were chosen, by ids or by a filter of their list, and what is done to each of them. */
export const selectedMovesBody = z.intersection(
  bulkBody.extend({ move }),
  writtenSchema(walletMove, "wire", "create").pipe(z.object({ amount: z.number(), reason: z.string() })),
);
export type SelectedMoves = z.infer<typeof selectedMovesBody>;
