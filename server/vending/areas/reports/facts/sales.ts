import { type SQL, sql } from "drizzle-orm";
import type { CutName } from "~server/contract/reports/cuts";
import type { MeasureName } from "~server/contract/reports/measures";
import { byCarriedDevice, isUnlimited, type Viewer, visibleDevices } from "../../../access";
import { allOf, name } from "../../../database/query";
import { costedIn } from "../../sales/costed";
import { type Rollup, soldIn } from "../../sales/rollups";
import type { Edges } from "../../sales/span";
import { NEEDS_PLACEMENTS } from "../cuts";
import { narrowed } from "../filters";
import { type Asked, type Facts, type Made, part, per, percent, type Summed } from "./facts";
import { BY_SOURCE, MADE_BY_SOURCE } from "./sources";

const { vends, amount } = BY_SOURCE;
const column =
  (of: string): Summed =>
  () =>
    sql`x.${name(of)}`;

/** They ask for lines that carry `cost`, in thousandths of a kopeck a portion. */
export const COSTS = {
  spent: (chosen) => sql`(${vends(chosen)}) * x.cost`,
  costed_amount: (chosen) => sql`case when x.cost is not null then ${amount(chosen)} else 0 end`,
  uncosted: (chosen) => sql`case when x.cost is null then ${vends(chosen)} else 0 end`,
} satisfies Record<string, Summed>;
const SUMS = {
  ...BY_SOURCE,
  ...COSTS,
  test: column("test_count"),
  free: column("free_count"),
} satisfies Record<string, Summed>;

const THOUSANDTHS = 1000;
type Parts = Parameters<Made<keyof typeof COSTS>["make"]>[0];
const COST = (v: Parts) => sql`round(coalesce(${v("spent")}, 0)::numeric / ${THOUSANDTHS}::integer)::bigint`;
const MARGIN = (v: Parts) => sql`(${v("costed_amount")} - ${COST(v)})`;

/** What is made of costs. */
export const MADE_OF_COSTS = {
  cost: { of: ["spent"], make: COST },
  margin: { of: ["spent", "costed_amount"], make: MARGIN },
  margin_percent: { of: ["spent", "costed_amount"], make: (v) => percent(MARGIN(v), v("costed_amount")) },
  uncosted: part("uncosted"),
} satisfies Facts<keyof typeof COSTS, never>["made"];

const MADE: Facts<keyof typeof SUMS, "machines">["made"] = {
  ...MADE_BY_SOURCE,
  ...MADE_OF_COSTS,
  test: part("test"),
  free: part("free"),
  machines: part("machines"),
  per_machine: { of: ["amount", "machines"], make: (v) => per(v("amount"), v("machines")) },
  offered: { of: ["vends"], ofToday: true, make: (_, { viewer }) => offered(viewer) },
};

const COUNTS_MACHINES: ReadonlySet<string> = new Set<MeasureName>(["machines", "per_machine"]);
export const NEEDS_COSTS: ReadonlySet<string> = new Set(Object.keys(MADE_OF_COSTS));

const OF_PRODUCTS: ReadonlySet<string> = new Set<CutName>(["recipe", "selection", "product"]);

/** Sales and failed vends, of the rollup that knows what is asked and has the fewest rows. */
function lines({ viewer, report, query, rows }: Asked, days: Edges): SQL {
  const { where, needsPlacements, needsProducts } = narrowed(query);
  const byPlacement =
    needsPlacements ||
    !isUnlimited(viewer) ||
    report.measures.some((measure) => COUNTS_MACHINES.has(measure)) ||
    rows.some((cut) => NEEDS_PLACEMENTS.has(cut));
  const of = byPlacement ? "placement" : "territory";
  const hasCosts = report.measures.some((measure) => NEEDS_COSTS.has(measure));
  const byProduct = needsProducts || hasCosts || rows.some((cut) => OF_PRODUCTS.has(cut));
  const rollup: Rollup = `${byProduct ? "products" : "sales"}_by_${of}`;
  return sql`from ${hasCosts && isOfProducts(rollup) ? costedIn(rollup, days.from, days.to, query.step) : soldIn(rollup, days.from, days.to, query.step)} x
    join ${name(`${byPlacement ? "placements" : "territories"}`)} p on p.id = x.${name(`${of}_id`)}
    where ${allOf([...(byPlacement ? [byCarriedDevice(viewer, sql`p`)] : []), ...where])}`;
}
const isOfProducts = (rollup: Rollup) => rollup === "products_by_placement" || rollup === "products_by_territory";

/** Machines in sight whose planograms have the recipe of a row `g` now. */
const offered = (viewer: Viewer): SQL => sql`case when g.total = 0 and g.recipe is not null then (
  select count(*) from devices d where ${visibleDevices(viewer, sql`d`)}
    and d.planogram_id in (select c.planogram_id from planogram_cells c where c.recipe_id = g.recipe)) end`;

/** Paid, test, free and failed vends; by product with what the portions cost. */
export const SALES: Facts<keyof typeof SUMS, "machines"> = {
  lines,
  sums: SUMS,
  counts: { machines: { of: ["vends"], holds: (sums) => sql`${sums("vends")} <> 0` } },
  made: MADE,
};
