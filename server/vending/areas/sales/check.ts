import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, name, rows } from "../../database/query";
import { dayOf } from "../../time";
import { isPaid } from "./paid";
import { ALL_ROLLUPS, isOfProducts, joined, PARTS, PRODUCT, ROLLUPS, type Rollup, SPANS, SUMS } from "./rollups";

/** What a rollup says otherwise than the single sales: of a span, how many of its keys, and the sums of these. */
const differenceRow = z.object({
  span: z.string(),
  measure: z.string(),
  keys: z.number(),
  rollup: z.number(),
  sales: z.number(),
});
export type RollupDifference = z.infer<typeof differenceRow> & { table: string };

/** Differences as lines of text, the first of them. */
export const toldOf = (found: readonly RollupDifference[]): string =>
  found
    .slice(0, MOST_LINES)
    .map((one) => `${one.table}, ${one.span}, ${one.measure}: ${one.rollup} instead of ${one.sales} (${one.keys} keys)`)
    .join("\n");
const MOST_LINES = 50;

/** A side of a comparison: lines of `span`, `key`, `measure` and `value`; several of one key are added up. */
interface Check {
  table: string;
  rollup: SQL;
  sales: SQL;
}

/**
 * Compares every rollup of sales with the single sales and failed vends it stands for, key by key, from a day on (of weeks
 * and months, those that begin then or later), and answers what differs. Each is read in one statement, which sees one
 * moment: the product may be running. What it costs grows with the number of sales.
 */
export async function checkRollups(db: Db, since: string): Promise<RollupDifference[]> {
  const found: RollupDifference[] = [];
  for (const { table, rollup, sales } of [...daily(since), ...spans(since), byHour(since)]) {
    const lines = await rows(
      db,
      differenceRow,
      sql`
      with said as (select span, key, measure, sum(value) as value from (${rollup}) x group by 1, 2, 3),
      sold as (select span, key, measure, sum(value) as value from (${sales}) x group by 1, 2, 3)
      select span, measure, count(*) as keys, coalesce(sum(said.value), 0) as rollup, coalesce(sum(sold.value), 0) as sales
      from said full join sold using (span, key, measure) where coalesce(said.value, 0) <> coalesce(sold.value, 0) group by 1, 2 order by 1, 2`,
    );
    found.push(...lines.map((line) => ({ table, ...line })));
  }
  return found;
}

/** Rows with a source, a count and an amount as lines. */
const lines = (key: SQL, from: SQL) => sql`
  select x.day::text as span, ${key} as key, x.source || ' ' || m.measure as measure, m.value
  from ${from} cross join lateral (values ('vends', x.count), ('kopecks', x.amount)) m(measure, value)`;

function daily(since: string): Check[] {
  const keys = {
    sales_by_device_day: sql`concat_ws('/', x.device_id, x.placement_id)`,
    sales_by_product_day: sql`concat_ws('/', x.device_id, x.placement_id, coalesce(x.recipe_id, 0), coalesce(x.selection, ''))`,
  };
  return Object.entries(keys).map(([table, key]) => ({
    table,
    rollup: lines(key, sql`(select * from ${name(table)} where day >= ${since}) x`),
    sales: lines(key, sql`(select * from sales where day >= ${since}) x`),
  }));
}

/** Single sales and failed vends as daily facts are. */
const FACTS = sql`
  select s.day, s.placement_id, p.territory_id, s.recipe_id, s.selection, null as name, s.source, s.count, s.amount from sales s join placements p on p.id = s.placement_id
  union all select f.day, f.placement_id, p.territory_id, f.recipe_id, f.selection, null, 'failed', 1, 0 from failed_vends f join placements p on p.id = f.placement_id`;
/** The machine's name of a product is that of the day, which a single sale does not have. */
const keyOf = (rollup: Rollup) =>
  sql`concat_ws('/', ${joined([...ROLLUPS[rollup].filter((column) => column !== "name"), ...(isOfProducts(rollup) ? ["part"] : [])].map((column) => sql`coalesce(${name(column)}::text, '0')`))})`;

function spans(since: string): Check[] {
  const measures = joined(
    SUMS.map(({ column, source, of }) => sql`(${source} || ' ' || ${sql.raw(`'${of}'`)}, ${name(column)})`),
  );
  const changed = (facts: SQL, rollup: Rollup) => sql`
    select step || ' ' || from_day as span, ${keyOf(rollup)} as key, source || ' ' || m.measure as measure, m.value
    from (select day, placement_id, territory_id, ${PRODUCT}, source, count, amount from (${facts}) f) lines ${SPANS} ${isOfProducts(rollup) ? PARTS : sql``}
      cross join lateral (values ('count', count), ('amount', amount)) m(measure, value) where from_day >= ${since}`;
  return ALL_ROLLUPS.map((rollup) => ({
    table: rollup,
    rollup: sql`
        select step || ' ' || from_day as span, ${keyOf(rollup)} as key, m.measure, m.value
        from ${name(rollup)} cross join lateral (values ${measures}) m(measure, value) where from_day >= ${since}
        union all ${changed(sql`select * from sales_changes`, rollup)}`,
    sales: changed(FACTS, rollup),
  }));
}

function byHour(since: string): Check {
  const hours = (hour: SQL, from: SQL) => sql`
    select ${hour}::text as span, device_id::text as key, m.measure, m.value from ${from} cross join lateral (values ${joined(
      ["cash", "cashless", "other", "amount"].map((measure) => sql`(${sql.raw(`'${measure}'`)}, ${name(measure)})`),
    )}) m(measure, value)`;
  const kind = (which: SQL) => sql`case when ${which} then count else 0 end`;
  return {
    table: "sales_by_device_hour",
    rollup: hours(sql`hour`, sql`(select * from sales_by_device_hour where ${dayOf(sql`hour`)} >= ${since}) x`),
    sales: hours(
      sql`date_trunc('hour', sold_at)`,
      sql`(select device_id, sold_at, ${kind(sql`source = 'cash'`)} as cash, ${kind(sql`source in ('cashless1', 'cashless2')`)} as cashless,
        ${kind(sql`source not in ('cash', 'cashless1', 'cashless2')`)} as other, amount from sales where timed and ${isPaid(sql`source`)} and day >= ${since}) x`,
    ),
  };
}
