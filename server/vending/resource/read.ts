import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { COUNT_CAP, type Page, type RecordData, recordSchema } from "~server/contract/record";
import type { Viewer } from "../access";
import { allOf, type Db, one, only, rows } from "../database/query";
import { notFound } from "../fault";
import { filters, listQuery, search } from "./filter";
import { orderBy, orderOf } from "./order";
import type { Registry, Resource } from "./resource";
import { columns } from "./select";

const t = sql`t`;
const from = (resource: Resource) => sql`from ${sql.identifier(resource.table)} t`;

/** Rows of a list that the viewer may see and the query asks for. */
export function matching(registry: Registry, resource: Resource, viewer: Viewer, query: URLSearchParams): SQL {
  const words = listQuery.parse(Object.fromEntries(query)).q;
  return allOf([resource.visible(viewer, t), ...search(registry, resource, words, t), ...filters(resource, query, t, viewer)]);
}

/** One page of a list; the total is exact up to {@link COUNT_CAP}. */
export async function listRecords(db: Db, registry: Registry, resource: Resource, viewer: Viewer, query: URLSearchParams): Promise<Page> {
  const { page, limit, sort } = listQuery.parse(Object.fromEntries(query));
  const where = matching(registry, resource, viewer, query);
  // The rows of the page are chosen first: read together with their columns, every row before them would be worked out too.
  const chosen = sql`select t.id ${from(resource)} where ${where}
    order by ${orderBy(orderOf(registry, resource, sort))} limit ${limit} offset ${(page - 1) * limit}`;
  const items = await rows(db, recordSchema, sql`
    select ${columns(registry, resource, viewer, t, false)} from unnest(array(${chosen})) with ordinality as chosen(id, place)
    join ${sql.identifier(resource.table)} t on t.id = chosen.id order by chosen.place`);
  // A page that is not full is the last one.
  if (items.length < limit && (items.length > 0 || page === 1)) return { items, total: (page - 1) * limit + items.length, capped: false, page, limit };
  const counted = await only(db, z.object({ count: z.number() }), sql`
    select count(*) as count from (select 1 ${from(resource)} where ${where} limit ${COUNT_CAP + 1}) capped`);
  return { items, total: Math.min(counted.count, COUNT_CAP), capped: counted.count > COUNT_CAP, page, limit };
}

/** One record with its nested rows; 404 when it is not there or not for this viewer. */
export async function readRecord(db: Db, registry: Registry, resource: Resource, viewer: Viewer, id: number): Promise<RecordData> {
  const found = await one(db, recordSchema, sql`
    select ${columns(registry, resource, viewer, t, true)} ${from(resource)} where t.id = ${id} and ${resource.visible(viewer, t)}`);
  if (!found) throw notFound();
  return found;
}
