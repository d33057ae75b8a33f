import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { sha256 } from "~server/vending/secrets";
import { given, one, rows, run } from "~server/vending/database/query";
import { HOUR, type Moment } from "~server/vending/demonstration/calendar";
import { usedMeter } from "~server/vending/demonstration/meter";
import type { Machine } from "~server/vending/demonstration/machines";
import { USUAL_FAULTS } from "~server/vending/simulator/faults";
import { inventFleet } from "~server/vending/simulator/fleet";
import type { Ledger } from "~server/vending/simulator/ledger";
import { catchUp } from "~server/vending/simulator/play";
import { SimulatedUnit } from "~server/vending/simulator/unit";
import { Moves, type VendLedger } from "./moves";
import type { Service } from "./service";

export interface MonthOptions {
  machines: number;
  days: number;
  seed: string;
  readEvery: Moment;
  atOnce: number;
  /** Changes of where machines stand, who serves them and what they sell, in a quarter of a day. */
  changes: number;
  told?(line: string): void;
}

export const secretOf = (machine: Machine): string => `secret of ${machine.unit.serial}`;

/** Puts a fleet's machines and units straight into the database. */
export async function addFleet({ pool }: Pick<Service, "pool">, machines: readonly Machine[]): Promise<void> {
  const model = await one(
    pool,
    z.object({ id: z.number() }),
    sql`
    with maker as (insert into device_manufacturers (name) values ('Simulator') returning id)
    insert into device_models (name, manufacturer_id, device_type) select 'Simulator', id, 'COFFEE' from maker returning id`,
  );
  const list = machines.map((machine) => ({
    serial: machine.serial,
    type: machine.model.type,
    unit: machine.unit.serial,
    hash: sha256(secretOf(machine)),
  }));
  await run(
    pool,
    sql`
    with told as materialized (select * from ${given(list, "serial text, type text, unit text, hash text")}),
    made as (insert into devices (serial_number, model_id, device_type, ownership_type, in_work) select serial, ${model?.id ?? 0}, type, 'PERSONAL', true from told returning id, serial_number)
    insert into telemetries (serial, type, device_id, secret_hash) select t.unit, 'MDB', m.id, t.hash from told t join made m on m.serial_number = t.serial`,
  );
}

/** Units of a fleet that call a service over HTTP. */
export function unitsOf(
  { api }: Pick<Service, "api">,
  machines: readonly Machine[],
  from: Moment,
  ledger: Ledger,
  readEvery?: Moment,
): SimulatedUnit[] {
  return machines.map(
    (machine) =>
      new SimulatedUnit({
        machine,
        secret: secretOf(machine),
        from,
        meter: usedMeter(machine, from),
        faults: USUAL_FAULTS,
        readEvery,
        ledger,
        link: (path, init) => fetch(api + path, init),
      }),
  );
}

/**
 * Plays a month of a fleet against a service that is killed twice in the middle of it, with repeated, reordered and lost
 * batches, missed files and wrong clocks, while machines are moved and restocked. Answers the simulator's own ledger,
 * where each of its vends belongs, and how long it took, ms.
 */
export async function playMonth(
  service: Service,
  { machines: size, days, seed, readEvery, atOnce, changes, told }: MonthOptions,
): Promise<{ ledger: VendLedger; moves: Moves; took: number; kills: number }> {
  const machines = inventFleet(size, seed);
  await addFleet(service, machines);
  const moves = new Moves(service.pool, seed);
  await moves.found(machines);
  const to = Math.floor(Date.now() / 1_000) * 1_000;
  const from = to - days * 24 * HOUR;
  const { ledger } = moves;
  const units = unitsOf(service, machines, from, ledger, readEvery);
  const kills = [0.3, 0.7].map((share) => from + share * (to - from));
  let done = 0;
  let restarted: Promise<void> = Promise.resolve();
  const started = performance.now();
  await catchUp(units, from, to, { atOnce, pauseMs: 0 }, new AbortController().signal, (at) => {
    if (at >= (kills[done] ?? Infinity)) {
      done++;
      // In the middle of what comes next.
      restarted = sleep(150)
        .then(() => service.kill())
        .then(() => sleep(300))
        .then(() => service.start());
    }
    moves.some(changes, at);
    told?.(
      `${new Date(at).toISOString().slice(0, 10)}  ${ledger.paid.count} vends, ${units.reduce((all, { waiting }) => all + waiting, 0)} events wait`,
    );
  });
  await restarted;
  return { ledger, moves, took: performance.now() - started, kills: done };
}

const entryRow = z.object({ key: z.string(), count: z.number(), amount: z.number() });

/** Totals of every machine and source in a table of sales that differ from the ledger's; both sides as "serial/source". */
export async function differences(
  { pool }: Pick<Service, "pool">,
  ledger: Ledger,
  table: "sales" | "sales_by_device_day",
): Promise<object[]> {
  const known = new Map(
    (
      await rows(
        pool,
        entryRow,
        sql`
    select d.serial_number || '/' || s.source as key, sum(s.count) as count, sum(s.amount) as amount from ${sql.identifier(table)} s join devices d on d.id = s.device_id group by 1`,
      )
    ).map((entry) => [entry.key, entry]),
  );
  const sold = new Map<string, { count: number; amount: number }>();
  for (const [key, { count, amount }] of ledger.entries) {
    const [serial = "", , source = ""] = key.split("/");
    const entry = sold.get(`${serial}/${source}`) ?? { count: 0, amount: 0 };
    sold.set(`${serial}/${source}`, { count: entry.count + count, amount: entry.amount + amount });
  }
  return [...new Set([...known.keys(), ...sold.keys()])].flatMap((key) => {
    const [ours, theirs] = [known.get(key), sold.get(key)];
    return ours?.count === theirs?.count && ours?.amount === theirs?.amount
      ? []
      : [{ key, kept: ours && { count: ours.count, amount: ours.amount }, sold: theirs }];
  });
}
