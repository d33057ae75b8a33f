import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import { bagSchema, type BagsQuery, type bagsSchema, type countBagsForm } from "~server/contract/collections";
import type { FieldMessages } from "~server/contract/envelope";
import { type Viewer, visibleDevices } from "../../access";
import { allOf, type Db, given, list, only, rows, run, transaction } from "../../database/query";
import { invalid } from "../../fault";
import { countedBy, expectedIn, withDifference } from "./collections";
import { containing } from "./statuses";

const bagRow = bagSchema.omit({ difference: true });
const FROM = sql`from cash_collections k join devices d on d.id = k.device_id left join locations l on l.id = d.location_id`;

/** Of the counts that wait the oldest comes first; of those that are done the newest. */
export async function listBags(
  db: Db,
  viewer: Viewer,
  { state, q, page, limit }: BagsQuery,
): Promise<z.infer<typeof bagsSchema>> {
  const isWaiting = state === "waiting";
  const where = allOf([
    isWaiting ? sql`k.counted is null` : sql`k.counted is not null`,
    visibleDevices(viewer, sql`d`),
    ...containing(q, [sql`k.bag`, sql`k.author`]),
  ]);
  const order = isWaiting ? sql`k.at, k.id` : sql`k.at desc, k.id desc`;
  const found = await rows(
    db,
    bagRow,
    sql`
    select k.id, k.at, k.file_id, k.bag, k.author, k.counted_by, k.note, k.counted, ${expectedIn} as expected,
      json_build_object('id', d.id, 'label', d.serial_number) as device, case when l.id is not null then json_build_object('id', l.id, 'label', l.name) end as location, l.city,
      (select json_build_object('id', s.id, 'label', s.number) from route_sheet_stops t join route_sheets s on s.id = t.sheet_id where t.collection_id = k.id) as sheet
    ${FROM} where ${where} order by ${order} limit ${limit} offset ${(page - 1) * limit}`,
  );
  const { total } = await only(
    db,
    z.object({ total: z.number() }),
    sql`select count(*) as total ${FROM} where ${where}`,
  );
  return { items: found.map(withDifference), total, page, limit };
}

const heldRow = z.object({ id: z.number(), counted: z.number().nullable(), key: z.string().nullable() });

/**
 * Says what was counted of several collections, all or none; the same form again changes nothing. 422 beside those that
 * are not there, or that somebody counted meanwhile.
 */
export function countBags(
  pool: Pool,
  viewer: Viewer,
  { key, counts }: z.infer<typeof countBagsForm>,
): Promise<{ counted: number }> {
  const keyOf = (collection: number) => `${key} ${collection}`;
  return transaction(pool, async (tx) => {
    const held = await rows(
      tx,
      heldRow,
      sql`select k.id, k.counted, k.key from cash_collections k join devices d on d.id = k.device_id
      where k.id = any(${list(
        counts.map(({ collection }) => collection),
        "integer",
      )}) and ${visibleDevices(viewer, sql`d`)} order by k.id for update of k`,
    );
    const known = new Map(held.map((one) => [one.id, one]));
    const wrong: FieldMessages = {};
    const fresh = counts.filter(({ collection, counted }, index) => {
      const one = known.get(collection);
      const isRepeated = counts.findIndex((other) => other.collection === collection) !== index;
      if (one?.key === keyOf(collection) && one.counted === counted) return false;
      if (!one || isRepeated) wrong[`counts[${index}].counted`] = [{ key: "incorrect" }];
      else if (one.counted !== null) wrong[`counts[${index}].counted`] = [{ key: "already_counted" }];
      return true;
    });
    if (Object.keys(wrong).length) throw invalid(wrong);
    await run(
      tx,
      sql`update cash_collections c set ${countedBy(viewer, sql`k.counted`)}, key = k.key
      from ${given(
        fresh.map((one) => ({ ...one, key: keyOf(one.collection) })),
        "collection integer, counted bigint, key text",
      )} where c.id = k.collection`,
    );
    return { counted: fresh.length };
  });
}
