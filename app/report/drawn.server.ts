import { reportCall } from "~server/contract/calls/reports";
import type { CutName } from "~server/contract/reports/cuts";
import type { Report } from "~server/contract/reports/report";
import type { Context } from "~server/web/guard.server";
import { matrixAsked, matrixOf, matrixQuery, matrixTable } from "./matrix.server";
import { measuresIn } from "./report.server";
import { tableOf } from "./table.server";

/**
 * A page of the rows of a report as a table, or of its matrix, where that is asked for and not too wide: `asked`.
 */
export async function drawnTable(
  context: Context,
  report: Report,
  {
    query,
    by,
    columns,
    page: number,
    limit,
  }: { query: URLSearchParams; by: readonly CutName[]; columns: readonly string[]; page: number; limit: number },
) {
  const asked = matrixAsked(report, context.url, by);
  const whole = asked && (await context.api.read(reportCall(report), {}, matrixQuery(query, asked)));
  const matrix = asked && whole && matrixOf(context, report, whole, asked);
  if (matrix) {
    const lines = matrix.lines.slice((number - 1) * limit, number * limit);
    const page = { ...whole, items: lines.map(({ sum }) => sum), rows: matrix.lines.length, page: number, limit };
    return { page, table: matrixTable(context, report, asked, { ...matrix, lines }, page), asked, isTooWide: false };
  }
  const paged = new URLSearchParams([
    ...query,
    ["page", String(number)],
    ["limit", String(limit)],
    ...measuresIn(report, columns),
  ]);
  const page = await context.api.read(reportCall(report), {}, paged);
  return { page, table: tableOf(context, report, page, columns), asked, isTooWide: asked !== undefined };
}
