import { fieldOf } from "~server/contract/entity";
import { refSchema } from "~server/contract/record";
import type { Figures, ReportPage } from "~server/contract/reports/answer";
import type { Report } from "~server/contract/reports/report";
import type { Context } from "~server/web/guard.server";
import type { Cell } from "~/ui/data-cell";
import type { Column, Row } from "~/ui/data-table";
import { withParams } from "~/resource/list-address";
import { shown } from "~/resource/show.server";
import { drillHref } from "./drill.server";
import { spanText } from "./spans.server";

/** The measure that a small screen shows below the first column. */
const mainOf = ({ measures }: Report) => measures.find((measure) => measure === "amount") ?? measures[0];

/** A page of a report as a table, with the totals of all its rows below. */
export function tableOf(context: Context, report: Report, page: ReportPage, columns: readonly string[]) {
  const barOf = (name: string) => {
    const most = Math.max(0, ...page.items.map(({ figures }) => figures[name] ?? 0));
    return (share: number | null | undefined) => (share && most ? { bar: Math.round((share / most) * 100) } : {});
  };
  const bars = new Map(columns.filter((name) => name.startsWith("share")).map((name) => [name, barOf(name)]));
  return {
    columns: columns.map((name, index) => columnOf(context, report, name, index)),
    rows: page.items.map(
      (item): Row => ({
        id: report.rows.map((cut) => idOf(item.cuts[cut])).join("/"),
        href: drillHref(context, report, item, page),
        cells: columns.map((name, index) => ({
          ...cellOf(context, report, item, name, index === 0),
          ...bars.get(name)?.(item.figures[name]),
        })),
      }),
    ),
    foot: columns.map((name, index) =>
      isMeasure(report, name)
        ? figureCell(context, report, name, page.total)
        : { text: index === 0 ? context.t("reports:total") : "" },
    ),
  };
}

const isMeasure = ({ measures }: Report, name: string) => measures.some((measure) => measure === name);

/** What tells a row apart, as a text. */
const idOf = (value: unknown): string => {
  const ref = refSchema.safeParse(value);
  return ref.success
    ? String(ref.data.id)
    : typeof value === "string" || typeof value === "number"
      ? String(value)
      : "-";
};

function columnOf({ t, url }: Context, report: Report, name: string, index: number): Column {
  const sort = url.searchParams.get("sort") || report.list.sort;
  const direction = sort === name ? "asc" : sort === `-${name}` ? "desc" : null;
  const isNumber = isMeasure(report, name);
  // What is greatest is asked for first.
  const next = direction === null ? (isNumber ? `-${name}` : name) : direction === "asc" ? `-${name}` : name;
  return {
    key: name,
    label: t(`reports:fields.${name}`),
    align: isNumber ? "end" : "start",
    brief: index > 0 && name === mainOf(report) ? true : undefined,
    sort: { href: withParams(url, { sort: next }), direction },
  };
}

function cellOf(
  context: Context,
  report: Report,
  { cuts, ...figures }: ReportPage["items"][number],
  name: string,
  isFirst: boolean,
): Cell {
  if (isMeasure(report, name)) return figureCell(context, report, name, figures);
  if (name === "span")
    return { text: spanText(context, String(cuts.span), report.step ?? context.url.searchParams.get("step")) };
  const cell = shown(context, fieldOf(report, name), cuts[name]);
  // The first cell leads on; a row of what had none of it says what it is of, or just that.
  if (!isFirst) return cell;
  if (cuts[name] !== null) return { ...cell, href: undefined };
  const instead = report.aside.flatMap((cut) => (typeof cuts[cut] === "string" ? [cuts[cut]] : []));
  return { text: instead.join(" ") || context.t("resource:without") };
}

/** A figure, and below it how far it is from that of the period it is set beside. */
function figureCell(
  context: Context,
  report: Report,
  name: string,
  { figures, before }: { figures: Figures; before: Figures | null },
): Cell {
  const field = fieldOf(report, name);
  const cell = shown(context, field, figures[name]);
  const [now, then] = [figures[name], before?.[name]];
  if (typeof now !== "number" || typeof then !== "number" || field.kind === "decimal") return cell;
  return { ...cell, hint: differenceText(context, field.kind === "money", now, then) };
}

function differenceText({ format }: Context, isMoney: boolean, now: number, before: number): string {
  const difference = isMoney ? format.signedMoney(now - before) : format.signed(now - before);
  return before ? `${difference} (${format.change((now - before) / Math.abs(before))})` : difference;
}
