import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Collections, type deviceEventsSchema, deviceEventSchema, type newCollectionSchema, type Timeline, timelineSchema } from "~server/contract/fleet";
import { COUNT_CAP } from "~server/contract/record";
import { DOOR_STATES, type EventKind } from "~server/contract/telemetry";
import type { Viewer } from "../../access";
import { allOf, type Db, list, one, only, rows } from "../../database/query";
import { Fault, notFound } from "../../fault";
import { errorText } from "./words";

export interface EventQuery { kinds: readonly EventKind[]; from?: string; to?: string; page: number; limit: number }

const startOf = (day: string) => sql`${day}::date::timestamp at time zone 'Europe/Kyiv'`;

/** A machine's event log, newest first; days in Kyiv, both included. */
export async function listEvents(db: Db, device: number, { kinds, from, to, page, limit }: EventQuery): Promise<z.infer<typeof deviceEventsSchema>> {
  const where = allOf([
    sql`e.device_id = ${device}`, ...(kinds.length ? [sql`e.kind = any(${list(kinds, "text")})`] : []),
    ...(from ? [sql`e.at >= ${startOf(from)}`] : []), ...(to ? [sql`e.at < ${startOf(to)} + interval '1 day'`] : []),
  ]);
  const items = await rows(db, deviceEventSchema, sql`
    select e.telemetry_id || '-' || e.id as id, e.kind, e.at, e.received_at, e.box_at, e.clock, e.data from device_events e where ${where} order by e.at desc, e.id limit ${limit} offset ${(page - 1) * limit}`);
  const { total } = await only(db, z.object({ total: z.number() }), sql`select count(*) as total from (select 1 from device_events e where ${where} limit ${COUNT_CAP + 1}) x`);
  return { items, total: Math.min(total, COUNT_CAP), capped: total > COUNT_CAP, page, limit };
}

const pieceRow = z.object({ at: z.string(), until: z.string(), value: z.string() });

const knownRow = z.object({ mains: z.boolean().nullable(), door: z.enum(DOOR_STATES).nullable() });

/**
 * What a machine went through between two instants, as pieces of time. A state before the first event of its kind is
 * looked up, or unknown; where no event tells of a kind at all, it is as it is now, for every change would be one.
 */
export async function timelineOf(db: Db, device: number, from: string, to: string): Promise<Timeline> {
  const pieces = (kinds: readonly EventKind[]) => rows(db, pieceRow, sql`
    select greatest(x.at, ${from}::timestamptz) as at, least(coalesce(lead(x.at) over (order by x.at, x.id), 'infinity'), ${to}::timestamptz) as until, x.kind as value from (
      (select e.at, e.id, e.kind from device_events e where e.device_id = ${device} and e.kind = any(${list(kinds, "text")}) and e.at < ${from} order by e.at desc limit 1)
      union all
      select e.at, e.id, e.kind from device_events e where e.device_id = ${device} and e.kind = any(${list(kinds, "text")}) and e.at >= ${from} and e.at < ${to}) x order by x.at, x.id`);
  const lane = async <T extends object>(kinds: readonly EventKind[], value: (kind: string) => T) =>
    (await pieces(kinds)).filter(({ at, until }) => at < until).map(({ at, until, value: kind }) => ({ from: at, to: until, ...value(kind) }));
  const known = await one(db, knownRow, sql`select mains, door from device_states where device_id = ${device}`);
  const power = await lane(["power_restored", "power_lost"], (kind) => ({ mains: kind === "power_restored" }));
  const door = await lane(["door_opened", "door_closed", "door_disabled"], (kind) => ({ state: kind === "door_opened" ? "opened" as const : kind === "door_closed" ? "closed" as const : "disabled" as const }));
  return {
    from, to,
    online: await lane(["online", "offline"], (kind) => ({ online: kind === "online" })),
    power: power.length || typeof known?.mains !== "boolean" ? power : [{ from, to, mains: known.mains }],
    door: door.length || !known?.door ? door : [{ from, to, state: known.door }],
    errors: await errorsBetween(db, device, from, to),
    temperature: await rows(db, timelineSchema.shape.temperature.element, sql`
      select e.at, (e.data->>'value')::real as value, coalesce((e.data->>'sensor')::integer, 0) as sensor from device_events e
      where e.device_id = ${device} and e.kind = 'temperature' and e.at >= ${from} and e.at < ${to} order by e.at limit 5000`),
    sales: await rows(db, timelineSchema.shape.sales.element, sql`
      select h.hour, h.cash + h.cashless + h.other as count, h.amount from sales_by_device_hour h where h.device_id = ${device} and h.hour >= date_trunc('hour', ${from}::timestamptz) and h.hour < ${to} order by h.hour`),
  };
}

