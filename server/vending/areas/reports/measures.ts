import { type SQL, sql } from "drizzle-orm";
import { PAYMENT_SOURCES, UNPAID_SOURCES } from "~server/contract/enums";
import type { MeasureName } from "~server/contract/reports/measures";
import { name } from "../../database/query";

const isUnpaid = (source: string) => UNPAID_SOURCES.some((unpaid) => unpaid === source);
const SOURCES = PAYMENT_SOURCES.filter((source) => !isUnpaid(source));
type Source = (typeof SOURCES)[number];
/** Sources that stand together where sources stand beside each other. */
const GROUPS: Record<"cash" | "cashless1" | "cashless2" | "other", readonly Source[]> = {
  cash: ["cash"],
  cashless1: ["cashless1"],
  cashless2: ["cashless2"],
  other: ["token", "unknown"],
};

/** What is summed up over lines `x` of a rollup; of `sources` alone, where some are chosen. */
type Summed = (sources: readonly string[]) => SQL;

const sumOf =
  (of: "count" | "amount", among: readonly Source[] = SOURCES): Summed =>
  (chosen) => {
    const counted = among.filter((source) => chosen.length === 0 || chosen.includes(source));
    return counted.length
      ? sql.join(
          counted.map((source) => sql`x.${name(`${source}_${of}`)}`),
          sql` + `,
        )
      : sql`0`;
  };
const vends = sumOf("count");
const amount = sumOf("amount");
const column =
  (of: string): Summed =>
  () =>
    sql`x.${name(of)}`;

/** Sums, of which measures are made. Those of costs ask for lines that carry `cost`, in thousandths of a kopeck a portion. */
export const SUMS = {
  vends,
  amount,
  cash_vends: sumOf("count", GROUPS.cash),
  cash_amount: sumOf("amount", GROUPS.cash),
  cashless1_vends: sumOf("count", GROUPS.cashless1),
  cashless1_amount: sumOf("amount", GROUPS.cashless1),
  cashless2_vends: sumOf("count", GROUPS.cashless2),
  cashless2_amount: sumOf("amount", GROUPS.cashless2),
  other_vends: sumOf("count", GROUPS.other),
  other_amount: sumOf("amount", GROUPS.other),
  test: column("test_count"),
  free: column("free_count"),
  spent: (chosen) => sql`(${vends(chosen)}) * x.cost`,
  costed_amount: (chosen) => sql`case when x.cost is not null then ${amount(chosen)} else 0 end`,
  uncosted: (chosen) => sql`case when x.cost is null then ${vends(chosen)} else 0 end`,
} satisfies Record<string, Summed>;
export type SumName = keyof typeof SUMS;

/** Values that a measure is made of, by name: sums, the machines that sold, and `total_` of all rows or `first_` of those of the first cut. */
type Values = (name: SumName | "machines" | `total_${SumName}` | `first_${SumName}`) => SQL;

/** `a` for each `b`; nothing where there is no `b`. */
const per = (a: SQL, b: SQL): SQL => sql`round(${a}::numeric / nullif(${b}, 0))::bigint`;
const percent = (a: SQL, b: SQL): SQL => sql`round(100 * ${a}::numeric / nullif(${b}, 0), 2)`;
const THOUSANDTHS = 1000;
const COST = (v: Values) => sql`round(coalesce(${v("spent")}, 0)::numeric / ${THOUSANDTHS}::integer)::bigint`;
const MARGIN = (v: Values) => sql`(${v("costed_amount")} - ${COST(v)})`;

interface Made {
  of: readonly SumName[];
  make(values: Values): SQL;
}
const sum = (of: SumName): Made => ({ of: [of], make: (v) => v(of) });

/** How each measure is made; means and shares of sums, never of means. */
export const MADE: Record<Exclude<MeasureName, "offered">, Made> = {
  vends: sum("vends"),
  amount: sum("amount"),
  mean: { of: ["vends", "amount"], make: (v) => per(v("amount"), v("vends")) },
  cash_vends: sum("cash_vends"),
  cash_amount: sum("cash_amount"),
  cashless1_vends: sum("cashless1_vends"),
  cashless1_amount: sum("cashless1_amount"),
  cashless2_vends: sum("cashless2_vends"),
  cashless2_amount: sum("cashless2_amount"),
  other_vends: sum("other_vends"),
  other_amount: sum("other_amount"),
  test: sum("test"),
  free: sum("free"),
  machines: { of: ["vends"], make: (v) => v("machines") },
  per_machine: { of: ["vends", "amount"], make: (v) => per(v("amount"), v("machines")) },
  share: { of: ["amount"], make: (v) => percent(v("amount"), v("total_amount")) },
  share_of_vends: { of: ["vends"], make: (v) => percent(v("vends"), v("total_vends")) },
  share_of_first: { of: ["amount"], make: (v) => percent(v("amount"), v("first_amount")) },
  cost: { of: ["spent"], make: COST },
  margin: { of: ["spent", "costed_amount"], make: MARGIN },
  margin_percent: { of: ["spent", "costed_amount"], make: (v) => percent(MARGIN(v), v("costed_amount")) },
  uncosted: sum("uncosted"),
};

/** Measures that count machines, and those that need costs. */
export const COUNTS_MACHINES: ReadonlySet<string> = new Set<MeasureName>(["machines", "per_machine"]);
export const NEEDS_COSTS: ReadonlySet<string> = new Set<MeasureName>(["cost", "margin", "margin_percent", "uncosted"]);
