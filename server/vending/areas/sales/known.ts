import { type SQL, sql } from "drizzle-orm";
import { name } from "../../database/query";
import { beginOf, joined, keyColumns, type OfProducts, sumColumns, waitingIn } from "./rollups";
import { type DaySpan, lastDayOf, shifted, spansOf, type Step } from "./spans";

const lastOf = ({ step, day }: DaySpan) =>
  step === "month" ? lastDayOf(day) : step === "week" ? shifted(day, 6) : day;

/** What is known of recipes since some day and until another (not included): lines `known_id`, `since`, `until` and `columns`, of which one or several may hold at a time. */
export interface Known {
  lines: SQL;
  columns: readonly string[];
}

/**
 * Lines of products on some days (Europe/Kyiv, both included), as `soldIn` gives them (with a `step` by `from_day`), each
 * with what was known of its recipe then (nulls where nothing was). Right to the day: weeks and months are in parts by what
 * changed in them; of a part in which more changed, since they were made, the single days are read.
 */
export function knownIn(rollup: OfProducts, from: string, to: string, { lines, columns }: Known, step?: Step): SQL {
  const spans = spansOf(from, to, step);
  const known = joined(columns.map(name));
  const keys = (day: SQL) =>
    sql`${step ? sql`${beginOf(step, day)} as from_day,` : sql``} ${keyColumns(rollup)}, ${sumColumns}, ${known}`;
  const days = (of: readonly string[]) => sql`${sql.param(of)}::date[]`;
  // Days of which nobody can guess how many there are are looked up one by one (`offset 0`), or everything would be read.
  return sql`(
    with span as materialized (
      select * from unnest(${sql.param(spans.map(({ step }) => step))}::text[], ${days(spans.map(({ day }) => day))}, ${days(spans.map(lastOf))}) s(step, from_day, last_day)),
    facts as materialized (select known_id, since, until, ${known} from ${lines} facts),
    begun as (
      select known_id, step, from_day, last_day, from_day as first from span cross join (select distinct known_id from facts) f
      union all select recipe_id, step, from_day, last_day, day from span join recipe_splits on day > from_day and day <= last_day),
    parts as materialized (
      select *, lead(first - 1, 1, last_day) over (partition by known_id, step, from_day order by first) as last from begun),
    known as materialized (
      select known_id, step, from_day, (first - from_day)::smallint as part, first, last, since, until, ${known},
        bool_or(since > first or until <= last) over (partition by known_id, step, from_day, first) as changes
      from parts join facts using (known_id) where since <= last and until > first),
    known_days as materialized (
      select known_id, first + n as day, ${known} from known cross join generate_series(0, last - first) n
      where changes and since <= first + n and until > first + n)
    select ${keys(sql`r.from_day`)} from span join ${name(rollup)} r using (step, from_day)
      left join known k on k.step = r.step and k.from_day = r.from_day and k.known_id = r.recipe_id and k.part = r.part where k.changes is not true
    union all select ${keys(sql`k.day`)} from (select distinct day from known_days) d
      cross join lateral (select * from ${name(rollup)} where step = 'day' and from_day = d.day offset 0) r
      join known_days k on k.day = r.from_day and k.known_id = r.recipe_id
    union all select ${keys(sql`changed.day`)} from ${waitingIn(rollup, from, to)} changed left join facts c on c.known_id = recipe_id and c.since <= changed.day and c.until > changed.day)`;
}
