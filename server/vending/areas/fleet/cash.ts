import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, one, run } from "../../database/query";

/** Cash that was taken out: told by the unit's event (`key`, with the bag), by the audit read at it (`file`), or by both. */
interface Collected {
  device: number;
  at: string;
  bag?: string | null;
  who?: string | null;
  key?: string | null;
  file?: number | null;
}

/** The unit's word and the audit of one collection come within this. */
const TOGETHER = sql`interval '10 minutes'`;

/** Notes that cash was taken out; the same again is no second time, nor is the other word of a collection that is known. */
export async function collectCash(
  tx: Db,
  { device, at, bag = null, who = null, key = null, file = null }: Collected,
): Promise<void> {
  const lacking = key === null ? sql`k.file_id is null` : sql`k.key is null`;
  const joined = await one(
    tx,
    z.object({ id: z.number() }),
    sql`
    update cash_collections k set file_id = coalesce(k.file_id, ${file}), key = coalesce(k.key, ${key}), bag = coalesce(k.bag, ${bag}), author = coalesce(k.author, ${who})
    where k.id = (select k.id from cash_collections k where k.device_id = ${device} and ${lacking}
      and k.at between ${at}::timestamptz - ${TOGETHER} and ${at}::timestamptz + ${TOGETHER} order by k.id desc limit 1)
      and not exists (select 1 from cash_collections x where x.device_id = ${device} and (x.key = ${key} or x.file_id = ${file}))
    returning k.id`,
  );
  if (joined) return;
  await run(
    tx,
    sql`insert into cash_collections (device_id, at, file_id, bag, author, key) values (${device}, ${at}, ${file}, ${bag}, ${who}, ${key}) on conflict do nothing`,
  );
}
