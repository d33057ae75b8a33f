import { type SQL, sql } from "drizzle-orm";
import { name } from "../../../database/query";
import { collectedIn } from "../../fleet/collections";
import { type Owner, royaltyIn } from "../../royalty/royalty";
import { costedIn } from "../../sales/costed";
import { beginOf, joined, soldIn, SUMS as SOLD, sumColumns } from "../../sales/rollups";
import { type Edges, within } from "../../sales/span";
import { dayOf } from "../../../time";
import { NEEDS_PLACEMENTS } from "../cuts";
import { byPlacement, byTerritory, type Placed } from "../placed";
import { type Asked, type Facts, type Made, part, type Summed } from "./facts";
import { COSTS, MADE_OF_COSTS, NEEDS_COSTS } from "./sales";
import { BY_SOURCE, MADE_BY_SOURCE } from "./sources";

const NOTHING_SOLD = joined(SOLD.map(({ column }) => sql`0 as ${name(column)}`));

/** Sales, receipts, royalty, refunds and collections of cash of some months, each only where it is asked for; a line is of one of them. */
function lines(asked: Asked, days: Edges): SQL {
  const { report, rows } = asked;
  const isAsked = (measures: ReadonlySet<string>) => report.measures.some((one) => measures.has(one));
  const parts = (of: Owner) => [
    sold(of, days, isAsked(NEEDS_COSTS)),
    ...(isAsked(new Set(["royalty"])) ? [owed(of, days)] : []),
    ...(isAsked(new Set(["refunds"])) ? [refunded(of, days)] : []),
    ...(isAsked(OF_RECEIPTS) ? [receipted(of, days)] : []),
    ...(isAsked(OF_CASH) ? [collected(of, days)] : []),
  ];
  const booked: Placed = {
    selected: sql`from_day, ${sumColumns}, cost, royalty, refunded, fiscalised, waiting, expected, counted`,
    linesBy: (of) => sql`(${sql.join(parts(of), sql` union all `)})`,
  };
  return rows.some((cut) => NEEDS_PLACEMENTS.has(cut)) ? byPlacement(asked, booked) : byTerritory(asked, booked);
}

const sold = (of: Owner, { from, to }: Edges, withCosts: boolean): SQL => sql`
  select from_day, ${name(`${of}_id`)}, ${sumColumns}, ${withCosts ? sql`cost` : sql`null::bigint as cost`}, 0 as royalty, 0 as refunded, 0 as fiscalised, 0 as waiting, null::bigint as expected, null::bigint as counted
  from ${withCosts ? costedIn(`products_by_${of}`, from, to, "month") : soldIn(`sales_by_${of}`, from, to, "month")} sold`;

const owed = (of: Owner, days: Edges): SQL => sql`
  select from_day, owner_id, ${NOTHING_SOLD}, null, royalty, 0, 0, 0, null, null from ${royaltyIn(of, days)} owed`;

/** A refund belongs to where its vend was, and to the day on which it was decided. */
const refunded = (of: Owner, days: Edges): SQL => sql`
  select ${beginOf("month", dayOf(sql`r.decided_at`))}, ${of === "placement" ? sql`q.id` : sql`q.territory_id`}, ${NOTHING_SOLD}, null, 0, r.amount, 0, 0, null, null
  from refunds r cross join lateral (
    select q.id, q.territory_id from placements q where q.device_id = r.device_id and q.from_at <= r.vended_at order by q.from_at desc limit 1) q
  where r.state = 'done' and ${within(sql`r.decided_at`, days)}`;

/** A receipt belongs to where its vend was, and to its day. */
const receipted = (of: Owner, { from, to }: Edges): SQL => sql`
  select m.month, ${of === "placement" ? sql`q.id` : sql`q.territory_id`}, ${NOTHING_SOLD}, null, 0, 0, m.fiscalised, m.waiting, null, null
  from receipt_months m join placements q on q.id = m.placement_id where m.month between ${beginOf("month", sql`${from}::date`)} and ${to}`;

/** Cash belongs to where its machine stood when it was taken out. */
const collected = (of: Owner, days: Edges): SQL => sql`
  select ${beginOf("month", dayOf(sql`k.at`))}, ${of === "placement" ? sql`q.id` : sql`q.territory_id`}, ${NOTHING_SOLD}, null, 0, 0, 0, 0, k.expected, k.counted
  from ${collectedIn(days)} k cross join lateral (
    select q.id, q.territory_id from placements q where q.device_id = k.device_id and q.from_at <= k.at order by q.from_at desc limit 1) q`;

const column =
  (of: SQL): Summed =>
  () =>
    of;
/** How often a value is known: what nobody knows is no zero. */
const known = (value: SQL) => column(sql`case when ${value} is not null then 1 else 0 end`);
const difference = sql`(x.counted - x.expected)`;

const SUMS = {
  ...BY_SOURCE,
  ...COSTS,
  royalty: column(sql`x.royalty`),
  refunds: column(sql`x.refunded`),
  fiscalised: column(sql`x.fiscalised`),
  not_fiscalised: column(sql`x.waiting`),
  cash_expected: column(sql`x.expected`),
  expected: known(sql`x.expected`),
  cash_collected: column(sql`x.counted`),
  collected: known(sql`x.counted`),
  cash_difference: column(difference),
  compared: known(difference),
} satisfies Record<string, Summed>;
type Sum = keyof typeof SUMS;

const ifKnown = (of: Sum, times: Sum): Made<Sum> => ({
  of: [of, times],
  make: (v) => sql`case when ${v(times)} > 0 then ${v(of)} end`,
});
const CASH = {
  cash_expected: ifKnown("cash_expected", "expected"),
  cash_collected: ifKnown("cash_collected", "collected"),
  cash_difference: ifKnown("cash_difference", "compared"),
};
const RECEIPTS = { fiscalised: part<Sum>("fiscalised"), not_fiscalised: part<Sum>("not_fiscalised") };
const OF_RECEIPTS: ReadonlySet<string> = new Set(Object.keys(RECEIPTS));
const OF_CASH: ReadonlySet<string> = new Set(Object.keys(CASH));

/** What came in and what of it goes out again: sales, their costs, royalty, and cash taken out of machines. */
export const FINANCE: Facts<Sum, never> = {
  lines,
  sums: SUMS,
  counts: {},
  made: {
    ...MADE_BY_SOURCE,
    ...MADE_OF_COSTS,
    ...CASH,
    ...RECEIPTS,
    royalty: part("royalty"),
    refunds: part("refunds"),
  },
};
