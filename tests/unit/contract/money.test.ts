import { describe, expect, it } from "vitest";
import { decimal, integer, money } from "~server/contract/fields";
import { fieldSchema, type Notation } from "~server/contract/field-schema";
import { parseMessage } from "~server/contract/messages";

type Read = Parameters<typeof fieldSchema>[0];

/** What becomes of a value: itself as it is stored, or the message. */
function read(field: Read, notation: Notation, raw: unknown): unknown {
  const { success, data, error } = fieldSchema(field, notation).safeParse(raw);
  return success ? data : error.issues.map(({ message }) => parseMessage(message));
}

const price = money({ required: true, min: 0, max: 10_000_000 });

describe("money", () => {
  it.each([
    ["0", 0],
    ["0,01", 1],
    ["0.1", 10],
    ["1,1", 110],
    ["35", 3_500],
    ["+35,50", 3_550],
    ["1 234,56", 123_456],
    ["1\u00a0234,56", 123_456],
    ["1\u202f234.56", 123_456],
    // Products of binary fractions that are a hair beside the kopeck.
    ["1,15", 115],
    ["4,35", 435],
    ["19,99", 1_999],
    ["1001,57", 100_157],
    ["100000", 10_000_000],
  ])("in UAH as people write it: %s", (raw, kopecks) => {
    expect(read(price, "form", raw)).toBe(kopecks);
  });

  it.each(["x", "1,234,56", "1.005", "0,001", "1e3", "--1", "1,", ",5", "Infinity", "0x10", "1234567890123456"])(
    "that is no sum of whole kopecks: %s",
    (raw) => {
      expect(read(price, "form", raw)).toEqual([{ key: "incorrect" }]);
    },
  );

  it("is bounded, and the bound is told in UAH", () => {
    const bounded = money({ required: true, min: 100, max: 5_050 });
    expect(read(bounded, "form", "1")).toBe(100);
    expect(read(bounded, "form", "0,99")).toEqual([{ key: "min_value", count: 1 }]);
    expect(read(bounded, "form", "50,5")).toBe(5_050);
    expect(read(bounded, "form", "50,51")).toEqual([{ key: "max_value", count: 50.5 }]);
    expect(read(bounded, "wire", "5051")).toEqual([{ key: "max_value", count: 50.5 }]);
  });

  it("comes over the wire in kopecks", () => {
    expect(read(price, "wire", "3500")).toBe(3_500);
    expect(read(price, "wire", 3_500)).toBe(3_500);
    expect(read(price, "wire", "35.5")).toEqual([{ key: "incorrect" }]);
  });

  it.each(["form", "wire"] as const)("may be left out where it is not required: %s", (notation) => {
    const optional = money({ min: 0, max: 100 });
    for (const nothing of [undefined, "", "  "]) {
      expect(read(optional, notation, nothing)).toBeNull();
      expect(read(price, notation, nothing)).toEqual([{ key: "required" }]);
    }
  });
});

it("a number without bounds of its own fits into the database's", () => {
  expect(read(integer({}), "form", "2147483647")).toBe(2_147_483_647);
  expect(read(integer({}), "form", "2147483648")).toEqual([{ key: "max_value", count: 2_147_483_647 }]);
  expect(read(integer({}), "form", "-2147483648")).toBe(-2_147_483_648);
  expect(read(integer({}), "form", "-2147483649")).toEqual([{ key: "min_value", count: -2_147_483_648 }]);
  expect(read(integer({}), "form", "1,5")).toEqual([{ key: "incorrect" }]);
});

it("a decimal has so many places and no more", () => {
  const grams = decimal({ scale: 3, min: 0, max: 10 });
  expect(read(grams, "form", "1,125")).toBe(1.125);
  expect(read(grams, "form", "1,1255")).toEqual([{ key: "incorrect" }]);
  expect(read(grams, "form", "10,001")).toEqual([{ key: "max_value", count: 10 }]);
});
