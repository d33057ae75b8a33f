import { type SQL, sql } from "drizzle-orm";
import { isUnlimited } from "../../../access";
import { allOf } from "../../../database/query";
import { dayOf } from "../../../time";
import { consumedIn, unitsByDay } from "../../sales/consumed";
import { joined, SUMS as SOLD, sumColumns } from "../../sales/rollups";
import { type Edges, within } from "../../sales/span";
import { NEEDS_PLACEMENTS } from "../cuts";
import { narrowed } from "../filters";
import { byPlacement, byTerritory, type Placed } from "../placed";
import { type Asked, type Facts, type Made, part, type Summed } from "./facts";
import { BY_SOURCE } from "./sources";

/** Stock moves know crews and ingredients. Whoever asks for less than all that a crew serves is told nothing of them: nobody knows what of it went where. */
const KNOWN_OF_MOVES: ReadonlySet<string> = new Set(["crew", "ingredient", "ingredient_type"]);
const usedFilters = ({ query }: Asked) =>
  Object.entries(query.filters).flatMap(([filter, values]) => (values.length ? [filter] : []));
const knowsCrews = (asked: Asked): boolean =>
  isUnlimited(asked.viewer) &&
  asked.query.by.every((cut) => KNOWN_OF_MOVES.has(cut)) &&
  usedFilters(asked).every((filter) => KNOWN_OF_MOVES.has(filter));
/** What is written off leaves a warehouse, and is no crew's. */
const knowsWarehouses = (asked: Asked): boolean =>
  knowsCrews(asked) && !asked.query.by.includes("crew") && !usedFilters(asked).includes("crew");

/** Sold portions and what went into them; where these are known, with what crews were given and warehouses wrote off. */
function lines(asked: Asked, days: Edges): SQL {
  const isUsed = (lines: SQL) => sql`(select * from ${lines} used where ingredient_id is not null)`;
  const used: Placed = {
    selected: COLUMNS,
    linesBy: (of) => isUsed(consumedIn(`products_by_${of}`, days.from, days.to)),
  };
  if (knowsCrews(asked)) {
    const { where } = narrowed(asked.query);
    return sql`from (
        select territory_id, ${COLUMNS} from ${used.linesBy("territory")} sold
        union all ${movesIn(days, knowsWarehouses(asked))}) x
      join ${TERRITORIES} p on p.id = x.territory_id where ${allOf(where)}`;
  }
  return asked.rows.some((cut) => NEEDS_PLACEMENTS.has(cut)) ? byPlacement(asked, used) : byTerritory(asked, used);
}
const COLUMNS = sql`recipe_id, ingredient_id, unit, quantity, cost, ${sumColumns}, 0 as loaded, 0 as written_off, 0 as moved`;

const OWNERS = sql`project_id, company_id, franchise_id, division_id, location_group_id`;
const NOBODYS = sql`null::integer, null::integer, null::integer, null::integer, null::integer`;
/** Territories; besides, crews alone by their negative number, and 0 for nobody's. */
const TERRITORIES = sql`(
  select id, ${OWNERS}, crew_id from territories union all select -id, ${NOBODYS}, id from crews union all select 0, ${NOBODYS}, null)`;

/** Stock moves of some days as lines without vends: what went to crews and came back from them, and what was written off. */
const movesIn = (days: Edges, withWrittenOff: boolean): SQL => sql`
  select coalesce(-case m.kind when 'ISSUE' then m.to_id when 'RETURN' then m.from_id end, 0), null, l.ingredient_id, u.unit, null, null,
    ${joined(SOLD.map(() => sql`0`))}, case m.kind when 'ISSUE' then l.quantity when 'RETURN' then -l.quantity else 0 end,
    case m.kind when 'WRITE_OFF' then l.quantity else 0 end, 1
  from stock_moves m join stock_move_lines l on l.move_id = m.id
    join ${unitsByDay} u on u.ingredient_id = l.ingredient_id and u.since <= ${dayOf(sql`m.at`)} and u.until > ${dayOf(sql`m.at`)}
  where ${within(sql`m.at`, days)} and m.kind in ('ISSUE', 'RETURN'${withWrittenOff ? sql`, 'WRITE_OFF'` : sql``})`;

