import { unzipSync } from "fflate";
import { detectDelimiter, parseCsv } from "hucre/csv";
import { readXlsx } from "hucre/xlsx";

/** A row of a file with something in it, and its number there: the heading is the first. */
export interface FileRow {
  line: number;
  cells: string[];
}

/** Most that a workbook may unpack to, bytes: a small file may hold gigabytes of the same sign. */
const UNPACKED_BYTES = 32 * 1024 * 1024;

/**
 * Rows of a CSV or of the first sheet of a workbook (XLSX); one more than the heading and so many as may be imported where
 * there are too many. Undefined of what is neither.
 */
export async function readTable(bytes: Uint8Array, most: number): Promise<FileRow[] | undefined> {
  const isWorkbook = bytes[0] === 0x50 && bytes[1] === 0x4b;
  const lines = isWorkbook ? await sheetLines(bytes).catch(() => undefined) : csvLines(bytes, most);
  return lines
    ?.map((cells, index) => ({ line: index + 1, cells: cells.map((cell) => textOf(cell).trim()) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ""))
    .slice(0, most + 2);
}

/** A CSV with whatever signs between its values, as its heading has them, in UTF-8, UTF-16 or the code page of Ukrainian Windows, which spreadsheets write. */
function csvLines(bytes: Uint8Array, most: number): unknown[][] {
  const text = decoded(bytes);
  const [heading = ""] = /[^\r\n]+/.exec(text) ?? [];
  return parseCsv(text, { delimiter: detectDelimiter(heading), maxRows: most * 2 });
}

/** Throws on what is no workbook, or too large a one. */
async function sheetLines(bytes: Uint8Array): Promise<unknown[][]> {
  let unpacked = 0;
  unzipSync(bytes, {
    filter: ({ size, originalSize }) => {
      unpacked += originalSize;
      // The reader trusts what a part says of its own size, unless it says nothing.
      if (unpacked > UNPACKED_BYTES || (size > 0 && originalSize === 0)) throw new Error("too large");
      return false;
    },
  });
  const { sheets } = await readXlsx(bytes, { sheets: [0] });
  return sheets[0]?.rows ?? [];
}

/** A cell as a person would write it; days as the calendar has them. */
function textOf(cell: unknown): string {
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? "" : cell.toISOString().slice(0, 10);
  return typeof cell === "string" || typeof cell === "number" || typeof cell === "boolean" ? String(cell) : "";
}

function decoded(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1251").decode(bytes);
  }
}

/** Which column of a file is which field, by the names that each field goes by; `unknown` are the others, `twice` those named again. */
export function columnsOf(
  heading: readonly string[],
  fields: readonly (readonly [field: string, names: readonly string[]])[],
): { places: Map<string, number>; unknown: string[]; twice: string[] } {
  const places = new Map<string, number>();
  const unknown: string[] = [];
  const twice: string[] = [];
  for (const [place, head] of heading.entries()) {
    const [field] = fields.find(([, names]) => names.some((name) => isSame(name, head))) ?? [];
    if (field === undefined) unknown.push(head);
    else if (places.has(field)) twice.push(head);
    else places.set(field, place);
  }
  return { places, unknown: unknown.filter((head) => head !== ""), twice };
}

const isSame = (one: string, other: string): boolean => one.toLocaleLowerCase() === other.toLocaleLowerCase();
