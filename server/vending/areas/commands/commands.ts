import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import {
  type StaffCommand,
  type DeviceCommand,
  deviceCommandSchema,
  type newCommandSchema,
} from "~server/contract/commands";
import { allowed } from "~server/contract/permissions";
import type { Viewer } from "../../access";
import { paged } from "../../database/page";
import { type Db, one, only, run, transaction } from "../../database/query";
import { Fault, forbidden, invalid, notFound } from "../../fault";
import { countFileAgain, skipLastFile } from "../audits/decide";
import { note } from "../fleet/events";
import { checkFirmware, commandColumns, commandsWithFirmware, insertCommands } from "./command";

const isUpdate = (name: StaffCommand) => name === "firmware_update" || name === "emergency_update";

const idRow = z.object({ id: z.number() });

/** A machine's commands, newest first, 50 a page. */
export async function listCommands(
  db: Db,
  device: number,
  page: number,
): Promise<{ items: DeviceCommand[]; total: number }> {
  return paged(
    db,
    deviceCommandSchema,
    {
      columns: commandColumns,
      from: sql`${commandsWithFirmware} where c.device_id = ${device}`,
      order: sql`c.id desc`,
    },
    { page },
  );
}

const readCommand = (db: Db, id: number) =>
  only(db, deviceCommandSchema, sql`select ${commandColumns} ${commandsWithFirmware} where c.id = ${id}`);

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
      insertCommands(
        viewer,
        { name, key, firmware: firmware ?? null, rollout: null },
        sql`select ${device}::integer as device, ${unit.id}::integer as unit`,
      ),
    );
    if (!made) return again(tx, device, name, key);
    if (name === "skip_statistics")
      await run(tx, sql`update device_commands set file_id = ${await skipLastFile(tx, device)} where id = ${made.id}`);
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

async function again(tx: Db, device: number, name: StaffCommand, key: string): Promise<DeviceCommand> {
  const { id } = await only(
    tx,
    idRow,
    sql`select id from device_commands where device_id = ${device} and key = ${key}`,
  );
  const known = await readCommand(tx, id);
  if (known.name !== name) throw new Fault(409, "conflict");
  return known;
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
    if (changed?.file_id) await countFileAgain(tx, device, changed.file_id);
    return command;
  });
}
