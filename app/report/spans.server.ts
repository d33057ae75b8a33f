import dayjs from "dayjs";
import utc from "dayjs/plugin/utc";
import type { Report } from "~server/contract/reports/report";
import type { Context } from "~server/web/guard.server";

dayjs.extend(utc);

const SPANS = { day: [1, "day"], week: [7, "day"], month: [1, "month"] } as const;
export type Step = keyof typeof SPANS;

/** Whether the spans of a report are days, weeks or months: what it says itself, or what an address asks for. */
export function stepOf(report: Pick<Report, "step">, { searchParams }: URL): Step {
  const step = report.step ?? searchParams.get("step");
  return step === "week" || step === "month" ? step : "day";
}

/** What a column of a report is headed by; one of spans by what these are. */
export const columnHead = ({ t, url }: Pick<Context, "t" | "url">, report: Report, name: string): string =>
  name === "span" ? t(`reports:span_head.${stepOf(report, url)}`) : t(`reports:fields.${name}`);

const written = (day: dayjs.Dayjs) => day.format("YYYY-MM-DD");

/** The last day of a day, week or month that begins on a day. */
export function lastOfSpan(first: string, step: Step): string {
  const [by, unit] = SPANS[step];
  return written(dayjs.utc(first).add(by, unit).subtract(1, "day"));
}

/** First days of all spans that some days touch. */
export function spansIn(from: string, to: string, step: Step): string[] {
  const [by, unit] = SPANS[step];
  const day = dayjs.utc(from);
  const begin =
    step === "month" ? day.startOf("month") : step === "week" ? day.subtract((day.day() + 6) % 7, "day") : day;
  const spans: string[] = [];
  for (let first = begin; written(first) <= to; first = first.add(by, unit)) spans.push(written(first));
  return spans;
}

/** How a span is called by its first day: "6 May", "6 May – 12 May", "May 2026". */
export function spanText({ format }: Pick<Context, "format">, first: string, step: Step): string {
  if (step === "month") return format.month(first);
  return step === "week" ? `${format.day(first)} – ${format.day(lastOfSpan(first, step))}` : format.day(first);
}
