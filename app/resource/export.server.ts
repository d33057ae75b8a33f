import { writeXlsxStream } from "hucre/xlsx";
import { callsOf } from "~server/contract/calls/entities";
import { type Entity, fieldOf, listRequirement } from "~server/contract/entity";
import type { RecordData } from "~server/contract/record";
import { TIME_ZONE } from "~server/contract/time";
import { type Context, protectedLoader } from "~server/web/guard.server";
import { PRIVATE } from "~server/web/headers.server";
import { notFound } from "~server/web/screens.server";
import { csvLine, csvStart, isSeparator, type Separator, separatorsOf } from "./csv.server";
import { type Exported, exported, exportHeader, exportWidth, numberFormat, workbookCell } from "./exported.server";
import { listedEntity } from "./find-entity.server";
import { listQuery } from "./list-query.server";

const FORMATS = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
} as const;
type FileFormat = keyof typeof FORMATS;

/**
 * `GET /export/{entity}?format=csv|xlsx&separator=comma|semicolon&columns=&<the list's query>`: every row of the list as a
 * file, written as it is read; a CSV without `separator` is of the kind that the person's language goes with.
 */
export const exportLoader = protectedLoader(
  ({ params }) => listRequirement(listedEntity(params.entity)),
  async (context) => {
    const entity = listedEntity(context.params.entity);
    const format = context.url.searchParams.get("format");
    if (format !== "csv" && format !== "xlsx") throw notFound();
    const asked = context.url.searchParams.getAll("columns");
    const chosen = entity.list.columns.filter((name) => asked.includes(name));
    const columns = chosen.length ? chosen : entity.list.columns;
    const { query } = listQuery(entity, context.url);
    // The first page is read before the answer begins, so that a refusal is still an answer.
    const pages = recordsOf(context, entity, query);
    const first = await pages.next();
    const lines = linesOf(context, entity, columns, first, pages);
    const body =
      format === "csv"
        ? csvStream(context, entity, columns, lines, separatorAt(context))
        : xlsxStream(context, entity, columns, lines);
    return new Response(body, { headers: headersOf(context, entity, format) });
  },
  { resource: true },
);

function separatorAt({ url, lang }: Context): Separator {
  const asked = url.searchParams.get("separator");
  const [usual = "comma"] = separatorsOf(lang);
  return isSeparator(asked) ? asked : usual;
}

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

function csvStream(
  context: Context,
  entity: Entity,
  columns: string[],
  lines: AsyncGenerator<Exported[], void>,
  separator: Separator,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const header = columns.map((name) => exportHeader(context, entity, name));
  let text = csvStart + csvLine(header, separator);
  return new ReadableStream({
    async pull(controller) {
      for (let done: boolean | undefined = false; text.length < CHUNK && !done; ) {
        const line = await lines.next();
        done = line.done;
        if (!line.done) text += csvLine(line.value, separator);
        else if (text === "") return controller.close();
      }
      controller.enqueue(encoder.encode(text));
      text = "";
    },
    async cancel() {
      await lines.return();
    },
  });
}

/** Characters handed on at once. */
const CHUNK = 32 * 1024;

async function* cellsOf(lines: AsyncGenerator<Exported[], void>) {
  for await (const line of lines) yield line.map(workbookCell);
}

const xlsxStream = (
  context: Context,
  entity: Entity,
  columns: string[],
  lines: AsyncGenerator<Exported[], void>,
): ReadableStream<Uint8Array> =>
  writeXlsxStream(cellsOf(lines), {
    // Excel takes 31 characters and none of these.
    name: context
      .t(`entities:${entity.name}.many`)
      .replace(/[\\/?*[\]:]/g, " ")
      .slice(0, 31),
    columns: columns.map((name) => ({
      header: exportHeader(context, entity, name),
      width: exportWidth(fieldOf(entity, name)),
      numFmt: numberFormat(fieldOf(entity, name)),
    })),
    freezePane: { rows: 1 },
  });

function headersOf({ t }: Context, entity: Entity, format: FileFormat): HeadersInit {
  const day = new Intl.DateTimeFormat("sv-SE", { timeZone: TIME_ZONE }).format(new Date());
  const name = `${t(`entities:${entity.name}.many`)} ${day}.${format}`;
  return {
    "Content-Type": FORMATS[format],
    "Content-Disposition": `attachment; filename="${entity.name}-${day}.${format}"; filename*=UTF-8''${encodeURIComponent(name)}`,
    "Cache-Control": PRIVATE,
    "X-Content-Type-Options": "nosniff",
  };
}

/** Links to the exports of a list, in each kind of file: what is shown and, when columns are hidden, everything. */
export function exportLinks(
  { t, url, lang }: Context,
  entity: Entity,
  columns: string[],
): { href: string; label: string }[] {
  const kinds = [
    { format: "xlsx", query: { format: "xlsx" } },
    ...separatorsOf(lang).map((separator) => ({ format: separator, query: { format: "csv", separator } })),
  ];
  const links = (chosen: string[], labelOf: (format: string) => string) =>
    kinds.map(({ format, query }) => ({
      href: `/export/${entity.name}?${new URLSearchParams([
        ...[...url.searchParams].filter(([name]) => !NOT_OF_ROWS.includes(name)),
        ...Object.entries(query),
        ...chosen.map((name) => ["columns", name]),
      ])}`,
      label: labelOf(t(`resource:export.${format}`)),
    }));
  if (columns.length === entity.list.columns.length) return links([], (format) => format);
  return [
    ...links(columns, (format) => t("resource:export.shown", { format })),
    ...links([], (format) => t("resource:export.all", { format })),
  ];
}

/** Parameters of a list's address that do not choose rows. */
const NOT_OF_ROWS = ["page", "limit", "columns", "filters", "format", "separator"];
