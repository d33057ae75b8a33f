import { sql } from "drizzle-orm";
import { type RecordData, recordSchema } from "~server/contract/record";
import { SERVICE } from "../access";
import { type Db, list, rows, run } from "../database/query";
import { type Author, changesBetween, recordMany } from "./history";
import type { Resource } from "./resource";
import { columns } from "./select";

/** Whole records by id, as they are. */
export async function wholeRecords(
  tx: Db,
  resource: Resource,
  ids: readonly number[],
): Promise<Map<number, RecordData>> {
  const found = await rows(
    tx,
    recordSchema,
    sql`select ${columns(resource, SERVICE, sql`t`, true)} from ${sql.identifier(resource.table)} t where t.id = any(${list(ids, "integer")})`,
  );
  return new Map(found.map((record) => [record.id, record]));
}

/** Writes history of records that were just made. */
export async function noteMade(tx: Db, resource: Resource, author: Author, ids: readonly number[]): Promise<void> {
  const after = await wholeRecords(tx, resource, ids);
  const entries = [...after].map(([id, record]) => ({ id, changes: changesBetween(resource, {}, record, []) }));
  await recordMany(tx, resource, author, "create", entries);
}

/** Writes history of records that may have changed since `before`, and raises the version of those that did; answers how many did. */
export async function noteChanged(
  tx: Db,
  resource: Resource,
  author: Author,
  action: string,
  before: ReadonlyMap<number, RecordData>,
): Promise<number> {
  const after = await wholeRecords(tx, resource, [...before.keys()]);
  const entries = [...after]
    .map(([id, record]) => ({ id, changes: changesBetween(resource, before.get(id) ?? {}, record, []) }))
    .filter(({ changes }) => changes.length > 0);
  await recordMany(tx, resource, author, action, entries);
  const changed = entries.map(({ id }) => id);
  await run(
    tx,
    sql`update ${sql.identifier(resource.table)} set version = version + 1, updated_at = now() where id = any(${list(changed, "integer")})`,
  );
  return changed.length;
}
