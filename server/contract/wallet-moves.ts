import { z } from "zod";
import type { Declared } from "./entity";
import type { KEY_TYPES } from "./enums";
import { choice, day, moment, money, ref, text } from "./fields";
import { KEY_MOVE_TYPES, type KeyMove, LARGEST_MOVE, POCKETS, type Pocket } from "./key-moves";
import type { Listed } from "./listed";
import { day as dayAsked, limitAsked, numberFrom, pageAsked, severalOf, wrong } from "./query";
import { moment as instant, refSchema } from "./record";
import { writtenSchema } from "./schema";
import { idempotencyKey } from "./stock";

export type KeyType = (typeof KEY_TYPES)[number];

/** What keys of a type pay from: staff and imports put something into these pockets alone, and take out of both. */
export const PAYS_FROM: Readonly<Record<KeyType, readonly Pocket[]>> = {
  BALANCE: ["main"],
  BONUS: ["bonus"],
  CASHBACK: ["main", "bonus"],
  ONE_TIME_PURCHASE: [],
  UNLIMITED: [],
};
/** As what staff and imports move the bonus balance of a key. */
export const bonusMoveOf = (type: KeyType): "bonus" | "cashback" => (type === "CASHBACK" ? "cashback" : "bonus");

/** Movements that staff enter; those of the bonus balance are corrections, up or down. */
export const MANUAL_MOVES = ["manual_deposit", "manual_withdraw", "bonus", "cashback"] as const satisfies KeyMove[];
export type ManualMove = (typeof MANUAL_MOVES)[number];
export const isCorrection = (type: ManualMove): boolean => type === "bonus" || type === "cashback";

/** Longest reason of a movement, in signs. */
export const REASON_MAX = 300;
const reason = text({ required: true, max: REASON_MAX });

const moveForm = (least: number): Declared => ({
  name: "wallet_move",
  fields: { amount: money({ required: true, min: least, max: LARGEST_MOVE }), reason },
  sections: [{ name: "transaction", fields: ["amount", "reason"] }],
});
/** Of a movement that is entered: its amount, which a withdrawal takes off, and why. */
export const walletMove = moveForm(1);
/** Of a correction: below zero it takes off. */
export const walletCorrection = moveForm(-LARGEST_MOVE);

const entered = z.object({ amount: z.number(), reason: z.string() });
/** A movement as it is entered; sent again with the same key it is not booked again. */
export const walletMoveBody = z
  .intersection(
    z.object({ key: idempotencyKey, type: z.enum(MANUAL_MOVES, wrong) }),
    writtenSchema(walletCorrection, "wire", "create").pipe(entered),
  )
  .superRefine(({ type, amount }, context) => {
    const least = isCorrection(type) ? undefined : 1;
    if (amount === 0 && least === undefined)
      context.addIssue({ code: "custom", message: "not_zero", path: ["amount"] });
    if (least !== undefined && amount < least)
      context.addIssue({ code: "custom", message: "min_value|0.01", path: ["amount"] });
  });
export type EnteredMove = z.infer<typeof walletMoveBody>;

/** Which movements of a wallet are asked for; all when nothing is said. Days of Europe/Kyiv on which they happened. */
const asked = {
  type: severalOf(z.enum(KEY_MOVE_TYPES, wrong)),
  pocket: z.enum(POCKETS, wrong).optional(),
  day_from: dayAsked.optional(),
  day_to: dayAsked.optional(),
};
export type MovesAsked = z.infer<z.ZodObject<typeof asked>>;
export const walletMovesQuery = z.object({ ...asked, page: pageAsked, limit: limitAsked(1000) });
/** `before`: the id of the last one that was read. */
export const walletMovesExportQuery = z.object({ ...asked, before: numberFrom(1, 9_999_999_999).optional() });

/** A movement, kopecks. Machine, place and product are told to who may see the machine, and are null for others. */
export const walletMoveSchema = z.object({
  id: z.number().int(),
  at: z.string(),
  entered_at: z.string(),
  type: z.enum(KEY_MOVE_TYPES),
  pocket: z.enum([...POCKETS, "none"]),
  amount: z.number().int(),
  /** What the pockets had after it. */
  balance: z.number().int(),
  bonus_balance: z.number().int(),
  price: z.number().int().nullable(),
  device: refSchema.nullable(),
  location: refSchema.nullable(),
  recipe: refSchema.nullable(),
  /** Whose key it was then. */
  client: refSchema.nullable(),
  reason: z.string().nullable(),
  author: z.string().nullable(),
  /** The movement that this one takes back. */
  reverses: z.object({ id: z.number().int(), at: z.string() }).nullable(),
});
export type WalletMove = z.infer<typeof walletMoveSchema>;

const turnover = z.object({ in: z.number().int(), out: z.number().int() });
/** Movements of a wallet, the latest booked first; `totals` of all that are asked for, null when they are too many to be counted. Kopecks. */
export const walletMovesSchema = z.object({
  items: z.array(walletMoveSchema),
  totals: z.object({ main: turnover, bonus: turnover }).nullable(),
  total: z.number().int(),
  capped: z.boolean(),
  page: z.number().int(),
  limit: z.number().int(),
});
export type WalletMoves = z.infer<typeof walletMovesSchema>;
/** A page of an export; `next`: what the next one is `before`. */
export const walletMovesExportSchema = z.object({
  items: z.array(walletMoveSchema),
  next: z.number().int().nullable(),
});

/** What a wallet has, kopecks; `held` by machines that have not told yet what came of their vends. */
export const walletStateSchema = z.object({
  balance: z.number().int(),
  bonus_balance: z.number().int(),
  held: z.object({ main: z.number().int(), bonus: z.number().int() }),
  /** The latest vend. */
  vended_at: instant,
  /** What staff may enter. */
  moves: z.array(z.enum(MANUAL_MOVES)),
});

/** Movements as a table, for screens and files. */
export const keyMoves: Listed = {
  name: "key_move",
  fields: {
    at: moment(),
    type: choice("key_move", KEY_MOVE_TYPES),
    pocket: choice("pocket", POCKETS),
    day: day(),
    amount: money({ readOnly: true }),
    balance: money({ readOnly: true }),
    bonus_balance: money({ readOnly: true }),
    price: money({ readOnly: true }),
    device: ref("device"),
    location: ref("location"),
    recipe: ref("recipe"),
    client: ref("key_client"),
    reason: text({ max: REASON_MAX }),
    author: text({ max: 200 }),
    entered_at: moment(),
  },
  list: {
    columns: [
      "at",
      "type",
      "amount",
      "balance",
      "bonus_balance",
      "price",
      "device",
      "location",
      "recipe",
      "client",
      "reason",
      "author",
      "entered_at",
    ],
    filters: ["type", "pocket", "day"],
    several: ["type"],
    sort: "-at",
  },
};
