import type { DeviceState } from "~server/contract/device-state";
import type { Context } from "~server/web/guard.server";
import { type BarChartData, barChartData } from "~/ui/bar-chart-data";

/** Vends of the last 24 hours beside those usual for the same hours of the week. */
export function stripModel({ t, format }: Pick<Context, "t" | "format">, { strip }: DeviceState) {
  const sold = strip.reduce((all, one) => all + one.count, 0);
  const usual = strip.every((one) => one.usual !== null) ? strip.reduce((all, one) => all + (one.usual ?? 0), 0) : null;
  // The first hour is a whole one, so it is not 24 hours to the minute.
  const told = { count: sold, shown: format.number(sold), since: format.dateTime(strip[0]?.hour ?? new Date()) };
  return {
    title: t("device:strip.title"),
    summary:
      usual === null
        ? t("device:strip.sold", told)
        : t("device:strip.against", { ...told, usual: format.number(usual, 1) }),
    hourLabel: t("device:strip.hour"),
    chart: chartOf({ t, format }, strip),
  };
}

/** Bars in vends; their words tell the takings, too. */
function chartOf({ t, format }: Pick<Context, "t" | "format">, strip: DeviceState["strip"]): BarChartData {
  const data = barChartData({
    inTable: t("resource:in_table"),
    series: [t("device:strip.vends")],
    bars: strip.map(({ hour, count }) => ({ label: format.dateTime(hour).slice(-5), values: [count] })),
    line: strip.some(({ usual }) => usual !== null)
      ? { label: t("device:strip.usual"), values: strip.map(({ usual }) => usual) }
      : undefined,
    format: (vends) => format.number(vends, 1),
  });
  const sold = strip.map(({ count, amount }) =>
    count ? `${format.number(count)} (${format.money(amount)})` : format.number(0),
  );
  return { ...data, bars: data.bars.map((bar, index) => ({ ...bar, texts: sold.slice(index, index + 1) })) };
}

export type StripModel = ReturnType<typeof stripModel>;
