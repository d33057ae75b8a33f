/** A wallet has two pockets: money, and bonuses with cashback. */
export const POCKETS = ["main", "bonus"] as const;
export type Pocket = (typeof POCKETS)[number];

/**
 * Movements of key wallets (specification, section 3): the pocket each is of and what it does to it. `none`: the row says
 * what was vended, and no money moves. A reversal of a movement has its type and the opposite sign.
 */
export const KEY_MOVES = {
  /** What a key was issued or imported with. */
  balance: { pocket: "main", sign: 1 },
  /** Put on the key at a machine or by an online payment. */
  refill: { pocket: "main", sign: 1 },
  manual_deposit: { pocket: "main", sign: 1 },
  manual_withdraw: { pocket: "main", sign: -1 },
  sell_withdraw: { pocket: "main", sign: -1 },
  /** Earned by a bonus program, or granted with a key. */
  bonus: { pocket: "bonus", sign: 1 },
  bonus_withdraw: { pocket: "bonus", sign: -1 },
  /** What a key of cashback was issued or corrected with. */
  cashback: { pocket: "bonus", sign: 1 },
  /** Percent of a vend paid from the main balance. */
  cashback_deposit: { pocket: "bonus", sign: 1 },
  cashback_withdraw: { pocket: "bonus", sign: -1 },
  one_time_purchase: { pocket: "none", sign: 0 },
  unlimited: { pocket: "none", sign: 0 },
} as const satisfies Record<string, { pocket: Pocket | "none"; sign: 1 | -1 | 0 }>;
export type KeyMove = keyof typeof KEY_MOVES;
export const KEY_MOVE_TYPES = [
  "balance",
  "refill",
  "manual_deposit",
  "manual_withdraw",
  "sell_withdraw",
  "bonus",
  "bonus_withdraw",
  "cashback",
  "cashback_deposit",
  "cashback_withdraw",
  "one_time_purchase",
  "unlimited",
] as const satisfies readonly KeyMove[];

/** Those that pay for a vend. */
export const VEND_MOVES = [
  "sell_withdraw",
  "bonus_withdraw",
  "cashback_withdraw",
  "one_time_purchase",
  "unlimited",
] as const satisfies readonly KeyMove[];

/** Largest amount of one movement, and largest balance that staff or an import may make; kopecks. */
export const LARGEST_MOVE = 1_000_000_00;

/** Of an authorisation: refused, money held, vended, given back (the vend failed), or run out unasked for. */
export const AUTHORISATION_STATES = ["refused", "held", "captured", "released", "expired"] as const;
