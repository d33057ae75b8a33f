import { unzipSync, zipSync } from "fflate";
import { writeXlsx } from "hucre/xlsx";
import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import { IMPORT_ROWS } from "~server/contract/imports";
import { columnsOf, readTable } from "~/resource/import-file.server";

const TEXT = 'Номер;ПІБ\r\n\r\n007;"Коваль; Олена"\r\n8;"два\nрядки ""і"" лапки"\r\n';
const ROWS = [
  { line: 1, cells: ["Номер", "ПІБ"] },
  { line: 3, cells: ["007", "Коваль; Олена"] },
  { line: 4, cells: ["8", 'два\nрядки "і" лапки'] },
];

describe("a file of rows", () => {
  it.each(["utf8", "utf-8 with a mark", "windows-1251", "utf-16le with a mark"])("is read in %s", async (name) => {
    const [encoding = "", mark] = name.split(" with ");
    expect(await readTable(iconv.encode(TEXT, encoding, { addBOM: mark !== undefined }), IMPORT_ROWS)).toEqual(ROWS);
  });

  it.each([",", ";", "\t"])("is read with %j between values", async (sign) => {
    const text = ["number", "full_name"].join(sign) + "\n" + ["1", "Олена"].join(sign);
    expect(await readTable(Buffer.from(text), IMPORT_ROWS)).toMatchObject([
      { cells: ["number", "full_name"] },
      { cells: ["1", "Олена"] },
    ]);
  });

  it("is read by the signs of its heading, whatever its values are", async () => {
    const text = "key;amount\n1;10,5\n2;7,25\n3;1,00\n";
    const rows = await readTable(Buffer.from(text), 3);
    expect(rows?.map(({ cells }) => cells.length)).toEqual([2, 2, 2, 2]);
  });

  it("that is none, or endless, harms nobody", async () => {
    expect(await readTable(new Uint8Array(), IMPORT_ROWS)).toEqual([]);
    expect(await readTable(Buffer.from("\n\n;;\n"), IMPORT_ROWS)).toEqual([]);
    const lengthOf = async (bytes: Uint8Array) => (await readTable(bytes, IMPORT_ROWS))?.length;
    expect(await lengthOf(Buffer.from([0, 255, 254, 10, 0]))).toBeLessThan(3);
    expect(await lengthOf(Buffer.from("a;b\n".repeat(50_000)))).toBe(IMPORT_ROWS + 2);
    expect(await lengthOf(Buffer.from(`"${"x".repeat(100_000)}`))).toBe(1);
  });

  it("is read of a workbook's first sheet, with numbers, days and words as a person writes them", async () => {
    const bytes = await writeXlsx({
      sheets: [
        {
          name: "Автомати",
          rows: [["Номер", "Ціна", "День", "Працює"], [], ["A-1", 12.5, new Date("2026-05-06T00:00:00Z"), true]],
        },
        { name: "Інше", rows: [["Не це"]] },
      ],
    });
    expect(await readTable(bytes, IMPORT_ROWS)).toEqual([
      { line: 1, cells: ["Номер", "Ціна", "День", "Працює"] },
      { line: 3, cells: ["A-1", "12.5", "2026-05-06", "true"] },
    ]);
  });

  it("is none where an archive is no workbook, is broken, or unpacks to more than it may, whatever it says of itself", async () => {
    const whole = await writeXlsx({ sheets: [{ name: "A", rows: [["a"], ["b"]] }] });
    const parts = unzipSync(whole);
    const huge = zipSync({ ...parts, "xl/worksheets/sheet1.xml": new Uint8Array(64 * 1024 * 1024) });
    const lying = new Uint8Array(huge);
    // Sizes of the largest part, in its own head and in the directory: so many bytes are said to be one.
    const size = Buffer.from(Uint32Array.of(64 * 1024 * 1024).buffer);
    for (let at = Buffer.from(lying).indexOf(size); at >= 0; at = Buffer.from(lying).indexOf(size)) lying[at + 3] = 0;
    for (const bytes of [huge, lying, whole.slice(0, whole.length / 2), zipSync({ "a.txt": new Uint8Array(3) })])
      expect(await readTable(bytes, IMPORT_ROWS)).toBeUndefined();
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
