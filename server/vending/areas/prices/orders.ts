import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import type { PricesOrder, sendPricesSchema } from "~server/contract/prices";
import type { Viewer } from "../../access";
import { type Db, given, list, only, run, transaction } from "../../database/query";
import { Fault, invalid } from "../../fault";
import { digestOf, type Machine, machinesOf, wantedOf } from "./machines";
import type { WantedCell } from "./standing";

/** Hours that prices wait for their unit: longer than a unit is out of reach on a usual day. */
const WAITS_HOURS = 48;

/** Tells units all prices of a planogram; what was told before and waits is taken back. Answers how many machines were told. */
export function sendPrices(
  pool: Pool,
  viewer: Viewer,
  planogram: number,
  { key, ...order }: z.infer<typeof sendPricesSchema>,
): Promise<{ machines: number }> {
  return transaction(pool, async (tx) => {
    const { wanted, machines } = await asked(tx, viewer, planogram, order);
    const units = machines.flatMap(({ id, unit }) => (unit === null ? [] : [{ device: id, unit }]));
    if (!units.length) throw new Fault(409, "machine_without_telemetry");
    const prices = JSON.stringify(wanted.map(({ cell, price }) => ({ cell, price })));
    await run(
      tx,
      sql`update device_commands set state = 'cancelled', finished_at = now()
      where device_id = any(${list(
        units.map(({ device }) => device),
        "integer",
      )}) and name = 'set_prices' and state in ('queued', 'sent') and key <> ${key}`,
    );
    await run(
      tx,
      sql`insert into device_commands (device_id, telemetry_id, name, prices, key, author_id, author, expires_at)
      select k.device, k.unit, 'set_prices', ${prices}::jsonb, ${key}, ${viewer.id}, ${viewer.full_name}, now() + make_interval(hours => ${WAITS_HOURS})
      from ${given(units, "device integer, unit integer")} on conflict (device_id, key) do nothing`,
    );
    const told = await only(
      tx,
      z.object({ count: z.number() }),
      sql`select count(*) as count from device_commands c join ${given(units, "device integer, unit integer")} on k.device = c.device_id
      where c.key = ${key} and c.name = 'set_prices' and c.prices = ${prices}::jsonb`,
    );
    // The key was another order's.
    if (told.count !== units.length) throw new Fault(409, "conflict");
    return { machines: units.length };
  });
}

/** Writes down that the cells of machines that differ cost what they should; the same again finds none. Answers how many machines did. */
export function confirmPrices(
  pool: Pool,
  viewer: Viewer,
  planogram: number,
  order: PricesOrder,
): Promise<{ machines: number }> {
  return transaction(pool, async (tx) => {
    const { machines } = await asked(tx, viewer, planogram, order);
    const cells = machines.flatMap(({ id, cells: differing }) =>
      differing.map(({ cell, wanted: price }) => ({ device: id, cell, price })),
    );
    await run(
      tx,
      sql`insert into price_confirmations (device_id, cell, price, author_id, author)
      select k.device, k.cell, k.price, ${viewer.id}, ${viewer.full_name} from ${given(cells, "device integer, cell text, price integer")}`,
    );
    return { machines: machines.filter(({ state }) => state !== "confirmed").length };
  });
}

/** The machines that an order is about, locked. Refused where the prices, or how many machines lack them, are not what the person saw. */
async function asked(
  tx: Db,
  viewer: Viewer,
  planogram: number,
  { seen, devices, all, expected }: PricesOrder,
): Promise<{ wanted: WantedCell[]; machines: Machine[] }> {
  await run(tx, sql`select 1 from planograms where id = ${planogram} for share`);
  await run(
    tx,
    sql`select 1 from devices where planogram_id = ${planogram} ${all ? sql`` : sql`and id = any(${list(devices, "integer")})`} order by id for no key update`,
  );
  const wanted = await wantedOf(tx, planogram);
  if (digestOf(wanted) !== seen) throw new Fault(409, "prices_changed");
  if (!all) {
    const named = await machinesOf(tx, viewer, planogram, wanted, devices);
    if (!named.length) throw invalid({ devices: [{ key: devices.length ? "incorrect" : "required" }] });
    return { wanted, machines: named };
  }
  const machines = (await machinesOf(tx, viewer, planogram, wanted)).filter(({ state }) => state !== "confirmed");
  if (machines.length !== expected) throw new Fault(409, "count_changed", { data: { matching: machines.length } });
  return { wanted, machines };
}
