import type { z } from "zod";
import { PRICE_STATES, PRICES_PAGE, type planogramPricesSchema, type pricesQuery } from "~server/contract/prices";
import type { Viewer } from "../../access";
import type { Db } from "../../database/query";
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
