import { writeXlsxStream } from "hucre/xlsx";
import { exportPageSchema } from "~server/contract/lists";
import { type Entity, fieldOf, listRequirement } from "~server/contract/entity";
import type { RecordData } from "~server/contract/record";
import { TIME_ZONE } from "~server/contract/time";
import { type Context, protectedLoader } from "~server/web/guard.server";
import { notFound } from "~server/web/screens.server";
import { csvLine, csvStart } from "./csv.server";
import { type Exported, exported, exportHeader, exportWidth, numberFormat, workbookCell } from "./exported.server";
import { listedEntity } from "./find-entity.server";
import { listQuery } from "./list-query.server";

const FORMATS = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
} as const;
type FileFormat = keyof typeof FORMATS;

/** `GET /export/{entity}?format=csv|xlsx&columns=&<the list's query>`: every row of the list as a file, written as it is read. */
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
      format === "csv" ? csvStream(context, entity, columns, lines) : xlsxStream(context, entity, columns, lines);
    return new Response(body, { headers: headersOf(context, entity, format) });
  },
  { resource: true },
);

type Pages = AsyncGenerator<RecordData[], void>;

async function* recordsOf({ api }: Context, entity: Entity, query: URLSearchParams): Pages {
  let cursor = "";
  for (;;) {
    api.takesLong();
    const page = await api.get(
      `${entity.api}/export`,
      exportPageSchema,
      new URLSearchParams([...query, ["cursor", cursor]]),
    );
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
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let text = csvStart + csvLine(columns.map((name) => exportHeader(context, entity, name)));
  return new ReadableStream({
    async pull(controller) {
      for (let done: boolean | undefined = false; text.length < CHUNK && !done; ) {
        const line = await lines.next();
        done = line.done;
        if (!line.done) text += csvLine(line.value);
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
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
  };
}

/** Links to the exports of a list: what is shown and, when columns are hidden, everything. */
export function exportLinks({ t, url }: Context, entity: Entity, columns: string[]): { href: string; label: string }[] {
  const link = (format: FileFormat, chosen: string[], label: string) => {
    const query = new URLSearchParams(
      [...url.searchParams].filter(([name]) => !["page", "limit", "columns", "filters", "format"].includes(name)),
    );
    query.set("format", format);
    for (const name of chosen) query.append("columns", name);
    return { href: `/export/${entity.name}?${query}`, label: t(`resource:export.${label}`) };
  };
  if (columns.length === entity.list.columns.length) return [link("xlsx", [], "xlsx"), link("csv", [], "csv")];
  return [
    link("xlsx", columns, "xlsx_shown"),
    link("csv", columns, "csv_shown"),
    link("xlsx", [], "xlsx_all"),
    link("csv", [], "csv_all"),
  ];
}
