import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { ALERTS_SEEN } from "~server/contract/alerts";
import { listRequirement } from "~server/contract/entity";
import { crew } from "~server/contract/entities/crews";
import { ticket } from "~server/contract/entities/tickets";
import { REGIONS } from "~server/contract/enums";
import { NEEDS_SEEN } from "~server/contract/needs";
import { allowed, seesMoney } from "~server/contract/permissions";
import {
  type Attention,
  type Statuses,
  COUNTED_STATES,
  type StatusesQuery,
  statusRowSchema,
} from "~server/contract/statuses";
import { companyStaff, type Viewer, visibleDevices } from "../../access";
import { allOf, anyOf, type Db, only, rows } from "../../database/query";
import { like } from "../../resource/filter";
import { isoOf, TODAY } from "../../time";
import { dueAt, isOpen } from "../help-desk/status";
import { lostBy } from "../needs/lost";
import { isPaid } from "../sales/paid";
import { offlineAfter } from "../settings/resources";
import { ALERTED, counted, inTrouble, IS, severity, STOPS_SOON } from "./severity";
import { bars, errorText } from "./words";

const from = sql`from devices d left join device_states s on s.device_id = d.id left join locations l on l.id = d.location_id`;
/** How a machine with the state `s` stands. */
export const status = sql`case when s.last_contact_at > now() - ${offlineAfter} then 'ONLINE' when s.last_contact_at is not null then 'OFFLINE' else 'NEVER' end`;

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
    ...(crew === undefined ? [] : [sql`d.crew_id = ${crew}`]),
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
      COUNTED_STATES.map((state) => sql`count(*) filter (where ${counted(state)}) as ${sql.identifier(state)}`),
      sql`, `,
    )} ${from} where ${chosen(viewer, query)}`,
  );
  return { total: counts.total ?? 0, states: COUNTED_STATES.map((state) => ({ state, count: counts[state] ?? 0 })) };
}

/** The screen of states: counts, regions, and a page of machines, those that need somebody first. */
export async function readStatuses(db: Db, viewer: Viewer, query: StatusesQuery): Promise<Statuses> {
  const base = chosen(viewer, query);
  const where = query.state === undefined ? base : sql`(${base} and ${counted(query.state)})`;
  const page = sql`select d.id, ${status} as status, ${severity(viewer)} as severity ${from} where ${where} order by severity desc, d.serial_number, d.id limit ${query.limit} offset ${(query.page - 1) * query.limit}`;
  const [counts, regions, items, { total }] = await Promise.all([
    stateCounts(db, viewer, query),
    rows(
      db,
      regionRow,
      sql`select l.region, count(*) as total, count(*) filter (where ${counted("ONLINE")}) as online, count(*) filter (where ${counted("OFFLINE")}) as offline, count(*) filter (where ${counted("errors")}) as errors
      ${from} where ${chosen(viewer, { ...query, region: undefined })} and l.region is not null group by l.region order by l.region`,
    ),
    machinesOf(db, viewer, page),
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

/** Machines of a page, which tells of each its status and how badly it needs somebody, the worst first. */
const machinesOf = (db: Db, viewer: Viewer, page: SQL) => rows(db, statusRowSchema, machines(viewer, page));
const machines = (viewer: Viewer, page: SQL, more = sql``) =>
  sql`select ${row(viewer)}${more} from (${page}) p join devices d on d.id = p.id left join device_states s on s.device_id = d.id left join locations l on l.id = d.location_id order by p.severity desc, d.serial_number, d.id`;

/** The worst of the machines that should work, and in how many something is wrong. */
export async function worstMachines(
  db: Db,
  viewer: Viewer,
  count: number,
): Promise<Pick<Attention, "machines" | "troubled">> {
  // Counted beside them: what is wrong is looked for once.
  const found = await rows(
    db,
    statusRowSchema.extend({ troubled: z.number() }),
    machines(
      viewer,
      sql`select d.id, ${status} as status, ${severity(viewer)} as severity, count(*) over () as troubled ${from} where ${chosen(viewer, {})} and ${inTrouble(viewer)} order by severity desc, d.serial_number, d.id limit ${count}`,
      sql`, p.troubled`,
    ),
  );
  return { machines: found.map(({ troubled: _, ...machine }) => machine), troubled: found[0]?.troubled ?? 0 };
}

/** One machine, also one that is hidden. */
export const oneMachine = (db: Db, viewer: Viewer, device: number) =>
  only(
    db,
    statusRowSchema,
    machines(
      viewer,
      sql`select d.id, ${status} as status, ${severity(viewer)} as severity ${from} where d.id = ${device}`,
    ),
  );

const label = (table: string, id: SQL) =>
  sql`case when ${id} is not null then json_build_object('id', ${id}, 'label', (select x.name from ${sql.identifier(table)} x where x.id = ${id})) end`;

const TICKET = sql`(select json_build_object('id', t.id, 'label', t.subject, 'responsible', (select u.full_name from users u where u.id = t.responsible_id), 'due_at', ${isoOf(dueAt(sql`t`))})
  from tickets t where t.device_id = d.id and ${isOpen(sql`t`)} order by coalesce(${dueAt(sql`t`)} < now(), false) desc, t.id desc limit 1)`;

/** What is nearly empty: less than a fifth, as many as a line has room for. */
const STOCK = sql`(select json_agg(x) from (
  select i.name as ingredient, case when k.slot like 'cell:%' then substr(k.slot, 6) end as cell, greatest(0, round(100 * (k.filled - k.used) / k.capacity)) as percent
  from device_stocks k left join ingredients i on i.id = k.ingredient_id where k.device_id = d.id and k.filled - k.used < k.capacity / 5 order by percent, k.slot limit 2) x)`;

const ALERTS = sql`coalesce((select json_agg(json_build_object('id', a.id, 'cause', a.cause, 'since', ${isoOf(sql`g.since`)}) order by g.since, a.id) from ${ALERTED} and g.device_id = d.id), '[]')`;

const LOST = sql`(select ${lostBy(TODAY)} from device_forecasts f where f.device_id = d.id)`;
const SOLD = sql`(select json_build_object('count', coalesce(sum(x.count), 0), 'amount', coalesce(sum(x.amount), 0)) from sales_by_device_day x where x.device_id = d.id and x.day = ${TODAY} and ${isPaid(sql`x.source`)})`;

/** A machine of a page `p`; what the viewer may not see is not read. */
const row = (viewer: Viewer) => sql`
  d.id, d.serial_number, d.device_type, ${label("locations", sql`d.location_id`)} as location, ${label("projects", sql`l.project_id`)} as project, l.city, l.region, p.status, d.in_work,
  case when p.status = 'ONLINE' then s.online_since else s.last_contact_at end as status_since, s.last_contact_at, d.last_sale_at, s.mains, s.mains_since, s.door, s.door_since, s.rssi, ${bars(sql`s.rssi`)} as level, s.temperatures[1] as temperature,
  coalesce((select json_agg(json_build_object('raw', e.raw, 'code', e.code, 'text', ${errorText(sql`d.id`, sql`e.code`, sql`e.raw`)}, 'since', ${isoOf(sql`e.opened_at`)}) order by e.opened_at) from device_errors e where s.open_errors > 0 and e.device_id = d.id and e.open), '[]') as errors,
  case when s.quiet is not null then json_build_object('kind', s.quiet, 'since', ${isoOf(sql`s.quiet_since`)}, 'expected', s.quiet_expected) end as quiet,
  ${allowed(viewer, ALERTS_SEEN) ? ALERTS : sql`'[]'::json`} as alerts,
  (select f.stops_at from device_forecasts f where f.device_id = d.id and ${STOPS_SOON}) as stops_at,
  coalesce(case when ${IS.runs_out} then ${STOCK} end, '[]') as stock,
  ${seesMoney(viewer) || allowed(viewer, NEEDS_SEEN) ? LOST : sql`null::float8`} as lost,
  ${allowed(viewer, listRequirement(ticket)) ? TICKET : sql`null::json`} as ticket,
  ${allowed(viewer, listRequirement(crew)) ? sql`(select json_build_object('id', c.id, 'label', c.name) from crews c where c.id = d.crew_id and ${companyStaff(viewer, sql`c`)})` : sql`null::json`} as crew,
  ${seesMoney(viewer) ? SOLD : sql`null::json`} as today`;