/** Errors with the time each was open; one that was opened before is known from what is open now, or from its closing. */
function errorsBetween(db: Db, device: number, from: string, to: string): Promise<Timeline["errors"]> {
  return rows(db, timelineSchema.shape.errors.element, sql`
    with told as (
      select e.data->>'code' as raw, e.kind, e.at, lead(e.at) over w as next_at, lag(e.kind) over w as before from device_events e
      where e.device_id = ${device} and e.kind in ('error_opened', 'error_closed') and e.at >= ${from} and e.at < ${to} window w as (partition by e.data->>'code' order by e.at, e.id)),
    spans as (
      select raw, at as "from", coalesce(next_at, ${to}) as "to" from told where kind = 'error_opened'
      union all select raw, ${from}::timestamptz, at from told where kind = 'error_closed' and before is null
      union all select x.raw, ${from}::timestamptz, ${to}::timestamptz from device_errors x where x.device_id = ${device} and x.open and x.opened_at < ${from})
    select s.raw, s."from", s."to", x.code, ${errorText(sql`d.id`, sql`x.code`, sql`s.raw`)} as text
    from spans s join devices d on d.id = ${device} left join device_errors x on x.device_id = d.id and x.raw = s.raw order by s."from", s.raw`);
}

/** Coins and bills of the machine since a moment, by the audits; null where none tells. */
const boxedBetween = (device: ReturnType<typeof sql>, from: ReturnType<typeof sql>, to: ReturnType<typeof sql>) => sql`(
  select sum((r.period->>'cashToCollect')::bigint) from audit_reads r where r.device_id = ${device} and r.kind in ('delta', 'from_initialisation') and r.to_at > coalesce(${from}, '-infinity') and r.to_at <= ${to})`;

const collectionRow = z.object({
  id: z.number(), at: z.string(), file_id: z.number().nullable(), bag: z.string().nullable(), author: z.string().nullable(), note: z.string().nullable(), expected: z.number().nullable(), counted: z.number().nullable(),
});

/** Cash taken out of a machine, newest first, each with what the counters say was in it. */
export async function listCollections(db: Db, device: number): Promise<Collections> {
  const found = await rows(db, collectionRow, sql`
    select c.id, c.at, c.file_id, c.bag, c.author, c.note, c.counted, ${boxedBetween(sql`c.device_id`, sql`c.before`, sql`c.at + interval '10 minutes'`)} as expected
    from (select k.*, lag(k.at) over (order by k.at, k.id) + interval '10 minutes' as before from cash_collections k where k.device_id = ${device}) c order by c.at desc, c.id desc limit 200`);
  const waiting = await only(db, z.object({ expected: z.number().nullable(), at: z.string().nullable() }), sql`
    select ${boxedBetween(sql`${device}::integer`, sql`(select max(k.at) + interval '10 minutes' from cash_collections k where k.device_id = ${device})`, sql`now()`)} as expected,
      (select max(r.to_at) from audit_reads r where r.device_id = ${device} and r.state = 'processed') as at`);
  return { waiting, items: found.map((one) => ({ ...one, difference: one.counted === null || one.expected === null ? null : one.counted - one.expected })) };
}

/** Says what was counted: of a collection that the machine told of, or of a new one. The same key again changes nothing. */
export async function countCash(db: Db, viewer: Viewer, device: number, { key, counted, bag, note, collection }: z.infer<typeof newCollectionSchema>): Promise<{ id: number }> {
  const idRow = z.object({ id: z.number() });
  const known = await one(db, idRow, sql`select id from cash_collections where device_id = ${device} and key = ${key}`);
  if (known) return known;
  const author = sql`counted = ${counted}, bag = coalesce(${bag ?? null}, bag), note = ${note ?? null}, author_id = ${viewer.id}, author = ${viewer.full_name}, key = ${key}`;
  if (collection !== undefined) {
    const there = await one(db, idRow.extend({ counted: z.number().nullable() }), sql`select id, counted from cash_collections where id = ${collection} and device_id = ${device}`);
    if (!there) throw notFound();
    const written = await one(db, idRow, sql`update cash_collections set ${author} where id = ${collection} and counted is null returning id`);
    if (!written) throw new Fault(409, "conflict");
    return written;
  }
  return only(db, idRow, sql`insert into cash_collections (device_id, at, counted, bag, note, author_id, author, key)
    values (${device}, now(), ${counted}, ${bag ?? null}, ${note ?? null}, ${viewer.id}, ${viewer.full_name}, ${key})
    on conflict (device_id, key) do update set key = excluded.key returning id`);
}
