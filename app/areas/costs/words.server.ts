import type { PRICE_TYPES } from "~server/contract/enums";
import type { Context } from "~server/web/guard.server";

/** Which page of the past an address asks for: the screens of what was deleted have a page of history, too. */
export const COSTS_PAGE = "costs";

/** A price with what it is for: "65,00 ₴ за 100 г". */
export const priceText = (
  { format, t }: Pick<Context, "format" | "t">,
  kopecks: number,
  type: (typeof PRICE_TYPES)[number],
): string => `${format.money(kopecks)} ${t(`options:price_type.${type}`)}`;
