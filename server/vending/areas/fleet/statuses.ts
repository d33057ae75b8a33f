import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { REGIONS } from "~server/contract/enums";
import {
  type Statuses,
  COUNTED_STATES,
  type StatusesQuery,
  type CountedState,
  statusRowSchema,
} from "~server/contract/statuses";
import { type Viewer, visibleDevices } from "../../access";
import { allOf, anyOf, type Db, only, rows } from "../../database/query";
import { like } from "../../resource/filter";
import { isoOf, TODAY } from "../../time";
import { isPaid } from "../sales/paid";
import { offlineAfter } from "../settings/resources";
import { bars, errorText } from "./words";

const from = sql`from devices d left join device_states s on s.device_id = d.id left join locations l on l.id = d.location_id`;
/** How a machine with the state `s` stands. */
export const status = sql`case when s.last_contact_at > now() - ${offlineAfter} then 'ONLINE' when s.last_contact_at is not null then 'OFFLINE' else 'NEVER' end`;

/** Machines of each of these. What a machine without contact said last is no news. */
const IS: Record<CountedState, SQL> = {
  ONLINE: sql`coalesce(s.last_contact_at > now() - ${offlineAfter}, false)`,
  OFFLINE: sql`coalesce(s.last_contact_at <= now() - ${offlineAfter}, false)`,
  NEVER: sql`s.last_contact_at is null`,
  errors: sql`coalesce(s.open_errors > 0, false)`,
  power: sql`(s.mains is false)`,
  door: sql`(s.door is not distinct from 'opened')`,
  quiet: sql`(s.quiet is not null)`,
  runs_out: sql`(d.id in (select f.device_id from device_forecasts f where f.stops_early_at < now() + interval '1 day'))`,
};

/** Every word of a search is found in the machine `d`, its location `l`, or one of `others`. */
export const containing = (q = "", others: readonly SQL[] = []): SQL[] =>
  q
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 8)
    .map((word) => anyOf([...SEARCHED, ...others].map((column) => sql`${column} ilike ${like(word)}`)));
const SEARCHED = [sql`d.serial_number`, sql`l.name`, sql`l.city`];

type Chosen = Partial<StatusesQuery>;

function chosen(viewer: Viewer, { project, location, crew, region, q }: Chosen): SQL {
  return allOf([
    sql`not d.hidden`,
    visibleDevices(viewer, sql`d`),
    ...(project === undefined ? [] : [sql`l.project_id = ${project}`]),
    ...(location === undefined ? [] : [sql`d.location_id = ${location}`]),
    ...(crew === undefined ? [] : [sql`d.id = any((select c.devices from crews c where c.id = ${crew})::integer[])`]),
    ...(region === undefined ? [] : [sql`l.region = ${region}`]),
    ...containing(q),
  ]);
}

/** How many of the machines that a viewer may see are in which state. */
export async function stateCounts(db: Db, viewer: Viewer, query: Chosen = {}): Promise<Statuses["counts"]> {
  const counts = await only(
    db,
    z.record(z.string(), z.number()),
    sql`
    select count(*) as total, ${sql.join(
      COUNTED_STATES.map((state) => sql`count(*) filter (where ${IS[state]}) as ${sql.identifier(state)}`),
      sql`, `,
    )} ${from} where ${chosen(viewer, query)}`,
  );
  return { total: counts.total ?? 0, states: COUNTED_STATES.map((state) => ({ state, count: counts[state] ?? 0 })) };
}

/** The screen of states: counts, regions, and a page of machines, those that need somebody first. */
export async function readStatuses(db: Db, viewer: Viewer, query: StatusesQuery): Promise<Statuses> {
  const base = chosen(viewer, query);
  const where = query.state === undefined ? base : sql`(${base} and ${IS[query.state]})`;
  const page = sql`select d.id, ${status} as status, ${URGENCY} as urgency ${from} where ${where} order by urgency desc, d.serial_number, d.id limit ${query.limit} offset ${(query.page - 1) * query.limit}`;
  const [counts, regions, items, { total }] = await Promise.all([
    stateCounts(db, viewer, query),
    rows(
      db,
      regionRow,
      sql`select l.region, count(*) as total, count(*) filter (where ${IS.ONLINE}) as online, count(*) filter (where ${IS.OFFLINE}) as offline, count(*) filter (where ${IS.errors}) as errors
      ${from} where ${chosen(viewer, { ...query, region: undefined })} and l.region is not null group by l.region order by l.region`,
    ),
    rows(
      db,
      statusRowSchema,
      sql`select ${ROW} from (${page}) p join devices d on d.id = p.id left join device_states s on s.device_id = d.id left join locations l on l.id = d.location_id order by p.urgency desc, d.serial_number, d.id`,
    ),
    only(
      db,
      z.object({ total: z.number() }),
      query.state === undefined
        ? sql`select count(*) as total ${from} where ${base}`
        : sql`select count(*) as total ${from} where ${where}`,
    ),
  ]);
  return { counts, regions, items, total, page: query.page, limit: query.limit };
}

const regionRow = z.object({
  region: z.enum(REGIONS),
  total: z.number(),
  online: z.number(),
  offline: z.number(),
  errors: z.number(),
});

/** No contact weighs most, then no power, open errors, silence, an open door. */
const URGENCY = sql`case when ${IS.OFFLINE} then 16 else 0 end + case when ${IS.power} then 8 else 0 end + case when ${IS.errors} then 4 else 0 end + case when ${IS.quiet} then 2 else 0 end + case when ${IS.door} then 1 else 0 end`;

const label = (table: string, id: SQL) =>
  sql`case when ${id} is not null then json_build_object('id', ${id}, 'label', (select x.name from ${sql.identifier(table)} x where x.id = ${id})) end`;

const ROW = sql`
  d.id, d.serial_number, d.device_type, ${label("locations", sql`d.location_id`)} as location, ${label("projects", sql`l.project_id`)} as project, l.city, l.region, p.status,
  case when p.status = 'ONLINE' then s.online_since else s.last_contact_at end as status_since, s.last_contact_at, d.last_sale_at, s.mains, s.door, s.rssi, ${bars(sql`s.rssi`)} as level, s.temperatures[1] as temperature,
  coalesce((select json_agg(json_build_object('raw', e.raw, 'code', e.code, 'text', ${errorText(sql`d.id`, sql`e.code`, sql`e.raw`)}) order by e.opened_at) from device_errors e where s.open_errors > 0 and e.device_id = d.id and e.open), '[]') as errors,
  case when s.quiet is not null then json_build_object('kind', s.quiet, 'since', ${isoOf(sql`s.quiet_since`)}, 'expected', s.quiet_expected) end as quiet,
  (select f.stops_at from device_forecasts f where f.device_id = d.id and f.stops_early_at < now() + interval '1 day') as stops_at,
  (select json_build_object('count', coalesce(sum(x.count), 0), 'amount', coalesce(sum(x.amount), 0)) from sales_by_device_day x where x.device_id = d.id and x.day = ${TODAY} and ${isPaid(sql`x.source`)}) as today`;
