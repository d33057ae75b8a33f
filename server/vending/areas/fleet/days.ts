import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import { type Db, given, list, name, only, rows, run, transaction } from "../../database/query";
import { dayOf, instantAt, instantOf, localTime, type Moment } from "../../time";
import { joined } from "../sales/rollups";
import { shifted } from "../sales/spans";
import { eventDays } from "../settings/resources";
import { dueMachineDays, foldMachineDays } from "./day-fold";
import { keepFigures, keepLastVisits } from "./figures";
import { keepVisits, settleVisits } from "./first-visits-kept";
import {
  DAY_KINDS,
  dayEvent,
  dayOfMachine,
  type MachineDay,
  type Standing,
  standingSchema,
  SUMS_OF_DAYS,
  UNKNOWN,
} from "./standing";

/** Number of the advisory lock that one maker of days holds. */
const LOCK = 4_471_203;
/** Machines whose days are made in one transaction. */
const AT_ONCE = 100;
/** Days that are written in one statement. */
const WRITTEN = 5_000;

/**
 * Brings the days of all machines up to their events: today, and all days since the first that something changed of; and
 * their rollups up to them.
 * Days of which events were dropped already stay as they are.
 */
export async function foldDays(pool: Pool): Promise<void> {
  for (let after: number | undefined = 0; after !== undefined; ) {
    const from: number = after;
    after = await transaction(pool, async (tx) => {
      await run(tx, sql`select pg_advisory_xact_lock(${LOCK})`);
      const machines = await dueAfter(tx, from);
      if (!machines.length) return undefined;
      const days = await daysOf(tx, machines);
      for (let at = 0; at < days.length; at += WRITTEN) await write(tx, days.slice(at, at + WRITTEN));
      await keepVisits(tx, machines, days);
      return machines.at(-1)?.device;
    });
  }
  await settleVisits(pool);
  await foldMachineDays(pool);
  await keepFigures(pool, "stale");
  await keepLastVisits(pool);
}

/** Makes all days anew of which there are events, and the rollups of all days; answers of how many machines. */
export async function refoldDays(pool: Pool): Promise<number> {
  const machines = await run(pool, sql`insert into device_days_due select id, '-infinity' from devices`);
  await dueMachineDays(pool);
  await foldDays(pool);
  return machines;
}

/** A day of a machine, `day` in Europe/Kyiv. */
export interface Made extends MachineDay {
  device: number;
  day: string;
}

const machineRow = z.object({
  device: z.number(),
  /** The last day that was made, and the first that is known of it. */
  last: z.string().nullable(),
  known: z.string(),
  due: z.string().nullable(),
});
interface Machine {
  device: number;
  from: string;
}

/** The next machines, and since when their days are to be made; what they were due for is taken away. */
async function dueAfter(tx: Db, after: number): Promise<Machine[]> {
  const first = await firstKept(tx);
  const found = await rows(
    tx,
    machineRow,
    sql`
    with machines as (select d.id, d.created_at from devices d where d.id > ${after} order by d.id limit ${AT_ONCE}),
    due as (delete from device_days_due u using machines m where u.device_id = m.id returning u.device_id, u.since)
    select m.id as device, (select max(x.day) from device_days x where x.device_id = m.id) as last,
      least(${dayOf(sql`m.created_at`)}, (select min(s.day) from sales_by_device_day s where s.device_id = m.id)) as known,
      (select ${dayOf(sql`min(greatest(u.since, '2000-01-01'))`)} from due u where u.device_id = m.id) as due
    from machines m order by m.id`,
  );
  return found.map(({ device, last, known, due }) => {
    const since = due !== null && due < first ? first : due;
    const next = last ?? known;
    return { device, from: since !== null && since < next ? since : next };
  });
}

/** The first day of which all events are there. */
export async function firstKept(db: Db): Promise<string> {
  const { day } = await only(
    db,
    z.object({ day: z.string() }),
    sql`select ${dayOf(sql`(now() - make_interval(days => ${eventDays}))`)} + 1 as day`,
  );
  return day;
}

const readRow = z.object({
  device: z.number(),
  from: z.string(),
  begins: standingSchema.nullable(),
  events: z.array(dayEvent),
  work: z.array(z.object({ at: z.number(), value: z.boolean() })),
  until: z.number(),
});

const millis = (at: ReturnType<typeof sql>) => sql`(extract(epoch from ${at}) * 1000)::bigint`;
const has = (flag: string) => sql`coalesce(e.data->>${flag}::text, 'false') = 'true'`;

/** The days of some machines until now, each machine's in order. */
export async function daysOf(db: Db, machines: readonly Machine[]): Promise<Made[]> {
  const read = await rows(
    db,
    readRow,
    sql`
    select k.device, k.from_day::text as from, x.ends as begins, ${millis(sql`now()`)} as until,
      (select coalesce(json_agg(json_build_object('at', ${millis(sql`e.at`)}, 'kind', e.kind, 'raw', e.data->>'code',
          'fills', ${has("filled")} or jsonb_array_length(coalesce(e.data->'fills', '[]')) > 0, 'cleans', ${has("cleaned")}) order by e.at, e.received_at, e.id), '[]')
        from device_events e where e.device_id = k.device and e.at >= ${instantAt(sql`k.from_day`)} and e.kind = any(${list(DAY_KINDS, "text")})) as events,
      (select coalesce(json_agg(json_build_object('at', ${millis(sql`greatest(h.from_at, '1970-01-01')`)}, 'value', h.value = 1) order by h.from_at), '[]')
        from held_facts h where h.subject = 'device' and h.subject_id = k.device and h.field = 'in_work') as work
    from ${given(
      machines.map(({ device, from }) => ({ device, from_day: from })),
      "device integer, from_day date",
    )} left join device_days x on x.device_id = k.device and x.day = k.from_day - 1`,
  );
  return read.flatMap(lived);
}

function lived({ device, from, begins, events, work, until }: z.infer<typeof readRow>): Made[] {
  const made: Made[] = [];
  const today = localTime(until).slice(0, 10);
  let standing: Standing = begins ?? UNKNOWN;
  for (let day = from; day <= today; day = shifted(day, 1)) {
    const [begin, end] = [beginOf(day), Math.min(beginOf(shifted(day, 1)), until)];
    const one = dayOfMachine({
      begins: standing,
      events: events.filter(({ at }) => at >= begin && at < end),
      work,
      begin,
      end,
    });
    made.push({ device, day, ...one });
    standing = one.ends;
  }
  return made;
}

const begins = new Map<string, Moment>();
/** When a day begins; asked for each machine again and again. */
function beginOf(day: string): Moment {
  const known = begins.get(day) ?? instantOf(`${day}T00:00:00`);
  if (begins.size > 5_000) begins.clear();
  begins.set(day, known);
  return known;
}

const COLUMNS = [...SUMS_OF_DAYS, "down_by_hour", "ends"];
const SHAPE = `device integer, day date, ${SUMS_OF_DAYS.map((one) => `${one} bigint`).join(", ")}, down_by_hour integer[], ends jsonb`;

async function write(tx: Db, days: readonly Made[]): Promise<void> {
  const columns = joined(COLUMNS.map(name));
  await run(
    tx,
    sql`
    insert into device_days as d (device_id, day, ${columns})
    select device, day, ${columns} from ${given(
      days.map(({ device, day, sums, down_by_hour, ends }) => ({ device, day, down_by_hour, ends, ...sums })),
      SHAPE,
    )}
    on conflict (device_id, day) do update set (${columns}) = (${joined(COLUMNS.map((one) => sql`excluded.${name(one)}`))})`,
  );
}
