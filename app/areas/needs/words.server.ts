import type { Wanted } from "~server/contract/needs";
import type { Context } from "~server/web/guard.server";

type Words = Pick<Context, "t" | "format">;

/** "12 500 g". */
export const amountText = ({ t, format }: Words, { amount, unit }: Pick<Wanted, "amount" | "unit">): string =>
  format.quantity(
    unit === "KG" ? Math.round(amount * 10) / 10 : Math.round(amount),
    t(`options:ingredient_unit.${unit}`),
  );

/** "3 packs", or the amount where nobody said what a pack has. */
export const packsText = (words: Words, wanted: Wanted): string =>
  wanted.packs === null
    ? amountText(words, wanted)
    : words.t("needs:packs", { count: wanted.packs, shown: words.format.number(wanted.packs) });

/** The address of a new route sheet with machines on it. */
export const sheetAddress = (devices: readonly (number | string)[], more: Record<string, string> = {}): string =>
  `/route_sheets/create?${new URLSearchParams({ ...more, devices: devices.join(",") }).toString().replaceAll("%2C", ",")}`;
