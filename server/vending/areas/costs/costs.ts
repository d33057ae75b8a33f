import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { ingredientPricesSchema, PAST_PAGE, type RecipeCost, recipeCostSchema } from "~server/contract/costs";
import { type Db, only, rows } from "../../database/query";
import { TODAY } from "../../time";

const { day, cost, lines, past } = recipeCostSchema.shape;

/** A page of what was, the latest first, and how much there is. */
async function pageOf<T>(db: Db, schema: z.ZodType<T>, shown: SQL, from: SQL, since: SQL, page: number) {
  const items = await rows(
    db,
    schema,
    sql`select ${shown} ${from} order by ${since} desc limit ${PAST_PAGE} offset ${(page - 1) * PAST_PAGE}`,
  );
  const { total } = await only(db, z.object({ total: z.number() }), sql`select count(*) as total ${from}`);
  return { past: items, total };
}

/** What a portion costs today and what it cost before; of a deleted recipe, as it was made. What was deleted is named as it was called. */
export async function costOfRecipe(db: Db, recipe: number, page: number): Promise<RecipeCost> {
  const today = await only(
    db,
    z.object({ day, cost }),
    sql`select ${TODAY} as day, recipe_cost(${recipe}, ${TODAY}) as cost`,
  );
  const made = await rows(
    db,
    lines.element,
    sql`select jsonb_build_object('id', l.ingredient_id, 'label', coalesce(i.name, x.title, '#' || l.ingredient_id)) as ingredient,
      l.quantity, l.unit, l.price, l.price_type, case when l.cost < 9e15 then round(l.cost) end as cost
    from portion_lines(${recipe}, ${TODAY}) l left join ingredients i on i.id = l.ingredient_id
      left join deleted_records x on x.entity = 'ingredient' and x.entity_id = l.ingredient_id
    order by (select min(p.position) from recipe_ingredients p where p.recipe_id = ${recipe} and p.ingredient_id = l.ingredient_id), l.ingredient_id`,
  );
  const from = sql`from recipe_costs k where k.recipe_id = ${recipe}`;
  const shown = sql`nullif(k.from_day, '-infinity') as from_day, k.cost`;
  return { ...today, lines: made, ...(await pageOf(db, past.element, shown, from, sql`k.from_day`, page)) };
}

/** What an ingredient costs, what it cost before and what it was counted in. */
export function pricesOfIngredient(db: Db, ingredient: number, page: number) {
  const from = sql`from ingredient_prices p where p.ingredient_id = ${ingredient}`;
  const shown = sql`nullif(p.from_at, '-infinity') as from_at, p.price, p.price_type, p.unit`;
  return pageOf(db, ingredientPricesSchema.shape.past.element, shown, from, sql`p.from_at`, page);
}