const doses: Summed = (chosen) => sql`(${BY_SOURCE.vends(chosen)} + x.test_count + x.free_count)`;
const column =
  (of: SQL): Summed =>
  () =>
    of;
const inUnit =
  (unit: string): Summed =>
  (chosen) =>
    sql`case when x.unit = ${unit} then ${doses(chosen)} + x.moved else 0 end`;

const SUMS = {
  used_paid: (chosen) => sql`(${BY_SOURCE.vends(chosen)}) * x.quantity`,
  used_free: column(sql`x.free_count * x.quantity`),
  used_test: column(sql`x.test_count * x.quantity`),
  doses,
  uncosted: (chosen) => sql`case when x.cost is null then ${doses(chosen)} else 0 end`,
  spent: (chosen) => sql`${doses(chosen)} * x.cost`,
  loaded: column(sql`x.loaded`),
  written_off: column(sql`x.written_off`),
  in_pc: inUnit("PC"),
  in_ml: inUnit("ML"),
  in_g: inUnit("G"),
  in_kg: inUnit("KG"),
} satisfies Record<string, Summed>;
type Sum = keyof typeof SUMS;
type Value = (parts: Parameters<Made<Sum>["make"]>[0]) => SQL;

const UNITS = ["in_pc", "in_ml", "in_g", "in_kg"] as const;
const USED = ["used_paid", "used_free", "used_test"] as const;
const used: Value = (v) => sql`(${v("used_paid")} + ${v("used_free")} + ${v("used_test")})`;

/** A quantity; grams and millilitres have no total. */
const quantity = (of: readonly Sum[], value: Value, isKnown: (asked: Asked) => boolean = () => true): Made<Sum> => ({
  of: [...of, ...UNITS],
  make: (v, asked) =>
    isKnown(asked)
      ? sql`case when ${sql.join(
          UNITS.map((unit) => sql`(${v(unit)} <> 0)::integer`),
          sql` + `,
        )} <= 1 then ${value(v)} end`
      : sql`null::numeric`,
});

/** How much of the ingredient of a row `g` is in a pack, in the unit of the row. */
const PACK = sql`(select nullif(case g.unit when 'PC' then i.pack_count when 'ML' then i.volume when 'G' then i.weight when 'KG' then i.weight / 1000.0 end, 0)
  from ingredients i where i.id = g.ingredient)`;
const THOUSANDTHS = 1000;

/** What went into paid, free and test vends, by what was in a portion on each day and what that cost then. */
export const INGREDIENTS: Facts<Sum, never> = {
  lines,
  sums: SUMS,
  counts: {},
  made: {
    used: quantity(USED, used),
    used_paid: quantity(["used_paid"], (v) => v("used_paid")),
    used_free: quantity(["used_free"], (v) => v("used_free")),
    used_test: quantity(["used_test"], (v) => v("used_test")),
    packs: { of: USED, make: (v) => sql`round(${used(v)} / ${PACK}, 2)` },
    doses: part("doses"),
    uncosted_doses: part("uncosted"),
    used_cost: {
      of: ["doses", "uncosted", "spent"],
      make: (v) =>
        sql`case when ${v("uncosted")} = 0 or ${v("uncosted")} <> ${v("doses")} then round(${v("spent")}::numeric / ${THOUSANDTHS}::integer)::bigint end`,
    },
    loaded: quantity(["loaded"], (v) => v("loaded"), knowsCrews),
    left_over: quantity(["loaded", ...USED], (v) => sql`(${v("loaded")} - ${used(v)})`, knowsCrews),
    written_off: quantity(["written_off"], (v) => v("written_off"), knowsWarehouses),
  },
};
