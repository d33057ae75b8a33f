import { CELL_MAX, IMPORT_FILE_BYTES, type ImportLines, MOST_LINES } from "~server/contract/drafts";
import type { Context } from "~server/web/guard.server";
import { type TFunction, translatorFor } from "~server/web/i18n.server";
import { LANGUAGES } from "~server/web/preferences.server";
import { readTable } from "./import-file.server";

/** A column that a file may have: its field, the texts by which its head is known (keys, first the usual one), and those of its choices by their value. */
export interface ImportColumn {
  field: string;
  heads: readonly [string, ...string[]];
  choices?: Readonly<Record<string, string>>;
  required?: true;
}

type Read = { lines: ImportLines } | { error: string; status: number };

/**
 * Lines of a CSV file. Columns are known by their heads in any of our languages, or by the names of their fields; others
 * are left alone.
 */
export async function linesOfFile(
  { t }: Pick<Context, "t">,
  file: FormDataEntryValue | null,
  columns: readonly ImportColumn[],
): Promise<Read> {
  const refuse = (error: string, status = 422): Read => ({ error, status });
  if (!(file instanceof File) || file.size === 0) return refuse(t("errors:required"), 400);
  if (file.size > IMPORT_FILE_BYTES) return refuse(t("errors:too_large"), 413);
  const table = await readTable(new Uint8Array(await file.arrayBuffer()), MOST_LINES);
  if (!table) return refuse(t("errors:no_table"));
  const [heading, ...rows] = table;
  const known = await columnsIn(heading?.cells ?? [], columns);
  const missing = columns.filter(({ field, required }) => required && !known.some((one) => one?.field === field));
  if (missing.length)
    return refuse(t("resource:import.missing", { columns: missing.map(({ heads }) => t(heads[0])).join(", ") }));
  const lines = rows.map(({ line, cells }) => ({
    line,
    cells: Object.fromEntries(cells.flatMap((cell, nth) => cellOf(known[nth], cell.slice(0, CELL_MAX)))),
  }));
  if (!lines.length) return refuse(t("errors:import_empty"));
  return lines.length > MOST_LINES ? refuse(t("errors:import_too_long")) : { lines };
}

/** The same word, however it is written; the unit after a comma is no part of a head. */
const normal = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/,\s*₴$/, "")
    .replace(/\s+/g, " ");

interface Known {
  field: string;
  choices: ReadonlyMap<string, string>;
}

/** Which field each column of a file is, in its order. */
async function columnsIn(head: readonly string[], columns: readonly ImportColumn[]): Promise<(Known | undefined)[]> {
  const translators = await Promise.all(LANGUAGES.map((lang) => translatorFor(lang)));
  const written = (key: string) => translators.map((t: TFunction) => normal(t(key)));
  const heads = head.map(normal);
  const found: (Known | undefined)[] = head.map(() => undefined);
  for (const { field, heads: names, choices = {} } of columns) {
    // The first name that a file has: a file with "Original balance" and "Balance" means the first of them.
    const at = [[field], ...names.map(written)]
      .map((texts) => heads.findIndex((one, nth) => found[nth] === undefined && texts.includes(one)))
      .find((nth) => nth >= 0);
    if (at === undefined) continue;
    const values = Object.entries(choices).flatMap(([value, key]) => [
      [normal(value), value] as const,
      ...written(key).map((text) => [text, value] as const),
    ]);
    found[at] = { field, choices: new Map(values) };
  }
  return found;
}

const cellOf = (known: Known | undefined, cell: string): [string, string][] =>
  known ? [[known.field, known.choices.get(normal(cell)) ?? cell]] : [];
