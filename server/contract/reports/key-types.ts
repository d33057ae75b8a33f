import { KEY_MOVE_TYPES, type KeyMove } from "../key-moves";

export type TypeCount = `${KeyMove}_count`;
/** Those that move money. */
type MoneyMove = Exclude<KeyMove, "one_time_purchase" | "unlimited">;
export type TypeSum = `${MoneyMove}_sum`;

/** How many movements of each type, and what those with money add up to: columns of the report of keys. */
export const TYPE_MEASURES: readonly (TypeCount | TypeSum)[] = KEY_MOVE_TYPES.flatMap((type) =>
  type === "one_time_purchase" || type === "unlimited"
    ? [`${type}_count` as const]
    : [`${type}_sum` as const, `${type}_count` as const],
);

/** Of each pocket what keys had before, what came in and went out, and what they had then. */
export const POCKET_MEASURES = [
  "main_opening",
  "main_in",
  "main_out",
  "main_closing",
  "bonus_opening",
  "bonus_in",
  "bonus_out",
  "bonus_closing",
] as const;

/** Something for each type of movement, by the name of its count. */
export const byTypeCount = <T>(of: (type: KeyMove) => T): Record<TypeCount, T> => ({
  balance_count: of("balance"),
  refill_count: of("refill"),
  manual_deposit_count: of("manual_deposit"),
  manual_withdraw_count: of("manual_withdraw"),
  sell_withdraw_count: of("sell_withdraw"),
  bonus_count: of("bonus"),
  bonus_withdraw_count: of("bonus_withdraw"),
  cashback_count: of("cashback"),
  cashback_deposit_count: of("cashback_deposit"),
  cashback_withdraw_count: of("cashback_withdraw"),
  one_time_purchase_count: of("one_time_purchase"),
  unlimited_count: of("unlimited"),
});

/** The same by the name of its sum, of the types that move money. */
export const byTypeSum = <T>(of: (type: MoneyMove) => T): Record<TypeSum, T> => ({
  balance_sum: of("balance"),
  refill_sum: of("refill"),
  manual_deposit_sum: of("manual_deposit"),
  manual_withdraw_sum: of("manual_withdraw"),
  sell_withdraw_sum: of("sell_withdraw"),
  bonus_sum: of("bonus"),
  bonus_withdraw_sum: of("bonus_withdraw"),
  cashback_sum: of("cashback"),
  cashback_deposit_sum: of("cashback_deposit"),
  cashback_withdraw_sum: of("cashback_withdraw"),
});
