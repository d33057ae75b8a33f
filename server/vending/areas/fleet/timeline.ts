import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Timeline, timelineSchema } from "~server/contract/timeline";
import { DOOR_STATES } from "~server/contract/telemetry-events";
import type { EventKind } from "~server/contract/device-events";
import { type Db, list, one, rows } from "../../database/query";
import { offlineAfter } from "../settings/resources";
import { errorText } from "./words";

interface Span {
  from: string;
  to: string;
}

const knownRow = z.object({
  mains: z.boolean().nullable(),
  door: z.enum(DOOR_STATES).nullable(),
  online_since: z.string().nullable(),
  last_contact_at: z.string().nullable(),
  silent: z.boolean().nullable(),
});
const NOTHING: z.infer<typeof knownRow> = {
  mains: null,
  door: null,
  online_since: null,
  last_contact_at: null,
  silent: null,
};

/**
 * What a machine went through between two instants, as pieces of time. A state before the first event of its kind is
 * looked up, or unknown; where no event tells of a kind at all, it is as it is now, for every change would be one. Of the
 * time without contact nothing is known, but that the mains are still off where that was the last word.
 */
export async function timelineOf(db: Db, device: number, from: string, to: string): Promise<Timeline> {
  const whole = { from, to };
  const known =
    (await one(
      db,
      knownRow,
      sql`
    select mains, door, online_since, last_contact_at, last_contact_at <= now() - ${offlineAfter} as silent from device_states where device_id = ${device}`,
    )) ?? NOTHING;
  const online = untilSilence(
    whole,
    known,
    (await piecesOf(db, device, whole, ["online", "offline"])).map(({ kind, ...span }) => ({
      ...span,
      online: kind === "online",
    })),
  );
  const silences = online.filter((piece) => !piece.online);
  const orNow = <T extends Span>(spans: T[], now: T | undefined) => (spans.length || !now ? spans : [now]);
  const power = (await piecesOf(db, device, whole, ["power_restored", "power_lost"])).map(({ kind, ...span }) => ({
    ...span,
    mains: kind === "power_restored",
  }));
  const door = (await piecesOf(db, device, whole, ["door_opened", "door_closed", "door_disabled"])).map(
    ({ kind, ...span }) => ({ ...span, state: DOOR[kind] ?? "disabled" }),
  );
  return {
    ...whole,
    online,
    power: orNow(power, known.mains === null ? undefined : { ...whole, mains: known.mains }).flatMap((piece) =>
      piece.mains ? without([piece], silences) : [piece],
    ),
    door: without(orNow(door, known.door === null ? undefined : { ...whole, state: known.door }), silences),
    errors: await errorsBetween(db, device, from, to),
    temperature: await rows(
      db,
      timelineSchema.shape.temperature.element,
      sql`
      select e.at, (e.data->>'value')::real as value, coalesce((e.data->>'sensor')::integer, 0) as sensor from device_events e
      where e.device_id = ${device} and e.kind = 'temperature' and e.at >= ${from} and e.at < ${to} order by e.at limit 5000`,
    ),
    sales: await rows(
      db,
      timelineSchema.shape.sales.element,
      sql`
      select h.hour, h.cash + h.cashless + h.other as count, h.amount from sales_by_device_hour h where h.device_id = ${device} and h.hour >= date_trunc('hour', ${from}::timestamptz) and h.hour < ${to} order by h.hour`,
    ),
  };
}

const DOOR: Readonly<Record<string, (typeof DOOR_STATES)[number]>> = { door_opened: "opened", door_closed: "closed" };

const pieceRow = z.object({ from: z.string(), to: z.string(), kind: z.string() });

/** The time from each event of these kinds to the next; the last one before the span reaches into it. */
async function piecesOf(
  db: Db,
  device: number,
  { from, to }: Span,
  kinds: readonly EventKind[],
): Promise<z.infer<typeof pieceRow>[]> {
  const found = await rows(
    db,
    pieceRow,
    sql`
    select greatest(x.at, ${from}::timestamptz) as "from", least(coalesce(lead(x.at) over (order by x.at, x.id), 'infinity'), ${to}::timestamptz) as "to", x.kind from (
      (select e.at, e.id, e.kind from device_events e where e.device_id = ${device} and e.kind = any(${list(kinds, "text")}) and e.at < ${from} order by e.at desc limit 1)
      union all
      select e.at, e.id, e.kind from device_events e where e.device_id = ${device} and e.kind = any(${list(kinds, "text")}) and e.at >= ${from} and e.at < ${to}) x order by x.at, x.id`,
  );
  return found.filter((piece) => piece.from < piece.to);
}

type Online = Timeline["online"][number];

/** A machine that has fallen silent is offline since its last contact, whether that was noted yet or not. */
function untilSilence(
  whole: Span,
  { silent, online_since: since, last_contact_at: last }: typeof NOTHING,
  pieces: Online[],
): Online[] {
  if (silent && last && last < whole.to)
    return [
      ...without(pieces, [{ from: last, to: whole.to }]),
      { from: last > whole.from ? last : whole.from, to: whole.to, online: false },
    ];
  if (!pieces.length && since && since < whole.to && !silent)
    return [{ from: since > whole.from ? since : whole.from, to: whole.to, online: true }];
  return pieces;
}

/** What is left of pieces where gaps are cut out. */
const without = <T extends Span>(pieces: readonly T[], gaps: readonly Span[]): T[] =>
  gaps.reduce<T[]>(
    (left, gap) =>
      left.flatMap((piece) => {
        if (gap.to <= piece.from || gap.from >= piece.to) return [piece];
        return [
          { ...piece, to: gap.from },
          { ...piece, from: gap.to },
        ].filter(({ from, to }) => from < to);
      }),
    [...pieces],
  );

/** Errors with the time each was open; one that was opened before is known from what is open now, or from its closing. */
function errorsBetween(db: Db, device: number, from: string, to: string): Promise<Timeline["errors"]> {
  return rows(
    db,
    timelineSchema.shape.errors.element,
    sql`
    with changes as (
      select e.data->>'code' as raw, e.kind, e.at, lead(e.at) over w as next_at, lag(e.kind) over w as before from device_events e
      where e.device_id = ${device} and e.kind in ('error_opened', 'error_closed') and e.at >= ${from} and e.at < ${to} window w as (partition by e.data->>'code' order by e.at, e.id)),
    spans as (
      select raw, at as "from", coalesce(next_at, ${to}) as "to" from changes where kind = 'error_opened'
      union all select raw, ${from}::timestamptz, at from changes where kind = 'error_closed' and before is null
      union all select x.raw, ${from}::timestamptz, ${to}::timestamptz from device_errors x where x.device_id = ${device} and x.open and x.opened_at < ${from})
    select s.raw, s."from", s."to", x.code, ${errorText(sql`d.id`, sql`x.code`, sql`s.raw`)} as text
    from spans s join devices d on d.id = ${device} left join device_errors x on x.device_id = d.id and x.raw = s.raw order by s."from", s.raw`,
  );
}
