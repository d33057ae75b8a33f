import { type SQL, sql } from "drizzle-orm";
import { type Db, run } from "../database/query";
import { INGREDIENTS, RECIPES } from "./catalogue";
import { HOUR, kyivDay, type Moment, shiftDay, startOf } from "./calendar";

type IdOf = (wanted: string) => number;

/** What ingredients cost before they cost what the catalogue says: kopecks, and how many days ago that ended. */
const PRICES: Readonly<Record<string, readonly (readonly [price: number, endedDaysAgo: number])[]>> = {
  beans: [
    [5_900, 47],
    [6_200, 16],
  ],
  milk: [[2_350, 33]],
  sugar: [[385, 24]],
  chocolate: [[2_150, 40]],
  cup: [
    [190, 52],
    [205, 19],
  ],
};
/** How much went into a portion before: of the recipe's ingredient, and how many days ago that ended. */
const QUANTITIES: readonly { recipe: string; ingredient: string; quantity: number; endedDaysAgo: number }[] = [
  { recipe: "latte", ingredient: "milk", quantity: 14, endedDaysAgo: 29 },
  { recipe: "chocolate", ingredient: "chocolate", quantity: 20, endedDaysAgo: 12 },
];

/** What an ingredient cost at first. */
export const firstPrice = (ingredient: string): number =>
  PRICES[ingredient]?.[0]?.[0] ?? INGREDIENTS[ingredient]?.price ?? 0;

/** How much of an ingredient went into a recipe at first. */
export const firstQuantity = (recipe: string, ingredient: string, today: number): number =>
  QUANTITIES.find((one) => one.recipe === recipe && one.ingredient === ingredient)?.quantity ?? today;

/** Prices and recipes become, one change after another, what the catalogue says. */
export async function changeCosts(tx: Db, ingredientId: IdOf, recipeId: IdOf, now: Moment): Promise<void> {
  const since = (daysAgo: number) => startOf(shiftDay(kyivDay(now), -daysAgo)) + 9 * HOUR;
  const ofPrices = Object.entries(PRICES).flatMap(([key, before]) =>
    before.map(([, ended], index): [Moment, SQL] => {
      const price = before[index + 1]?.[0] ?? INGREDIENTS[key]?.price;
      return [since(ended), sql`update ingredients set price = ${price} where id = ${ingredientId(key)}`];
    }),
  );
  const ofQuantities = QUANTITIES.map(({ recipe, ingredient, endedDaysAgo }): [Moment, SQL] => {
    const [, quantity] =
      RECIPES.find(({ key }) => key === recipe)?.ingredients.find(([key]) => key === ingredient) ?? [];
    const row = sql`recipe_id = ${recipeId(recipe)} and ingredient_id = ${ingredientId(ingredient)}`;
    return [since(endedDaysAgo), sql`update recipe_ingredients set quantity = ${quantity} where ${row}`];
  });
  // Each is said at once: at the end of the transaction only the last would be.
  await run(tx, sql`set constraints all immediate`);
  for (const [from, change] of [...ofPrices, ...ofQuantities].sort(([one], [other]) => one - other)) {
    await run(tx, sql`select set_config('vending.holds_from', ${new Date(from).toISOString()}, true)`);
    await run(tx, change);
  }
  await run(tx, sql`select set_config('vending.holds_from', '-infinity', true)`);
  await run(tx, sql`set constraints all deferred`);
}
