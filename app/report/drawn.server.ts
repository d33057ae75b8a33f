import { reportCall } from "~server/contract/calls/reports";
import type { ReportPage } from "~server/contract/reports/answer";
import type { CutName } from "~server/contract/reports/cuts";
import type { Report } from "~server/contract/reports/report";
import type { Context } from "~server/web/guard.server";
import { screenOf } from "~server/web/screens.server";
import { matrixAsked, matrixOf, matrixQuery, matrixTable } from "./matrix.server";
import { daysAsked } from "./period.server";
import { measuresIn } from "./report.server";
import { tableOf } from "./table.server";

interface Drawn {
  query: URLSearchParams;
  by: readonly CutName[];
  columns: readonly string[];
  page: number;
  limit: number;
}

/** Why the API leaves off when rows take too long to be summed up. */
export const TOO_MUCH = "too_much_to_sum";

/** What is read of a report, and `otherwise` where that is too much to be summed up. */
export async function unlessTooMuch<T, O>(read: Promise<T>, otherwise: O): Promise<T | O> {
  try {
    return await read;
  } catch (error) {
    if (!(error instanceof Response) || screenOf(error)?.text !== TOO_MUCH) throw error;
    return otherwise;
  }
}

/** A report of which nothing could be summed up. */
export function notDrawn(context: Context, report: Report, { query, columns, limit }: Omit<Drawn, "by" | "page">) {
  const page: ReportPage = {
    ...daysAsked(query),
    compared: null,
    items: [],
    total: { figures: {}, before: null },
    subtotals: [],
    rows: 0,
    page: 1,
    limit,
    fresh: { heard_at: null, machines: 0, silent: 0, unsummed: 0 },
  };
  return { page, table: tableOf(context, report, page, columns), asked: undefined, isTooWide: false };
}

/**
 * A page of the rows of a report as a table, or of its matrix, where that is asked for and not too wide: `asked`.
 */
export async function drawnTable(context: Context, report: Report, { query, by, columns, page: number, limit }: Drawn) {
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
