import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Written } from "~server/contract/schema";
import type { Viewer } from "../access";
import { type Db, only, run } from "../database/query";
import { Fault } from "../fault";
import { sha256 } from "../secrets";
import type { Resource } from "./resource";

const keyOf = (values: Written): string => String(values.key);

/**
 * The record that the same form of the same author made before; undefined when it is sent for the first time. Whoever
 * sends it twice at once waits here. The same key may not mean another record: 409 `key_reused`.
 */
export async function madeBefore(
  tx: Db,
  { entity }: Resource,
  viewer: Viewer,
  values: Written,
): Promise<number | undefined> {
  const digest = sha256(JSON.stringify(values));
  const isFirst = await run(
    tx,
    sql`insert into made_once (author_id, entity, key, digest) values (${viewer.id}, ${entity.name}, ${keyOf(values)}, ${digest})
    on conflict do nothing`,
  );
  if (isFirst) return undefined;
  const first = await only(
    tx,
    z.object({ id: z.number(), digest: z.string() }),
    sql`select entity_id as id, digest from made_once where author_id = ${viewer.id} and entity = ${entity.name} and key = ${keyOf(values)}`,
  );
  if (first.digest !== digest) throw new Fault(409, "key_reused");
  return first.id;
}

/** So long an answer is kept: nobody sends a form again that was left open for longer. */
const KEPT_DAYS = 30;

/** Forgets what forms made long ago, and answers of how many. */
export const forgetMade = (db: Db): Promise<number> =>
  run(db, sql`delete from made_once where at < now() - make_interval(days => ${KEPT_DAYS})`);

/** Keeps what a form made. */
export async function keepMade(
  tx: Db,
  { entity }: Resource,
  viewer: Viewer,
  values: Written,
  id: number,
): Promise<void> {
  await run(
    tx,
    sql`update made_once set entity_id = ${id} where author_id = ${viewer.id} and entity = ${entity.name} and key = ${keyOf(values)}`,
  );
}
