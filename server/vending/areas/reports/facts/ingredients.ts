import { type SQL, sql } from "drizzle-orm";
import { name } from "../../../database/query";
import { dayOf } from "../../../time";
import type { Owner } from "../../royalty/royalty";
import { consumedIn, unitsByDay } from "../../sales/consumed";
import { joined, SUMS as SOLD } from "../../sales/rollups";
import { type Edges, within } from "../../sales/span";
import { NEEDS_PLACEMENTS } from "../cuts";
import { byPlacement, byTerritory, type Placed, stoodAt } from "../placed";
import { type Asked, type Facts, type Made, part, type Summed } from "./facts";
import { BY_SOURCE } from "./sources";

/** Stock moves know machines and ingredients, not what a vend was of: who asks for some vends is told nothing of them. */
const OF_VENDS = ["recipe", "source"] as const;
const knowsMoves = ({ query }: Asked): boolean => OF_VENDS.every((filter) => !query.filters[filter]?.length);

const VENDS = SOLD.filter(({ of }) => of === "count");
const vendColumns = joined(VENDS.map(({ column }) => name(column)));

/** Sold portions and what went into them, with what was put into machines, taken out and thrown away. */
function lines(asked: Asked, days: Edges): SQL {
  const placed: Placed = {
    selected: sql`recipe_id, ingredient_id, unit, quantity, cost, ${vendColumns}, loaded, wasted, moved`,
    linesBy: (of) => {
      const owner = name(`${of}_id`);
      const used = sql`select ${owner}, recipe_id, ingredient_id, unit, quantity, cost, ${vendColumns}, 0 as loaded, 0 as wasted, 0 as moved
        from ${consumedIn(`products_by_${of}`, days.from, days.to)} used where ingredient_id is not null`;
      return knowsMoves(asked) ? sql`(${used} union all ${movesIn(of, days)})` : sql`(${used})`;
    },
  };
  return asked.rows.some((cut) => NEEDS_PLACEMENTS.has(cut)) ? byPlacement(asked, placed) : byTerritory(asked, placed);
}

/** Moves into machines and out of them on some days, as lines without vends, where the machine stood then. */
const movesIn = (of: Owner, days: Edges): SQL => sql`
  select q.${name(of === "placement" ? "id" : "territory_id")}, null, l.ingredient_id, u.unit, null, null, ${joined(VENDS.map(() => sql`0`))},
    case m.kind when 'FILL' then l.quantity when 'TAKE_OUT' then -l.quantity else 0 end, case m.kind when 'WRITE_OFF' then l.quantity else 0 end, 1
  from stock_moves m join stock_move_lines l on l.move_id = m.id
    join ${unitsByDay} u on u.ingredient_id = l.ingredient_id and u.since <= ${dayOf(sql`m.at`)} and u.until > ${dayOf(sql`m.at`)}
    ${stoodAt(sql`case m.kind when 'FILL' then m.to_id else m.from_id end`, sql`m.at`)}
  where ${within(sql`m.at`, days)} and (m.kind in ('FILL', 'TAKE_OUT') or m.kind = 'WRITE_OFF' and m.from_place = 'DEVICE')`;

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
  wasted: column(sql`x.wasted`),
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
    loaded: quantity(["loaded"], (v) => v("loaded"), knowsMoves),
    wasted: quantity(["wasted"], (v) => v("wasted"), knowsMoves),
    left_over: quantity(
      ["loaded", "wasted", ...USED],
      (v) => sql`(${v("loaded")} - ${used(v)} - ${v("wasted")})`,
      knowsMoves,
    ),
  },
};
