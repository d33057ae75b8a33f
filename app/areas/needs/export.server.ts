import { needs } from "~server/contract/calls/needs";
import { fieldOf } from "~server/contract/entity";
import { titleKey } from "~server/contract/listed";
import { MOST_NEEDS, type Need, NEEDS_SEEN, type Needs, needsQuery, needsTable } from "~server/contract/needs";
import { sensible } from "~server/contract/query";
import { type Context, protectedLoader } from "~server/web/guard.server";
import { errorWords } from "~/areas/error-words.server";
import { type Exported, exported } from "~/resource/exported.server";
import { columnsAsked, fileAnswer, fileAsked, fileColumns, formatAsked } from "~/resource/table-file.server";
import { dayOf } from "./filters.server";
import { packsText } from "./words.server";

/** `GET /export/needs?format=csv|xlsx`, with the filters of the screen: every machine that they leave. */
export const exportNeedsLoader = protectedLoader(
  NEEDS_SEEN,
  async (context) => {
    const format = formatAsked(context);
    const columns = columnsAsked(context, needsTable);
    // The first page is read before the answer begins, so that a refusal is still an answer.
    const first = await pageOf(context, 1);
    const title = context.t(titleKey(needsTable));
    const table = {
      name: needsTable.name,
      title,
      columns: fileColumns(context, needsTable, columns),
      asked: fileAsked(context, title, [[context.t("needs:filter.until"), dayOf(context, first)]]),
    };
    return fileAnswer(context, table, format, linesOf(context, columns, first));
  },
  { resource: true },
);

function pageOf(context: Context, page: number): Promise<Needs> {
  context.api.takesLong();
  const query = sensible(needsQuery, context.url.searchParams);
  return context.api.read(needs, {}, { ...query, page, limit: MOST_NEEDS });
}

async function* linesOf(context: Context, columns: readonly string[], first: Needs): AsyncGenerator<Exported[], void> {
  for (let page = first; ; page = await pageOf(context, page.page + 1)) {
    for (const need of page.items) {
      const values = valuesOf(context, need);
      yield columns.map((name) => exported(context, fieldOf(needsTable, name), values[name]));
    }
    if (page.page * page.limit >= page.total) return;
  }
}

const valuesOf = (context: Context, { wants, errors, ...need }: Need): Record<string, unknown> => ({
  ...need,
  wants: wants.map((want) => `${want.ingredient.label} — ${packsText(context, want)}`).join("; "),
  errors: errors.map((error) => `${error.raw}: ${errorWords(context.t, error)}`).join("; "),
});
