import { type SQL, sql } from "drizzle-orm";
import { PAYMENT_SOURCES, STEPS, UNPAID_SOURCES } from "~server/contract/enums";
import { name } from "../../database/query";
import { localTime } from "../../time";
import { type DaySpan, shifted, spansOf, type Step } from "./spans";

/** What a rollup is cut by, besides its span: where machines stood or whose they were, and the product or none. */
export const ROLLUPS = {
  sales_by_placement: ["placement_id"],
  sales_by_territory: ["territory_id"],
  products_by_placement: ["placement_id", "recipe_id", "selection", "name"],
  products_by_territory: ["territory_id", "recipe_id", "selection", "name"],
} as const;
export type Rollup = keyof typeof ROLLUPS;
export const ALL_ROLLUPS = Object.keys(ROLLUPS).filter((name): name is Rollup => name in ROLLUPS);

/** Rollups whose weeks and months are in parts (`PARTS`). */
export type OfProducts = "products_by_placement" | "products_by_territory";
export const isOfProducts = (rollup: Rollup): rollup is OfProducts =>
  rollup === "products_by_placement" || rollup === "products_by_territory";

interface Sum {
  column: string;
  source: SQL;
  of: "count" | "amount";
}

const sumOf = (source: string, of: "count" | "amount"): Sum => ({
  column: `${source}_${of}`,
  source: sql.raw(`'${source}'`),
  of,
});
const PAID = PAYMENT_SOURCES.filter((source) => !UNPAID_SOURCES.some((unpaid) => unpaid === source));

/** The columns of sums that every rollup has: vends of each source, failed ones too, and kopecks of those that bring money. */
export const SUMS: readonly Sum[] = [
  ...[...PAYMENT_SOURCES, "failed"].map((source) => sumOf(source, "count")),
  ...PAID.map((source) => sumOf(source, "amount")),
];

export const joined = (parts: readonly SQL[]): SQL => sql.join([...parts], sql`, `);
export const sumColumns: SQL = joined(SUMS.map(({ column }) => name(column)));
/** The same columns added up, for a query that groups rows. */
export const addedColumns: SQL = joined(SUMS.map(({ column }) => sql`sum(${name(column)})::bigint as ${name(column)}`));
/** Kopecks of a row of a rollup, whatever they were paid with. */
export const paidAmount: SQL = sql.join(
  SUMS.filter(({ of }) => of === "amount").map(({ column }) => name(column)),
  sql` + `,
);
export const keyColumns = (rollup: Rollup): SQL => joined(ROLLUPS[rollup].map(name));

/** The product of a daily fact: the cell and the machine's word for it count only where nothing is known of a recipe. */
export const PRODUCT = sql`recipe_id, case when recipe_id is null then coalesce(selection, '') else '' end as selection,
  case when recipe_id is null then coalesce(name, '') else '' end as name`;

/** The first day of the span in which a day lies. */
export const beginOf = (step: Step, day: SQL): SQL => sql`date_trunc(${sql.raw(`'${step}'`)}, ${day}::timestamp)::date`;

/** The span of each step in which `day` lies, as a join. */
export const SPANS = sql`cross join lateral (values ${joined(
  STEPS.map((step) => sql`(${sql.raw(`'${step}'`)}, ${beginOf(step, sql`day`)})`),
)}) spans(step, from_day)`;

/**
 * Where weeks and months of products are in parts: of a `day` in the span that begins with `from_day`, how many days of
 * that lie before its part; as a join of lines that have a `recipe_id`.
 */
export const PARTS = sql`cross join lateral (
  select coalesce(max(s.day) - from_day, 0) as part from recipe_splits s where s.recipe_id = lines.recipe_id and s.day > from_day and s.day <= lines.day) parts`;

/**
 * What was sold on some days (Europe/Kyiv, both included) up to this moment, as a relation of a query: the keys of a
 * rollup, its sums, and with a `step` the first day of the span as `from_day`; several rows may have the same keys.
 */
export function soldIn(rollup: Rollup, from: string, to: string, step?: Step): SQL {
  const spans = spansOf(from, to, step);
  const span = (day: SQL) => (step ? sql`${beginOf(step, day)} as from_day,` : sql``);
  return sql`(
    select ${span(sql`from_day`)} ${keyColumns(rollup)}, ${sumColumns}
    from ${rowsOf(rollup, spans)} spans
    union all
    select ${span(sql`day`)} ${keyColumns(rollup)}, ${sumColumns} from ${waitingIn(rollup, from, to)} changes)`;
}

/** Rows of a rollup of some spans: the planner knows how many a day has, and nothing of days that a function answers. */
export const rowsOf = (rollup: string, spans: readonly DaySpan[]): SQL => {
  const parts = STEPS.flatMap((step) => {
    const days = spans.filter((span) => span.step === step).map(({ day }) => day);
    return days.length
      ? [
          sql`select * from ${name(rollup)} where step = ${sql.raw(`'${step}'`)} and from_day = any(${sql.param(days)}::date[])`,
        ]
      : [];
  });
  return sql`(${sql.join(parts, sql` union all `)})`;
};

/** What changed on some days and is in no rollup yet, as lines of one by `day`. */
export const waitingIn = (rollup: Rollup, from: string, to: string): SQL =>
  asRollup(rollup, sql`(select * from sales_changes where day between ${from} and ${to})`);

/** Daily facts or single sales (`day`, `placement_id`, `territory_id`, product, `source`, `count`, `amount`) as lines of a rollup by `day`. */
export function asRollup(rollup: Rollup, facts: SQL): SQL {
  const values = joined(
    SUMS.map(
      ({ column, source, of }) => sql`case when source = ${source} then ${name(of)} else 0 end as ${name(column)}`,
    ),
  );
  return sql`(
    select day, ${keyColumns(rollup)}, ${values}
    from (select day, placement_id, territory_id, ${PRODUCT}, source, count, amount from ${facts} fact) noted)`;
}

/** The sums of rows `x` of a rollup as lines `v` of a source, its vends (`count`) and kopecks (`amount`). */
export const PAID_SOURCES = sql`cross join lateral (values ${joined(
  PAID.map((source) => sql`(${sql.raw(`'${source}'`)}, x.${name(`${source}_count`)}, x.${name(`${source}_amount`)})`),
)}) v(source, count, amount)`;

/** Paid sales of the whole network by `day` and `source` (`count`, `amount`), on some days or on the last ones. */
export const networkDays = (from: string, to: string): SQL => sql`(
  select x.from_day as day, v.source, v.count, v.amount
  from (
    select from_day, ${addedColumns} from ${soldIn("sales_by_territory", from, to, "day")} sold group by from_day) x ${PAID_SOURCES}
  where v.count <> 0 or v.amount <> 0)`;

export function lastNetworkDays(days: number): SQL {
  const today = localTime(Date.now()).slice(0, 10);
  return networkDays(shifted(today, 1 - days), today);
}
