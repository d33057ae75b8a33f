import { fieldOf } from "~server/contract/entity";
import { refSchema } from "~server/contract/record";
import type { Figures, ReportPage } from "~server/contract/reports/answer";
import { HOURS } from "~server/contract/reports/hours";
import type { Report } from "~server/contract/reports/report";
import type { Context } from "~server/web/guard.server";
import type { Cell } from "~/ui/data-cell";
import { shown } from "~/resource/show.server";
import { spanText, stepOf } from "./spans.server";

/** A row of a report, or a sum of rows, which says fewer cuts. */
export type Item = ReportPage["items"][number];

export const isMeasure = ({ measures }: Report, name: string) => measures.some((measure) => measure === name);

/** The value of a cut as a text that tells it from others. */
export const idOf = (value: unknown): string => {
  const ref = refSchema.safeParse(value);
  return ref.success
    ? String(ref.data.id)
    : typeof value === "string" || typeof value === "number"
      ? String(value)
      : "-";
};

/** What a row is of. The first cell leads on; a row of what had none of it says what it is of, or just that. */
export function cutCell(context: Context, report: Report, { cuts }: Item, name: string, isFirst: boolean): Cell {
  if (name === "span") return { text: spanText(context, String(cuts.span), stepOf(report, context.url)) };
  const cell = shown(context, fieldOf(report, name), cuts[name]);
  if (!isFirst) return cell;
  if (cuts[name] !== null) return { ...cell, href: undefined };
  const instead = report.aside.flatMap((cut) => (typeof cuts[cut] === "string" ? [cuts[cut]] : []));
  return { text: instead.join(" ") || context.t("resource:without") };
}

/** Vends by hour of the clock as bars; the highest of these rows is as high as there is room. */
export function hoursCell({ format }: Context, rows: readonly { figures: Figures }[]) {
  const of = (figures: Figures) => HOURS.map((hour) => figures[hour] ?? 0);
  const most = Math.max(1, ...rows.flatMap(({ figures }) => of(figures)));
  return ({ figures }: { figures: Figures }): Cell => {
    const vends = of(figures);
    const said = vends.flatMap((count, hour) => (count ? [`${hour}:00 – ${format.number(count)}`] : []));
    return {
      text: said.length ? "" : "—",
      ...(said.length
        ? { strip: { percents: vends.map((count) => Math.round((count / most) * 100)), label: said.join(", ") } }
        : {}),
    };
  };
}

/** A figure, and below it how far it is from that of the period it is set beside. */
export function figureCell(
  context: Context,
  report: Report,
  name: string,
  { figures, before }: { figures: Figures; before: Figures | null },
): Cell {
  const field = fieldOf(report, name);
  const cell = shown(context, field, figures[name]);
  const [now, then] = [figures[name], before?.[name]];
  // Of shares and times the difference says little.
  if (typeof now !== "number" || typeof then !== "number" || ("unit" in field && field.unit)) return cell;
  return { ...cell, hint: differenceText(context, field.kind === "money", now, then) };
}

function differenceText({ format }: Context, isMoney: boolean, now: number, before: number): string {
  const difference = isMoney ? format.signedMoney(now - before) : format.signed(now - before);
  return before ? `${difference} (${format.change((now - before) / Math.abs(before))})` : difference;
}
