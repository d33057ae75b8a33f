import { type SQL, sql } from "drizzle-orm";
import { COUNT_CAP, type Page, type RecordData, recordSchema } from "~server/contract/record";
import type { Viewer } from "../access";
import { allOf, type Db, list, one, rows } from "../database/query";
import { notFound } from "../fault";
import { filters, search } from "./filter";
import { find, pageOf } from "./find";
import { orderOf } from "./order";
import type { Resource } from "./resource";
import { columns } from "./select";

const t = sql`t`;
const from = (resource: Resource) => sql`from ${sql.identifier(resource.table)} t`;

/** Rows of a list that the viewer may see and the query asks for. */
export function matching(resource: Resource, viewer: Viewer, query: URLSearchParams): SQL {
  return allOf([
    resource.visible(viewer, t),
    ...search(resource, viewer, query.get("q") ?? "", t),
    ...filters(resource, query, t, viewer),
  ]);
}

/** What a list is asked for besides words and filters; `count`: how far to count. */
interface ListQuery {
  q: string;
  page: number;
  limit: number;
  sort: string;
  count?: number;
}

/** One page of a list; the total is exact up to {@link COUNT_CAP}, or while words find few. */
export async function listRecords(
  db: Db,
  resource: Resource,
  viewer: Viewer,
  { q, page, limit, sort, count }: ListQuery,
  search: URLSearchParams,
): Promise<Page> {
  const where = matching(resource, viewer, search);
  const found = await find(db, resource, where, count ?? (q.trim() ? "few" : COUNT_CAP));
  const ids = await pageOf(db, orderOf(resource, viewer, sort), where, found, limit, (page - 1) * limit);
  return {
    items: await recordsOf(db, resource, viewer, ids),
    total: found.count,
    capped: found.capped,
    page,
    limit,
  };
}

/** The records of these ids, in the order of the ids. */
export const recordsOf = async (
  db: Db,
  resource: Resource,
  viewer: Viewer,
  ids: readonly number[],
): Promise<RecordData[]> =>
  ids.length
    ? rows(
        db,
        recordSchema,
        sql`
  select ${columns(resource, viewer, t, false)} from unnest(${list(ids, "integer")}) with ordinality as chosen(id, place)
  join ${sql.identifier(resource.table)} t on t.id = chosen.id order by chosen.place`,
      )
    : [];

/** One record with its nested rows; 404 when it is not there or not for this viewer. */
export async function readRecord(db: Db, resource: Resource, viewer: Viewer, id: number): Promise<RecordData> {
  const found = await one(
    db,
    recordSchema,
    sql`
    select ${columns(resource, viewer, t, true)} ${from(resource)} where t.id = ${id} and ${resource.visible(viewer, t)}`,
  );
  if (!found) throw notFound();
  return found;
}
