import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import type { FieldMessages } from "~server/contract/envelope";
import type { newMaintenanceSchema } from "~server/contract/maintenance";
import type { Viewer } from "../../access";
import { type Db, one, run, transaction } from "../../database/query";
import { invalid } from "../../fault";
import type { Moment } from "../../time";
import { uuidOf } from "../../uuid";
import { fillStocks } from "../objects/stocks";
import { readHolds } from "./view";

/** In place of a unit where staff tell of an event. */
const STAFF = 0;

/** Notes what somebody says they did at a machine, as a unit's `maintenance` would: in the log, the stocks and the count to the next service. */
export async function noteMaintenance(
  pool: Pool,
  viewer: Viewer,
  device: number,
  { key, filled, cleaned, note, fills }: z.infer<typeof newMaintenanceSchema>,
): Promise<void> {
  if (!filled && !cleaned && !fills.length) throw invalid({ filled: [{ key: "nothing_done" }] });
  await transaction(pool, async (tx) => {
    await run(tx, sql`select 1 from devices where id = ${device} for no key update`);
    const { slots } = await readHolds(tx, device);
    const wrong: FieldMessages = {};
    for (const [index, { slot, level }] of fills.entries()) {
      const capacity = slots.find((known) => known.slot === slot)?.capacity;
      if (capacity === undefined) wrong[`fills[${index}].level`] = [{ key: "incorrect" }];
      else if (level > capacity) wrong[`fills[${index}].level`] = [{ key: "max_value", count: capacity }];
    }
    if (Object.keys(wrong).length) throw invalid(wrong);
    await tellMaintenance(tx, viewer, device, key, { filled: !!filled, cleaned: !!cleaned, fills, note });
  });
}

/** What was done at a machine: `fills` are levels after it; `filled`: everything to the brim. */
export interface Maintenance {
  filled: boolean;
  cleaned: boolean;
  fills: readonly { slot: string; level: number }[];
  note?: string | undefined;
  /** Now, where nothing else is said. */
  at?: Moment;
}

/** Tells of a visit in the transaction `tx`, once for each key. The machine's row is locked by the caller. */
export async function tellMaintenance(
  tx: Db,
  viewer: Pick<Viewer, "full_name">,
  device: number,
  key: string,
  { filled, cleaned, fills, note, at = Date.now() }: Maintenance,
): Promise<void> {
  const entry = { who: viewer.full_name, filled, cleaned, fills: filled ? [] : fills, note };
  const fresh = await one(
    tx,
    z.object({ at: z.string() }),
    sql`
      insert into device_events (telemetry_id, id, device_id, at, kind, data) values (${STAFF}, ${uuidOf("maintenance", device, key)}, ${device}, ${new Date(at).toISOString()}, 'maintenance', ${JSON.stringify(entry)}::jsonb)
      on conflict do nothing returning at`,
  );
  if (!fresh) return;
  await run(
    tx,
    sql`
      insert into device_states as s (device_id, last_visit_at, serviced_at) values (${device}, ${fresh.at}, ${cleaned ? fresh.at : null})
      on conflict (device_id) do update set last_visit_at = greatest(s.last_visit_at, excluded.last_visit_at), serviced_at = greatest(s.serviced_at, excluded.serviced_at)`,
  );
  if (filled || fills.length) await fillStocks(tx, { device, at: Date.parse(fresh.at), fills: filled ? "all" : fills });
}
