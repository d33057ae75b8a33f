import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hryvnias, kopecks } from "~server/vending/areas/payments/providers/amounts";

/** Up to ten million hryvnias. */
const amount = fc.integer({ min: 0, max: 1_000_000_000 });

describe("amounts", () => {
  it("are written and read again without loss, as a text and as a number", () => {
    fc.assert(
      fc.property(amount, (value) => {
        const text = hryvnias(value);
        expect(text).toMatch(/^\d+\.\d\d$/);
        expect(kopecks.parse(text)).toBe(value);
        expect(kopecks.parse(JSON.parse(JSON.stringify(Number(text))))).toBe(value);
        expect(kopecks.parse(`-${text}`)).toBe(-value + 0);
        // What PHP makes of a number that it writes with all its binary places.
        expect(kopecks.parse(Number((value / 100).toFixed(12)) + Number.EPSILON)).toBe(value);
      }),
    );
  });

  it("of three places, of words, without end: are none", () => {
    for (const bad of ["", " ", "1.234", "12,345", "1e3", "0x10", "1 000", "null", Number.NaN, Infinity, 0.005, 1e300])
      expect(kopecks.safeParse(bad).success, String(bad)).toBe(false);
    expect([kopecks.parse("50"), kopecks.parse("50.0"), kopecks.parse("50,5"), kopecks.parse("50.500")]).toEqual([
      5000, 5000, 5050, 5050,
    ]);
  });
});
