import { type SQL, sql } from "drizzle-orm";
import { name } from "../../../database/query";
import { machineDaysIn } from "../../fleet/day-rollups";
import { type Owner, royaltyIn } from "../../royalty/royalty";
import { costedIn } from "../../sales/costed";
import { joined, soldIn, SUMS as SOLD, sumColumns } from "../../sales/rollups";
import type { Edges } from "../../sales/span";
import { NEEDS_PLACEMENTS } from "../cuts";
import { byPlacement, byTerritory, type Placed } from "../placed";
import { type Asked, type Facts, type Made, part, type Summed } from "./facts";
import { COSTS, MADE_OF_COSTS, NEEDS_COSTS } from "./sales";
import { BY_SOURCE, MADE_BY_SOURCE } from "./sources";

/** Of cash taken out of machines: what audits say was in the box, what was counted, and the difference, each with how often it is known. */
const OF_BOXES = ["expected_amount", "expected", "collected", "counted", "collected_difference", "weighed"];
const CASH_COLUMNS = joined(OF_BOXES.map(name));
const NO_CASH = joined(OF_BOXES.map((column) => sql`0 as ${name(column)}`));
const NOTHING_SOLD = joined(SOLD.map(({ column }) => sql`0 as ${name(column)}`));

/** Sales, royalty and collections of cash of some months, each only where it is asked for; a line is of one of them. */
function lines(asked: Asked, days: Edges): SQL {
  const { report, rows } = asked;
  const isAsked = (measures: ReadonlySet<string>) => report.measures.some((one) => measures.has(one));
  const parts = (of: Owner) => [
    sold(of, days, isAsked(NEEDS_COSTS)),
    ...(isAsked(new Set(["royalty"])) ? [owed(of, days)] : []),
    ...(isAsked(OF_CASH) ? [takenOut(of, days)] : []),
  ];
  const booked: Placed = {
    selected: sql`from_day, ${sumColumns}, cost, royalty, ${CASH_COLUMNS}`,
    linesBy: (of) => sql`(${sql.join(parts(of), sql` union all `)})`,
  };
  return rows.some((cut) => NEEDS_PLACEMENTS.has(cut)) ? byPlacement(asked, booked) : byTerritory(asked, booked);
}

const sold = (of: Owner, { from, to }: Edges, withCosts: boolean): SQL => sql`
  select from_day, ${name(`${of}_id`)}, ${sumColumns}, ${withCosts ? sql`cost` : sql`null::bigint as cost`}, 0 as royalty, ${NO_CASH}
  from ${withCosts ? costedIn(`products_by_${of}`, from, to, "month") : soldIn(`sales_by_${of}`, from, to, "month")} sold`;

const owed = (of: Owner, days: Edges): SQL => sql`
  select from_day, owner_id, ${NOTHING_SOLD}, null, royalty, ${NO_CASH} from ${royaltyIn(of, days)} owed`;

/** Cash belongs to where its machine stood when it was taken out. */
const takenOut = (of: Owner, { from, to }: Edges): SQL => sql`
  select from_day, ${name(`${of}_id`)}, ${NOTHING_SOLD}, null, 0, ${CASH_COLUMNS} from ${machineDaysIn(`days_by_${of}`, OF_BOXES, from, to, "month")} taken`;

const column =
  (of: SQL): Summed =>
  () =>
    of;
const SUMS = {
  ...BY_SOURCE,
  ...COSTS,
  royalty: column(sql`x.royalty`),
  cash_expected: column(sql`x.expected_amount`),
  expected: column(sql`x.expected`),
  cash_collected: column(sql`x.collected`),
  collected: column(sql`x.counted`),
  cash_difference: column(sql`x.collected_difference`),
  compared: column(sql`x.weighed`),
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
const OF_CASH: ReadonlySet<string> = new Set(Object.keys(CASH));

/** What came in and what of it goes out again: sales, their costs, royalty, and cash taken out of machines. */
export const FINANCE: Facts<Sum, never> = {
  lines,
  sums: SUMS,
  counts: {},
  made: { ...MADE_BY_SOURCE, ...MADE_OF_COSTS, ...CASH, royalty: part("royalty") },
};
