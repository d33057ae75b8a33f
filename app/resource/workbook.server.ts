import { strFromU8, strToU8, unzipSync, Zip, ZipDeflate, ZipPassThrough } from "fflate";
import { dateToSerial } from "hucre";
import { type CellValue, writeXlsx } from "hucre/xlsx";
import type { FileTable } from "./table-file.server";

const DATA = "xl/worksheets/sheet1.xml";
/** Excel takes 31 characters and none of these. */
const sheetName = (title: string) => title.replace(/[\\/?*[\]:]/g, " ").slice(0, 31);
/** Of its two sheets a workbook of a table has the second one whole, and of the first one how it looks. */
const FILLED_BELOW = 1;

type Line = readonly (string | number | Date | null)[];

/**
 * A table as a workbook (XLSX), written as its lines come: its first sheet has them, its second one what was asked for. The
 * library writes the workbook with a line of samples, and the lines take their place: it has no way to write two sheets of
 * which one is too long for memory.
 */
export function workbookStream(table: FileTable, lines: AsyncGenerator<Line, void>): ReadableStream<Uint8Array> {
  let begun: Promise<SheetWriter> | undefined;
  return new ReadableStream({
    async pull(controller) {
      const writer = await (begun ??= begin(table, (bytes) => controller.enqueue(bytes)));
      for (let isFull = false; !isFull; ) {
        const line = await lines.next();
        if (line.done) {
          writer.end();
          return controller.close();
        }
        isFull = writer.push(line.value);
      }
    },
    async cancel() {
      await lines.return();
    },
  });
}

/** Characters of a sheet that are packed at once. */
const CHUNK = 64 * 1024;

/** Writes lines of the first sheet; `push` tells whether something was handed on. */
interface SheetWriter {
  push(line: Line): boolean;
  end(): void;
}

async function begin(table: FileTable, send: (bytes: Uint8Array) => void): Promise<SheetWriter> {
  const parts = unzipSync(await skeleton(table));
  const { before, after, styles } = sampled(strFromU8(parts[DATA] ?? new Uint8Array()), table.columns.length);
  const zip = new Zip((fault, bytes) => {
    if (fault) throw fault;
    send(bytes);
  });
  for (const [name, bytes] of Object.entries(parts)) {
    if (name === DATA) continue;
    const part = new ZipPassThrough(name);
    zip.add(part);
    part.push(bytes, true);
  }
  const sheet = new ZipDeflate(DATA, { level: 6 });
  zip.add(sheet);
  let text = before;
  let row = FILLED_BELOW;
  return {
    push(line) {
      row += 1;
      text += rowXml(line, row, styles);
      if (text.length < CHUNK) return false;
      sheet.push(strToU8(text));
      text = "";
      return true;
    },
    end() {
      sheet.push(strToU8(text + after), true);
      zip.end();
    },
  };
}

/** The workbook with its heads, and below them a line of samples that shows how each column is written. */
const skeleton = ({ title, asked, columns }: FileTable): Promise<Uint8Array> =>
  writeXlsx({
    sheets: [
      {
        name: sheetName(title),
        columns: columns.map(({ width, format }) => ({ width, numFmt: format })),
        rows: [columns.map(({ header }) => header), columns.map((): CellValue => 0)],
        freezePane: { rows: 1 },
      },
      {
        name: sheetName(asked.title),
        columns: [{ width: 28 }, { width: 60 }],
        rows: asked.lines.map(([name, value]) => [name, value]),
      },
    ],
  });

/** What stands before and after the line of samples, and the style of each of its cells. */
function sampled(sheet: string, columns: number) {
  const at = sheet.indexOf('<row r="2"');
  const end = sheet.indexOf("</sheetData>");
  if (at < 0 || end < at) throw new Error("a workbook without a line of samples");
  const styles = [...sheet.slice(at, end).matchAll(/<c r="[A-Z]+2"( s="\d+")?/g)].map(([, style = ""]) => style);
  if (styles.length !== columns) throw new Error("a line of samples that is no line");
  // How far the sheet goes is known at its end only, and may be left out.
  return { before: sheet.slice(0, at).replace(/<dimension [^>]*>/, ""), after: sheet.slice(end), styles };
}

const rowXml = (line: Line, row: number, styles: readonly string[]): string =>
  `<row r="${row}">${line.map((value, column) => cellXml(value, `${letters(column)}${row}`, styles[column] ?? "")).join("")}</row>`;

function cellXml(value: Line[number], ref: string, style: string): string {
  if (value === null) return "";
  if (typeof value === "string")
    return `<c r="${ref}" t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`;
  return `<c r="${ref}"${style}><v>${value instanceof Date ? dateToSerial(value) : value}</v></c>`;
}

/** The name of a column: A … Z, AA … */
const letters = (column: number): string =>
  (column < 26 ? "" : letters(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26));

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
/** A sign that XML 1.0 cannot hold, or reads as another one. */
const UNWRITABLE = /[\0-\x08\x0B-\x1F\uFFFE\uFFFF]/g;
/** What a spreadsheet takes for such a sign (ECMA-376 part 1, 22.9.2.19 ST_Xstring). */
const LOOKS_ESCAPED = /_(?=x[0-9A-F]{4}_)/gi;
const hex = (sign: string) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`;

/** A text as cells have it. */
const escaped = (text: string): string =>
  text
    .replace(LOOKS_ESCAPED, hex)
    .replace(UNWRITABLE, hex)
    .replace(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign);
