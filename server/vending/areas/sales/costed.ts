import { type SQL, sql } from "drizzle-orm";
import { name } from "../../database/query";
import { keyColumns, sumColumns, waitingIn } from "./rollups";
import { type DaySpan, lastDayOf, shifted, spansOf } from "./spans";

const lastOf = ({ step, day }: DaySpan) =>
  step === "month" ? lastDayOf(day) : step === "week" ? shifted(day, 6) : day;

/**
 * Lines of products on some days (Europe/Kyiv, both included), as `soldIn` gives them, with what one portion cost then:
 * `cost`, thousandths of a kopeck, null where that is not known. Right to the day: of a week or month in which the cost
 * of a recipe changed its single days are read.
 */
export function costedIn(rollup: "products_by_placement" | "products_by_territory", from: string, to: string): SQL {
  const spans = spansOf(from, to);
  const keys = sql`${keyColumns(rollup)}, ${sumColumns}`;
  const days = (of: readonly string[]) => sql`${sql.param(of)}::date[]`;
  return sql`(
    with span as materialized (
      select * from unnest(${sql.param(spans.map(({ step }) => step))}::text[], ${days(spans.map(({ day }) => day))}, ${days(spans.map(lastOf))}) s(step, from_day, last_day)),
    known as materialized (
      select c.id as known_id, span.*, recipe_cost(c.id, span.from_day) as cost,
        exists (select 1 from recipe_costs k where k.recipe_id = c.id and k.from_day > span.from_day and k.from_day <= span.last_day) as changes
      from (select distinct recipe_id as id from recipe_costs) c cross join span)
    select ${keys}, k.cost from span join ${name(rollup)} r using (step, from_day)
      left join known k on k.step = r.step and k.from_day = r.from_day and k.known_id = r.recipe_id where k.changes is not true
    union all select ${keys}, recipe_cost(r.recipe_id, r.from_day) from known k
      join ${name(rollup)} r on r.step = 'day' and r.from_day between k.from_day and k.last_day and r.recipe_id = k.known_id where k.changes
    union all select ${keys}, recipe_cost(recipe_id, day) from ${waitingIn(rollup, from, to)} changed)`;
}
