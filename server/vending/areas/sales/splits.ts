import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, name, one, run } from "../../database/query";
import { beginOf, joined, keyColumns, PARTS, SUMS, sumColumns } from "./rollups";

/** Days on which something changed that is known of a recipe: what a portion costs, what is in it, what that is counted in. */
const CHANGES = sql`(
  select recipe_id, from_day as day from recipe_costs
  union select recipe_id, kyiv_day(from_at) from recipe_contents
  union select c.recipe_id, kyiv_day(p.from_at) from recipe_contents c join ingredient_prices p on p.ingredient_id = c.ingredient_id)`;

const ROLLUPS = ["products_by_placement", "products_by_territory"] as const;
const STEPS = { week: sql`interval '6 days'`, month: sql`interval '1 month - 1 day'` } as const;

/**
 * Has the rollups of products in parts by what changed of recipes in the last month with a change that they do not know;
 * answers whether there was one. Whoever calls holds the lock of those who make rollups. Until then readers take the days.
 */
export async function splitRecipes(tx: Db): Promise<boolean> {
  const found = await one(
    tx,
    z.object({ month: z.string() }),
    sql`select ${beginOf("month", sql`day`)} as month from ${CHANGES} c
      where day > '-infinity' and not exists (select 1 from recipe_splits s where s.recipe_id = c.recipe_id and s.day = c.day) order by day desc limit 1`,
  );
  if (!found) return false;
  await run(
    tx,
    sql`create temp table split on commit drop as select * from ${CHANGES} c where ${beginOf("month", sql`day`)} = ${found.month}
      and not exists (select 1 from recipe_splits s where s.recipe_id = c.recipe_id and s.day = c.day)`,
  );
  await run(tx, sql`insert into recipe_splits select recipe_id, day from split`);
  for (const step of ["week", "month"] as const) for (const rollup of ROLLUPS) await remake(tx, rollup, step);
  return true;
}

/** Makes the weeks or months anew, of the single days, in which something of a recipe has just been split. */
async function remake(tx: Db, rollup: (typeof ROLLUPS)[number], step: keyof typeof STEPS): Promise<void> {
  const spans = sql`(select distinct recipe_id, ${beginOf(step, sql`day`)} as from_day from split where ${beginOf(step, sql`day`)} < day)`;
  await run(
    tx,
    sql`delete from ${name(rollup)} r using ${spans} s where r.step = ${step} and r.from_day = s.from_day and r.recipe_id = s.recipe_id`,
  );
  await run(
    tx,
    sql`
    insert into ${name(rollup)} (step, from_day, ${keyColumns(rollup)}, part, ${sumColumns})
    select ${step}, from_day, ${keyColumns(rollup)}, part, ${joined(SUMS.map(({ column }) => sql`sum(${name(column)})`))}
    from (select s.from_day, r.from_day as day, ${keyColumns(rollup)}, ${sumColumns} from ${spans} s(of_recipe, from_day)
        join ${name(rollup)} r on r.step = 'day' and r.from_day between s.from_day and (s.from_day + ${STEPS[step]})::date and r.recipe_id = s.of_recipe) lines ${PARTS}
    group by from_day, ${keyColumns(rollup)}, part`,
  );
}
