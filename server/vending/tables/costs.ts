import { bigint, date, index, integer, numeric, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant } from "./common";

/**
 * What an ingredient cost and what it was counted in, and since when: from `from_at` (the first: `-infinity`) until the
 * next one. Kept by the triggers `cost_…`; an ingredient that was deleted keeps its past.
 */
export const ingredientPrices = pgTable(
  "ingredient_prices",
  {
    ingredient_id: integer().notNull(),
    from_at: instant().notNull(),
    /** Kopecks per what `price_type` says. */
    price: bigint({ mode: "number" }).notNull(),
    price_type: text().notNull(),
    unit: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.ingredient_id, t.from_at] })],
);

/**
 * How much of an ingredient went into a portion, in the ingredient's own unit, and since when; null: none from then on.
 * Kept by the triggers `cost_…`; a recipe that was deleted keeps its past.
 */
export const recipeContents = pgTable(
  "recipe_contents",
  {
    recipe_id: integer().notNull(),
    ingredient_id: integer().notNull(),
    from_at: instant().notNull(),
    quantity: numeric({ precision: 12, scale: 2, mode: "number" }),
  },
  (t) => [
    primaryKey({ columns: [t.recipe_id, t.ingredient_id, t.from_at] }),
    index("recipe_contents_ingredient_idx").on(t.ingredient_id),
  ],
);

/**
 * What a portion cost, in thousandths of a kopeck, from a day in Europe/Kyiv (the first: `-infinity`) until the next one;
 * null where it cannot be known. Made of the two tables above by the triggers `cost_…`, never written by code; read by
 * the SQL function `recipe_cost(recipe, day)`.
 */
export const recipeCosts = pgTable(
  "recipe_costs",
  {
    recipe_id: integer().notNull(),
    from_day: date({ mode: "string" }).notNull(),
    cost: bigint({ mode: "number" }),
  },
  (t) => [primaryKey({ columns: [t.recipe_id, t.from_day] })],
);
