import type { Stop, Wanted } from "~server/contract/needs";
import type { Context } from "~server/web/guard.server";
import type { Cell } from "~/ui/data-cell";

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

/** "09:35"; nothing where the way is not known. */
export const dueText = ({ due_at }: Pick<Stop, "due_at">): string | undefined =>
  due_at === null
    ? undefined
    : [Math.floor(due_at / 60) % 24, due_at % 60].map((part) => String(part).padStart(2, "0")).join(":");

/** "open 08:00–19:00"; nothing where a place is open at any time. */
export function hoursText(
  { t }: Pick<Words, "t">,
  { opens_at: from, closes_at: until, closed }: Pick<Stop, "opens_at" | "closes_at" | "closed">,
): string | undefined {
  if (closed) return t("needs:open.never");
  if (from && until) return t("needs:open.between", { from, until });
  if (from) return t("needs:open.from", { from });
  return until ? t("needs:open.until", { until }) : undefined;
}

/** When a crew is expected at a stop, and when the place is open. */
export const expectedCell = (
  words: Words,
  stop: Pick<Stop, "due_at" | "late" | "opens_at" | "closes_at" | "closed">,
): Cell => ({
  text: dueText(stop) ?? "—",
  hint: hoursText(words, stop),
  ...(stop.late ? ({ tone: "bad" } as const) : {}),
});

/** The address of a new route sheet with machines on it. */
export const sheetAddress = (devices: readonly (number | string)[], more: Record<string, string> = {}): string =>
  `/route_sheets/create?${new URLSearchParams({ ...more, devices: devices.join(",") }).toString().replaceAll("%2C", ",")}`;
