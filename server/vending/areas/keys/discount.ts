import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, one } from "../../database/query";

/** What an employee of a sports club pays less, or why nothing is vended for the card. */
export type Discount =
  | { denied: "unknown" | "blocked" }
  /** Whole percent; which rule gave it: the employee's own (`rule_id`: the employee's key) or a general one (its row). */
  | { percent: number; rule: "own" | "general"; rule_id: number }
  /** No rule holds. */
  | { percent: 0; rule: null; rule_id: null };

const found = z.object({
  blocked: z.boolean(),
  percent: z.number().nullable(),
  rule: z.enum(["own", "general"]).nullable(),
  rule_id: z.number().nullable(),
});

/**
 * The discount of the employee with a number on a recipe on a day of Europe/Kyiv (`YYYY-MM-DD`): the largest of the own
 * one for the recipe and of the general ones that hold on the day; they do not add up. Of equal ones the own counts, then
 * the one that names the recipe. Of a cell whose recipe is not known (null) those count that are for every recipe.
 */
export async function discountOf(db: Db, number: string, recipe: number | null, day: string): Promise<Discount> {
  const employee = await one(
    db,
    found,
    sql`
    select k.blocked, best.percent, best.rule, best.rule_id
    from sport_life_keys k left join lateral (
      select rules.* from (
        select d.percent, 'own' as rule, k.id as rule_id, 0 as place
        from sport_life_key_discounts d where d.key_id = k.id and d.recipe_id = ${recipe}::integer
        union all
        select g.percent, 'general', g.id, case when g.recipe_id is null then 2 else 1 end
        from sport_life_discount_rows g where (g.recipe_id is null or g.recipe_id = ${recipe}::integer)
          and coalesce(g.valid_from, '-infinity') <= ${day}::date and coalesce(g.valid_to, 'infinity') >= ${day}::date) rules
      order by rules.percent desc, rules.place, rules.rule_id limit 1) best on true
    where k.number = ${number}`,
  );
  if (!employee) return { denied: "unknown" };
  if (employee.blocked) return { denied: "blocked" };
  const { percent, rule, rule_id } = employee;
  if (percent === null || rule === null || rule_id === null) return { percent: 0, rule: null, rule_id: null };
  return { percent, rule, rule_id };
}

/** A price in kopecks without a discount of whole percent, in whole kopecks, half up. */
export const lowered = (price: number, percent: number): number => Math.floor((price * (100 - percent) + 50) / 100);
