import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import { rows, transaction } from "../../database/query";
import { offlineAfter } from "../settings/resources";
import { note } from "./events";

const goneRow = z.object({ device: z.number(), unit: z.number().nullable(), at: z.string() });

/** Machines whose units have been silent for too long go offline, which is an event at the last contact. */
export async function sweepOffline(pool: Pool): Promise<void> {
  await transaction(pool, async (tx) => {
    const gone = await rows(
      tx,
      goneRow,
      sql`
      with silent as (select device_id from device_states where online and last_contact_at <= now() - ${offlineAfter} order by device_id for update)
      update device_states s set online = false, online_since = s.last_contact_at, quiet = null, quiet_since = null, quiet_expected = null from silent where s.device_id = silent.device_id
      returning s.device_id as device, s.telemetry_id as unit, s.last_contact_at as at`,
    );
    await note(
      tx,
      gone.map(({ device, unit, at }) => ({ device, unit: unit ?? 0, at, kind: "offline", data: {} })),
    );
  });
}
