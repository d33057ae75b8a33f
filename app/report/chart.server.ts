import { reportCall } from "~server/contract/calls/reports";
import { type Figures, LONGEST_PERIOD } from "~server/contract/reports/answer";
import { hasSpans, type Report } from "~server/contract/reports/report";
import type { Context } from "~server/web/guard.server";
import { type BarChartData, barChartData } from "~/ui/bar-chart-data";
import { spansIn, spanText } from "./spans.server";

/** Series of the chart: cashless sources stand together, they differ only in the reader. */
const SERIES = [
  { key: "cash", of: ["cash_amount"] },
  { key: "cashless", of: ["cashless1_amount", "cashless2_amount"] },
  { key: "other", of: ["other_amount"] },
];
const KOPECKS = 100;

/** Takings by day, week or month of a report whose rows they are, none left out; with a comparison as a line what was then. */
export async function chartOf(
  { t, format, api, url }: Context,
  report: Report,
  query: URLSearchParams,
): Promise<BarChartData | undefined> {
  if (!hasSpans(report)) return undefined;
  const measures = ["amount", ...SERIES.flatMap(({ of }) => of)].map((measure) => ["measures", measure]);
  const all = new URLSearchParams([...query, ["limit", String(LONGEST_PERIOD + 1)], ...measures]);
  all.set("sort", "span");
  const { from, to, items } = await api.read(reportCall(report), {}, all);
  const step = url.searchParams.get("step");
  const spans = spansIn(from, to, step).map((first) => ({
    label: spanText({ format }, first, step),
    ...(items.find(({ cuts }) => cuts.span === first) ?? { figures: {}, before: null }),
  }));
  const sum = (figures: Figures, of: readonly string[]) => of.reduce((total, name) => total + (figures[name] ?? 0), 0);
  const used = SERIES.filter(({ of }) => spans.some(({ figures }) => sum(figures, of) !== 0));
  if (!used.length) return undefined;
  return barChartData({
    series: used.map(({ key }) => t(`sales:series.${key}`)),
    bars: spans.map(({ label, figures }) => ({ label, values: used.map(({ of }) => sum(figures, of)) })),
    line: query.has("compare")
      ? { label: t("reports:then"), values: spans.map(({ before }) => before?.amount ?? 0) }
      : undefined,
    format: format.money,
    formatTick: (kopecks) => format.number(kopecks / KOPECKS),
  });
}
