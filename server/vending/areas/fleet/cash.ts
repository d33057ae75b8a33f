import { sql } from "drizzle-orm";
import { type Db, run } from "../../database/query";

/** Notes that cash was taken out; the same again (by `key` or by its audit file) is no second time. */
export async function collectCash(tx: Db, one: { device: number; at: string; bag?: string | null; who?: string | null; key?: string; file?: number }): Promise<void> {
  await run(tx, sql`insert into cash_collections (device_id, at, file_id, bag, author, key)
    values (${one.device}, ${one.at}, ${one.file ?? null}, ${one.bag ?? null}, ${one.who ?? null}, ${one.key ?? null}) on conflict do nothing`);
}
