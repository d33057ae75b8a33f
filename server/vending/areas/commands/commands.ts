import { type SQL, sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import { type DeviceCommand, deviceCommandSchema, type newCommandSchema } from "~server/contract/fleet";
import { type newRolloutSchema, rolloutSchema, rolloutsSchema, UNIT_FIRMWARE } from "~server/contract/rollouts";
import { allowed } from "~server/contract/permissions";
import type { CommandName } from "~server/contract/telemetry";
import { type Viewer, visibleDevices } from "../../access";
import { type Db, list, one, only, rows, run, transaction } from "../../database/query";
import { Fault, forbidden, invalid, notFound } from "../../fault";
import { settle } from "../audits/settle";
import { found } from "./candidates";
import { note } from "../fleet/state";

/** Minutes that a command waits for its unit. */
const MINUTES: Record<CommandName, number> = {
  restart: 15,
  restart_telemetry: 15,
  request_statistics: 60,
  skip_statistics: 24 * 60,
  firmware_update: 7 * 24 * 60,
  emergency_update: 24 * 60,
};
const isUpdate = (name: CommandName) => name === "firmware_update" || name === "emergency_update";
const PAGE = 50;

const columns = sql`
  c.id, c.name, c.state, case when f.id is not null then json_build_object('id', f.id, 'name', f.name, 'release', f.release) end as firmware, c.rollout_id, c.progress, c.message, c.author,
  c.created_at, c.expires_at, c.sent_at, c.delivered_at, c.finished_at`;
const from = sql`from device_commands c left join firmwares f on f.id = c.firmware_id`;
const idRow = z.object({ id: z.number() });
const countRow = z.object({ count: z.number() });

/** A machine's commands, newest first, 50 a page. */
export async function listCommands(
  db: Db,
  device: number,
  page: number,
): Promise<{ items: DeviceCommand[]; total: number }> {
  const items = await rows(
    db,
    deviceCommandSchema,
    sql`select ${columns} ${from} where c.device_id = ${device} order by c.id desc limit ${PAGE} offset ${(page - 1) * PAGE}`,
  );
  const { total } = await only(
    db,
    z.object({ total: z.number() }),
    sql`select count(*) as total from device_commands where device_id = ${device}`,
  );
  return { items, total };
}

const readCommand = (db: Db, id: number) =>
  only(db, deviceCommandSchema, sql`select ${columns} ${from} where c.id = ${id}`);

/** Makes a command for a machine's unit; the same key again answers the first one. */
export function giveCommand(
  pool: Pool,
  viewer: Viewer,
  device: number,
  { name, key, firmware }: z.infer<typeof newCommandSchema>,
): Promise<DeviceCommand> {
  return transaction(pool, async (tx) => {
    if (isUpdate(name) && !allowed(viewer, ["FIRMWARE"])) throw forbidden();
    if (isUpdate(name) !== (firmware !== undefined))
      throw invalid({ firmware: [{ key: isUpdate(name) ? "required" : "incorrect" }] });
    if (firmware !== undefined) await checkFirmware(tx, firmware);
    const unit = await one(tx, idRow, sql`select id from telemetries where device_id = ${device}`);
    if (!unit) throw new Fault(409, "machine_without_telemetry");
    await run(tx, sql`select 1 from devices where id = ${device} for no key update`);
    const made = await one(
      tx,
      idRow,
      insertion(
        viewer,
        { name, key, firmware: firmware ?? null, rollout: null },
        sql`select ${device}::integer as device, ${unit.id}::integer as unit`,
      ),
    );
    if (!made) return again(tx, device, name, key);
    if (name === "skip_statistics") await skipLastFile(tx, device, made.id);
    if (name === "restart" || name === "restart_telemetry")
      await note(tx, [
        {
          device,
          unit: unit.id,
          at: new Date().toISOString(),
          kind: "restart_request",
          data: { command: made.id, name, author: viewer.full_name },
        },
      ]);
    return readCommand(tx, made.id);
  });
}

/** Only what units may install, and can. */
async function checkFirmware(tx: Db, firmware: number): Promise<void> {
  const known = await one(
    tx,
    z.object({ active: z.boolean(), type: z.string() }),
    sql`select active, type from firmwares where id = ${firmware}`,
  );
  if (!known?.active) throw invalid({ firmware: [{ key: "incorrect" }] });
  if (known.type !== UNIT_FIRMWARE) throw new Fault(409, "firmware_not_for_units");
}

async function again(tx: Db, device: number, name: CommandName, key: string): Promise<DeviceCommand> {
  const { id } = await only(
    tx,
    idRow,
    sql`select id from device_commands where device_id = ${device} and key = ${key}`,
  );
  const known = await readCommand(tx, id);
  if (known.name !== name) throw new Fault(409, "conflict");
  return known;
}

const insertion = (
  viewer: Viewer,
  { name, key, firmware, rollout }: { name: CommandName; key: string; firmware: number | null; rollout: number | null },
  machines: SQL,
) => sql`
  insert into device_commands (device_id, telemetry_id, name, firmware_id, rollout_id, key, author_id, author, expires_at)
  select m.device, m.unit, ${name}, ${firmware}, ${rollout}::integer, ${key}, ${viewer.id}, ${viewer.full_name}, now() + make_interval(mins => ${MINUTES[name]}) from (${machines}) m
  on conflict (device_id, key) do nothing returning id`;

/** The last file that came is left out from now on, and the sales around it are derived without it. */
async function skipLastFile(tx: Db, device: number, command: number): Promise<void> {
  const last = await one(
    tx,
    idRow,
    sql`
    update audit_files set skipped = true where id = (select id from audit_files where device_id = ${device} and not skipped order by received_at desc, id desc limit 1) returning id`,
  );
  if (!last) return;
  await run(tx, sql`update device_commands set file_id = ${last.id} where id = ${command}`);
  const days = await rows(
    tx,
    z.object({ day: z.string() }),
    sql`delete from sales where device_id = ${device} and file_id = ${last.id} returning day`,
  );
  await run(tx, sql`delete from audit_differences where file_id = ${last.id}`);
  await run(
    tx,
    sql`update audit_reads set state = 'skipped', kind = null, chain = null, position = null, previous_file = null, previous_report = null, period = null, lines = null, covered = false where file_id = ${last.id}`,
  );
  await settle(
    tx,
    device,
    "changed",
    days.map(({ day }) => day),
  );
}

/** Takes a command back; what its unit already has cannot be. A file that was left out because of it counts again. */
export function cancelCommand(pool: Pool, device: number, id: number): Promise<DeviceCommand> {
  return transaction(pool, async (tx) => {
    await run(tx, sql`select 1 from devices where id = ${device} for no key update`);
    const changed = await one(
      tx,
      z.object({ file_id: z.number().nullable() }),
      sql`
      update device_commands set state = 'cancelled', finished_at = now() where id = ${id} and device_id = ${device} and state in ('queued', 'sent') returning file_id`,
    );
    const known = await one(tx, idRow, sql`select id from device_commands where id = ${id} and device_id = ${device}`);
    if (!known) throw notFound();
    const command = await readCommand(tx, id);
    if (!changed && command.state !== "cancelled") throw new Fault(409, "command_under_way");
    if (changed?.file_id) {
      await run(tx, sql`update audit_files set skipped = false where id = ${changed.file_id}`);
      await settle(tx, device, "changed");
    }
    return command;
  });
}

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
    const name: CommandName = emergency ? "emergency_update" : "firmware_update";
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
      insertion(
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
    from (select ${columns}, c.device_id ${from} where c.rollout_id = ${id} and ${seen(viewer)}) x join devices m on m.id = x.device_id left join device_states s on s.device_id = m.id order by m.serial_number`,
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
