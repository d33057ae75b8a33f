import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, list, only, rows } from "../database/query";
import { type Order, orderBy, type Place, placeSchema, type Stretch, stretches } from "./order";
import type { Resource } from "./resource";

/** So many are many in any list. */
const MANY = 1500;
/**
 * Of m records among n, a walk in their order meets a page after about 50 n / m; putting them in order reads all m. So
 * while m² stays below 50 n they are few: to be read and put in order. In hundreds, for people see the number.
 */
const fewOf = ({ table }: Resource): SQL =>
  sql`(select least(${MANY}, ceil(sqrt(50 * greatest(c.reltuples, 5000)) / 100)::integer * 100) from pg_class c where c.oid = ${table}::regclass)`;

/** How many records there are, counted to a limit (`capped`: there are more), and which, when they are few. */
export interface Found {
  count: number;
  capped: boolean;
  ids: number[] | null;
}

const foundRow = z.object({ count: z.number(), few: z.number(), ids: z.array(z.number()).nullable() });

/**
 * Counts what a list holds, as far as `most`, or as long as it is few. The database cannot know beforehand whether words
 * are rare, so it is asked first.
 */
export async function find(db: Db, resource: Resource, where: SQL, most: number | "few"): Promise<Found> {
  const few = fewOf(resource);
  const { count, ids, ...found } = await only(
    db,
    foundRow,
    sql`
    select count(*) as count, ${few} as few, case when count(*) <= ${few} then array_agg(id) end as ids
    from (select t.id from ${sql.identifier(resource.table)} t where ${where} limit ${(most === "few" ? MANY : most) + 1}) found`,
  );
  const end = most === "few" ? found.few : most;
  return { count: Math.min(count, end), capped: count > end, ids };
}

/** The ids of a page of what was found. */
export async function pageOf(
  db: Db,
  order: Order,
  where: SQL,
  { count, capped, ids }: Found,
  limit: number,
  offset: number,
): Promise<number[]> {
  if (offset >= count && !capped) return [];
  if (ids)
    return idsOf(
      await rows(
        db,
        idRow,
        sql`
    select t.id from ${sql.identifier(order.resource.table)} t where t.id = any(${list(ids, "integer")}) order by ${orderBy(order)} limit ${limit} offset ${offset}`,
      ),
    );
  const fromEnd = Math.max(0, count - offset - limit);
  if (capped || offset <= fromEnd) return skipping(db, order.resource, stretches(order, where), limit, offset);
  return (
    await skipping(
      db,
      order.resource,
      stretches(order, where, undefined, true),
      Math.min(limit, count - offset),
      fromEnd,
    )
  ).reverse();
}

/** Walks over the first `offset` records; an index makes short work of ten thousand. */
async function skipping(
  db: Db,
  resource: Resource,
  way: readonly Stretch[],
  limit: number,
  offset: number,
): Promise<number[]> {
  const found: number[] = [];
  let left = offset;
  for (const { where, places } of way) {
    found.push(...idsOf(await rows(db, idRow, places(limit - found.length, left))));
    if (found.length === limit) break;
    left = found.length || !left ? 0 : Math.max(0, left - (await countOf(db, resource, where)));
  }
  return found;
}

const countOf = async (db: Db, resource: Resource, where: SQL) =>
  (
    await only(
      db,
      z.object({ count: z.number() }),
      sql`select count(*) as count from ${sql.identifier(resource.table)} t where ${where}`,
    )
  ).count;

const idRow = z.object({ id: z.number() });
const idsOf = (found: { id: number }[]) => found.map(({ id }) => id);

/** The first records of a walk, stretch by stretch. */
export async function walk(db: Db, way: readonly Stretch[], most: number): Promise<Place[]> {
  const found: Place[] = [];
  for (const stretch of way) {
    if (found.length >= most) break;
    found.push(...(await rows(db, placeSchema, stretch.places(most - found.length, 0))));
  }
  return found;
}
