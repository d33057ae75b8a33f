import { type SQL, sql } from "drizzle-orm";
import { byFranchise, isUnlimited, type Viewer } from "../../../access";
import { allOf, always, list, name } from "../../../database/query";
import { TODAY } from "../../../time";
import { balanceIn } from "../../royalty/balance";
import { OWNERS, type Owner, royaltyIn } from "../../royalty/royalty";
import { beginOf, joined, soldIn, SUMS as SOLD, sumColumns } from "../../sales/rollups";
import type { Edges } from "../../sales/span";
import { narrowed } from "../filters";
import { type Asked, type Facts, inSight, part, type Summed } from "./facts";
import { BY_SOURCE } from "./sources";

/** What a franchise owes is that of all its machines: who sees some of them alone is not told. */
const seesWhole = (viewer: Viewer): boolean => isUnlimited({ ...viewer, franchises: null });

const NOTHING_SOLD = joined(SOLD.map(() => sql`0`));

/** Sales of machines that were a franchise's, its royalty, its payments and what it owed at the end of each month. */
function lines(asked: Asked, days: Edges): SQL {
  const { viewer, query } = asked;
  const of: Owner = isUnlimited(viewer) ? "territory" : "placement";
  const owners = name(OWNERS[of]);
  const sold = sql`
    select x.from_day, p.franchise_id, ${sumColumns}, 0 as weighted, 0 as royalty, 0 as paid, 0 as owed
    from ${soldIn(`sales_by_${of}`, days.from, days.to, "month")} x join ${owners} p on p.id = x.${name(`${of}_id`)}
    where p.franchise_id is not null and ${inSight(asked)}`;
  const royalty = sql`
    select x.from_day, x.franchise_id, ${NOTHING_SOLD}, x.weighted, x.royalty, 0, 0
    from ${royaltyIn(of, days)} x join ${owners} p on p.id = x.owner_id where ${inSight(asked)}`;
  const balance = sql`
    select p.from_day, p.franchise_id, ${NOTHING_SOLD}, 0, 0, p.paid, ${seesWhole(viewer) ? sql`p.owed` : sql`0`}
    from ${balanceIn(days)} p where ${allOf([byFranchise()(viewer, sql`p`), ...narrowed(query).where])}`;
  const last = beginOf("month", sql`least(${days.to}::date, ${TODAY})`);
  return sql`
    from (select x.*, coalesce(h.head, x.franchise_id) as head_franchise, case when x.from_day = ${last} then x.owed else 0 end as owed_at_end
      from (${sold} union all ${royalty} union all ${balance}) x left join ${heads(viewer)} h on h.id = x.franchise_id) x
    cross join lateral (select x.franchise_id) p where true`;
}

/** Franchises that there are, each with the topmost one above it, of those in sight. */
function heads({ franchises }: Viewer): SQL {
  const seen = franchises ? sql`f.id = any(${list(franchises, "integer")})` : always;
  const top = franchises
    ? sql`(f.parent_id = any(${list(franchises, "integer")})) is not true`
    : sql`f.parent_id is null`;
  return sql`(
    with recursive heads(id, head) as (
      select f.id, f.id from franchises f where ${seen} and ${top} union select f.id, h.head from franchises f join heads h on h.id = f.parent_id)
    select * from heads)`;
}

const column =
  (of: string): Summed =>
  () =>
    sql`x.${name(of)}`;
const SUMS = {
  ...BY_SOURCE,
  weighted: column("weighted"),
  royalty: column("royalty"),
  paid: column("paid"),
  owed: column("owed"),
  owed_at_end: column("owed_at_end"),
} satisfies Record<string, Summed>;

/** What franchises owe of their sales, by the percents that held when they were made, and what they paid. */
export const ROYALTY: Facts<keyof typeof SUMS, never> = {
  lines,
  sums: SUMS,
  counts: {},
  made: {
    cash_amount: part("cash_amount"),
    cashless1_amount: part("cashless1_amount"),
    cashless2_amount: part("cashless2_amount"),
    other_amount: part("other_amount"),
    base: part("amount"),
    royalty_percent: {
      of: ["weighted", "amount"],
      make: (v) => sql`round(${v("weighted")}::numeric / nullif(${v("amount")}, 0), 2)`,
    },
    royalty: part("royalty"),
    paid: part("paid"),
    // Of several months the last one tells; a sub-total of a month is of that one.
    owed: {
      of: ["owed", "owed_at_end"],
      make: (v, { viewer }) =>
        seesWhole(viewer)
          ? sql`case when g.span is not null then ${v("owed")} else ${v("owed_at_end")} end`
          : sql`null::bigint`,
    },
  },
};
