import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { INGREDIENT_UNITS } from "~server/contract/enums";
import { type Needs, type NeedsChoices, type NeedsQuery, type needsFilter, needSchema } from "~server/contract/needs";
import { refSchema } from "~server/contract/record";
import { byAnyDevice, companyStaff, type Viewer, visibleDevices, visibleProjects } from "../../access";
import { allOf, type Db, only, rows } from "../../database/query";
import { TODAY } from "../../time";
import { containing } from "../fleet/statuses";
import { errorText } from "../fleet/words";
import { loadOf } from "./load";
import { lostBy, STOPPED } from "./lost";

/** Cash in a box that is worth collecting, kopecks. */
export const COLLECTED_FROM = 200_000;

const from = sql`from device_forecasts f join devices d on d.id = f.device_id left join locations l on l.id = d.location_id left join device_states s on s.device_id = d.id`;

const endOf = (day: SQL) => sql`((${day} + 1)::timestamp at time zone 'Europe/Kyiv')`;
/** As a query of its own it is worked out once, not for each machine. */
const TOMORROW = sql`(select ${TODAY} + 1)`;

/** Somebody should come by the end of a day: it runs out, sells nothing, fails, wants service, or nobody knows what is in it and its cycle is over. */
const wantsSomebody = (
  day: SQL,
) => sql`(f.blocked or ${STOPPED} is not null or f.first_out_at < ${endOf(day)} or s.open_errors > 0 or d.next_service_on <= ${day} or f.until_service <= 0
  or (f.unknown > 0 and coalesce(s.last_visit_at, '-infinity') < ${endOf(day)} - make_interval(days => f.cycle_days)))`;

type Filter = z.infer<typeof needsFilter>;
const chosen = (
  viewer: Viewer,
  { crew, warehouse, project, region, ingredient, until, cash, q }: Filter & { q?: string },
) =>
  allOf([
    visibleDevices(viewer, sql`d`),
    ...(crew === undefined ? [] : [sql`d.crew_id = ${crew}`]),
    ...(warehouse === undefined
      ? []
      : [sql`d.crew_id in (select c.id from crews c where c.warehouse_id = ${warehouse})`]),
    ...(project === undefined ? [] : [sql`d.project_id = ${project}`]),
    ...(region === undefined ? [] : [sql`l.region = ${region}`]),
    ...(ingredient === undefined
      ? []
      : [sql`exists (select 1 from device_wants w where w.device_id = d.id and w.ingredient_id = ${ingredient})`]),
    ...(until === undefined ? [] : [wantsSomebody(sql`${until}::date`)]),
    ...(cash === undefined ? [] : [sql`f.cash >= ${COLLECTED_FROM}`]),
    ...containing(q),
  ]);

const wantRow = z.object({
  ingredient: refSchema,
  unit: z.enum(INGREDIENT_UNITS),
  amount: z.number(),
  guessed: z.boolean(),
  pack_count: z.number().nullable(),
  weight: z.number().nullable(),
  volume: z.number().nullable(),
});
const needRow = needSchema.omit({ wants: true }).extend({ wants: z.array(wantRow) });

const packed = ({ pack_count, weight, volume, ...want }: z.infer<typeof wantRow>) => ({
  ...want,
  packs: loadOf(want.amount, { unit: want.unit, pack_count, weight, volume }).packs,
});

