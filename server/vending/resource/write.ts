import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import { editableFields, takenField } from "~server/contract/entity";
import type { RecordData } from "~server/contract/record";
import { clearing, HOLDS_FROM, type Written } from "~server/contract/schema";
import { unlimited, type Viewer } from "../access";
import { type Db, one, only, run, transaction } from "../database/query";
import { Fault, forbidden, notFound } from "../fault";
import { seal } from "../secrets";
import { plainColumns, writeRows } from "./columns";
import { bury } from "./deleted";
import { claimFiles, dropFiles } from "./files";
import { guarded } from "./guarded";
import { heldSince, holdFrom } from "./holds-from";
import { changesBetween, record } from "./history";
import { keepMade, madeBefore } from "./once";
import { readRecord } from "./read";
import { checkCompanyOnly, checkRelations, keepUnseen } from "./relations";
import type { ActionResult, Resource } from "./resource";
import { checkStays } from "./stays";
import { usageOf } from "./usage";

export const versionSchema = z.object({ id: z.number(), version: z.number() });
export type Stamp = z.infer<typeof versionSchema>;

/** Creates a record with its nested rows and its history; of what is made once answers the first, when it was sent before. */
export const createRecord = (
  pool: Pool,
  resource: Resource,
  viewer: Viewer,
  values: Written,
): Promise<Stamp & { title: string }> =>
  guarded(resource, () => transaction(pool, (tx) => createIn(tx, resource, viewer, values)));

/** The same in a transaction that does more. */
export async function createIn(
  tx: Db,
  resource: Resource,
  viewer: Viewer,
  values: Written,
): Promise<Stamp & { title: string }> {
  const first = resource.entity.once && (await madeBefore(tx, resource, viewer, values));
  if (first) return readRecord(tx, resource, viewer, first);
  checkCompanyOnly(resource, viewer, values);
  await checkRelations(tx, resource, viewer, values);
  await claimFiles(tx, resource, viewer, values);
  await resource.prepare?.(tx, values, { viewer });
  await sealSecrets(tx, resource, values);
  await holdFrom(tx, resource, values);
  const stamp = await insert(tx, resource, values);
  if (resource.entity.once) await keepMade(tx, resource, viewer, values, stamp.id);
  await writeRows(tx, resource, stamp.id, values);
  await resource.written?.(tx, stamp.id, values, { viewer });
  await checkStays(tx, resource, viewer, stamp.id);
  const after = await readRecord(tx, resource, unlimited(viewer), stamp.id);
  const changes = changesBetween(resource, {}, after, secretsIn(resource, values));
  await record(tx, resource, stamp.id, viewer, "create", changes);
  return { ...stamp, title: after.title };
}

function insert(tx: Db, { entity, table }: Resource, values: Written): Promise<Stamp> {
  const columns = plainColumns(entity, values);
  const names = columns.map(([column]) => sql.identifier(column));
  const sent = columns.map(([, value]) => value);
  return only(
    tx,
    versionSchema,
    sql`insert into ${sql.identifier(table)} (${sql.join(names, sql`, `)}) values (${sql.join(sent, sql`, `)})
    returning id, version`,
  );
}

/** Updates a record when `values.version` is the one in the database; otherwise 409 with the record as it stands. */
export const updateRecord = (
  pool: Pool,
  resource: Resource,
  viewer: Viewer,
  id: number,
  values: Written,
): Promise<Stamp> => guarded(resource, () => transaction(pool, (tx) => updateIn(tx, resource, viewer, id, values)));

/** The same in a transaction that does more. */
export async function updateIn(
  tx: Db,
  resource: Resource,
  viewer: Viewer,
  id: number,
  values: Written,
): Promise<Stamp> {
  const locked = await lock(tx, resource, viewer, id);
  if (locked.version !== values.version)
    throw new Fault(409, "conflict", { data: { current: await readRecord(tx, resource, viewer, id) } });
  // What the viewer may not see of a relation is no change of it.
  const before = await readRecord(tx, resource, unlimited(viewer), id);
  await keepUnseen(tx, resource, viewer, values, before);
  checkCompanyOnly(resource, viewer, values, before);
  await checkRelations(tx, resource, viewer, values, before);
  await claimFiles(tx, resource, viewer, values, id);
  await resource.prepare?.(tx, values, { viewer, id });
  await sealSecrets(tx, resource, values);
  await holdFrom(tx, resource, values);
  const set = plainColumns(resource.entity, values).map(([column, value]) => sql`${sql.identifier(column)} = ${value}`);
  if (set.length)
    await run(tx, sql`update ${sql.identifier(resource.table)} set ${sql.join(set, sql`, `)} where id = ${id}`);
  await writeRows(tx, resource, id, values);
  await dropFiles(tx, resource, before, values);
  await resource.written?.(tx, id, values, { viewer, id, before });
  await checkStays(tx, resource, viewer, id);
  const secrets = secretsIn(resource, values);
  return stampChange(tx, resource, viewer, id, "update", before, secrets, heldSince(resource, values));
}

