import { callsOf } from "~server/contract/calls/entities";
import { type Entity, fieldOf, listRequirement } from "~server/contract/entity";
import { titleKey } from "~server/contract/listed";
import type { RecordData } from "~server/contract/record";
import { type Context, protectedLoader } from "~server/web/guard.server";
import { type Exported, exported } from "./exported.server";
import { listedEntity } from "./find-entity.server";
import { listQuery } from "./list-query.server";
import { askedWords } from "./filters.server";
import { columnsAsked, fileAnswer, fileAsked, fileColumns, formatAsked } from "./table-file.server";

/**
 * `GET /export/{entity}?format=csv|xlsx&separator=comma|semicolon&columns=&<the list's query>`: every row of the list as a
 * file, written as it is read.
 */
export const exportLoader = protectedLoader(
  ({ params }) => listRequirement(listedEntity(params.entity)),
  async (context) => {
    const entity = listedEntity(context.params.entity);
    const format = formatAsked(context);
    const columns = columnsAsked(context, entity);
    const { query } = listQuery(entity, context.url);
    // The first page is read before the answer begins, so that a refusal is still an answer.
    const pages = recordsOf(context, entity, query);
    const first = await pages.next();
    const lines = linesOf(context, entity, columns, first, pages);
    const title = context.t(titleKey(entity));
    const asked = fileAsked(context, title, await askedWords(context, entity, context.url));
    return fileAnswer(
      context,
      { name: entity.name, title, columns: fileColumns(context, entity, columns), asked },
      format,
      lines,
    );
  },
  { resource: true },
);

type Pages = AsyncGenerator<RecordData[], void>;

async function* recordsOf({ api }: Context, entity: Entity, query: URLSearchParams): Pages {
  let cursor = "";
  for (;;) {
    api.takesLong();
    const page = await api.read(callsOf(entity).export, {}, new URLSearchParams([...query, ["cursor", cursor]]));
    yield page.items;
    if (page.next === null) return;
    cursor = page.next;
  }
}

async function* linesOf(
  context: Context,
  entity: Entity,
  columns: string[],
  first: IteratorResult<RecordData[], void>,
  pages: Pages,
): AsyncGenerator<Exported[], void> {
  for (let page = first; !page.done; page = await pages.next())
    for (const record of page.value)
      yield columns.map((name) => exported(context, fieldOf(entity, name), record[name]));
}
