import { type SQL, sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import { type newRolloutSchema, rolloutSchema, rolloutsSchema } from "~server/contract/rollouts";
import type { StaffCommand } from "~server/contract/commands";
import { type Viewer, visibleDevices } from "../../access";
import { type Db, list, one, only, rows, run, transaction } from "../../database/query";
import { Fault, invalid, notFound } from "../../fault";
import { found } from "./candidates";
import { checkFirmware, commandColumns, commandsWithFirmware, insertCommands, MINUTES } from "./command";

const idRow = z.object({ id: z.number() });
const countRow = z.object({ count: z.number() });

/** Sends a firmware to machines that the viewer may see, the named ones and all that a filter finds; those without a unit are left out. Answers the rollout's id. */
export function rollOut(
  pool: Pool,
  viewer: Viewer,
  firmware: number,
  order: z.infer<typeof newRolloutSchema>,
): Promise<{ id: number }> {
  const chosen = named(viewer, list(order.devices ?? [], "integer"));
  const head = { key: order.key, emergency: order.emergency !== undefined };
  if (!("all" in order)) return sendOut(pool, viewer, firmware, { ...head, machines: chosen });
  const all = found(viewer, order);
  return sendOut(pool, viewer, firmware, {
    ...head,
    machines: sql`${all} union ${chosen}`,
    agreed: { machines: all, count: order.expected },
  });
}

/** Sends a rollout's firmware again to its machines where it failed or expired. */
export async function retryRollout(
  pool: Pool,
  viewer: Viewer,
  firmware: number,
  rollout: number,
  key: string,
): Promise<{ id: number }> {
  const { emergency } = await readRollout(pool, viewer, firmware, rollout);
  return sendOut(pool, viewer, firmware, {
    key,
    emergency,
    machines: named(
      viewer,
      sql`array(select c.device_id from device_commands c where c.rollout_id = ${rollout} and c.state in ('failed', 'expired'))`,
    ),
  });
}

/** Those of these machines that the viewer may see and that have a unit. */
const named = (viewer: Viewer, ids: SQL): SQL => sql`
  select d.id as device, t.id as unit from devices d join telemetries t on t.device_id = d.id where d.id = any(${ids}) and ${visibleDevices(viewer, sql`d`)}`;

/** `machines`: columns device and unit. `agreed`: as many of these as the person was told of. */
interface Order {
  key: string;
  emergency: boolean;
  machines: SQL;
  agreed?: { machines: SQL; count: number };
}

function sendOut(
  pool: Pool,
  viewer: Viewer,
  firmware: number,
  { key, emergency, machines, agreed }: Order,
): Promise<{ id: number }> {
  return transaction(pool, async (tx) => {
    await checkFirmware(tx, firmware);
    const name: StaffCommand = emergency ? "emergency_update" : "firmware_update";
    const made = await one(
      tx,
      idRow,
      sql`
      insert into firmware_rollouts (firmware_id, emergency, key, author_id, author, expires_at)
      values (${firmware}, ${emergency}, ${key}, ${viewer.id}, ${viewer.full_name}, now() + make_interval(mins => ${MINUTES[name]})) on conflict (author_id, key) do nothing returning id`,
    );
    if (!made) {
      const known = await only(
        tx,
        idRow.extend({ firmware_id: z.number() }),
        sql`select id, firmware_id from firmware_rollouts where author_id = ${viewer.id} and key = ${key}`,
      );
      if (known.firmware_id !== firmware) throw new Fault(409, "conflict");
      return { id: known.id };
    }
    if (
      agreed &&
      agreed.count !== (await only(tx, countRow, sql`select count(*) as count from (${agreed.machines}) x`)).count
    )
      throw new Fault(409, "count_changed");
    const sent = await run(
      tx,
      insertCommands(
        viewer,
        { name, key: `rollout ${made.id}`, firmware, rollout: made.id },
        sql`select * from (${machines}) x order by x.device`,
      ),
    );
    if (!sent) throw invalid({ devices: [{ key: "incorrect" }] });
    return made;
  });
}

const seen = (viewer: Viewer) =>
  sql`exists (select 1 from devices d where d.id = c.device_id and ${visibleDevices(viewer, sql`d`)})`;
const rolloutColumns = (viewer: Viewer) => sql`
  r.id, r.emergency, r.author, r.created_at, r.expires_at, (select count(*) from device_commands c where c.rollout_id = r.id and ${seen(viewer)}) as total,
  coalesce((select json_agg(x) from (select c.state, count(*) as count from device_commands c where c.rollout_id = r.id and ${seen(viewer)} group by c.state order by c.state) x), '[]') as states`;

/** A firmware's rollouts, newest first. */
export async function listRollouts(db: Db, viewer: Viewer, firmware: number): Promise<z.infer<typeof rolloutsSchema>> {
  return {
    items: await rows(
      db,
      rolloutsSchema.shape.items.element,
      sql`select ${rolloutColumns(viewer)} from firmware_rollouts r where r.firmware_id = ${firmware} order by r.id desc limit 100`,
    ),
  };
}

export async function readRollout(
  db: Db,
  viewer: Viewer,
  firmware: number,
  id: number,
): Promise<z.infer<typeof rolloutSchema>> {
  const rollout = await one(
    db,
    rolloutsSchema.shape.items.element,
    sql`select ${rolloutColumns(viewer)} from firmware_rollouts r where r.id = ${id} and r.firmware_id = ${firmware}`,
  );
  if (!rollout) throw notFound();
  const devices = await rows(
    db,
    rolloutSchema.shape.devices.element,
    sql`
    select json_build_object('id', m.id, 'label', m.serial_number) as device, s.firmware, row_to_json(x) as command
    from (select ${commandColumns}, c.device_id ${commandsWithFirmware} where c.rollout_id = ${id} and ${seen(viewer)}) x join devices m on m.id = x.device_id left join device_states s on s.device_id = m.id order by m.serial_number`,
  );
  return { ...rollout, devices };
}

/** Calls back what units do not have yet, on the machines that the viewer may see. */
export async function cancelRollout(db: Db, viewer: Viewer, firmware: number, id: number): Promise<void> {
  await readRollout(db, viewer, firmware, id);
  await run(
    db,
    sql`update device_commands c set state = 'cancelled', finished_at = now() where c.rollout_id = ${id} and c.state in ('queued', 'sent') and ${seen(viewer)}`,
  );
}
