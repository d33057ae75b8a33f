import type { DENIALS } from "~server/contract/authorise";
import type { KEY_TYPES } from "~server/contract/enums";
import type { KeyMove } from "~server/contract/key-moves";
import type { SCAN_RESULTS } from "~server/contract/telemetry-events";

/** What is known of a key when it is asked for. Kopecks; what is held is gone already. */
export interface KeyState {
  type: (typeof KEY_TYPES)[number];
  blocked: boolean;
  main: number;
  bonus: number;
  max_price: number | null;
  day_limit: number | null;
  /** Vends of this day, and those it is held for. */
  today: number;
  /** Used up, or held for its one vend. */
  is_used: boolean;
}

/** What the pockets give for a vend, kopecks. */
export interface Parts {
  main: number;
  bonus: number;
}
export type Outcome = (typeof SCAN_RESULTS)[number];
export type Denial = (typeof DENIALS)[number];

const NOTHING: Parts = { main: 0, bonus: 0 };

/** What a vend at `price` takes of a key, whether it has that or not: what was vended is paid for. */
export function partsOf({ type, bonus }: Pick<KeyState, "type" | "bonus">, price: number): Parts {
  const first = Math.min(Math.max(bonus, 0), price);
  switch (type) {
    case "BALANCE":
      return { main: price - first, bonus: first };
    case "BONUS":
      return { main: 0, bonus: price };
    case "CASHBACK":
      // Cashback pays whole vends or none.
      return bonus >= price ? { main: 0, bonus: price } : { main: price, bonus: 0 };
    case "ONE_TIME_PURCHASE":
    case "UNLIMITED":
      return NOTHING;
  }
}

/** Whether a key may pay a vend at `price`, and of which pocket. */
export function decideKey(key: KeyState, price: number): { result: Outcome } & Parts {
  if (key.blocked) return { result: "blocked", ...NOTHING };
  if (key.type === "ONE_TIME_PURCHASE" && key.is_used) return { result: "already_used", ...NOTHING };
  const isTooDear = key.type === "ONE_TIME_PURCHASE" && key.max_price !== null && price > key.max_price;
  const isEnough = key.type === "UNLIMITED" && key.day_limit !== null && key.today >= key.day_limit;
  const { main, bonus } = partsOf(key, price);
  const has = (pocket: number, part: number) => part === 0 || part <= pocket;
  return isTooDear || isEnough || !has(key.main, main) || !has(key.bonus, bonus)
    ? { result: "insufficient_balance", ...NOTHING }
    : { result: "accepted", main, bonus };
}

/** What is known of a code; `is_elsewhere`: it is for another machine. */
export interface CodeState {
  blocked: boolean;
  is_used: boolean;
  is_expired: boolean;
  is_elsewhere: boolean;
  is_other_product: boolean;
  amount: number | null;
}

/** Whether a code may pay a vend at `price` (kopecks). */
export function decideCode(code: CodeState, price: number): { result: Outcome; reason?: Denial } {
  if (code.is_used) return { result: "already_used" };
  if (code.blocked) return { result: "blocked" };
  if (code.is_expired) return { result: "expired" };
  if (code.is_elsewhere) return { result: "other_device" };
  if (code.is_other_product) return { result: "denied", reason: "other_product" };
  return { result: code.amount !== null && code.amount < price ? "insufficient_balance" : "accepted" };
}

/** The movements that a vend of a key is: their types, by what the pockets gave. */
export const typesOf = (type: KeyState["type"], { main, bonus }: Parts): { type: KeyMove; amount: number }[] => {
  if (type === "UNLIMITED") return [{ type: "unlimited", amount: 0 }];
  if (type === "ONE_TIME_PURCHASE") return [{ type: "one_time_purchase", amount: 0 }];
  const moves: { type: KeyMove; amount: number }[] = [
    { type: type === "CASHBACK" ? "cashback_withdraw" : "bonus_withdraw", amount: -bonus },
    { type: "sell_withdraw", amount: -main },
  ];
  return moves.filter(({ amount }) => amount !== 0);
};
