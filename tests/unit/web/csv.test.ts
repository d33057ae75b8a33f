import { describe, expect, it } from "vitest";
import { csvLine, type Separator, separatorsOf } from "~/resource/csv.server";

const cell = (text: string) => csvLine([text], "semicolon").trimEnd();

describe("a CSV file", () => {
  it("opens in columns where people of the language are", () => {
    expect([separatorsOf("uk")[0], separatorsOf("pl")[0], separatorsOf("en")[0]]).toEqual([
      "semicolon",
      "semicolon",
      "comma",
    ]);
    const cells = ["Кава", 10.5, { local: "2026-05-06" }, null, "a;b", "c,d"];
    expect(csvLine(cells, "semicolon")).toBe('Кава;10,5;2026-05-06;;"a;b";"c,d"\r\n');
    expect(csvLine(cells, "comma")).toBe('Кава,10.5,2026-05-06,,"a;b","c,d"\r\n');
  });

  it("writes phones and numbers in texts as they are", () => {
    for (const text of ["+380 67 123 45 67", "+380671234567", "-5", "(044) 123", "a;-5", "Лате - великий"])
      expect(cell(text).replaceAll('"', "")).toBe(text);
  });

  const hostile = [
    "=1+1",
    "+cmd|' /C calc'!A0",
    "-2+3",
    "@SUM(1)",
    "\t=1",
    "a;=1+1",
    "a,=1+1",
    'a";=1',
    "a\r\n=1",
    "a|@x",
  ];
  const MARKS: Record<Separator, RegExp> = { semicolon: /;/, comma: /,/ };

  it.each(hostile)("holds no formula, whatever it is parted at: %j", (text) => {
    for (const separator of ["semicolon", "comma"] as const)
      for (const mark of [...Object.values(MARKS), /\t/, /[\r\n]+/, /\|/]) {
        const pieces = csvLine(["x", text], separator)
          .trimEnd()
          .split(mark)
          .map((piece) => piece.replace(/^"+/, ""));
        expect(pieces.filter((piece) => /^[=+\-@]/.test(piece))).toEqual([]);
      }
  });
});
