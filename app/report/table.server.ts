import { fieldOf } from "~server/contract/entity";
import type { ReportPage } from "~server/contract/reports/answer";
import { STRIP } from "~server/contract/reports/hours";
import type { Report } from "~server/contract/reports/report";
import type { Context } from "~server/web/guard.server";
import type { Cell } from "~/ui/data-cell";
import type { Column, Row } from "~/ui/data-table";
import { withParams } from "~/resource/list-address";
import { cutCell, figureCell, hoursCell, idOf, isMeasure, type Item } from "./cells.server";
import { drillHref } from "./drill.server";
import { columnHead } from "./spans.server";

/** The measure that a small screen shows below the first column. */
const mainOf = ({ measures }: Report) => measures.find((measure) => measure === "amount") ?? measures[0];

/** So many columns have room for their headings in one line. */
const FEW = 6;

/** What stands below which column: what a report says of it, and what is said of something besides and is no moment or state of its own, as of a machine its location and project. */
function foldedOf(report: Report, columns: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const last = report.rows.findLast((cut) => columns.includes(cut));
  const folds = ["ref", "text", "integer"];
  const placeOf = (name: string): string | undefined =>
    Object.entries(report.below ?? {}).find(([below]) => below === name)?.[1] ??
    (report.beside.some((cut) => cut === name) && folds.includes(fieldOf(report, name).kind) ? last : undefined);
  const folded = new Map<string, string[]>();
  for (const name of columns) {
    const of = placeOf(name);
    if (of !== undefined && columns.includes(of)) folded.set(of, [...(folded.get(of) ?? []), name]);
  }
  return folded;
}

/** A page of a report as a table, with sub-totals below the rows they are of and the totals of all rows below everything. */
export function tableOf(context: Context, report: Report, page: ReportPage, wanted: readonly string[]) {
  const [first = ""] = report.rows;
  const folded = foldedOf(report, wanted);
  const below = [...folded.values()].flat();
  const columns = wanted.filter((name) => !below.includes(name));
  const saidOf = (item: Item, of: string): Pick<Cell, "hint"> => {
    const texts = (folded.get(of) ?? []).flatMap((name) =>
      (item.cuts[name] ?? null) === null ? [] : [cutCell(context, report, item, name, false).text],
    );
    return texts.length ? { hint: texts.join(" · ") } : {};
  };
  const barOf = barsOf(page, columns);
  const hours = hoursCell(context, page.items);
  const rowOf = (item: Item): Row => ({
    id: Object.values(item.cuts).map(idOf).join("/"),
    href: drillHref(context, report, item.cuts, page),
    cells: columns.map((name, index) =>
      name === STRIP
        ? hours(item)
        : isMeasure(report, name)
          ? { ...figureCell(context, report, name, item), ...barOf(name, item) }
          : { ...cutCell(context, report, item, name, index === 0), ...saidOf(item, name) },
    ),
  });
  const sumOf = (item: Item): Row => ({
    id: `sum/${idOf(item.cuts[first])}`,
    isSum: true,
    href: drillHref(context, report, item.cuts, page),
    cells: columns.map((name, index) => {
      if (isMeasure(report, name)) return figureCell(context, report, name, item);
      const what = cutCell(context, report, item, first, true).text;
      return { text: index === 0 ? context.t("reports:total_of", { what }) : "" };
    }),
  });
  const sums = new Map(page.subtotals.map((item) => [idOf(item.cuts[first]), sumOf(item)]));
  return {
    wraps: report.below !== undefined,
    dense: columns.length > FEW,
    columns: columns.map((name, index) => ({
      ...columnOf(context, report, name, index),
      below: folded
        .get(name)
        ?.map((one) => ({ label: columnHead(context, report, one), sort: sortOf(context, report, one) })),
    })),
    rows: page.items.flatMap((item, n): Row[] => {
      const key = idOf(item.cuts[first]);
      const next = page.items[n + 1];
      const sum = !next || idOf(next.cuts[first]) !== key ? sums.get(key) : undefined;
      return [rowOf(item), ...(sum ? [sum] : [])];
    }),
    foot: columns.map((name, index) =>
      name === STRIP
        ? hoursCell(context, [page.total])(page.total)
        : isMeasure(report, name)
          ? figureCell(context, report, name, page.total)
          : index === 0
            ? { text: context.t("reports:total"), href: drillHref(context, report, {}, page) }
            : { text: "" },
    ),
  };
}

/** Bars under shares, the longest of the page as long as its cell. */
function barsOf({ items }: ReportPage, columns: readonly string[]) {
  const shares = columns.filter((name) => name.startsWith("share"));
  const most = new Map(shares.map((name) => [name, Math.max(0, ...items.map(({ figures }) => figures[name] ?? 0))]));
  return (name: string, { figures }: Item) => {
    const [share, longest] = [figures[name], most.get(name)];
    return share && longest ? { bar: Math.round((share / longest) * 100) } : {};
  };
}

function columnOf(context: Context, report: Report, name: string, index: number): Column {
  const isNumber = isMeasure(report, name);
  return {
    key: name,
    label: columnHead(context, report, name),
    align: isNumber ? "end" : "start",
    brief: index > 0 && name === mainOf(report) ? true : undefined,
    sort: name === STRIP ? undefined : sortOf(context, report, name),
  };
}

/** Sorts by a column, by the other direction where that is so already. */
export function sortOf(
  { url }: Pick<Context, "url">,
  report: Report,
  name: string,
  sort = url.searchParams.get("sort") || report.list.sort,
): Column["sort"] {
  const direction = sort === name ? "asc" : sort === `-${name}` ? "desc" : null;
  // What is greatest is asked for first.
  const next =
    direction === null ? (isMeasure(report, name) ? `-${name}` : name) : direction === "asc" ? `-${name}` : name;
  return { href: withParams(url, { sort: next }), direction };
}
