import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { EXPORT_PAGE, type ExportPage, type Neighbours } from "~server/contract/comfort";
import { recordSchema, refSchema } from "~server/contract/record";
import type { Viewer } from "../access";
import { allOf, always, type Db, one, rows } from "../database/query";
import { Fault, notFound } from "../fault";
import { listQuery } from "./filter";
import { asText, orderBy, orderOf, type Place, type Stretch, stretches } from "./order";
import { matching } from "./read";
import type { Registry, Resource } from "./resource";
import { columns } from "./select";

const t = sql`t`;

async function walk<T>(db: Db, schema: z.ZodType<T>, resource: Resource, selection: SQL, where: SQL, way: Stretch[], most: number): Promise<T[]> {
  const found: T[] = [];
  for (const stretch of way) {
    if (found.length >= most) break;
    found.push(...(await rows(db, schema, sql`
      select ${selection} from ${sql.identifier(resource.table)} t where ${allOf([where, stretch.where])} order by ${stretch.order} limit ${most - found.length}`)));
  }
  return found;
}

const placed = recordSchema.extend({ place: z.string().nullable() });

/** A page of the whole list, from a cursor on: no record comes twice, whatever is added or deleted meanwhile. */
export async function exportPage(db: Db, registry: Registry, resource: Resource, viewer: Viewer, query: URLSearchParams): Promise<ExportPage> {
  const order = orderOf(registry, resource, query.get("sort") ?? undefined);
  const cursor = query.get("cursor");
  const way = cursor ? stretches(order, placeIn(cursor), false) : [{ where: always, order: orderBy(order) }];
  const selection = sql`${columns(registry, resource, viewer, t, false)}, ${asText(order)} as place`;
  const found = await walk(db, placed, resource, selection, matching(registry, resource, viewer, query), way, EXPORT_PAGE);
  const last = found.length === EXPORT_PAGE ? found.at(-1) : undefined;
  return { items: found.map(({ place: _, ...record }) => record), next: last ? cursorOf({ value: last.place, id: last.id }) : null };
}

const cursorOf = ({ value, id }: Place) => Buffer.from(JSON.stringify([value, id])).toString("base64url");

function placeIn(cursor: string): Place {
  try {
    const [value, id] = z.tuple([z.string().nullable(), z.number().int()]).parse(JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")));
    return { value, id };
  } catch {
    throw new Fault(400, "bad_request");
  }
}

const placeRow = z.object({ value: z.string().nullable(), id: z.number() });

/** The records before and after `id` in the list that `query` asks for; the record itself need not be in it. */
export async function neighboursOf(db: Db, registry: Registry, resource: Resource, viewer: Viewer, id: number, query: URLSearchParams): Promise<Neighbours> {
  const order = orderOf(registry, resource, listQuery.parse(Object.fromEntries(query)).sort);
  const place = await one(db, placeRow, sql`
    select ${asText(order)} as value, t.id from ${sql.identifier(resource.table)} t where t.id = ${id} and ${resource.visible(viewer, t)}`);
  if (!place) throw notFound();
  const where = matching(registry, resource, viewer, query);
  const title = sql`t.id, t.${sql.identifier(resource.entity.title)}::text as label`;
  const nearest = async (backwards: boolean) => (await walk(db, refSchema, resource, title, where, stretches(order, place, backwards), 1))[0] ?? null;
  return { previous: await nearest(true), next: await nearest(false) };
}