/** Machines by what is lost if nobody comes, and what those that the filters leave want together. */
export async function listNeeds(db: Db, viewer: Viewer, query: NeedsQuery): Promise<Needs> {
  const day = query.until === undefined ? TOMORROW : sql`${query.until}::date`;
  const where = chosen(viewer, query);
  const urgency = sql`${lostBy(day)} desc, f.first_out_at nulls last, d.serial_number, d.id`;
  const page = sql`select d.id ${from} where ${where} order by ${urgency} limit ${query.limit} offset ${(query.page - 1) * query.limit}`;
  const [items, wants, { total, until }] = await Promise.all([
    rows(
      db,
      needRow,
      sql`select ${row(viewer, day)} from (${page}) p join devices d on d.id = p.id join device_forecasts f on f.device_id = d.id left join locations l on l.id = d.location_id left join device_states s on s.device_id = d.id order by ${urgency}`,
    ),
    rows(
      db,
      wantRow,
      sql`
      select json_build_object('id', i.id, 'label', i.name) as ingredient, i.unit, i.pack_count, i.weight, i.volume, w.amount, w.guessed
      from (select w.ingredient_id, sum(w.amount)::float8 as amount, bool_or(w.guessed) as guessed from device_wants w where w.device_id in (select d.id ${from} where ${where}) group by 1) w
        join ingredients i on i.id = w.ingredient_id order by i.name collate "uk-x-icu", i.id`,
    ),
    only(
      db,
      z.object({ total: z.number(), until: z.string() }),
      sql`select count(*) as total, ${day} as until ${from} where ${where}`,
    ),
  ]);
  const { page: number, limit } = query;
  return {
    until,
    items: items.map(({ wants: all, ...need }) => ({ ...need, wants: all.map(packed) })),
    wants: wants.map(packed),
    ...{ total, page: number, limit },
  };
}

const row = (viewer: Viewer, day: SQL) => sql`
  json_build_object('id', d.id, 'label', d.serial_number) as device,
  case when l.id is not null then json_build_object('id', l.id, 'label', l.name) end as location, l.city,
  (select json_build_object('id', c.id, 'label', c.name) from crews c where c.id = d.crew_id and ${companyStaff(viewer, sql`c`)}) as crew,
  ${lostBy(day)} as lost, ${STOPPED} as stopped_since, f.first_out_at, f.stops_at, f.stops_early_at, f.blocked, f.slots, f.unknown, f.drifting,
  coalesce((select json_agg(json_build_object('raw', e.raw, 'code', e.code, 'text', ${errorText(sql`d.id`, sql`e.code`, sql`e.raw`)}) order by e.opened_at) from device_errors e where s.open_errors > 0 and e.device_id = d.id and e.open), '[]') as errors,
  f.cash, f.until_service, d.next_service_on, s.last_visit_at, f.cycle_days as cycle,
  coalesce((select json_agg(json_build_object('ingredient', json_build_object('id', i.id, 'label', i.name), 'unit', i.unit, 'amount', w.amount, 'guessed', w.guessed,
      'pack_count', i.pack_count, 'weight', i.weight, 'volume', i.volume) order by w.amount desc, i.id)
    from device_wants w join ingredients i on i.id = w.ingredient_id where w.device_id = d.id), '[]') as wants`;

/** More than this in a select nobody scrolls through. */
const MAX_CHOICES = 100;

/** What needs can be filtered by. */
export async function needsChoices(
  db: Db,
  viewer: Viewer,
  { crew, warehouse, project, ingredient }: Filter,
): Promise<NeedsChoices> {
  const t = sql`t`;
  const of = async (table: SQL, where: SQL, asked: number | undefined): Promise<NeedsChoices["crew"]> => {
    const found = await rows(
      db,
      refSchema,
      sql`
      select t.id, t.name as label from ${table} t where ${where}
      order by ${asked === undefined ? sql`` : sql`t.id = ${asked} desc,`} t.name collate "uk-x-icu", t.id limit ${MAX_CHOICES + 1}`,
    );
    return { items: found.slice(0, MAX_CHOICES), more: found.length > MAX_CHOICES };
  };
  const [crews, warehouses, projects, ingredients] = await Promise.all([
    of(sql`crews`, byAnyDevice(viewer, t), crew),
    of(sql`warehouses`, companyStaff(viewer, t), warehouse),
    of(sql`projects`, visibleProjects(viewer, t), project),
    of(
      sql`ingredients`,
      sql`exists (select 1 from device_wants w join devices d on d.id = w.device_id where w.ingredient_id = t.id and ${visibleDevices(viewer, sql`d`)})`,
      ingredient,
    ),
  ]);
  return { crew: crews, warehouse: warehouses, project: projects, ingredient: ingredients };
}
