import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import { only, rows } from "../database/query";
import type { Counters } from "../evadts/counters";
import type { App } from "../http";
import { HOUR, kyivDay, MINUTE, type Moment, momentOf, shiftDay, startOf } from "./calendar";
import { happeningsBetween } from "./day";
import { readOut } from "./file";
import { inventMachines, type Machine } from "./machines";
import { count, meterFrom } from "./meter";
import { randomOf, whole } from "./random";
import { recall, secretOf } from "./units";

/** Units say that they are there this often. */
const PING_EVERY = 5 * MINUTE;
/** A machine is read at most this often, each at minutes of its own. */
const READ_EVERY = 30 * MINUTE;
/** Units that call at the same time, and the pause before the next ones: people's requests come between. */
const AT_ONCE = 4;
const PAUSE_MS = 100;
/** After a longer pause the machines stood still at first: what a unit buffers is not kept for ever. */
const LONGEST_PAUSE = 28 * 24 * HOUR;

/**
 * Plays the machines of the invented network while the demonstration runs: their units call the API like real ones.
 * Begins where each unit's last file ended, so a pause of days is made up with a file for each day.
 */
export function playDemonstration(app: App, pool: Pool): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const machines = new Map(inventMachines().filter((machine) => machine.silentSince === null).map((machine) => [machine.unit.serial, machine]));
  const played = play(app, pool, machines, stopping.signal);
  return {
    stop: async () => {
      stopping.abort();
      await played;
    },
  };
}

type Machines = ReadonlyMap<string, Machine>;

async function play(app: App, pool: Pool, machines: Machines, stopped: AbortSignal): Promise<void> {
  while (!stopped.aborted) {
    await round(app, pool, machines, stopped).catch((error: unknown) => {
      if (!stopped.aborted) console.error(error);
    });
    await rest(PING_EVERY, stopped);
  }
}

/** The timer keeps no process alive, and ends when the play does. */
const rest = (ms: number, stopped: AbortSignal): Promise<void> => sleep(ms, undefined, { ref: false, signal: stopped }).catch(() => undefined);

interface Unit { machine: Machine; id: number; secret: string; readAt: Moment }

async function round(app: App, pool: Pool, machines: Machines, stopped: AbortSignal): Promise<void> {
  const units = await unitsOf(pool, machines);
  await inTurns(units, stopped, (unit) => call(app, unit, "/telemetry/batch", "{}"));
  // Machines write whole seconds; what happens in this one belongs to the next read.
  const now = Math.floor(Date.now() / 1_000) * 1_000;
  await inTurns(units.filter((unit) => isDue(unit, now)), stopped, (unit) => handIn(app, pool, unit, now, stopped));
}

async function inTurns(units: readonly Unit[], stopped: AbortSignal, work: (unit: Unit) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < units.length && !stopped.aborted; start += AT_ONCE) {
    await Promise.all(units.slice(start, start + AT_ONCE).map(work));
    await rest(PAUSE_MS, stopped);
  }
}

const unitRow = z.object({ id: z.number(), serial: z.string(), received_at: z.string(), machine_time: z.string().nullable() });

/** Units of the invented network that have handed in a file, with the time of the last one. */
async function unitsOf(pool: Pool, machines: Machines): Promise<Unit[]> {
  const memory = await recall(pool);
  if (!memory) return [];
  const found = await rows(pool, unitRow, sql`
    select t.id, t.serial, last.received_at, last.machine_time from telemetries t
    join lateral (${lastRead(sql`f.received_at, r.header->>'machineTime' as machine_time`, sql`t.id`, sql`t.device_id`)}) last on true order by t.id`);
  return found.flatMap(({ id, serial, received_at, machine_time }): Unit[] => {
    const machine = machines.get(serial);
    return machine ? [{ machine, id, secret: secretOf(memory.key, serial), readAt: machine_time ? momentOf(machine_time) : Date.parse(received_at) }] : [];
  });
}

const lastRead = (columns: ReturnType<typeof sql>, unit: ReturnType<typeof sql>, device: ReturnType<typeof sql>) => sql`
  select ${columns} from audit_files f join audit_reads r on r.file_id = f.id
  where f.device_id = ${device} and f.telemetry_id = ${unit} and r.state = 'processed' order by f.received_at desc, f.id desc limit 1`;

/** Every machine has its own minutes of the half hour. */
function isDue({ machine, readAt }: Unit, now: Moment): boolean {
  const own = whole(randomOf("half hour", machine.serial), 0, READ_EVERY / MINUTE - 1) * MINUTE;
  return Math.floor((now - own) / READ_EVERY) > Math.floor((readAt - own) / READ_EVERY);
}

const countersRow = z.object({ counters: z.custom<Counters>((value) => typeof value === "object" && value !== null && "totals" in value) });

/** Hands in what was counted since the last file: one file for each day that ended meanwhile, and one for now. */
async function handIn(app: App, pool: Pool, unit: Unit, now: Moment, stopped: AbortSignal): Promise<void> {
  const { counters } = await only(pool, countersRow, sql`
    select last.counters from telemetries t
    join lateral (${lastRead(sql`r.counters`, sql`t.id`, sql`t.device_id`)}) last on true where t.id = ${unit.id}`);
  const { machine } = unit;
  const meter = meterFrom(machine, counters);
  let before = Math.max(unit.readAt, now - LONGEST_PAUSE);
  for (const at of readMoments(unit, now)) {
    const happened = happeningsBetween(machine, before, at);
    if (stopped.aborted || happened.length === 0) continue;
    count(meter, machine, happened);
    before = at;
    if (!(await call(app, unit, "/telemetry/audit", readOut(machine, meter, at)))) return;
  }
}

/** Without a clock the ends of missed days could not be told apart. */
function readMoments({ machine, readAt }: Unit, now: Moment): Moment[] {
  if (machine.quirk === "no_clock") return [now];
  const ends: Moment[] = [];
  for (let day = kyivDay(readAt); day < kyivDay(now); day = shiftDay(day, 1)) ends.push(startOf(shiftDay(day, 1)) - HOUR / 12);
  return [...ends.filter((at) => at > Math.max(readAt, now - LONGEST_PAUSE)), now];
}

/** One call of a unit; false when it was refused, e.g. because somebody gave the unit another secret. */
async function call(app: App, { machine, secret }: Unit, path: string, file = ""): Promise<boolean> {
  const headers = { "X-Device": machine.unit.serial, Authorization: secret, "X-Read-Reason": "schedule" };
  const answer = await app.request(path, { method: "POST", headers, body: file });
  return answer.ok;
}
