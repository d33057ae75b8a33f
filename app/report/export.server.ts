import { reportCall, reportRowsCall } from "~server/contract/calls/reports";
import { fieldOf } from "~server/contract/entity";
import { titleKey } from "~server/contract/listed";
import { reportNamed } from "~server/contract/reports";
import { STRIP } from "~server/contract/reports/hours";
import type { ReportPage } from "~server/contract/reports/answer";
import type { Report } from "~server/contract/reports/report";
import { type Context, protectedLoader } from "~server/web/guard.server";
import { notFound } from "~server/web/screens.server";
import { type Exported, exported } from "~/resource/exported.server";
import { askedWords } from "~/resource/filters.server";
import {
  columnsAsked,
  fileAnswer,
  fileAsked,
  fileColumns,
  type FileFormat,
  type FileTable,
  formatAsked,
} from "~/resource/table-file.server";
import { matrixAsked, matrixFile, matrixOf, matrixQuery } from "./matrix.server";
import { periodText } from "./period.server";
import { measuresIn, reportQuery, shownColumns } from "./report.server";
import { columnHead } from "./spans.server";

function reportAsked({ params }: Pick<Context, "params">): Report {
  const report = reportNamed(params.report);
  if (!report) throw notFound();
  return report;
}

/**
 * `GET /export/report/{report}?format=csv|xlsx&columns=&<the report's query>`: every row of a report as a file, or its matrix
 * as it is seen.
 */
export const exportReportLoader = protectedLoader(
  (asked) => reportAsked(asked).needs,
  (context) => reportFile(context, reportAsked(context), formatAsked(context)),
  { resource: true },
);

/** A report as its address asks for it, in a file: every row of it, or its matrix as it is seen. */
export async function reportFile(context: Context, report: Report, format: FileFormat): Promise<Response> {
  const { period, columns, lines } = (await matrixOfFile(context, report)) ?? (await rowsOfFile(context, report));
  const { t, url } = context;
  const title = t(titleKey(report));
  const asked = fileAsked(context, title, [
    [t("sales:period"), periodText(context, period)],
    ...(await askedWords(context, report, url)),
  ]);
  return fileAnswer(context, { name: report.name, title, columns, asked }, format, lines);
}

/** What a file of a report is made of. */
interface ReportFile {
  period: Pick<ReportPage, "from" | "to">;
  columns: FileTable["columns"];
  lines: AsyncGenerator<Exported[], void>;
}

async function matrixOfFile(context: Context, report: Report): Promise<ReportFile | undefined> {
  const { query, by } = reportQuery(report, context);
  const asked = matrixAsked(report, context.url, by);
  if (!asked) return undefined;
  context.api.takesLong();
  const page = await context.api.read(reportCall(report), {}, matrixQuery(query, asked));
  const matrix = matrixOf(context, report, page, asked);
  if (!matrix) return undefined;
  const { columns, lines } = matrixFile(context, report, asked, matrix);
  return { period: page, columns, lines: eachOf(lines) };
}

async function* eachOf(lines: readonly Exported[][]): AsyncGenerator<Exported[], void> {
  yield* lines;
}

async function rowsOfFile(context: Context, report: Report): Promise<ReportFile> {
  const { query, by } = reportQuery(report, context);
  const shown = shownColumns(report, by, columnsAsked(context, report));
  const columns = [...shown.slice(0, 1), ...report.aside, ...shown.slice(1)].filter((name) => name !== STRIP);
  const asked = new URLSearchParams([...query, ...measuresIn(report, columns)]);
  const { head, lines } = await context.api.stream(reportRowsCall(report), {}, asked);
  return {
    period: head,
    columns: fileColumns(context, report, columns).map((column, index) =>
      columns[index] === "span" ? { ...column, header: columnHead(context, report, "span") } : column,
    ),
    lines: cellsOf(context, report, columns, lines),
  };
}

async function* cellsOf(
  context: Context,
  report: Report,
  columns: readonly string[],
  rows: AsyncGenerator<ReportPage["items"][number], void>,
): AsyncGenerator<Exported[], void> {
  for await (const { cuts, figures } of rows)
    yield columns.map((name) => exported(context, fieldOf(report, name), name in figures ? figures[name] : cuts[name]));
}
