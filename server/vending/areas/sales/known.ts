import { type SQL, sql } from "drizzle-orm";
import { name } from "../../database/query";
import { beginOf, joined, keyColumns, sumColumns, waitingIn } from "./rollups";
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
 * with what was known of its recipe then (nulls where nothing was). Right to the day: of a week or month in which that changed the single days are read.
 */
export function knownIn(
  rollup: "products_by_placement" | "products_by_territory",
  from: string,
  to: string,
  { lines, columns }: Known,
  step?: Step,
): SQL {
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
    known as materialized (
      select known_id, step, from_day, last_day, since, until, ${known},
        bool_or(since > from_day or until <= last_day) over (partition by known_id, step, from_day) as changes
      from span join facts on since <= last_day and until > from_day),
    known_days as materialized (
      select known_id, from_day + n as day, ${known} from known cross join generate_series(0, last_day - from_day) n
      where changes and since <= from_day + n and until > from_day + n)
    select ${keys(sql`r.from_day`)} from span join ${name(rollup)} r using (step, from_day)
      left join known k on k.step = r.step and k.from_day = r.from_day and k.known_id = r.recipe_id where k.changes is not true
    union all select ${keys(sql`k.day`)} from (select distinct day from known_days) d
      cross join lateral (select * from ${name(rollup)} where step = 'day' and from_day = d.day offset 0) r
      join known_days k on k.day = r.from_day and k.known_id = r.recipe_id
    union all select ${keys(sql`changed.day`)} from ${waitingIn(rollup, from, to)} changed left join facts c on c.known_id = recipe_id and c.since <= changed.day and c.until > changed.day)`;
}
