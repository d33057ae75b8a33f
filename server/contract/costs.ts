import { z } from "zod";
import { INGREDIENT_UNITS, PRICE_TYPES } from "./enums";
import { moment, refSchema } from "./record";

/** Lines of a page of what was. */
export const PAST_PAGE = 20;

/** Thousandths of a kopeck; null where it cannot be known: the price is not for what is counted. */
const cost = z.number().int().nullable();
const price = z.number().int();
const priceType = z.enum(PRICE_TYPES);
const unit = z.enum(INGREDIENT_UNITS);

/** What one portion costs: today with what makes it, and before, the latest first. Each day is taken as it was at its end. */
export const recipeCostSchema = z.object({
  /** Today in Europe/Kyiv. */
  day: z.iso.date(),
  cost,
  /** In the recipe's order; `quantity` in the ingredient's own unit, `price` in kopecks per what `price_type` says, null where nobody knows any. */
  lines: z.array(
    z.object({
      ingredient: refSchema,
      quantity: z.number(),
      unit: unit.nullable(),
      price: price.nullable(),
      price_type: priceType.nullable(),
      cost,
    }),
  ),
  /** `from_day` null: it was always so. */
  past: z.array(z.object({ from_day: z.iso.date().nullable(), cost })),
  total: z.number().int(),
});
export type RecipeCost = z.infer<typeof recipeCostSchema>;

/** What an ingredient cost and what it was counted in, the latest first; `from_at` null: it was always so. */
export const ingredientPricesSchema = z.object({
  past: z.array(z.object({ from_at: moment, price, price_type: priceType, unit })),
  total: z.number().int(),
});
