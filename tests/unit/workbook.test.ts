import fc from "fast-check";
import { readXlsx } from "hucre/xlsx";
import { expect, test } from "vitest";
import { workbookStream } from "~/resource/workbook.server";

type Value = string | number | Date | null;

async function* each(lines: readonly Value[][]) {
  yield* lines;
}

/** What a spreadsheet finds in a workbook of some lines. */
async function readBack(columns: number, lines: readonly Value[][]) {
  const kinds = [undefined, "0.00", "yyyy-mm-dd hh:mm:ss"];
  const table = {
    name: "report",
    title: "Продажі: [по/місяцях]?*\\ і ще дуже довга назва",
    columns: Array.from({ length: columns }, (_, n) => ({
      header: `<${n}> & «стовпець»`,
      width: 14,
      format: kinds[n % 3],
    })),
    asked: { title: "Фільтри", lines: [["Проєкт", "A & <B>"]] satisfies [string, string][] },
  };
  const bytes = await new Response(workbookStream(table, each(lines))).arrayBuffer();
  return (await readXlsx(new Uint8Array(bytes))).sheets;
}

const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 30 }),
  fc.constantFrom("=1+1", " a ", "<&>]]>", "_x000D_", "Ґудзик"),
);
const moment = fc.integer({ min: 0, max: 4_000_000_000 }).map((second) => new Date(second * 1000));
const number = fc.integer({ min: -1e9, max: 1e9 }).map((hundredths) => hundredths / 100);
const cell = (n: number): fc.Arbitrary<Value> =>
  fc.option(n % 3 === 0 ? text : fc.oneof<fc.Arbitrary<Value>[]>(n % 3 === 1 ? number : moment));

test("a workbook says what it was given, in as many columns and lines as there are", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc
        .integer({ min: 1, max: 60 })
        .chain((columns) =>
          fc
            .array(fc.tuple(...Array.from({ length: columns }, (_, n) => cell(n))), { maxLength: 12 })
            .map((lines) => ({ columns, lines })),
        ),
      async ({ columns, lines }) => {
        const [data, asked] = await readBack(columns, lines);
        expect(data?.rows.length).toBeGreaterThanOrEqual(1);
        for (const [n, line] of lines.entries())
          expect(line.map((_, column) => data?.rows[n + 1]?.[column] || null)).toEqual(
            line.map((value) => value || null),
          );
        expect(asked?.rows).toEqual([["Проєкт", "A & <B>"]]);
      },
    ),
    { numRuns: 60, seed: 3 },
  );
});

test("a workbook of many lines has each of them once, its numbers and dates real", async () => {
  const begin = Date.parse("2026-01-01T00:00:00Z");
  const lines = Array.from({ length: 20_000 }, (_, n) => [`Рядок ${n}`, n / 100, new Date(begin + n * 1000)]);
  const [data] = await readBack(3, lines);
  expect(data?.name).toHaveLength(31);
  expect(data?.rows).toHaveLength(20_001);
  expect(data?.rows[20_000]).toEqual(["Рядок 19999", 199.99, new Date(begin + 19_999_000)]);
});
