import type { DeviceState } from "~server/contract/device-state";
import type { Context } from "~server/web/guard.server";

/** Vends of the last 24 hours beside those usual for the same hours of the week. */
export function stripModel({ t, format }: Pick<Context, "t" | "format">, { strip }: DeviceState) {
  const most = Math.max(1, ...strip.flatMap(({ count, usual }) => [count, usual ?? 0]));
  const share = (value: number) => Math.round((value / most) * 1000) / 10;
  const sold = strip.reduce((all, one) => all + one.count, 0);
  const usual = strip.every((one) => one.usual !== null) ? strip.reduce((all, one) => all + (one.usual ?? 0), 0) : null;
  return {
    title: t("device:strip.title"),
    summary:
      usual === null
        ? t("device:strip.sold", { count: sold, shown: format.number(sold) })
        : t("device:strip.against", { count: sold, shown: format.number(sold), usual: format.number(usual, 1) }),
    soldLabel: t("device:strip.vends"),
    usualLabel: t("device:strip.usual"),
    hourLabel: t("device:strip.hour"),
    knowsUsual: usual !== null,
    hours: strip.map(({ hour, count, amount, usual: mean }) => ({
      hour: format.dateTime(hour).slice(-5),
      height: share(count),
      usual: mean === null ? null : share(mean),
      sold: count ? `${format.number(count)} (${format.money(amount)})` : "0",
      mean: mean === null ? "—" : format.number(mean, 1),
    })),
  };
}
export type StripModel = ReturnType<typeof stripModel>;
