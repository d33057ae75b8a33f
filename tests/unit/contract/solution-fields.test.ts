import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { filledIn, hasUnknownField, SOLUTION_FIELDS } from "~server/contract/solution-fields";

/** Text in which nothing stands in braces. */
const plainText = fc.string({ unit: "grapheme" }).map((text) => text.replace(/[{}]/g, ""));
const part = fc.oneof(
  plainText.map((text) => ({ text, name: undefined })),
  fc.constantFrom(...SOLUTION_FIELDS).map((name) => ({ text: `{${name}}`, name })),
);
/** What is known of a ticket; a machine may be called like a place in an answer. */
const known = fc.record(
  Object.fromEntries(
    SOLUTION_FIELDS.map((name) => [name, fc.oneof(plainText, fc.constantFrom("{name}", "$&", "$1", ""))]),
  ),
  { requiredKeys: [] },
);

describe("a ready answer", () => {
  it("has each of its places filled in once with what is known, and tells the others", () => {
    fc.assert(
      fc.property(fc.array(part), known, (parts, values) => {
        const { text, missing } = filledIn(parts.map((one) => one.text).join(""), values);
        expect(text).toBe(parts.map((one) => (one.name && values[one.name]) || one.text).join(""));
        expect(missing).toEqual([
          ...new Set(parts.flatMap((one) => (one.name && !values[one.name] ? [one.text] : []))),
        ]);
        expect(hasUnknownField(parts.map((one) => one.text).join(""))).toBe(false);
      }),
    );
  });

  it("is refused with a place that no ticket has, however it is written around", () => {
    for (const text of ["{machin}", "{{machine_}}", "x{name}{TICKETS}"]) expect(hasUnknownField(text), text).toBe(true);
    for (const text of ["{ machine }", "{}", "{}}{", "{MACHINE}", "{{name}}", "{машина}"])
      expect(hasUnknownField(text), text).toBe(false);
  });
});
