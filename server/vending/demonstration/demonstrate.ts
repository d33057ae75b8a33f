import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import { makeProfiles } from "../areas/sales/usual-week";
import { type Db, one, rows, run, transaction } from "../database/query";
import { noteAuditErrors } from "../areas/fleet/audit-errors";
import { sweepOffline } from "../areas/fleet/offline";
import { markQuiet } from "../areas/sales/quiet";
import { newSecret } from "../secrets";
import { countBagsAtOffice } from "./counted-bags";
import { inventMachines, type Machine } from "./machines";
import { enterMoney } from "./money";
import { buildNetwork } from "./network";
import { addPastSheets } from "./past-sheets";
import { storePast } from "./past";
import { recall } from "./units";

/** Machines whose past is written at the same time: one computes while the database works for the others. */
const LANES = 3;

/**
 * Invents a vending network with two months of sales before `now`, derived from audit files like real ones.
 * Does so once, and only in a database without machines; what a broken-off start left undone is finished.
 */
export async function demonstrate(pool: Pool, now = new Date()): Promise<void> {
  const known = await recall(pool);
  if (known?.finished) return;
  const machines = inventMachines();
  if (!known && !(await invent(pool, machines, now))) return;
  await storePasts(pool, machines, known ? new Date(known.inventedAt) : now);
  await makeProfiles(pool);
  await enterMoney(pool, known ? Date.parse(known.inventedAt) : now.getTime());
  await countBagsAtOffice(pool);
  await transaction(pool, addPastSheets);
  await transaction(pool, noteErrors);
  await sweepOffline(pool);
  await markQuiet(pool);
  await run(pool, sql`update demonstration set finished = true`);
  await run(pool, sql`analyze`);
}

/** The network without its past. False when somebody's own machines are there already. */
export function invent(pool: Pool, machines: readonly Machine[], now: Date): Promise<boolean> {
  return transaction(pool, async (tx) => {
    if (await one(tx, z.object({ id: z.number() }), sql`select id from devices limit 1`)) return false;
    const key = newSecret();
    await run(
      tx,
      sql`create table demonstration (key text not null, invented_at timestamptz not null, finished boolean not null default false)`,
    );
    await run(tx, sql`insert into demonstration (key, invented_at) values (${key}, ${now.toISOString()})`);
    // Its machines stand, and are served, as they did in the past that is told of them.
    await run(tx, sql`select set_config('vending.holds_from', '-infinity', true)`);
    await buildNetwork(tx, machines, key, now.getTime());
    return true;
  });
}

const lastFile = z.object({ device: z.number(), file: z.number() });

/** What the machines' last files say is wrong lasts since then. */
async function noteErrors(tx: Db): Promise<void> {
  const last = await rows(
    tx,
    lastFile,
    sql`select device_id as device, (array_agg(id order by received_at desc, id desc))[1] as file from audit_files group by device_id order by device_id`,
  );
  for (const { device, file } of last) await noteAuditErrors(tx, device, file);
}

const unitRow = z.object({ device: z.number(), serial: z.string(), unit: z.number() });

async function storePasts(pool: Pool, machines: readonly Machine[], now: Date): Promise<void> {
  const bare = await rows(
    pool,
    unitRow,
    sql`
    select d.id as device, d.serial_number as serial, t.id as unit from devices d join telemetries t on t.device_id = d.id
    where not exists (select 1 from audit_files f where f.device_id = d.id) order by d.id`,
  );
  const queue = bare.values();
  const lane = async () => {
    for (const { serial, ...ids } of queue) {
      const machine = machines.find((known) => known.serial === serial);
      if (machine) await storePast(pool, machine, ids, now.getTime());
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}
