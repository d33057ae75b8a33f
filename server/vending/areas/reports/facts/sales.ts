import { type SQL, sql } from "drizzle-orm";
import type { CutName } from "~server/contract/reports/cuts";
import { type Viewer, visibleDevices } from "../../../access";
import { name } from "../../../database/query";
import { costedIn } from "../../sales/costed";
import { soldIn, sumColumns } from "../../sales/rollups";
import type { Edges } from "../../sales/span";
import { NEEDS_PLACEMENTS } from "../cuts";
import { narrowed } from "../filters";
import { byPlacement, byTerritory, type Placed } from "../placed";
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

export const NEEDS_COSTS: ReadonlySet<string> = new Set(Object.keys(MADE_OF_COSTS));

const OF_PRODUCTS: ReadonlySet<string> = new Set<CutName>(["recipe", "selection", "product"]);

/** Sales and failed vends, of the rollups that know what is asked and have the fewest rows. */
function lines(asked: Asked, { from, to }: Edges): SQL {
  const { report, query, rows, counts } = asked;
  const isAsked = (measures: ReadonlySet<string>) => report.measures.some((measure) => measures.has(measure));
  const hasCosts = !counts && isAsked(NEEDS_COSTS);
  const byProduct = narrowed(query).needsProducts || hasCosts || rows.some((cut) => OF_PRODUCTS.has(cut));
  const sold: Placed = {
    selected: sql`${query.step ? sql`from_day, ` : sql``}${byProduct ? sql`recipe_id, selection, name, ` : sql``}${hasCosts ? sql`cost, ` : sql``}${sumColumns}`,
    linesBy: (of) =>
      hasCosts
        ? costedIn(`products_by_${of}`, from, to, query.step)
        : soldIn(`${byProduct ? "products" : "sales"}_by_${of}`, from, to, query.step),
  };
  return counts || rows.some((cut) => NEEDS_PLACEMENTS.has(cut)) ? byPlacement(asked, sold) : byTerritory(asked, sold);
}

/** Machines in sight whose planograms have the recipe of a row `g` now. */
const offered = (viewer: Viewer): SQL => sql`case when g.total = 0 and g.recipe is not null then (
  select count(*) from devices d where ${visibleDevices(viewer, sql`d`)}
    and d.planogram_id in (select c.planogram_id from planogram_cells c where c.recipe_id = g.recipe)) end`;

/** Paid, test, free and failed vends; by product with what the portions cost. */
export const SALES: Facts<keyof typeof SUMS, "machines"> = {
  lines,
  // Looked up for each line they cost more than the rest.
  keys: { city: sql`p.city`, region: sql`p.region` },
  sums: SUMS,
  counts: { machines: { of: ["vends"], holds: (sums) => sql`${sums("vends")} <> 0` } },
  made: MADE,
};
