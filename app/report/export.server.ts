import { reportCall } from "~server/contract/calls/reports";
import { fieldOf } from "~server/contract/entity";
import { titleKey } from "~server/contract/listed";
import { reportNamed } from "~server/contract/reports";
import { STRIP } from "~server/contract/reports/hours";
import type { ReportPage } from "~server/contract/reports/answer";
import type { Report } from "~server/contract/reports/report";
import { type Context, protectedLoader } from "~server/web/guard.server";
import { notFound } from "~server/web/screens.server";
import { type Exported, exported } from "~/resource/exported.server";
import { columnsAsked, fileAnswer, formatAsked } from "~/resource/table-file.server";
import { measuresIn, reportQuery, shownColumns } from "./report.server";

function reportAsked({ params }: Pick<Context, "params">): Report {
  const report = reportNamed(params.report);
  if (!report) throw notFound();
  return report;
}

/** `GET /export/report/{report}?format=csv|xlsx&columns=&<the report's query>`: every row of a report as a file. */
export const exportReportLoader = protectedLoader(
  (asked) => reportAsked(asked).needs,
  async (context) => {
    const report = reportAsked(context);
    const format = formatAsked(context);
    const asked = shownColumns(report, reportQuery(report, context).by, columnsAsked(context, report));
    const columns = [...asked.slice(0, 1), ...report.aside, ...asked.slice(1)].filter((name) => name !== STRIP);
    // The first page is read before the answer begins, so that a refusal is still an answer.
    const pages = pagesOf(context, report, columns);
    const first = await pages.next();
    const lines = linesOf(context, report, columns, first, pages);
    return fileAnswer(context, { of: report, title: context.t(titleKey(report)), columns }, format, lines);
  },
  { resource: true },
);

/** Rows that are asked for at once. */
const PAGE = 10_000;
type Pages = AsyncGenerator<ReportPage, void>;

async function* pagesOf(context: Context, report: Report, columns: readonly string[]): Pages {
  const { query } = reportQuery(report, context);
  for (let page = 1; ; page += 1) {
    context.api.takesLong();
    const asked = new URLSearchParams([
      ...query,
      ["page", String(page)],
      ["limit", String(PAGE)],
      ...measuresIn(report, columns),
    ]);
    const found = await context.api.read(reportCall(report), {}, asked);
    yield found;
    if (page * PAGE >= found.rows) return;
  }
}

async function* linesOf(
  context: Context,
  report: Report,
  columns: readonly string[],
  first: IteratorResult<ReportPage, void>,
  pages: Pages,
): AsyncGenerator<Exported[], void> {
  for (let page = first; !page.done; page = await pages.next())
    for (const { cuts, figures } of page.value.items)
      yield columns.map((name) =>
        exported(context, fieldOf(report, name), name in figures ? figures[name] : cuts[name]),
      );
}
