import fc from "fast-check";
import { expect, it } from "vitest";
import { digests, type Parts } from "~/resource/form-base.server";
import { mergeParts, ORDER } from "~/resource/form-merge.server";

/** What a person did to rows that have names: set one to a value, or took it out. */
type Edits = ReadonlyMap<string, string | undefined>;

const KEYS = ["1", "2", "3", "A1", "A2", "#3"];
const key = fc.constantFrom(...KEYS);
const value = fc.constantFrom("x", "y", "z");
const list = fc.uniqueArray(fc.tuple(key, value), { selector: ([one]) => one }).map((pairs) => new Map(pairs));
const edits: fc.Arbitrary<Edits> = fc
  .uniqueArray(fc.tuple(key, fc.option(value, { nil: undefined })), { selector: ([one]) => one })
  .map((pairs) => new Map(pairs));

const parts = (of: ReadonlyMap<string, string>): Parts =>
  new Map([...of].map(([one, text]) => [one, { value: text, digest: text }]));

function edited(rows: ReadonlyMap<string, string>, by: Edits): Map<string, string> {
  const result = new Map(rows);
  for (const [one, text] of by) {
    if (text === undefined) result.delete(one);
    else result.set(one, text);
  }
  return result;
}

const plain = (merged: Parts) => Object.fromEntries([...merged].map(([one, part]) => [one, part.value]));
const never = () => undefined;
const merge = (
  base: ReadonlyMap<string, string>,
  theirs: Parts,
  mine: Parts,
  chosen: () => "theirs" | "mine" | undefined,
) => mergeParts({ base, theirs, mine, ordered: true }, chosen);

it("what two people did apart is all there; what both did to the same, and differently, is open", () => {
  fc.assert(
    fc.property(list, edits, edits, fc.boolean(), (rows, some, others, mineWins) => {
      // Setting a row to what it was is no change.
      const real = (edits: Edits): Edits => new Map([...edits].filter(([one, text]) => text !== rows.get(one)));
      const [by, other] = [real(some), real(others)];
      const [theirs, mine] = [edited(rows, other), edited(rows, by)];
      const both = KEYS.filter((one) => by.has(one) && other.has(one) && by.get(one) !== other.get(one));

      const merged = merge(rows, parts(theirs), parts(mine), never);
      expect(merged.open.map((one) => one.key).sort()).toEqual(both.toSorted());

      const winner = mineWins ? by : other;
      const truth = edited(edited(edited(rows, other), by), new Map(both.map((one) => [one, winner.get(one)])));
      const settled = merge(rows, parts(theirs), parts(mine), () => (mineWins ? "mine" : "theirs"));
      expect(settled.open).toEqual([]);
      expect(plain(settled.parts)).toEqual(Object.fromEntries(truth));
      // From now on the form is one of what is saved: sent again, it asks nothing and stays what it is.
      expect(Object.fromEntries(settled.base)).toEqual(Object.fromEntries(digests(parts(theirs))));
      expect(plain(merge(settled.base, parts(theirs), settled.parts, never).parts)).toEqual(plain(settled.parts));
      // What is open stays open, until it is chosen.
      const again = merge(merged.base, parts(theirs), merged.parts, never);
      expect(again.open.map((one) => one.key).sort()).toEqual(both.toSorted());
      expect(plain(again.parts)).toEqual(plain(merged.parts));
    }),
    { numRuns: 2_000 },
  );
});

const rowsOf = (letters: string) => parts(new Map([...letters].map((letter) => [letter, letter])));
const ofABCD = (theirs: string, mine: string, chosen: () => "theirs" | "mine" | undefined = never) =>
  merge(digests(rowsOf("abcd")), rowsOf(theirs), rowsOf(mine), chosen);

it.each([
  ["abcd", "abcd", "abcd"],
  ["dcba", "abcd", "dcba"],
  ["abcd", "dcba", "dcba"],
  ["dcba", "dcba", "dcba"],
  ["abcd", "axbcd", "axbcd"],
  ["adcb", "abcdx", "adxcb"],
  ["abxcd", "dcba", "dcbxa"],
  ["abcd", "xabcd", "xabcd"],
  ["bcd", "dcba", "dcb"],
])("rows that one moved (%s, %s) stay where they were moved, new ones after their neighbour", (theirs, mine, both) => {
  const { parts, open } = ofABCD(theirs, mine);
  expect([[...parts.keys()].join(""), open]).toEqual([both, []]);
});

it("rows that both moved, and differently, are in the order that is chosen, and stay so", () => {
  expect(ofABCD("dcba", "bacd").open).toMatchObject([{ key: ORDER, theirs: { value: [..."dcba"] } }]);
  for (const side of ["theirs", "mine"] as const) {
    const settled = ofABCD("dcbaX", "bacdY", () => side);
    const order = side === "mine" ? "bacdY" : "dcba";
    expect([...settled.parts.keys()].filter((key) => order.includes(key)).join("")).toBe(order);
    const again = merge(settled.base, rowsOf("dcbaX"), settled.parts, never);
    expect([[...again.parts.keys()], again.open]).toEqual([[...settled.parts.keys()], []]);
  }
});

it("members of a list have no order", () => {
  const mixed = mergeParts(
    { base: digests(rowsOf("abc")), theirs: rowsOf("cba"), mine: rowsOf("bacd"), ordered: false },
    never,
  );
  expect([[...mixed.parts.keys()].toSorted().join(""), mixed.open]).toEqual(["abcd", []]);
});
