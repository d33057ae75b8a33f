import { type SQL, sql } from "drizzle-orm";
import { knownIn } from "./known";

/** What a table keeps of a `key` since moments, by day: a day has what holds at its end, until the next line. */
const byDay = (table: string, key: string, columns: string): SQL =>
  sql.raw(`(
  select *, coalesce(lead(since) over (partition by ${key} order by since), 'infinity') as until
  from (select distinct on (${key}, since) ${key}, ${columns}, kyiv_day(from_at) as since from ${table} order by ${key}, since, from_at desc) days)`);

/** Of each ingredient by day: its unit, and its price in kopecks per what `price_type` says. */
export const unitsByDay = byDay("ingredient_prices", "ingredient_id", "unit, price, price_type");

/** What a unit of an ingredient cost, in thousandths of a kopeck; null where its price is not for what is counted. */
const UNIT_COST = sql`p.price * case p.price_type || ' ' || p.unit
  when 'PER_PIECE PC' then 1000 when 'PER_100_ML ML' then 10 when 'PER_100_G G' then 10 when 'PER_100_G KG' then 10000 end`;

/** What went into a portion of each recipe: an ingredient, how much of it in its `unit` of then, and what that cost, thousandths of a kopeck. */
const portions = sql`(
  select c.recipe_id as known_id, greatest(c.since, p.since) as since, least(c.until, p.until) as until,
    c.ingredient_id, p.unit, c.quantity, c.quantity * ${UNIT_COST} as cost
  from ${byDay("recipe_contents", "recipe_id, ingredient_id", "quantity")} c
    join ${unitsByDay} p on p.ingredient_id = c.ingredient_id and p.since < c.until and p.until > c.since
  where c.quantity is not null)`;

/**
 * Lines of products on some days (Europe/Kyiv, both included), as `soldIn` gives them, once for each ingredient of a
 * portion of then: `ingredient_id`, `unit`, `quantity` and `cost` (thousandths of a kopeck, null where not known). What
 * no recipe is known of has a line without an ingredient.
 */
export const consumedIn = (rollup: "products_by_placement" | "products_by_territory", from: string, to: string): SQL =>
  knownIn(rollup, from, to, { columns: ["ingredient_id", "unit", "quantity", "cost"], lines: portions, several: true });
