import { keyClientStatement } from "~server/contract/calls/key-clients";
import { recordCallsOf } from "~server/contract/calls/entities";
import { keyClient } from "~server/contract/entities/key_clients";
import { fieldOf, listRequirement } from "~server/contract/entity";
import { keyClientStatementReport as report } from "~server/contract/key-clients";
import { LONGEST_PERIOD, type ReportPage } from "~server/contract/reports/answer";
import { type Context, protectedLoader } from "~server/web/guard.server";
import { askedPeriod, periodText } from "~/report/period.server";
import { type Exported, exported } from "~/resource/exported.server";
import { fileAnswer, fileAsked, fileColumns, formatAsked } from "~/resource/table-file.server";

/** `GET /export/key_client_statement/{id}?format=csv|xlsx&from=&to=`: the statement of a key client as a file, every key in a line. */
export const exportStatementLoader = protectedLoader(
  listRequirement(keyClient),
  async (context) => {
    const { api, params, t } = context;
    const format = formatAsked(context);
    // The first page is read before the answer begins, so that a refusal is still an answer.
    const pages = pagesOf(context);
    const [first, client] = await Promise.all([
      pages.next(),
      api.read(recordCallsOf(keyClient).read, { id: params.id }),
    ]);
    if (first.done) throw new Error("a statement has no page");
    const title = t("key-clients:statement");
    const asked = fileAsked(context, title, [
      [t("reports:fields.client"), String(client.name)],
      [t("sales:period"), periodText(context, first.value)],
    ]);
    const columns = fileColumns(context, report, report.list.columns);
    return fileAnswer(context, { name: report.name, title, columns, asked }, format, linesOf(context, first, pages));
  },
  { resource: true },
);

type Pages = AsyncGenerator<ReportPage, void>;

async function* pagesOf(context: Context): Pages {
  const { query } = askedPeriod(context, LONGEST_PERIOD);
  for (let page = 1; ; page += 1) {
    context.api.takesLong();
    const found = await context.api.read(
      keyClientStatement,
      { id: context.params.id },
      { ...query, page: String(page) },
    );
    yield found;
    if (page * found.limit >= found.rows) return;
  }
}

async function* linesOf(
  context: Context,
  first: IteratorResult<ReportPage, void>,
  pages: Pages,
): AsyncGenerator<Exported[], void> {
  for (let page = first; !page.done; page = await pages.next())
    for (const { cuts, figures } of page.value.items)
      yield report.list.columns.map((name) =>
        exported(context, fieldOf(report, name), name in figures ? figures[name] : cuts[name]),
      );
}
