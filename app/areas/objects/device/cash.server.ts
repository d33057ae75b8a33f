import type { DeviceState } from "~server/contract/device-state";
import type { Context } from "~server/web/guard.server";
import { moneyText } from "./differences.server";
import { withAge } from "./state-items.server";

/** Cash box and tubes by the last audit, and whether the two sums of the tubes agree. */
export function cashModel(words: Pick<Context, "t" | "format">, { cash, tubes }: DeviceState) {
  const { t, format } = words;
  const money = (value: number) => moneyText(words, value, cash?.currency ?? null);
  const known = (value: number | null | undefined) => (value === null || value === undefined ? null : money(value));
  return {
    items: [
      { label: t("device:cash.box"), value: known(cash?.box) },
      { label: t("device:cash.tubes"), value: known(cash?.tubes ?? cash?.coins) },
      { label: t("device:cash.at"), value: withAge(words, cash?.at ?? null) },
    ],
    differs: cash?.differs
      ? t("device:cash.differs", { tubes: money(cash.tubes ?? 0), coins: money(cash.coins ?? 0) })
      : undefined,
    columns: [
      { key: "coin", label: t("device:cash.coin") },
      { key: "count", label: t("device:cash.count"), align: "end" as const },
      { key: "sum", label: t("device:cash.sum"), align: "end" as const },
    ],
    rows: tubes.map(({ coin, count, full }, index) => ({
      id: String(index),
      cells: [
        { text: known(coin) ?? "—" },
        { text: count === null ? "—" : format.number(count), hint: full ? t("device:cash.full") : undefined },
        { text: (coin !== null && count !== null && money(coin * count)) || "—" },
      ],
    })),
  };
}
export type CashModel = ReturnType<typeof cashModel>;
