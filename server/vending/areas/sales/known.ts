import { type SQL, sql } from "drizzle-orm";
import { name } from "../../database/query";
import { addedColumns, beginOf, joined, keyColumns, type OfProducts, rowsOf, sumColumns, waitingIn } from "./rollups";
import { type DaySpan, lastDayOf, shifted, spansOf, type Step } from "./spans";

const lastOf = ({ step, day }: DaySpan) =>
  step === "month" ? lastDayOf(day) : step === "week" ? shifted(day, 6) : day;

/** What is known of recipes since some day and until another (not included): lines `known_id`, `since`, `until` and `columns`. */
export interface Known {
  lines: SQL;
  columns: readonly string[];
  /** Several lines may hold at a time: what was sold is summed up as far as they are the same, before it stands by each of them. */
  several?: true;
}

/**
 * Lines of products on some days (Europe/Kyiv, both included), as `soldIn` gives them (with a `step` by `from_day`), each
 * with what was known of its recipe then (nulls where nothing was). Right to the day: weeks and months are in parts by what
 * changed in them; of a part in which more changed, since they were made, the single days are read.
 */
export function knownIn(rollup: OfProducts, from: string, to: string, known: Known, step?: Step): SQL {
  const spans = spansOf(from, to, step);
  const columns = joined(known.columns.map(name));
  const keys = sql`${step ? sql`from_day,` : sql``} ${keyColumns(rollup)}`;
  const line = (day: SQL, era: SQL) =>
    sql`select ${step ? sql`${beginOf(step, day)} as from_day,` : sql``} ${keyColumns(rollup)}, ${sumColumns}, ${era} as era`;
  const days = (of: readonly string[]) => sql`${sql.param(of)}::date[]`;
  // Days of which nobody can guess how many there are are looked up one by one (`offset 0`), or everything would be read.
  const sold = sql`
    ${line(sql`r.from_day`, sql`p.era`)} from ${rowsOf(rollup, spans)} r
      left join parts p on p.step = r.step and p.from_day = r.from_day and p.known_id = r.recipe_id and p.part = r.part where p.changes is not true
    union all ${line(sql`c.day`, sql`c.era`)} from (select distinct day from changed) d
      cross join lateral (select * from ${name(rollup)} where step = 'day' and from_day = d.day offset 0) r
      join changed c on c.day = d.day and c.known_id = r.recipe_id
    union all ${line(sql`w.day`, sql`e.era`)} from ${waitingIn(rollup, from, to)} w left join eras e on e.known_id = w.recipe_id and e.since <= w.day and e.until > w.day`;
  const once = known.several
    ? sql`select ${keys}, ${addedColumns}, era from (${sold}) sold group by ${keys}, era`
    : sold;
  return sql`(
    with span as materialized (
      select * from unnest(${sql.param(spans.map(({ step }) => step))}::text[], ${days(spans.map(({ day }) => day))}, ${days(spans.map(lastOf))}) s(step, from_day, last_day)),
    facts as materialized (select known_id, since, until, ${columns} from ${known.lines} facts),
    -- Days between which the same is known of a recipe.
    eras as materialized (
      select row_number() over () as era, known_id, since, lead(since, 1, 'infinity') over (partition by known_id order by since) as until from (
        select known_id, since from facts union select known_id, until from facts union select known_id, '-infinity' from facts) edges),
    -- As a case: of two ranges the planner guesses that nearly nothing lies in both.
    known as materialized (
      select e.era, ${columns} from eras e join facts f using (known_id) where case when f.since <= e.since then f.until > e.since end),
    begun as (
      select known_id, step, from_day, last_day, from_day as first from span cross join (select distinct known_id from facts) f
      union all select recipe_id, step, from_day, last_day, day from span join recipe_splits on day > from_day and day <= last_day),
    until as (
      select *, lead(first - 1, 1, last_day) over (partition by known_id, step, from_day order by first) as last from begun),
    parts as materialized (
      select u.*, (first - from_day)::smallint as part, e.era, e.until <= last as changes
      from until u join eras e on e.known_id = u.known_id and e.since <= first and e.until > first),
    changed as materialized (
      select p.known_id, first + n as day, e.era from parts p cross join generate_series(0, last - first) n
        join eras e on e.known_id = p.known_id and e.since <= first + n and e.until > first + n where changes)
    select ${keys}, ${sumColumns}, ${columns} from (${once}) x left join known k using (era))`;
}
