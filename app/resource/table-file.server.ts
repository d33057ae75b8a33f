import { fieldOf } from "~server/contract/entity";
import { columnsFor, type Listed } from "~server/contract/listed";
import { TIME_ZONE } from "~server/contract/time";
import type { Context } from "~server/web/guard.server";
import { PRIVATE } from "~server/web/headers.server";
import { paced } from "~server/web/paced.server";
import { notFound } from "~server/web/screens.server";
import { csvLine, csvStart, isSeparator, type Separator, separatorsOf } from "./csv.server";
import { workbookStream } from "./workbook.server";
import { type Exported, exportHeader, exportWidth, numberFormat, workbookCell } from "./exported.server";

const FORMATS = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
} as const;
export type FileFormat = keyof typeof FORMATS;

/** A table that is written to a file: what it is called, its columns in order, and what it was asked for. */
export interface FileTable {
  /** What the file is called where only Latin letters are understood. */
  name: string;
  title: string;
  columns: readonly FileColumn[];
  /** What the rows are: the period, filters and the like, by their names. */
  asked: { title: string; lines: readonly (readonly [string, string])[] };
}
export interface FileColumn {
  header: string;
  /** Characters. */
  width: number;
  /** Of numbers and dates, as a spreadsheet writes them. */
  format: string | undefined;
}

/** Columns of a list or report as a file has them. */
export const fileColumns = (context: Context, of: Listed, names: readonly string[]): FileColumn[] =>
  names.map((name) => ({
    header: exportHeader(context, of, name),
    width: exportWidth(fieldOf(of, name)),
    format: numberFormat(fieldOf(of, name)),
  }));
type Lines = AsyncGenerator<Exported[], void>;

/** What a file was asked for, by whom it is read later: the table, what it was narrowed to, and when it was made. */
export const fileAsked = (
  { t, format }: Pick<Context, "t" | "format">,
  title: string,
  words: readonly (readonly [string, string])[],
): FileTable["asked"] => ({
  title: t("resource:export.asked"),
  lines: [
    [t("resource:export.table"), title],
    ...words,
    [t("resource:export.made"), format.dateTime(new Date().toISOString())],
  ],
});

/** The columns that an address asks for (`?columns=`), in their order; all of them when it names none. */
export function columnsAsked({ url, me }: Pick<Context, "url" | "me">, listed: Listed): string[] {
  const asked = url.searchParams.getAll("columns");
  const offered = columnsFor(listed, me);
  const chosen = offered.filter((name) => asked.includes(name));
  return chosen.length ? chosen : offered;
}

/** Which kind of file an address asks for; the not-found screen for any other. */
export function formatAsked({ url }: Pick<Context, "url">): FileFormat {
  const format = url.searchParams.get("format");
  if (format !== "csv" && format !== "xlsx") throw notFound();
  return format;
}

/** A file of lines, written as they come; a CSV is of the kind that `?separator=` names or the person's language goes with. */
export function fileAnswer(context: Context, table: FileTable, format: FileFormat, lines: Lines): Response {
  const body = format === "csv" ? csvStream(table, lines, separatorAt(context)) : workbookStream(table, cellsOf(lines));
  return new Response(paced(context.request, body), { headers: headersOf(table, format) });
}

function separatorAt({ url, lang }: Context): Separator {
  const asked = url.searchParams.get("separator");
  const [usual = "comma"] = separatorsOf(lang);
  return isSeparator(asked) ? asked : usual;
}

function csvStream({ columns }: FileTable, lines: Lines, separator: Separator): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let text =
    csvStart +
    csvLine(
      columns.map(({ header }) => header),
      separator,
    );
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

async function* cellsOf(lines: Lines) {
  for await (const line of lines) yield line.map(workbookCell);
}

function headersOf({ name: plain, title }: FileTable, format: FileFormat): HeadersInit {
  const day = new Intl.DateTimeFormat("sv-SE", { timeZone: TIME_ZONE }).format(new Date());
  const name = `${title} ${day}.${format}`;
  return {
    "Content-Type": FORMATS[format],
    "Content-Disposition": `attachment; filename="${plain}-${day}.${format}"; filename*=UTF-8''${encodeURIComponent(name)}`,
    "Cache-Control": PRIVATE,
    "X-Content-Type-Options": "nosniff",
  };
}

/** Links to files of a table at `path`, in each kind of file: what is shown and, when columns are hidden, everything. */
export function fileLinks(
  { t, url, lang }: Context,
  path: string,
  { list }: Listed,
  columns: readonly string[],
): { href: string; label: string }[] {
  const kinds = [
    { format: "xlsx", query: { format: "xlsx" } },
    ...separatorsOf(lang).map((separator) => ({ format: separator, query: { format: "csv", separator } })),
  ];
  const links = (chosen: readonly string[], labelOf: (format: string) => string) =>
    kinds.map(({ format, query }) => ({
      href: `${path}?${new URLSearchParams([
        ...[...url.searchParams].filter(([name]) => !NOT_OF_ROWS.includes(name)),
        ...Object.entries(query),
        ...chosen.map((name) => ["columns", name]),
      ])}`,
      label: labelOf(t(`resource:export.${format}`)),
    }));
  if (columns.length === list.columns.length) return links([], (format) => format);
  return [
    ...links(columns, (format) => t("resource:export.shown", { format })),
    ...links([], (format) => t("resource:export.all", { format })),
  ];
}

/** Parameters of a list's address that do not choose rows. */
const NOT_OF_ROWS = ["page", "limit", "columns", "filters", "format", "separator"];
