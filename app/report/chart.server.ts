import { reportCall } from "~server/contract/calls/reports";
import { STEPS } from "~server/contract/enums";
import { type Figures, LONGEST_PERIOD, type ReportPage } from "~server/contract/reports/answer";
import type { CutName } from "~server/contract/reports/cuts";
import { hasSpans, type Report, rowsBy } from "~server/contract/reports/report";
import type { Context } from "~server/web/guard.server";
import { type BarChartData, barChartData } from "~/ui/bar-chart-data";
import { isMeasure } from "./cells.server";
import { spansIn, spanText, type Step } from "./spans.server";

/** Series of the chart: cashless sources stand together, they differ only in the reader. */
const SERIES = [
  { key: "cash", of: ["cash_amount"] },
  { key: "cashless", of: ["cashless1_amount", "cashless2_amount"] },
  { key: "other", of: ["other_amount"] },
];
const KOPECKS = 100;
/** More bars than these say nothing more, and weigh the page down. */
const MOST_BARS = 130;

/** The asked step, or the first longer one by which the days make few enough bars. */
const stepFor = ({ from, to }: Pick<ReportPage, "from" | "to">, asked: string | null): Step =>
  STEPS.slice(
    Math.max(
      0,
      STEPS.findIndex((step) => step === asked),
    ),
  ).find((step) => spansIn(from, to, step).length <= MOST_BARS) ?? "month";

/** Takings by day, week or month of a report whose rows they are (longer ones where there would be too many), none left out; with a comparison as a line what was then. */
export async function chartOf(
  { t, format, api, url }: Context,
  report: Report,
  query: URLSearchParams,
  by: readonly CutName[],
  { from, to }: Pick<ReportPage, "from" | "to">,
): Promise<BarChartData | undefined> {
  if (!hasSpans(report) || !rowsBy(report, by).includes("span")) return undefined;
  const asked = ["amount", ...SERIES.flatMap(({ of }) => of)];
  // Of what is not told by source there is nothing to draw.
  if (!asked.every((measure) => isMeasure(report, measure))) return undefined;
  const measures = asked.map((measure) => ["measures", measure]);
  const all = new URLSearchParams([...query, ["limit", String(LONGEST_PERIOD + 1)], ...measures]);
  all.set("sort", "span");
  // Whatever else rows are told apart by, it draws days.
  if (report.by) all.set("by", "span");
  const step = stepFor({ from, to }, url.searchParams.get("step"));
  all.set("step", step);
  const { items } = await api.read(reportCall(report), {}, all);
  const spans = spansIn(from, to, step).map((first) => ({
    label: spanText({ format }, first, step),
    ...(items.find(({ cuts }) => cuts.span === first) ?? { figures: {}, before: null }),
  }));
  const sum = (figures: Figures, of: readonly string[]) => of.reduce((total, name) => total + (figures[name] ?? 0), 0);
  const used = SERIES.filter(({ of }) => spans.some(({ figures }) => sum(figures, of) !== 0));
  if (!used.length) return undefined;
  return barChartData({
    inTable: t("resource:in_table"),
    series: used.map(({ key }) => t(`sales:series.${key}`)),
    bars: spans.map(({ label, figures }) => ({ label, values: used.map(({ of }) => sum(figures, of)) })),
    line: query.has("compare")
      ? { label: t("reports:then"), values: spans.map(({ before }) => before?.amount ?? 0) }
      : undefined,
    format: format.money,
    formatTick: (kopecks) => format.number(kopecks / KOPECKS),
  });
}
