import { fieldOf } from "~server/contract/entity";
import type { ReportPage } from "~server/contract/reports/answer";
import type { CutName } from "~server/contract/reports/cuts";
import type { MeasureName } from "~server/contract/reports/measures";
import { type Report, rowsBy } from "~server/contract/reports/report";
import type { Context } from "~server/web/guard.server";
import type { Cell } from "~/ui/data-cell";
import type { Column, Row } from "~/ui/data-table";
import { exported, exportWidth, numberFormat } from "~/resource/exported.server";
import type { FileTable } from "~/resource/table-file.server";
import { cutCell, figureCell, idOf, type Item } from "./cells.server";
import { drillHref } from "./drill.server";
import { columnHead } from "./spans.server";
import { sortOf } from "./table.server";

/**
 * Rows of two cuts beside each other: the first one downwards, the second one across, one measure in each cell. Sorted by
 * the first cut or by the sums of the measure.
 */
export interface MatrixAsked {
  cuts: readonly [CutName, CutName];
  measure: MeasureName;
  sort: string;
}

/** More cells than the API answers at once are no matrix, nor are more columns than anybody reads. */
export const MOST_CELLS = 10_000;
const MOST_COLUMNS = 60;

/** The matrix that an address asks for; a report whose cuts are chosen, but not its columns, shows one of two cuts until rows are asked for. */
export function matrixAsked(report: Report, { searchParams }: URL, by: readonly CutName[]): MatrixAsked | undefined {
  const [first, second, ...others] = rowsBy(report, by);
  if (!second || others.length) return undefined;
  const usual = report.rows.length === 0 && !report.keepsColumns ? "matrix" : "rows";
  if ((searchParams.get("view") ?? usual) !== "matrix") return undefined;
  const [some] = report.measures;
  const named = [searchParams.get("measure"), report.list.sort.replace(/^-/, ""), "amount", some];
  const measure = named.flatMap((name) => report.measures.find((one) => one === name) ?? [])[0];
  if (!measure) return undefined;
  const sorts: readonly string[] = [first, `-${first}`, measure, `-${measure}`];
  const sort = [searchParams.get("sort") ?? "", report.list.sort].find((one) => sorts.includes(one)) ?? first;
  return { cuts: [first, second], measure, sort };
}

/** What the API is asked for of a matrix: all its cells, with the sums of both its cuts. */
export function matrixQuery(query: URLSearchParams, { cuts, measure, sort }: MatrixAsked): URLSearchParams {
  const asked = new URLSearchParams([...query, ["measures", measure], ...cuts.map((cut) => ["subtotals", cut])]);
  // Sums are put in order when there are some.
  asked.set("sort", sort === `-${cuts[0]}` ? sort : cuts[0]);
  asked.set("limit", String(MOST_CELLS));
  asked.set("page", "1");
  return asked;
}

export type Matrix = NonNullable<ReturnType<typeof matrixOf>>;

/** Cells by their row and column, each row and column with its sum, the greatest column first; undefined where there are too many. */
export function matrixOf(
  context: Context,
  report: Report,
  { items, rows, subtotals, total }: ReportPage,
  { cuts: [first, second], measure, sort }: MatrixAsked,
) {
  const sumsOf = (cut: CutName) => subtotals.filter(({ cuts }) => Object.hasOwn(cuts, cut));
  const columns = sumsOf(second)
    .map((sum) => ({ ...sum, label: cutCell(context, report, sum, second, true).text }))
    .sort(
      (a, b) => (b.figures[measure] ?? 0) - (a.figures[measure] ?? 0) || a.label.localeCompare(b.label, context.lang),
    );
  if (rows > items.length || columns.length > MOST_COLUMNS) return undefined;
  const sums = new Map(sumsOf(first).map((sum) => [idOf(sum.cuts[first]), sum]));
  const lines = new Map<string, { sum: Item; cells: Map<string, Item> }>();
  for (const item of items) {
    const key = idOf(item.cuts[first]);
    const sum = sums.get(key);
    const line = lines.get(key) ?? (sum && { sum, cells: new Map<string, Item>() });
    if (!line) continue;
    line.cells.set(idOf(item.cuts[second]), item);
    lines.set(key, line);
  }
  return { columns, lines: inOrder([...lines.values()], measure, sort), total: { cuts: {}, ...total } };
}

/** By the sums of a measure, what is not known last; as they came where they are not sorted by it. */
function inOrder<T extends { sum: Item }>(lines: readonly T[], measure: MeasureName, sort: string): readonly T[] {
  if (sort.replace(/^-/, "") !== measure) return lines;
  const sign = sort === measure ? 1 : -1;
  return lines.toSorted((a, b) => {
    const [one, other] = [a.sum.figures[measure] ?? null, b.sum.figures[measure] ?? null];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return sign * (one - other);
  });
}

/** A page of the rows of a matrix as a table, with the sums of all of them. */
export function matrixTable(
  context: Context,
  report: Report,
  { cuts: [first, second], measure, sort }: MatrixAsked,
  { columns, lines, total }: Matrix,
  page: ReportPage,
) {
  const { t } = context;
  const sortBy = (name: string) => sortOf(context, report, name, sort);
  const figure = (item: Item | undefined): Cell =>
    item
      ? { ...figureCell(context, report, measure, item), href: drillHref(context, report, item.cuts, page) }
      : { text: "" };
  const heads: Column[] = [
    { key: "first", label: columnHead(context, report, first), sort: sortBy(first) },
    { key: "total", label: t("reports:total"), align: "end", brief: true, sort: sortBy(measure) },
    ...columns.map(
      (column): Column => ({
        key: idOf(column.cuts[second]),
        label: column.label,
        align: "end",
      }),
    ),
  ];
  return {
    columns: heads,
    rows: lines.map(
      ({ sum, cells }): Row => ({
        id: idOf(sum.cuts[first]),
        href: drillHref(context, report, sum.cuts, page),
        cells: [
          cutCell(context, report, sum, first, true),
          figure(sum),
          ...columns.map((column) => figure(cells.get(idOf(column.cuts[second])))),
        ],
      }),
    ),
    foot: [{ text: t("reports:total") }, figure(total), ...columns.map(figure)],
  };
}

/** A matrix as a file has it: as it is seen, with all its rows and the sums. */
export function matrixFile(
  context: Context,
  report: Report,
  { cuts: [first, second], measure }: MatrixAsked,
  { columns, lines, total }: Matrix,
) {
  const { t } = context;
  const [ofCut, ofMeasure] = [fieldOf(report, first), fieldOf(report, measure)];
  const numbers = { width: exportWidth(ofMeasure), format: numberFormat(ofMeasure) };
  const named = (item: Item) => cutCell(context, report, item, first, true).text;
  const figure = (item: Item | undefined) => exported(context, ofMeasure, item?.figures[measure]);
  const heads: FileTable["columns"] = [
    { header: columnHead(context, report, first), width: exportWidth(ofCut), format: undefined },
    { header: t("reports:total"), ...numbers },
    ...columns.map((column) => ({ header: column.label, ...numbers })),
  ];
  const cellsOf = (item: Item, cells: readonly (Item | undefined)[]) => [figure(item), ...cells.map(figure)];
  return {
    columns: heads,
    lines: [
      ...lines.map(({ sum, cells }) => [
        named(sum),
        ...cellsOf(
          sum,
          columns.map((column) => cells.get(idOf(column.cuts[second]))),
        ),
      ]),
      [t("reports:total"), ...cellsOf(total, columns)],
    ],
  };
}
