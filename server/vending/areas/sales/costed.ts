import { type SQL, sql } from "drizzle-orm";
import { name } from "../../database/query";
import { beginOf, keyColumns, sumColumns, waitingIn } from "./rollups";
import { type DaySpan, lastDayOf, shifted, spansOf, type Step } from "./spans";

const lastOf = ({ step, day }: DaySpan) =>
  step === "month" ? lastDayOf(day) : step === "week" ? shifted(day, 6) : day;

/**
 * Lines of products on some days (Europe/Kyiv, both included), as `soldIn` gives them, with what one portion cost then:
 * `cost`, thousandths of a kopeck, null where that is not known. Right to the day: of a week or month in which the cost
 * of a recipe changed its single days are read. With a `step` also the first day of the span, as `from_day`.
 */
export function costedIn(
  rollup: "products_by_placement" | "products_by_territory",
  from: string,
  to: string,
  step?: Step,
): SQL {
  const spans = spansOf(from, to, step);
  const span = (day: SQL) => (step ? sql`${beginOf(step, day)} as from_day,` : sql``);
  const keys = sql`${keyColumns(rollup)}, ${sumColumns}`;
  const days = (of: readonly string[]) => sql`${sql.param(of)}::date[]`;
  // Days of which nobody can guess how many there are are looked up one by one (`offset 0`), or everything would be read.
  return sql`(
    with span as materialized (
      select * from unnest(${sql.param(spans.map(({ step }) => step))}::text[], ${days(spans.map(({ day }) => day))}, ${days(spans.map(lastOf))}) s(step, from_day, last_day)),
    costs as materialized (
      select recipe_id as known_id, from_day as since, coalesce(lead(from_day) over (partition by recipe_id order by from_day), 'infinity') as until, cost from recipe_costs),
    known as materialized (
      select known_id, step, from_day, last_day, count(*) > 1 as changes, min(cost) as cost
      from span join costs on since <= last_day and until > from_day group by 1, 2, 3, 4),
    known_days as materialized (
      select k.known_id, k.from_day + n as day, c.cost from known k cross join generate_series(0, k.last_day - k.from_day) n
        join costs c on c.known_id = k.known_id and c.since <= k.from_day + n and c.until > k.from_day + n where k.changes)
    select ${span(sql`r.from_day`)} ${keys}, k.cost from span join ${name(rollup)} r using (step, from_day)
      left join known k on k.step = r.step and k.from_day = r.from_day and k.known_id = r.recipe_id where k.changes is not true
    union all select ${span(sql`r.from_day`)} ${keys}, k.cost from (select distinct day from known_days) d
      cross join lateral (select * from ${name(rollup)} where step = 'day' and from_day = d.day offset 0) r
      join known_days k on k.day = r.from_day and k.known_id = r.recipe_id
    union all select ${span(sql`changed.day`)} ${keys}, c.cost from ${waitingIn(rollup, from, to)} changed left join costs c on c.known_id = recipe_id and c.since <= changed.day and c.until > changed.day)`;
}
