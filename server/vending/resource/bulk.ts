import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import type { z } from "zod";
import { changesOf } from "~server/contract/entity";
import { type BulkAnswer, type bulkBody, MAX_AT_ONCE } from "~server/contract/lists";
import { type Ref, refSchema, usageSchema } from "~server/contract/record";
import type { Viewer } from "../access";
import { type Db, list, rows, transaction } from "../database/query";
import { Fault } from "../fault";
import { guarded } from "./guarded";
import { matching } from "./read";
import type { Resource } from "./resource";
import { titleOf } from "./select";
import { rewrite } from "./rewrite";
import { actOnRecord, deleteRecord } from "./write";

const t = sql`t`;

/** Does an action to many records, each in a transaction of its own; a refusal of one does not stop the others. */
export async function actOnMany(
  pool: Pool,
  resource: Resource,
  viewer: Viewer,
  action: string,
  body: z.infer<typeof bulkBody>,
  value?: unknown,
): Promise<BulkAnswer> {
  const chosen =
    body.filter === undefined
      ? await named(pool, resource, viewer, body.ids)
      : await matched(pool, resource, viewer, body.filter, body.expected);
  const changed = changesOf(resource.entity).find(({ name }) => name === action)?.takes;
  const answer: BulkAnswer = { done: 0, refused: [] };
  for (const record of chosen) {
    const refusal = await attempt(() =>
      action === "delete"
        ? deleteRecord(pool, resource, viewer, record.id)
        : changed
          ? changeField(pool, resource, viewer, record.id, changed, value)
          : actOnRecord(pool, resource, viewer, record.id, action, value),
    );
    if (refusal === undefined) answer.done += 1;
    else answer.refused.push({ ...record, ...refusal });
  }
  return answer;
}

/** The chosen records by name; what is not there, or not for this viewer, keeps its number and is refused later. */
async function named(db: Db, resource: Resource, viewer: Viewer, ids: number[]): Promise<Ref[]> {
  const wanted = [...new Set(ids)];
  const known = await titles(
    db,
    resource,
    sql`t.id = any(${list(wanted, "integer")}) and ${resource.visible(viewer, t)}`,
  );
  const byId = new Map(known.map((record) => [record.id, record]));
  return wanted.map((id) => byId.get(id) ?? { id, label: String(id) });
}

/** Every record of a list, if there are still as many as the person agreed to. */
async function matched(
  db: Db,
  resource: Resource,
  viewer: Viewer,
  filter: string,
  expected: number | undefined,
): Promise<Ref[]> {
  const found = await titles(db, resource, matching(resource, viewer, new URLSearchParams(filter)));
  if (found.length > MAX_AT_ONCE) throw new Fault(422, "too_many_at_once");
  if (found.length !== expected) throw new Fault(409, "count_changed", { data: { matching: found.length } });
  return found;
}

const titles = (db: Db, resource: Resource, where: ReturnType<typeof matching>) =>
  rows(
    db,
    refSchema,
    sql`
  select t.id, coalesce(${titleOf(resource, sql`t`)}, t.id::text) as label from ${sql.identifier(resource.table)} t where ${where} order by t.id limit ${MAX_AT_ONCE + 1}`,
  );

/** Writes one field of a record as its form would, with the rest of it as it is. */
const changeField = (pool: Pool, resource: Resource, viewer: Viewer, id: number, field: string, value: unknown) =>
  guarded(resource, () => transaction(pool, (tx) => rewrite(tx, resource, viewer, id, () => ({ [field]: value }))));

async function attempt(
  work: () => Promise<unknown>,
): Promise<Omit<BulkAnswer["refused"][number], keyof Ref> | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    // The records before this one are changed already: the answer must still tell about them.
    if (!(error instanceof Fault)) console.error(error);
    if (!(error instanceof Fault)) return { error: "unexpected" };
    // A refusal of the value itself says more than that something is wrong with some field.
    const key = Object.values(error.extra.fields ?? {})[0]?.[0]?.key ?? error.key;
    return { error: key, usedBy: usageSchema.safeParse(error.extra.data).data?.usedBy[0] };
  }
}
