import fc from "fast-check";
import { INGREDIENT_UNITS } from "~server/contract/enums";
import { localTime } from "~server/vending/time";

/** What was said of prices and contents, and a slow reading of it: nothing here knows of the database. */

export const DAY = 86_400_000;
export type Unit = (typeof INGREDIENT_UNITS)[number];
/** Quantities in hundredths, by ingredient. */
export type Contents = ReadonlyMap<number, number>;

/** Everything that was said of some things, later words over earlier ones: read to the end for every single day. */
class Said<T> {
  private readonly words = new Map<string, { from: number; value: T }[]>();
  constructor(private readonly unsaid: T) {}

  on(day: string, of: string): T {
    let { unsaid: value } = this;
    for (const one of this.words.get(of) ?? []) if (dayOf(one.from) <= day) ({ value } = one);
    return value;
  }
  /** What does not change says nothing of the past either. */
  say(of: string, from: number, value: T): void {
    if (JSON.stringify(this.on("9999", of)) === JSON.stringify(value)) return;
    this.words.set(of, [...(this.words.get(of) ?? []), { from, value }]);
  }
  days = (): string[] => [...this.words.values()].flat().map(({ from }) => dayOf(from));
}
/** The day of an instant in Kyiv; "" is before all others. */
export const dayOf = (at: number) => (at === -Infinity ? "" : localTime(at).slice(0, 10));

/** Ten-thousandths of a kopeck for a hundredth of a unit at a kopeck; of what the price is not for, nothing is known. */
const RATES: Record<string, bigint> = {
  "PER_PIECE PC": 100n,
  "PER_100_ML ML": 1n,
  "PER_100_G G": 1n,
  "PER_100_G KG": 1000n,
};

/** Ingredients and recipes, as they stand and as they were. */
export class World {
  prices = new Said<{ price: number; type: string } | null>(null);
  units = new Said<string | null>(null);
  quantities = new Said<number | null>(null);
  ingredients: { id: number; price: number; unit: Unit; gone: boolean }[] = [];
  recipes: { id: number; number: number; contents: Contents; gone: boolean }[] = [];

  /** A portion's cost at the end of a day. */
  slow(recipe: number, day: string): number | null {
    let sum: bigint | null = 0n;
    let some = false;
    for (const { id } of this.ingredients) {
      const quantity = this.quantities.on(day, `${recipe} ${id}`);
      if (quantity === null) continue;
      some = true;
      const price = this.prices.on(day, String(id));
      const rate = price && RATES[`${price.type} ${this.units.on(day, String(id))}`];
      sum = sum === null || !price || !rate ? null : sum + BigInt(quantity) * BigInt(price.price) * rate;
    }
    return sum === null || !some ? null : Number((sum + 5n) / 10n);
  }

  /** What must be kept of a recipe: the days on which its cost changed. */
  expected(recipe: number): { day: string; cost: number | null }[] {
    const days = [...new Set(["", ...this.prices.days(), ...this.units.days(), ...this.quantities.days()])].sort();
    return days
      .map((day) => ({ day, cost: this.slow(recipe, day) }))
      .filter(({ cost }, index, all) => index === 0 || cost !== all[index - 1]?.cost);
  }
}

export const stepOf = fc.record({
  kind: fc.constantFrom(
    "ingredient",
    "recipe",
    "price",
    "price",
    "unit",
    "contents",
    "contents",
    "unchanged",
    "recipe_gone",
    "ingredient_gone",
    "by_hand",
  ),
  which: fc.nat(1000),
  price: fc.integer({ min: 0, max: 9_999 }),
  unit: fc.constantFrom(...INGREDIENT_UNITS),
  contents: fc.array(fc.tuple(fc.nat(1000), fc.integer({ min: 1, max: 99_999 })), { minLength: 1, maxLength: 4 }),
  since: fc.oneof(
    fc.constantFrom("now", "always"),
    fc.integer({ min: 1, max: 20 * DAY }),
    fc.integer({ min: 1, max: 2 * DAY }),
  ),
});
export type Step = typeof stepOf extends fc.Arbitrary<infer S> ? S : never;
