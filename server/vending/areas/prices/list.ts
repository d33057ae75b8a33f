import { sql } from "drizzle-orm";
import { z } from "zod";
import {
  type DevicePrices,
  PRICE_STATES,
  PRICES_PAGE,
  type planogramPricesSchema,
  type pricesQuery,
} from "~server/contract/prices";
import type { Viewer } from "../../access";
import { type Db, only } from "../../database/query";
import { digestOf, machinesOf, wantedOf } from "./machines";

/** What each machine that sells by a planogram is known to charge; those that are not confirmed unless a state is asked for. */
export async function pricesAt(
  db: Db,
  viewer: Viewer,
  planogram: number,
  { state, page }: z.infer<typeof pricesQuery>,
): Promise<z.infer<typeof planogramPricesSchema>> {
  const wanted = await wantedOf(db, planogram);
  const machines = await machinesOf(db, viewer, planogram, wanted);
  const matching = machines.filter((one) => (state ? one.state === state : one.state !== "confirmed"));
  return {
    items: matching
      .slice((page - 1) * PRICES_PAGE, page * PRICES_PAGE)
      .map(({ unit, ...machine }) => ({ ...machine, has_unit: unit !== null })),
    total: matching.length,
    states: PRICE_STATES.map((one) => ({ state: one, count: machines.filter((found) => found.state === one).length })),
    seen: digestOf(wanted),
  };
}

/** How far the prices of its planogram have come at one machine. */
export async function pricesOf(db: Db, viewer: Viewer, device: number): Promise<DevicePrices> {
  const { planogram } = await only(
    db,
    z.object({ planogram: z.number().nullable() }),
    sql`select planogram_id as planogram from devices where id = ${device}`,
  );
  if (planogram === null) return null;
  const [machine] = await machinesOf(db, viewer, planogram, await wantedOf(db, planogram), [device]);
  return machine ? { planogram, state: machine.state, cells: machine.cells } : null;
}
