import { parseWithZod } from "@conform-to/zod/v4";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { FORM_BOUNDS, hasTooManyFields, isTooDeep, isWithinBounds } from "~server/contract/form-bounds";

const named = (...names: string[]) => names.map((name): [string, string] => [name, "1"]);

describe("bounds of a form", () => {
  it.each([
    ["fields of a record", named("name", "find_recipe", "image__file", "time_hours")],
    ["rows, and rows in rows", named("cells[0].recipe", "cells[1].recipe", "programs[0].shifts[0].start")],
    ["a name that repeats", named(...Array.from({ length: 10_000 }, () => "access_devices"))],
    ["what a row's button says", [["__intent__", '{"type":"insert","payload":{"name":"cells"}}']]],
    ["a long text", [["text", "a".repeat(FORM_BOUNDS.text)]]],
    ["forms set aside, however long", [["held", "a".repeat(FORM_BOUNDS.text * 4)]]],
    ["what conform keeps", [["__state__", '{"validated":{"name":true}}']]],
  ] satisfies [string, [string, string][]][])("let %s through", (_, form) => {
    expect(isWithinBounds(form)).toBe(true);
  });

  it.each([
    ["a row nobody filled the way to", named("ingredients[99999999].quantity")],
    ["a row just past the last", named("a", "ingredients[2].quantity")],
    ["more rows than there may be", named(...Array.from({ length: 1_001 }, (_, row) => `cells[${row}].recipe`))],
    ["more fields than there may be", named(...Array.from({ length: FORM_BOUNDS.fields + 1 }, () => "a"))],
    ["depth", named(`a${".b".repeat(6)}`)],
    ["long names", named("a".repeat(81))],
    ["a text longer than any", [["name", "a".repeat(FORM_BOUNDS.text + 1)]]],
    ["names that are no path", named("a[b")],
    ["names of JavaScript's own", named("__proto__.x")],
    ["an intent that lays out a row far away", intent("insert", { name: "cells", index: 99_999_999 })],
    ["an intent that brings values", intent("update", { name: "cells", value: [[[[1]]]] })],
    ["an intent with values aside", intent("insert", { name: "cells", defaultValue: { a: 1 } })],
    ["a state that is none", [["__state__", '{"validated":{},"more":[]}']]],
    ["an intent that is no JSON", [["__intent__", "{"]]],
  ] satisfies [string, [string, string][]][])("refuse %s", (_, form) => {
    expect(isWithinBounds(form)).toBe(false);
  });

  it("whatever they let through is laid out in no more rows than it has fields", () => {
    const part = fc.oneof(
      fc.constantFrom("a", "b", "", "__proto__", "constructor", "[0]", "[1]", "[7]", "[]", "[99999999]", ".a", "."),
      fc.string({ maxLength: 4 }),
    );
    const name = fc.array(part, { maxLength: 5 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(fc.array(fc.tuple(name, fc.string({ maxLength: 3 })), { maxLength: 12 }), (form) => {
        if (!isWithinBounds(form)) return;
        const laid = parseWithZod(new URLSearchParams(form), { schema: z.unknown(), disableAutoCoercion: true });
        expect(longest(laid.payload)).toBeLessThanOrEqual(form.length);
      }),
    );
  });
});

it("fields are counted before they are taken apart", () => {
  expect(hasTooManyFields(Buffer.from("a&".repeat(FORM_BOUNDS.fields)), "&")).toBe(false);
  expect(hasTooManyFields(Buffer.from("a&".repeat(FORM_BOUNDS.fields + 1)), "&")).toBe(true);
});

it("JSON is measured before it is parsed, without what stands in texts", () => {
  expect(isTooDeep(JSON.stringify({ events: [{ t: "[".repeat(100), '\\"[[': "{".repeat(50) }] }))).toBe(false);
  expect(isTooDeep("[".repeat(1_000_000))).toBe(true);
  fc.assert(fc.property(fc.json({ maxDepth: 10 }), (json) => !isTooDeep(json)));
});

const intent = (type: string, payload: object): [string, string][] => [
  ["__intent__", JSON.stringify({ type, payload })],
];

/** The longest list anywhere in a value. */
function longest(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return Math.max(Array.isArray(value) ? value.length : 0, ...Object.values(value).map(longest));
}
