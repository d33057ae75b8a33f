import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { COMMAND_STATES } from "~server/contract/commands";
import { type MachinePrices, machinePricesSchema, pricesSchema } from "~server/contract/prices";
import { type Viewer, visibleDevices } from "../../access";
import { allOf, type Db, list, rows } from "../../database/query";
import { priceOf } from "../audits/report-counters";
import { recipeName } from "../sales/recipe";
import { standingOf, type WantedCell } from "./standing";

const wantedRow = z.object({ cell: z.string(), recipe: z.string(), price: z.number() });

/** Cells of a planogram in its order. */
export const wantedOf = (db: Db, planogram: number): Promise<WantedCell[]> =>
  rows(
    db,
    wantedRow,
    sql`select c.cell, coalesce(${recipeName(sql`c.recipe_id`)}, '') as recipe, c.price from planogram_cells c where c.planogram_id = ${planogram} order by c.position, c.cell`,
  );

/** Stands for these prices in a form. */
export const digestOf = (wanted: readonly WantedCell[]): string =>
  createHash("sha256")
    .update(JSON.stringify(wanted.map(({ cell, price }) => [cell, price])))
    .digest("base64url");

const { serial_number, location, command } = machinePricesSchema.shape;
const knownRow = z.object({
  id: z.number(),
  serial_number,
  location,
  unit: z.number().nullable(),
  read_at: z.string().nullable(),
  products: z.array(
    z.object({
      selection: z.string(),
      price: z.number().nullable(),
      byPayment: z.array(z.object({ source: z.string(), price: z.number().nullable() })),
    }),
  ),
  confirmed: z.array(z.object({ cell: z.string(), price: z.number(), at: z.string(), author: z.string() })),
  command: command
    .unwrap()
    .extend({ state: z.enum(COMMAND_STATES), prices: pricesSchema })
    .nullable(),
});

/** The last audit `r` of a machine `d` that tells of products in hryvnias, and of its prices no more than is asked for. */
const lastRead = sql`(
  select r.to_at, (select jsonb_agg(jsonb_build_object('selection', p.p->'selection', 'price', p.p->'price', 'byPayment',
      coalesce((select jsonb_agg(jsonb_build_object('source', y.y->'source', 'price', y.y->'price')) from jsonb_array_elements(p.p->'byPayment') y (y)), '[]')))
    from jsonb_array_elements(r.counters->'products') p (p)) as products
  from audit_reads r join audit_files f on f.id = r.file_id
  where r.device_id = d.id and r.to_at is not null and r.state <> 'failed' and not f.skipped and coalesce(r.counted_in, r.currency, 'UAH') = 'UAH'
    and jsonb_array_length(coalesce(r.counters->'products', '[]')) > 0
  order by r.to_at desc, r.file_id desc, r.report desc limit 1)`;

/** A machine with how far its prices have come; `unit` is null where nobody can tell it. */
export type Machine = Omit<MachinePrices, "has_unit"> & { unit: number | null };

/** How far a planogram's prices have come at its machines in work that the viewer may see, or at those of them that are named; by serial number. */
export async function machinesOf(
  db: Db,
  viewer: Viewer,
  planogram: number,
  wanted: readonly WantedCell[],
  named?: readonly number[],
): Promise<Machine[]> {
  const found = await rows(
    db,
    knownRow,
    sql`
    select d.id, d.serial_number, l.name as location, u.id as unit, last.to_at as read_at, coalesce(last.products, '[]') as products,
      coalesce((select json_agg(x) from (select distinct on (c.cell) c.cell, c.price, c.at, c.author from price_confirmations c where c.device_id = d.id order by c.cell, c.id desc) x), '[]') as confirmed,
      (select to_json(x) from (select c.state, c.author, c.message, c.created_at, c.finished_at, c.prices from device_commands c
        where c.device_id = d.id and c.name = 'set_prices' order by c.id desc limit 1) x) as command
    from devices d left join locations l on l.id = d.location_id left join telemetries u on u.device_id = d.id left join lateral ${lastRead} last on true
    where ${allOf([
      sql`d.planogram_id = ${planogram} and d.in_work and not d.hidden`,
      visibleDevices(viewer, sql`d`),
      ...(named ? [sql`d.id = any(${list(named, "integer")})`] : []),
    ])} order by d.serial_number, d.id`,
  );
  return found.map(({ products, confirmed, command: order, ...machine }) => ({
    ...machine,
    ...standingOf(wanted, {
      told: products.map((product) => ({ cell: product.selection, price: priceOf(product) })),
      read_at: machine.read_at,
      confirmed,
      command: order,
    }),
    command: order,
  }));
}
