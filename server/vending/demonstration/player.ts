import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import { list, rows } from "../database/query";
import type { Counters } from "../evadts/counters";
import type { App } from "../http";
import { FEW_FAULTS } from "../simulator/faults";
import { catchUp, type Pace, playOn, rest } from "../simulator/play";
import { SimulatedUnit } from "../simulator/unit";
import { HOUR, MINUTE, type Moment, momentOf } from "./calendar";
import { inventMachines, type Machine } from "./machines";
import { meterFrom } from "./meter";
import { isCutOff } from "./troubles";
import { playCrews } from "./crews";
import { playPhones } from "./phones";
import { recall, secretOf } from "./units";

/** A machine is read this often, each at minutes of its own. */
const READ_EVERY = 30 * MINUTE;
/** Units that call at the same time, and the pause before the next ones: people's requests come between. */
const PACE: Pace = { atOnce: 2, pauseMs: 50 };
const CATCHING_UP: Pace = { atOnce: 2, pauseMs: 0 };
/** After a longer pause the machines stood still at first: what a unit buffers is not kept for ever. */
const LONGEST_PAUSE = 28 * 24 * HOUR;
const TRY_AGAIN_MS = 60_000;

/**
 * Plays the machines of the invented network while the demonstration runs: their units call the API like real ones.
 * Begins where each unit's last file ended, so a pause of days is made up for. Things go wrong as they do: power cuts,
 * lost signals, empty grinders, wrong clocks, repeated and late batches.
 */
export function playDemonstration(
  app: App,
  pool: Pool,
  isStandIn: (url: string) => boolean = () => false,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const played = play(app, pool, isStandIn, stopping.signal);
  return {
    stop: async () => {
      stopping.abort();
      await played;
    },
  };
}

async function play(app: App, pool: Pool, isStandIn: (url: string) => boolean, stopped: AbortSignal): Promise<void> {
  while (!stopped.aborted) {
    try {
      const now = Math.floor(Date.now() / 1_000) * 1_000;
      const units = await unitsOf(app, pool, now);
      const heard = units.filter(({ options: { machine } }) => !isCutOff(machine, now));
      await catchUp(heard, Math.min(now, ...units.map(({ options }) => options.from)), now, CATCHING_UP, stopped);
      await Promise.all([
        playOn(units, PACE, stopped, { called: () => calledUnits(pool) }),
        playPhones(app, await codesOf(pool, units), isStandIn, stopped),
        playCrews(pool, stopped),
      ]);
    } catch (error) {
      if (!stopped.aborted) console.error(error);
      await rest(TRY_AGAIN_MS, stopped);
    }
  }
}

const serials = z.object({ serial: z.string() });
/** Units that an online payment has something to tell. */
const calledUnits = async (pool: Pool): Promise<ReadonlySet<string>> =>
  new Set(
    (
      await rows(
        pool,
        serials,
        sql`select t.serial from device_commands c join telemetries t on t.id = c.telemetry_id
        where c.payment_id is not null and c.state in ('queued', 'sent', 'delivered') and c.expires_at > now()`,
      )
    ).map(({ serial }) => serial),
  );

/** Codes of the public pages of the machines that are played. */
const codesOf = async (pool: Pool, units: readonly SimulatedUnit[]): Promise<string[]> =>
  (
    await rows(
      pool,
      z.object({ code: z.string() }),
      sql`select d.pay_code as code from devices d join telemetries t on t.device_id = d.id where t.serial = any(${list(
        units.map(({ options }) => options.machine.unit.serial),
        "text",
      )}) order by d.id`,
    )
  ).map(({ code }) => code);

const countersSchema = z.custom<Counters>((value) => typeof value === "object" && value !== null && "totals" in value);
const unitRow = z.object({
  serial: z.string(),
  machine_time: z.string().nullable(),
  read_at: z.string(),
  counters: countersSchema,
});

/** Units of the invented network that have handed in a file, as they were when they read it. */
async function unitsOf(app: App, pool: Pool, now: Moment): Promise<SimulatedUnit[]> {
  const memory = await recall(pool);
  if (!memory) return [];
  const machines = new Map(
    inventMachines()
      .filter((machine) => machine.silentSince === null)
      .map((machine) => [machine.unit.serial, machine]),
  );
  const found = await rows(
    pool,
    unitRow,
    sql`
    select t.serial, last.machine_time, last.to_at as read_at, last.counters from telemetries t
    join lateral (select r.header->>'machineTime' as machine_time, r.to_at, r.counters from audit_reads r join audit_files f on f.id = r.file_id
      where f.device_id = t.device_id and f.telemetry_id = t.id and r.state = 'processed' order by r.to_at desc, r.file_id desc limit 1) last on true order by t.id`,
  );
  return found.flatMap(({ serial, machine_time, read_at, counters }): SimulatedUnit[] => {
    const machine = machines.get(serial);
    return machine
      ? [
          unitOf(
            app,
            machine,
            secretOf(memory.key, serial),
            machine_time ? momentOf(machine_time) : Date.parse(read_at),
            counters,
            now,
          ),
        ]
      : [];
  });
}

/** The machine with the prices that its audit tells: they may have been set since it was invented. */
const pricedAs = (machine: Machine, { products }: Counters): Machine => ({
  ...machine,
  cells: machine.cells.map((cell) => ({
    ...cell,
    price: products.find(({ selection }) => selection === cell.selection)?.price ?? cell.price,
  })),
});

const unitOf = (app: App, machine: Machine, secret: string, readAt: Moment, counters: Counters, now: Moment) =>
  new SimulatedUnit({
    machine: pricedAs(machine, counters),
    secret,
    from: Math.max(readAt, now - LONGEST_PAUSE),
    meter: meterFrom(machine, counters),
    faults: FEW_FAULTS,
    readEvery: READ_EVERY,
    link: async (path, init) => app.request(path, init),
  });
