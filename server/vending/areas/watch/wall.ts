import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { REGIONS } from "~server/contract/enums";
import { type Wall, WALL_STATES, type WallState, wallRowSchema, wallSchema } from "~server/contract/fleet";
import { byAllDevices, type Viewer, visibleDevices, visibleLocations, visibleProjects } from "../../access";
import { allOf, type Db, list, only, rows } from "../../database/query";
import { CONTACT, LEVEL, OPEN_ERRORS, QUIET, SOLD_TODAY, STATE_AND_UNIT, STATUS, STATUS_SINCE } from "./columns";

const id = z.coerce.number().int().min(1).max(2_147_483_647).optional().catch(undefined);
/** What the wall is asked for; what makes no sense is left out. */
export const wallQuery = z.object({
  state: z.enum(WALL_STATES).optional().catch(undefined),
  project: id, location: id, crew: id,
  region: z.enum(REGIONS).optional().catch(undefined),
  q: z.string().trim().max(100).catch(""),
  page: z.coerce.number().int().min(1).max(100_000).catch(1),
  limit: z.coerce.number().int().min(1).max(200).catch(50),
});
type WallQuery = z.infer<typeof wallQuery>;

/** Machines that the wall is about: shown, visible to the viewer, and within the filters but the state's. */
const within = (viewer: Viewer, { project, location, crew, region, q }: WallQuery): SQL => allOf([
  sql`not d.hidden`, visibleDevices(viewer, sql`d`),
  ...(location ? [sql`d.location_id = ${location}`] : []),
  ...(project ? [sql`l.project_id = ${project}`] : []),
  ...(region ? [sql`l.region = ${region}`] : []),
  ...(crew ? [sql`exists (select 1 from crews c where c.id = ${crew} and d.id = any(c.devices) and ${byAllDevices()(viewer, sql`c`)})`] : []),
  ...(q ? [sql`(d.serial_number ilike ${like(q)} or l.name ilike ${like(q)} or l.city ilike ${like(q)})`] : []),
]);
const like = (words: string) => `%${words.replace(/[\\%_]/g, "\\$&")}%`;

/** Each state as a condition on the chosen machines `m`. */
const IS: Record<WallState, SQL> = {
  ONLINE: sql`m.status = 'ONLINE'`, OFFLINE: sql`m.status = 'OFFLINE'`, NEVER: sql`m.status = 'NEVER'`,
  errors: sql`m.errors`, power: sql`m.power`, door: sql`m.door`, quiet: sql`m.quiet`,
};

/** The worst first; within that in the order of serial numbers, so that a row keeps its place when the page is asked for again. */
const WORST = sql`case when m.status = 'OFFLINE' then 0 when m.errors then 1 when m.power then 2 when m.quiet then 3 when m.door then 4 when m.status = 'ONLINE' then 5 else 6 end`;

const STANDING = sql`select d.id, d.serial_number, l.region, ${STATUS} as status, coalesce(s.open_errors, 0) > 0 as errors, s.mains is false as power,
  s.door is not distinct from 'opened' as door, s.quiet is not null as quiet
  from devices d left join locations l on l.id = d.location_id ${STATE_AND_UNIT}`;

const countRow = z.object({ counts: wallSchema.shape.counts, regions: wallSchema.shape.regions, ids: z.array(z.number()), found: z.number() });

/** Machines as they stand: how many of each state and region, and one page of them. */
export async function wallOf(db: Db, viewer: Viewer, query: WallQuery): Promise<Wall> {
  const { state, page, limit } = query;
  const wanted = state ? IS[state] : sql`true`;
  const counted = await only(db, countRow, sql`
    with m as materialized (${STANDING} where ${within(viewer, query)})
    select json_build_object('total', (select count(*) from m), 'states', (${countsOf})) as counts,
      (select coalesce(json_agg(r order by r.region), '[]') from (
        select m.region, count(*) as total, count(*) filter (where ${IS.ONLINE}) as online, count(*) filter (where ${IS.OFFLINE}) as offline, count(*) filter (where ${IS.errors}) as errors
        from m where m.region is not null group by m.region) r) as regions,
      array(select m.id from m where ${wanted} order by ${WORST}, m.serial_number, m.id limit ${limit} offset ${(page - 1) * limit}) as ids,
      (select count(*) from m where ${wanted}) as found`);
  const [items, project, crew, location] = await Promise.all([
    rowsOf(db, counted.ids),
    choices(db, sql`projects`, allOf([visibleProjects(viewer, sql`t`)]), query.project),
    choices(db, sql`crews`, byAllDevices()(viewer, sql`t`), query.crew),
    choices(db, sql`locations`, allOf([
      visibleLocations(viewer, sql`t`), ...(query.project ? [sql`t.project_id = ${query.project}`] : []), ...(query.region ? [sql`t.region = ${query.region}`] : []),
    ]), query.location),
  ]);
  return { counts: counted.counts, regions: counted.regions, items, total: counted.found, page, limit, choices: { project, crew, location } };
}

const countsOf = sql`select json_agg(json_build_object('state', k.state, 'count', k.count) order by k.place) from (values ${sql.join(
  WALL_STATES.map((state, place) => sql`(${state}::text, ${place}::integer, (select count(*) from m where ${IS[state]}))`), sql`, `)}) k(state, place, count)`;

/** How many machines of each state there are, of all that the viewer may see. */
export async function wallCounts(db: Db, viewer: Viewer): Promise<Wall["counts"]["states"]> {
  const { states } = await only(db, wallSchema.shape.counts.pick({ states: true }), sql`
    with m as materialized (${STANDING} where ${within(viewer, wallQuery.parse({}))}) select (${countsOf}) as states`);
  return states;
}

const rowsOf = (db: Db, ids: readonly number[]) => rows(db, wallRowSchema, sql`
  select d.id, d.serial_number, d.device_type, l.city, l.region,
    case when l.id is not null then json_build_object('id', l.id, 'label', l.name) end as location,
    (select json_build_object('id', p.id, 'label', p.name) from projects p where p.id = l.project_id) as project,
    ${STATUS} as status, ${STATUS_SINCE} as status_since, ${CONTACT} as last_contact_at, greatest(s.last_sale_at, d.last_sale_at) as last_sale_at,
    s.mains, s.door, s.rssi, ${LEVEL} as level, s.temperatures[1] as temperature, ${OPEN_ERRORS} as errors, ${QUIET} as quiet, ${SOLD_TODAY} as today
  from unnest(${list(ids, "integer")}) with ordinality as chosen(id, place) join devices d on d.id = chosen.id
  left join locations l on l.id = d.location_id ${STATE_AND_UNIT} order by chosen.place`);

/** More in a select than this nobody scrolls through. */
const MOST_CHOICES = 100;

async function choices(db: Db, table: SQL, where: SQL, chosen: number | undefined): Promise<Wall["choices"]["project"]> {
  const found = await rows(db, z.object({ id: z.number(), label: z.string() }), sql`
    select t.id, t.name as label from ${table} t where ${where} order by ${chosen ? sql`t.id = ${chosen} desc,` : sql``} t.name collate "uk-x-icu", t.id limit ${MOST_CHOICES + 1}`);
  return { items: found.slice(0, MOST_CHOICES), more: found.length > MOST_CHOICES };
}
