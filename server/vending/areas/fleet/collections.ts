import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type Collections, collectionsSchema, type newCollectionSchema } from "~server/contract/collections";
import type { Viewer } from "../../access";
import { type Db, one, only, rows } from "../../database/query";
import { Fault, notFound } from "../../fault";

/** Coins and bills of the machine since a moment, by the audits; null where none tells, or only in foreign money. */
export const boxedBetween = (device: SQL, from: SQL, to: SQL) => sql`(
  select sum((r.period->>'cashToCollect')::bigint) from audit_reads r where r.device_id = ${device} and r.kind in ('delta', 'from_initialisation') and r.counted_in is null and r.to_at > coalesce(${from}, '-infinity') and r.to_at <= ${to})`;

/** What the audits since the collection before say was in a collection `k`; that one's may come some minutes late. */
export const expectedIn: SQL = boxedBetween(
  sql`k.device_id`,
  sql`(select max(b.at) + interval '10 minutes' from cash_collections b where b.device_id = k.device_id and (b.at, b.id) < (k.at, k.id))`,
  sql`k.at + interval '10 minutes'`,
);

const collectionRow = collectionsSchema.shape.items.element.omit({ difference: true });

/** Cash taken out of a machine, newest first, each with what the counters say was in it. */
export async function listCollections(db: Db, device: number): Promise<Collections> {
  const found = await rows(
    db,
    collectionRow,
    sql`
    select c.id, c.at, c.file_id, c.bag, c.author, c.counted_by, c.note, c.counted, ${boxedBetween(sql`c.device_id`, sql`c.before`, sql`c.at + interval '10 minutes'`)} as expected
    from (select k.*, lag(k.at) over (order by k.at, k.id) + interval '10 minutes' as before from cash_collections k where k.device_id = ${device}) c order by c.at desc, c.id desc limit 200`,
  );
  const waiting = await only(
    db,
    z.object({ expected: z.number().nullable(), at: z.string().nullable() }),
    sql`
    select ${boxedBetween(sql`${device}::integer`, sql`(select max(k.at) + interval '10 minutes' from cash_collections k where k.device_id = ${device})`, sql`now()`)} as expected,
      (select max(r.to_at) from audit_reads r where r.device_id = ${device} and r.state = 'processed') as at`,
  );
  return { waiting, items: found.map(withDifference) };
}

/** How far what was counted is from what the counters say. */
export const withDifference = <T extends { counted: number | null; expected: number | null }>(one: T) => ({
  ...one,
  difference: one.counted === null || one.expected === null ? null : one.counted - one.expected,
});

/** Who counts a collection, and how much; who took it out stays. */
export const countedBy = ({ id, full_name }: Viewer, counted: SQL) =>
  sql`counted = ${counted}, counted_by_id = ${id}::integer, counted_by = ${full_name}, counted_at = now()`;

/** Says what was counted: of a collection that the machine told of, or of a new one. The same key again changes nothing. */
export async function countCash(
  db: Db,
  viewer: Viewer,
  device: number,
  { key, counted, bag, note, collection }: z.infer<typeof newCollectionSchema>,
): Promise<{ id: number }> {
  const idRow = z.object({ id: z.number() });
  const known = await one(db, idRow, sql`select id from cash_collections where device_id = ${device} and key = ${key}`);
  if (known) return known;
  const said = sql`${countedBy(viewer, sql`${counted}`)}, bag = coalesce(${bag ?? null}, bag), note = coalesce(${note ?? null}, note), key = ${key}`;
  if (collection !== undefined) {
    const there = await one(
      db,
      idRow.extend({ counted: z.number().nullable() }),
      sql`select id, counted from cash_collections where id = ${collection} and device_id = ${device}`,
    );
    if (!there) throw notFound();
    const written = await one(
      db,
      idRow,
      sql`update cash_collections set ${said} where id = ${collection} and counted is null returning id`,
    );
    if (!written) throw new Fault(409, "conflict");
    return written;
  }
  return only(
    db,
    idRow,
    sql`insert into cash_collections (device_id, at, counted, bag, note, author_id, author, counted_by_id, counted_by, counted_at, key)
    values (${device}, now(), ${counted}, ${bag ?? null}, ${note ?? null}, ${viewer.id}, ${viewer.full_name}, ${viewer.id}, ${viewer.full_name}, now(), ${key})
    on conflict (device_id, key) do update set key = excluded.key returning id`,
  );
}
