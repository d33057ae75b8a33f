import { sql } from "drizzle-orm";
import { z } from "zod";
import { isBlocking } from "~server/contract/error-kinds";
import { INGREDIENT_UNITS } from "~server/contract/enums";
import { type Db, list, rows } from "../../database/query";
import { isoOf } from "../../time";
import { slotsOf } from "../objects/stocks";
import type { Machine, Product, Slot } from "./forecast";
import { HOURS_WEIGHT, usual } from "./known";
import { blended, EVEN, HOURS, type Week } from "./week";

/** A slot with what forecasts do not ask for. Levels in the ingredient's unit, pieces of a cell. */
export interface GivenSlot extends Slot {
  ingredient: number | null;
  unit: (typeof INGREDIENT_UNITS)[number];
  filledAt: string | null;
  /** See `device_stocks.drift`. */
  drift: number | null;
}
export interface Given extends Machine {
  device: number;
  slots: readonly GivenSlot[];
  /** The moment that levels are of: when the machine was last heard. */
  toldAt: number;
}

const machineRow = z.object({
  device: z.number(),
  device_type: z.string(),
  told_at: z.string(),
  open: z.array(z.string().nullable()),
  own: z.array(z.number()).nullable(),
  weeks: z.number().nullable(),
  kind: z.array(z.number()).nullable(),
  sells: z.record(z.string(), z.number()).nullable(),
});
const productRow = z.object({
  device: z.number(),
  cell: z.string(),
  price: z.number(),
  vends: z.number(),
  weeks: z.number(),
  ingredients: z.array(z.object({ id: z.number(), quantity: z.number() })),
});
const slotRow = z.object({
  device: z.number(),
  slot: z.string(),
  ingredient: z.number().nullable(),
  unit: z.enum(INGREDIENT_UNITS),
  capacity: z.number(),
  level: z.number().nullable(),
  filled_at: z.string().nullable(),
  drift: z.number().nullable(),
});

/** Everything that forecasts of some machines are made of. */
export async function givenOf(db: Db, devices: readonly number[]): Promise<Given[]> {
  const which = sql`any(${list(devices, "integer")})`;
  // One after another: within a transaction there is one connection.
  const machines = await rows(
    db,
    machineRow,
    sql`
      select d.id as device, d.device_type, ${isoOf(sql`least(now(), case when s.online then now() else coalesce(greatest(s.last_contact_at, d.last_processed_at), now()) end)`)} as told_at,
        array(select e.code from device_errors e where s.open_errors > 0 and e.device_id = d.id and e.open) as open,
        (select array_agg(c + l order by n) from unnest(p.cash, p.cashless) with ordinality x(c, l, n)) as own, p.weeks,
        nullif(k.hours, '{}') as kind, k.products as sells
      from devices d left join device_states s on s.device_id = d.id left join device_profiles p on p.device_id = d.id
        left join rate_kinds k on k.planogram_id = d.planogram_id and k.project_id = coalesce(d.project_id, 0)
      where d.id = ${which} order by d.id`,
  );
  const products = await rows(
    db,
    productRow,
    sql`
      select d.id as device, c.cell, coalesce(r.price, c.price) as price, coalesce(r.vends, 0) as vends, coalesce(r.weeks, 0) as weeks,
        coalesce((select json_agg(json_build_object('id', i.ingredient_id, 'quantity', i.quantity)) from recipe_ingredients i where i.recipe_id = c.recipe_id), '[]') as ingredients
      from devices d join planogram_cells c on c.planogram_id = d.planogram_id
        left join device_rates r on r.device_id = d.id and r.selection = c.cell and r.recipe_id = c.recipe_id
      where d.id = ${which} order by d.id, c.position`,
  );
  const slots = await rows(
    db,
    slotRow,
    sql`
      select x.device_id as device, x.slot, coalesce(x.ingredient_id, v.ingredient_id) as ingredient, case when x.ingredient_id is null then 'PC' else i.unit end as unit,
        x.capacity, f.filled - f.used as level, ${isoOf(sql`f.filled_at`)} as filled_at, f.drift
      from (${slotsOf(sql`d.id = ${which}`)}) x join devices d on d.id = x.device_id
        left join device_stocks f on f.device_id = x.device_id and f.slot = x.slot
        left join ingredients i on i.id = x.ingredient_id
        left join lateral (
          select r.ingredient_id from planogram_cells c join recipe_ingredients r on r.recipe_id = c.recipe_id
          where x.ingredient_id is null and c.planogram_id = d.planogram_id and 'cell:' || c.cell = x.slot order by r.position limit 1) v on true
      order by x.device_id, x.slot`,
  );
  const productsBy = grouped(products);
  const slotsBy = grouped(slots);
  return machines.map((machine) => given(machine, productsBy.get(machine.device), slotsBy.get(machine.device)));
}

function grouped<T extends { device: number }>(all: readonly T[]): Map<number, T[]> {
  const by = new Map<number, T[]>();
  for (const one of all) {
    const known = by.get(one.device);
    if (known) known.push(one);
    else by.set(one.device, [one]);
  }
  return by;
}

function given(
  { device, device_type, told_at, open, own, weeks, kind, sells }: z.infer<typeof machineRow>,
  products: readonly z.infer<typeof productRow>[] = [],
  slots: readonly z.infer<typeof slotRow>[] = [],
): Given {
  const isSnack = device_type === "SNACK";
  return {
    device,
    toldAt: Date.parse(told_at),
    week: weekOf(own ?? [], weeks ?? 0, kind),
    isBlocked: open.some(isBlocking),
    products: products.map(
      ({ cell, price, vends, weeks: known, ingredients }): Product => ({
        selection: cell,
        price,
        ...usual({ vends, weeks: known }, sells?.[cell] ?? null),
        uses: isSnack
          ? [{ slot: `cell:${cell}`, quantity: 1 }]
          : ingredients.map(({ id, quantity }) => ({ slot: `bunker:${id}`, quantity })),
      }),
    ),
    slots: slots.map(({ slot, ingredient, unit, capacity, level, filled_at: filledAt, drift }) => ({
      ...{ slot, ingredient, unit, capacity, level, filledAt, drift },
      isDosed: !isSnack && unit !== "PC",
    })),
  };
}

/** The machine's own usual week (vends of each hour, so many weeks' mean), made up by its kind's; evenly spread where nobody knows. */
function weekOf(own: readonly number[], weeks: number, kind: readonly number[] | null): Week {
  const vends = own.map((mean) => mean * weeks);
  const whole = (kind ?? []).reduce((sum, mean) => sum + mean, 0);
  if (kind?.length === HOURS && whole > 0) {
    const usualOfKind = blended(kind, EVEN, whole * 0.02);
    return blended(vends, usualOfKind, HOURS_WEIGHT);
  }
  return blended(vends, EVEN, vends.some((one) => one > 0) ? HOURS_WEIGHT / 10 : 1);
}
