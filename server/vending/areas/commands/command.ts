import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { UNIT_FIRMWARE } from "~server/contract/rollouts";
import type { StaffCommand } from "~server/contract/commands";
import type { Viewer } from "../../access";
import { type Db, one } from "../../database/query";
import { Fault, invalid } from "../../fault";

/** Minutes that a command waits for its unit. */
export const MINUTES: Record<StaffCommand, number> = {
  restart: 15,
  restart_telemetry: 15,
  request_statistics: 60,
  skip_statistics: 24 * 60,
  firmware_update: 7 * 24 * 60,
  emergency_update: 24 * 60,
};
/** A command `c` with its firmware `f`, as staff see it. */
export const commandColumns = sql`
  c.id, c.name, c.state, case when f.id is not null then json_build_object('id', f.id, 'name', f.name, 'release', f.release) end as firmware, c.rollout_id, c.progress, c.message, c.author,
  c.created_at, c.expires_at, c.sent_at, c.delivered_at, c.finished_at`;
export const commandsWithFirmware = sql`from device_commands c left join firmwares f on f.id = c.firmware_id`;

/** Only what units may install, and can. */
export async function checkFirmware(tx: Db, firmware: number): Promise<void> {
  const known = await one(
    tx,
    z.object({ active: z.boolean(), type: z.string() }),
    sql`select active, type from firmwares where id = ${firmware}`,
  );
  if (!known?.active) throw invalid({ firmware: [{ key: "incorrect" }] });
  if (known.type !== UNIT_FIRMWARE) throw new Fault(409, "firmware_not_for_units");
}

/** Commands for `machines` (columns device and unit); the same key again is no second one of a machine. */
export const insertCommands = (
  viewer: Viewer,
  {
    name,
    key,
    firmware,
    rollout,
  }: { name: StaffCommand; key: string; firmware: number | null; rollout: number | null },
  machines: SQL,
) => sql`
  insert into device_commands (device_id, telemetry_id, name, firmware_id, rollout_id, key, author_id, author, expires_at)
  select m.device, m.unit, ${name}, ${firmware}, ${rollout}::integer, ${key}, ${viewer.id}, ${viewer.full_name}, now() + make_interval(mins => ${MINUTES[name]}) from (${machines}) m
  on conflict (device_id, key) do nothing returning id`;
