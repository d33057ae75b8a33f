import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MOST_COLUMNS, placesOf } from "~/ui/face-places";

/** The face in the cells' own numbers. */
const face = (...cells: string[]) =>
  placesOf(cells).shelves.map((shelf) => shelf.map((index) => (index === null ? "·" : cells[index])).join(" "));

describe("where a machine's cells stand", () => {
  it("is told by the shelf and the place in their numbers", () => {
    expect(face("21", "11", "12", "22", "13")).toEqual(["11 12 13", "21 22"]);
    expect(face("10", "11", "20", "21")).toEqual(["10 11", "20 21"]);
    expect(face("B1", "a2", "A1", "B2")).toEqual(["A1 a2", "B1 B2"]);
    expect(face("101", "102", "201", "112")).toEqual(["101 102 112", "201"]);
  });

  it("keeps what stands below each other so, and leaves out columns that no shelf has", () => {
    expect(face("11", "12", "13", "14", "21", "24")).toEqual(["11 12 13 14", "21 · · 24"]);
    expect(face("10", "12", "14", "20", "22", "24")).toEqual(["10 12 14", "20 22 24"]);
  });

  it("is a grid as full as may be where numbers only count", () => {
    const counted = (count: number) => placesOf(Array.from({ length: count }, (_, n) => String(n + 1)));
    expect([1, 2, 4, 5, 6, 9, 10, 12, 30].map((count) => counted(count).columns)).toEqual([1, 2, 4, 5, 6, 3, 5, 6, 6]);
    expect(counted(50).columns).toBe(10);
    expect(face("2", "10", "1", "11")).toEqual(["1 2 10 11"]);
    expect(face("01", "02", "10")).toEqual(["01 02 10"]);
  });

  it("is as wide as the model's shelves, where their numbers do not tell otherwise", () => {
    const wide = (perShelf: number, count: number) =>
      placesOf(
        Array.from({ length: count }, (_, n) => String(n + 1)),
        perShelf,
      ).shelves.map((shelf) => shelf.length);
    expect(wide(4, 12)).toEqual([4, 4, 4]);
    expect(wide(8, 30)).toEqual([8, 8, 8, 6]);
    expect(wide(12, 5)).toEqual([5]);
    expect(placesOf(["11", "12", "21", "7"], 5).shelves).toEqual([[3, 0, 1, 2]]);
    expect(placesOf(["11", "12", "21", "22"], 1).shelves).toEqual([
      [0, 1],
      [2, 3],
    ]);
  });

  it("is below all others for cells whose number tells nothing, and for the second of a number", () => {
    expect(face("11", "12", "", "ліва", "12")).toEqual(["11 12", " ліва", "12"]);
    expect(face("A1", "A-1", "A01")).toEqual(["A1", "A-1", "A01"]);
    expect(placesOf([])).toEqual({ columns: 1, shelves: [] });
  });
});

describe("whatever the numbers are", () => {
  const number = fc.oneof(
    fc.string({ maxLength: 12, unit: "binary" }),
    fc.stringMatching(/^[A-Fa-f]?\d{0,4}$/),
    fc.constantFrom("__proto__", "constructor", "٣", "1".repeat(12), "-1", "1e3", "0", "00"),
  );

  it("every cell stands at one place, and no line is too long", () => {
    fc.assert(
      fc.property(fc.array(number, { maxLength: 120 }), (cells) => {
        const { columns, shelves } = placesOf(cells);
        const placed = shelves.flat().filter((index) => index !== null);
        expect(placed.toSorted((one, other) => one - other)).toEqual(cells.map((_, index) => index));
        expect(columns).toBeGreaterThanOrEqual(1);
        expect(columns).toBeLessThanOrEqual(MOST_COLUMNS);
        for (const shelf of shelves) {
          expect(shelf.length).toBeLessThanOrEqual(columns);
          expect(shelf.at(-1) ?? null).not.toBeNull();
        }
      }),
    );
  });

  it("is the same in whatever order cells of different numbers are written", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 10, max: 99 }), { maxLength: 60 }), (numbers) => {
        const cells = numbers.map(String);
        expect(face(...cells)).toEqual(face(...cells.toSorted()));
      }),
    );
  });
});
