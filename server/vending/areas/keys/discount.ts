import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, one } from "../../database/query";

/** What an employee of a sports club pays less, or why nothing is vended for the card. */
export type Discount =
  | { denied: "employee_unknown" | "employee_blocked" }
  | {
      employee: number;
      /** Whose system keeps it in step. */
      company: number | null;
      /** Whole percent; which rule gave it: the employee's own (`rule_id`: the employee's key) or a general one (its row); null: none holds. */
      percent: number;
      rule: "own" | "general" | null;
      rule_id: number | null;
    };

const found = z.object({
  employee: z.number(),
  company: z.number().nullable(),
  blocked: z.boolean(),
  percent: z.number(),
  rule: z.enum(["own", "general"]).nullable(),
  rule_id: z.number().nullable(),
});

/**
 * The discount of the employee with a number on a recipe on a day of Europe/Kyiv (`YYYY-MM-DD`): the largest of the own
 * one for the recipe and of the general ones that hold on the day; they do not add up. Of equal ones the own counts, then
 * the one that names the recipe. Of a cell whose recipe is not known (null) those count that are for every recipe.
 */
export async function discountOf(db: Db, number: string, recipe: number | null, day: string): Promise<Discount> {
  const known = await one(
    db,
    found,
    sql`
    select k.id as employee, k.company_id as company, k.blocked, coalesce(best.percent, 0) as percent, best.rule, best.rule_id
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
  if (!known) return { denied: "employee_unknown" };
  const { blocked, ...discount } = known;
  return blocked ? { denied: "employee_blocked" } : discount;
}

/** A price in kopecks without a discount of whole percent, in whole kopecks, half up. */
export const lowered = (price: number, percent: number): number => Math.floor((price * (100 - percent) + 50) / 100);
