import type { Context } from "~server/web/guard.server";
import { type BarChartData, barChartData } from "~/ui/bar-chart-data";

interface Day {
  day: string;
  sources: Record<string, { count: number; amount: number }>;
}

/** Series of the chart: cashless sources stand together, they differ only in the reader. */
const SERIES: { key: string; sources: string[] }[] = [
  { key: "cash", sources: ["cash"] },
  { key: "cashless", sources: ["cashless1", "cashless2"] },
  { key: "other", sources: ["token", "unknown"] },
];
const KOPECKS = 100;

/** Sales by day, stacked by payment, as a chart; amounts in UAH. Series without a sale are left out. */
export function salesChart({ t, format }: Pick<Context, "t" | "format">, days: readonly Day[]): BarChartData {
  const amount = (day: Day, sources: string[]) =>
    sources.reduce((sum, source) => sum + (day.sources[source]?.amount ?? 0), 0);
  const used = SERIES.filter(({ sources }) => days.some((day) => amount(day, sources) !== 0));
  const shown = used.length ? used : SERIES.slice(0, 1);
  return barChartData({
    inTable: t("resource:in_table"),
    series: shown.map(({ key }) => t(`sales:series.${key}`)),
    bars: days.map((day) => ({ label: format.day(day.day), values: shown.map(({ sources }) => amount(day, sources)) })),
    format: format.money,
    formatTick: (kopecks) => format.number(kopecks / KOPECKS),
  });
}
