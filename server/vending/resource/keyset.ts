import { sql } from "drizzle-orm";
import { z } from "zod";
import { EXPORT_PAGE, type ExportPage, type Neighbours } from "~server/contract/lists";
import { type Ref, refSchema } from "~server/contract/record";
import type { Viewer } from "../access";
import { allOf, type Db, isUnfit, one } from "../database/query";
import { Fault, notFound } from "../fault";
import { walk } from "./find";
import { orderOf, type Place, placeOf, placeSchema, stretches } from "./order";
import { matching, recordsOf } from "./read";
import type { Resource } from "./resource";
import { titleOf } from "./select";

const t = sql`t`;

/** A page of the whole list, from a cursor on: no record comes twice, whatever is added or deleted meanwhile. */
export async function exportPage(
  db: Db,
  resource: Resource,
  viewer: Viewer,
  { sort, cursor }: { sort: string; cursor?: string },
  search: URLSearchParams,
): Promise<ExportPage> {
  const order = orderOf(resource, viewer, sort);
  const found = await walk(
    db,
    stretches(order, matching(resource, viewer, search), cursor ? placeIn(cursor) : undefined),
    EXPORT_PAGE,
  ).catch((error: unknown) => {
    throw cursor && isUnfit(error) ? badCursor() : error;
  });
  const last = found.length === EXPORT_PAGE ? found.at(-1) : undefined;
  return {
    items: await recordsOf(
      db,
      resource,
      viewer,
      found.map(({ id }) => id),
    ),
    next: last ? cursorOf(last) : null,
  };
}

const cursorOf = ({ value, held, id }: Place) => Buffer.from(JSON.stringify([value, held, id])).toString("base64url");

function placeIn(cursor: string): Place {
  try {
    const [value, held, id] = z
      .tuple([z.string().nullable(), z.int32().nullable(), z.int32()])
      .parse(JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")));
    return { value, held, id };
  } catch {
    throw badCursor();
  }
}

/** Not one that we gave. */
const badCursor = () => new Fault(400, "bad_request");

/** The records before and after `id` in the list that `sort` and `search` ask for; the record itself need not be in it. */
export async function neighboursOf(
  db: Db,
  resource: Resource,
  viewer: Viewer,
  id: number,
  { sort }: { sort: string },
  search: URLSearchParams,
): Promise<Neighbours> {
  const order = orderOf(resource, viewer, sort);
  const place = await one(db, placeSchema, placeOf(order, allOf([sql`t.id = ${id}`, resource.visible(viewer, t)])));
  if (!place) throw notFound();
  const where = matching(resource, viewer, search);
  const nearest = async (backwards: boolean) => {
    const [found] = await walk(db, stretches(order, where, place, backwards), 1);
    return found ? titled(db, resource, found.id) : null;
  };
  return { previous: await nearest(true), next: await nearest(false) };
}

const titled = async (db: Db, resource: Resource, id: number): Promise<Ref | null> =>
  (await one(
    db,
    refSchema,
    sql`
  select t.id, ${titleOf(resource, t)} as label from ${sql.identifier(resource.table)} t where t.id = ${id}`,
  )) ?? null;
