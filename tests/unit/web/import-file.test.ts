import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import { IMPORT_ROWS } from "~server/contract/imports";
import { columnsOf, readCsv } from "~/resource/import-file.server";

const TEXT = 'Номер;ПІБ\r\n\r\n007;"Коваль; Олена"\r\n8;"два\nрядки ""і"" лапки"\r\n';
const ROWS = [
  { line: 1, cells: ["Номер", "ПІБ"] },
  { line: 3, cells: ["007", "Коваль; Олена"] },
  { line: 4, cells: ["8", 'два\nрядки "і" лапки'] },
];

describe("a file of rows", () => {
  it.each(["utf8", "utf-8 with a mark", "windows-1251", "utf-16le with a mark"])("is read in %s", (name) => {
    const [encoding = "", mark] = name.split(" with ");
    expect(readCsv(iconv.encode(TEXT, encoding, { addBOM: mark !== undefined }), IMPORT_ROWS)).toEqual(ROWS);
  });

  it.each([",", ";", "\t"])("is read with %j between values", (sign) => {
    const text = ["number", "full_name"].join(sign) + "\n" + ["1", "Олена"].join(sign);
    expect(readCsv(Buffer.from(text), IMPORT_ROWS)).toMatchObject([
      { cells: ["number", "full_name"] },
      { cells: ["1", "Олена"] },
    ]);
  });

  it("is read by the signs of its heading, whatever its values are", () => {
    const text = "key;amount\n1;10,5\n2;7,25\n3;1,00\n";
    expect(readCsv(Buffer.from(text), 3).map(({ cells }) => cells.length)).toEqual([2, 2, 2, 2]);
  });

  it("that is none, or endless, harms nobody", () => {
    expect(readCsv(new Uint8Array(), IMPORT_ROWS)).toEqual([]);
    expect(readCsv(Buffer.from("\n\n;;\n"), IMPORT_ROWS)).toEqual([]);
    expect(readCsv(Buffer.from([0, 255, 254, 10, 0]), IMPORT_ROWS).length).toBeLessThan(3);
    expect(readCsv(Buffer.from("a;b\n".repeat(50_000)), IMPORT_ROWS).length).toBe(IMPORT_ROWS + 2);
    expect(readCsv(Buffer.from(`"${"x".repeat(100_000)}`), IMPORT_ROWS).length).toBe(1);
  });

  it("names its columns in any language, in any order", () => {
    const fields = [
      ["number", ["number", "Номер", "Numer"]],
      ["full_name", ["full_name", "ПІБ"]],
    ] as const;
    expect(columnsOf(["пІб", "", "Відділ", "NUMBER", "номер"], fields)).toEqual({
      places: new Map([
        ["full_name", 0],
        ["number", 3],
      ]),
      unknown: ["Відділ"],
      twice: ["номер"],
    });
  });
});
