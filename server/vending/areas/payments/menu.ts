import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { menuSchema, type PayMenu } from "~server/contract/pay";
import { type Db, one, rows } from "../../database/query";
import { notFound } from "../../fault";
import { currencyAt } from "../sales/currency";
import { offlineAfter } from "../settings/resources";
import { accountOfDevice } from "./accounts";
import type { Machinery } from "./machinery";

const machineRow = z.object({
  id: z.number(),
  serial: z.string(),
  place: z.string().nullable(),
  city: z.string().nullable(),
  sells: z.boolean(),
  online: z.boolean(),
  busy: z.boolean(),
});
export type PayMachine = z.infer<typeof machineRow>;

/** The machine of a public code; 404 for any other and for what is hidden. It sells where it is in use, has a unit and counts in hryvnias. */
export async function machineOf(db: Db, code: string): Promise<PayMachine> {
  const found = await one(
    db,
    machineRow,
    sql`select d.id, d.serial_number as serial, coalesce(l.address, l.name) as place, l.city,
      d.in_work and exists (select 1 from telemetries t where t.device_id = d.id) and ${currencyAt(sql`d.id`, sql`now()`)} is null as sells,
      coalesce(s.last_contact_at > now() - ${offlineAfter}, false) as online,
      exists (select 1 from payments p where p.device_id = d.id and p.ended_at is null and not p.is_test) as busy
    from devices d left join locations l on l.id = d.location_id left join device_states s on s.device_id = d.id
    where d.pay_code = ${code} and not d.hidden`,
  );
  if (!found) throw notFound();
  return found;
}

/** Nothing is known to be lacking for the product of a cell: of what nothing is known it is taken to be there. */
const IN_STOCK = sql`case when d.device_type = 'SNACK'
  then coalesce((select s.filled - s.used >= 1 from device_stocks s where s.device_id = d.id and s.slot = 'cell:' || c.cell), true)
  else not exists (select 1 from recipe_ingredients i join device_stocks s on s.device_id = d.id and s.slot = 'bunker:' || i.ingredient_id
    where i.recipe_id = c.recipe_id and s.filled - s.used < i.quantity) end`;

const productRow = menuSchema.shape.products.element.extend({ recipe: z.number() });
export type PayProduct = z.infer<typeof productRow>;

/** What a machine has to sell; `which` may narrow the cells `c`. */
export const productsOf = (db: Db, device: number, which: SQL = sql`true`): Promise<PayProduct[]> =>
  rows(
    db,
    productRow,
    sql`select cell, name, price, recipe from (
      select distinct on (c.recipe_id, c.price) c.cell, r.name, c.price, c.recipe_id as recipe, c.position
      from devices d join planogram_cells c on c.planogram_id = d.planogram_id join recipes r on r.id = c.recipe_id
      where d.id = ${device} and c.price > 0 and ${which} and ${IN_STOCK} order by c.recipe_id, c.price, c.position) x order by position limit 100`,
  );

/** A machine's public page. */
export async function menuOf(machinery: Machinery, code: string): Promise<PayMenu> {
  const { pool } = machinery;
  const machine = await machineOf(pool, code);
  return {
    machine: { name: machine.serial, place: machine.place, city: machine.city },
    closed: await whyClosed(machinery, machine),
    products: (await productsOf(pool, machine.id)).map(({ recipe: _recipe, ...product }) => product),
  };
}

/** Why a machine sells nothing by phone now; null when it does. */
export async function whyClosed(
  { pool, providers, sites }: Machinery,
  { id, sells, online, busy }: PayMachine,
): Promise<PayMenu["closed"]> {
  if (!sells || sites.publicUrl === undefined || !(await accountOfDevice(pool, providers, id))) return "not_offered";
  if (!online) return "offline";
  return busy ? "busy" : null;
}
