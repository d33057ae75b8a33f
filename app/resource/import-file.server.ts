import { detectDelimiter, parseCsv } from "hucre/csv";

/** A row of a file with something in it, and its number there: the heading is the first. */
export interface FileRow {
  line: number;
  cells: string[];
}

/**
 * Rows of a CSV with whatever signs between its values, as its heading has them, in UTF-8, UTF-16 or the code page of
 * Ukrainian Windows, which spreadsheets write; one more than the heading and so many as may be imported where there are
 * too many.
 */
export function readCsv(bytes: Uint8Array, most: number): FileRow[] {
  const text = decoded(bytes);
  const [heading = ""] = /[^\r\n]+/.exec(text) ?? [];
  return parseCsv(text, { delimiter: detectDelimiter(heading), maxRows: most * 2 })
    .map((cells, index) => ({ line: index + 1, cells: cells.map((cell) => String(cell ?? "").trim()) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ""))
    .slice(0, most + 2);
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
