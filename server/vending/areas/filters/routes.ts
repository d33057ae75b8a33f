import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import * as calls from "~server/contract/calls/filters";
import type { SavedFilter } from "~server/contract/lists";
import { filterIdentity } from "~server/contract/filters";
import { allowed } from "~server/contract/permissions";
import { refSchema } from "~server/contract/record";
import { type Table, TABLES } from "~server/contract/tables";
import type { Viewer } from "../../access";
import type { Answers } from "../../answers";
import { type Db, one, only, rows, run } from "../../database/query";
import { Fault, forbidden, invalid, notFound } from "../../fault";
import type { Deps } from "../../http";
import { filters } from "../../resource/filter";
import { resourceCalled } from "../../resource/resource";
import { narrowed } from "../reports/filters";

/** Most filters that one person keeps for one list. */
const MAX_FILTERS = 100;

const ownGroup = ({ id }: Viewer) => sql`(select u.user_group_id from users u where u.id = ${id})`;

const row = z.object({
  id: z.number(),
  name: z.string(),
  query: z.string(),
  own: z.boolean(),
  owner: z.string(),
  group: refSchema.nullable(),
});

/** A person's own filters first, then those of the group; each by name. */
const filtersFor = (db: Db, viewer: Viewer, entity: string): Promise<SavedFilter[]> =>
  rows(
    db,
    row,
    sql`
  select f.id, f.name, f.query, f.user_id = ${viewer.id} as own, u.full_name as owner,
    case when g.id is not null then json_build_object('id', g.id, 'label', g.name) end as group
  from saved_filters f join users u on u.id = f.user_id left join user_groups g on g.id = f.user_group_id
  where f.entity = ${entity} and (f.user_id = ${viewer.id} or f.user_group_id = ${ownGroup(viewer)})
  order by own desc, f.name, f.id`,
  );

/** Groups that a viewer may share with: the own one; for who may do everything, any. */
const groupsFor = (db: Db, viewer: Viewer, only: SQL = sql`true`) =>
  rows(
    db,
    refSchema,
    sql`
  select g.id, g.name as label from user_groups g where (${viewer.is_can_all} or g.id = ${ownGroup(viewer)}) and ${only} order by g.name, g.id`,
  );

/** Filters of lists under a name. */
export function answerSavedFilters({ read, change }: Answers, { pool }: Deps): void {
  const listOf = (viewer: Viewer, name: string): Table => {
    const table = TABLES.get(name);
    if (!table) throw notFound();
    if (!allowed(viewer, table.needs)) throw forbidden();
    return table;
  };
  const checkGroup = async (viewer: Viewer, group: number | null) => {
    if (group !== null && !(await groupsFor(pool, viewer, sql`g.id = ${group}`)).length)
      throw invalid({ group: [{ key: "incorrect" }] });
  };

  read(calls.savedFilters, async ({ viewer, query }) => ({
    items: await filtersFor(pool, viewer, listOf(viewer, query.entity).name),
  }));
  read(calls.filterGroups, async ({ viewer }) => ({ items: await groupsFor(pool, viewer) }));
  change(calls.saveFilter, async ({ viewer, form: { entity, name, group, query } }) => {
    const table = listOf(viewer, entity);
    await checkGroup(viewer, group);
    return { id: await save(pool, viewer, table, name, group, new URLSearchParams(query)) };
  });
  change(calls.changeFilter, async ({ viewer, param, form: { name, group } }) => {
    const id = await ownFilter(pool, viewer, param("id"));
    await checkGroup(viewer, group);
    await checkName(
      pool,
      viewer,
      name,
      sql`f.id <> ${id} and f.entity = (select o.entity from saved_filters o where o.id = ${id})`,
    );
    await run(pool, sql`update saved_filters set name = ${name}, user_group_id = ${group} where id = ${id}`);
    return { id };
  });
  change(calls.deleteFilter, async ({ viewer, param }) => {
    const id = await ownFilter(pool, viewer, param("id"));
    await run(pool, sql`delete from saved_filters where id = ${id}`);
    return {};
  });
}

/** Keeps a filter; one that the person has already takes the new name and group. */
async function save(
  db: Db,
  viewer: Viewer,
  table: Table,
  name: string,
  group: number | null,
  asked: URLSearchParams,
): Promise<number> {
  const query = filterIdentity(table, asked);
  checkValues(table, viewer, new URLSearchParams(query));
  const { count } = await only(
    db,
    z.object({ count: z.number() }),
    sql`
    select count(*) as count from saved_filters where user_id = ${viewer.id} and entity = ${table.name} and query <> ${query}`,
  );
  if (count >= MAX_FILTERS) throw new Fault(422, "too_many_filters");
  await checkName(db, viewer, name, sql`f.entity = ${table.name} and f.query <> ${query}`);
  const { id } = await only(
    db,
    z.object({ id: z.number() }),
    sql`
    insert into saved_filters (user_id, entity, query, name, user_group_id) values (${viewer.id}, ${table.name}, ${query}, ${name}, ${group})
    on conflict (user_id, entity, query) do update set name = excluded.name, user_group_id = excluded.user_group_id returning id`,
  );
  return id;
}

/** Values that make no sense are refused now rather than kept. */
function checkValues({ name, list }: Table, viewer: Viewer, query: URLSearchParams): void {
  const resource = resourceCalled(name);
  if (resource) filters(resource, query, sql`t`, viewer);
  else narrowed({ filters: Object.fromEntries(list.filters.map((filter) => [filter, query.getAll(filter)])) });
}

/** A person's filters of one list are told apart by their names; `others`: those of them that have theirs already. */
async function checkName(db: Db, viewer: Viewer, name: string, others: SQL): Promise<void> {
  const same = await one(
    db,
    z.object({ id: z.number() }),
    sql`select f.id from saved_filters f where f.user_id = ${viewer.id} and lower(f.name) = lower(${name}) and ${others} limit 1`,
  );
  if (same) throw invalid({ name: [{ key: "taken" }] });
}

async function ownFilter(db: Db, viewer: Viewer, id: number): Promise<number> {
  const found = await one(
    db,
    z.object({ id: z.number() }),
    sql`select id from saved_filters where id = ${id} and user_id = ${viewer.id}`,
  );
  if (!found) throw notFound();
  return found.id;
}