/** Runs a declared action on a record: in one transaction with its history. `value` is what the action takes along. */
export async function actOnRecord(
  pool: Pool,
  resource: Resource,
  viewer: Viewer,
  id: number,
  name: string,
  value?: unknown,
): Promise<ActionResult> {
  const call = resource.calls[name];
  if (call) return call(pool, (await readRecord(pool, resource, viewer, id)).id, viewer);
  return changing(pool, resource, viewer, id, name, async (tx, before) => {
    const action = resource.entity.actions?.find((one) => one.name === name);
    const act = resource.actions[name];
    if (!action || !act) throw notFound();
    if (action.when && before[action.when.field] !== action.when.is)
      throw new Fault(409, action.when.refusal ?? "already_done");
    const [field, kind] = takenField(resource.entity, action) ?? [];
    if (field && kind) await checkRelations(tx, resource, viewer, { [field]: value }, {}, [[field, kind]]);
    return act(tx, id, viewer, value);
  });
}

/** Changes a record that the viewer may see by `work`, in one transaction with its history. */
export function changing<T>(
  pool: Pool,
  resource: Resource,
  viewer: Viewer,
  id: number,
  name: string,
  work: (tx: Db, before: RecordData) => Promise<T>,
): Promise<T> {
  return guarded(resource, () =>
    transaction(pool, async (tx) => {
      await lock(tx, resource, viewer, id);
      const before = await readRecord(tx, resource, unlimited(viewer), id);
      const result = await work(tx, before);
      await stampChange(tx, resource, viewer, id, name, before, []);
      return result;
    }),
  );
}

/** Deletes a record unless something refers to it: then 409 `in_use` with what does. */
export function deleteRecord(pool: Pool, resource: Resource, viewer: Viewer, id: number): Promise<void> {
  return guarded(resource, () =>
    transaction(pool, async (tx) => {
      if (resource.entity.deletable === false) throw forbidden();
      await lock(tx, resource, viewer, id);
      await resource.removing?.(tx, id, viewer);
      const { used, usedBy } = await usageOf(tx, resource, id, viewer);
      if (used) throw new Fault(409, "in_use", { data: { usedBy } });
      await bury(tx, resource, id, viewer);
    }),
  );
}

async function lock(tx: Db, resource: Resource, viewer: Viewer, id: number): Promise<Stamp> {
  const locked = await one(
    tx,
    versionSchema,
    sql`
    select t.id, t.version from ${sql.identifier(resource.table)} t where t.id = ${id} and ${resource.visible(viewer, sql`t`)} for update`,
  );
  if (!locked) throw notFound();
  return locked;
}

/** Raises the version and writes history, when anything really changed. */
async function stampChange(
  tx: Db,
  resource: Resource,
  viewer: Viewer,
  id: number,
  action: string,
  before: Stamp,
  secrets: string[],
  since?: string,
): Promise<Stamp> {
  const after = await readRecord(tx, resource, unlimited(viewer), id);
  const changes = changesBetween(resource, before, after, secrets);
  if (since !== undefined && changes.some(({ field }) => resource.entity.dated?.includes(field)))
    changes.push({ field: HOLDS_FROM, before: null, after: since });
  const quiet = action === "update" && changes.length === 0;
  if (quiet) return { id, version: before.version };
  await record(tx, resource, id, viewer, action, changes);
  return only(
    tx,
    versionSchema,
    sql`
    update ${sql.identifier(resource.table)} set version = version + 1, updated_at = now() where id = ${id} returning id, version`,
  );
}

/** Secrets that the product itself must use later lie sealed; a hash of the others was made in `prepare`. */
async function sealSecrets(tx: Db, resource: Resource, values: Written): Promise<void> {
  for (const [name, field] of editableFields(resource.entity)) {
    if (field.kind !== "secret") continue;
    const typed = values[name];
    if (typeof typed !== "string") {
      if (values[clearing(name)] === true) values[name] = null;
    } else if (!field.hashed) values[name] = await seal(tx, typed);
  }
}

const secretsIn = (resource: Resource, values: Written) =>
  Object.keys(values).filter((name) => resource.entity.fields[name]?.kind === "secret" && values[name] !== undefined);
