import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_ROWS } from "~server/contract/form-bounds";
import { pastedTable } from "~/resource/pasted-rows.server";

const NAMES = ["Комірка", "Товар", "Ціна", "Місткість"];
const table = (text: string) => pastedTable(NAMES, text);

describe("a table that is pasted", () => {
  it("has its values in the order of the columns, or in that of a first line that names them", () => {
    const row = ["11", "Вода", "18,00", "8"];
    expect(table("11\tВода\t18,00\t8")).toEqual([row]);
    expect(table("11;Вода;18,00;8\r\n\r\n12;Сік")).toEqual([row, ["12", "Сік", "", ""]]);
    expect(table("товар;КОМІРКА\nВода;11")).toEqual([["11", "Вода", "", ""]]);
    // Named twice, or beside what is no column, it is a line like others.
    expect(table("Товар;Товар\nВода;11")).toHaveLength(2);
    expect(table("Товар;Колір\nВода;11")).toHaveLength(2);
  });

  it("keeps what stands between quotation marks together", () => {
    expect(table('11;"Сік; яблучний";"25,50"')).toEqual([["11", "Сік; яблучний", "25,50", ""]]);
    expect(table('11\t"Батончик ""Друже"""\t20')).toEqual([["11", 'Батончик "Друже"', "20", ""]]);
  });

  it("is nothing where nothing is pasted", () => {
    for (const text of ["", " ", "\r\n\r\n", " \t \n;;;\n", "Комірка;Товар"]) expect(table(text)).toEqual([]);
  });

  it("has so many lines that it is refused, and no more, however long the text is", () => {
    expect(table("1;2\n".repeat(MAX_ROWS * 3))).toHaveLength(MAX_ROWS + 1);
  });

  it("is read whatever stands in it", () => {
    const sign = fc.constantFrom(
      '"',
      "\t",
      ";",
      ",",
      "\n",
      "\r",
      "\0",
      "\u2028",
      "\uFEFF",
      "\uD800",
      "1",
      "я",
      "=",
      " ",
    );
    const hostile = fc.oneof(
      fc.string({ unit: sign, maxLength: 400 }),
      fc.string({ unit: "binary", maxLength: 400 }),
      fc.constantFrom('"'.repeat(50_000), "\t".repeat(50_000), ";".repeat(50_000), `"${"a".repeat(50_000)}`),
    );
    fc.assert(
      fc.property(hostile, (text) => {
        const lines = table(text);
        expect(lines.length).toBeLessThanOrEqual(MAX_ROWS + 1);
        for (const line of lines) {
          expect(line).toHaveLength(NAMES.length);
          for (const value of line) expect(value).toBe(value.trim());
        }
      }),
    );
  });

  it("comes back as it was copied", () => {
    const value = fc.string({ unit: fc.constantFrom("a", "Я", "1", " ", '"', ";", ",", "\n"), maxLength: 12 });
    const row = fc.tuple(fc.stringMatching(/^[A-F]\d{1,2}$/), value, value, value);
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 20 }), (rows) => {
        const text = rows.map((one) => one.map((cell) => `"${cell.replaceAll('"', '""')}"`).join("\t")).join("\r\n");
        expect(table(text)).toEqual(rows.map((one) => one.map((cell) => cell.trim())));
      }),
    );
  });
});
