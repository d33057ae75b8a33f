import { type SQL, sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import { editableFields } from "~server/contract/entity";
import type { FieldMessages } from "~server/contract/envelope";
import type { Field } from "~server/contract/fields";
import type { Written } from "~server/contract/schema";
import type { Viewer } from "../access";
import { databaseError, type Db, list, one, only, rows, run, transaction } from "../database/query";
import { Fault, forbidden, invalid, notFound } from "../fault";
import { changesBetween, record } from "./history";
import { readRecord } from "./read";
import { type ActionResult, columnName, type Registry, type Resource, resourceNamed } from "./resource";
import { childOf } from "./select";
import { usageOf } from "./usage";

const versionSchema = z.object({ id: z.number(), version: z.number() });
type Stamp = z.infer<typeof versionSchema>;

/** Creates a record with its nested rows and its history. */
export function createRecord(pool: Pool, registry: Registry, resource: Resource, viewer: Viewer, values: Written): Promise<Stamp> {
  return guarded(resource, () => transaction(pool, async (tx) => {
    await checkRelations(tx, registry, resource, viewer, values);
    await resource.prepare?.(tx, values, { viewer });
    const plain = plainColumns(resource, values);
    const stamp = await only(tx, versionSchema, sql`
      insert into ${sql.identifier(resource.table)} (${sql.join(plain.map(([column]) => sql.identifier(column)), sql`, `)})
      values (${sql.join(plain.map(([, value]) => value), sql`, `)}) returning id, version`);
    await writeChildren(tx, resource, stamp.id, values);
    await resource.written?.(tx, stamp.id, values, { viewer });
    // A limited viewer may create what is then outside of what it sees; the history needs no limits.
    const after = await readRecord(tx, registry, resource, { ...viewer, access: [] }, stamp.id);
    await record(tx, resource, stamp.id, viewer, "create", changesBetween(resource, {}, after, secretsIn(resource, values)));
    return stamp;
  }));
}

/** Updates a record when `values.version` is the one in the database; otherwise 409 with the record as it stands. */
export function updateRecord(pool: Pool, registry: Registry, resource: Resource, viewer: Viewer, id: number, values: Written): Promise<Stamp> {
  return guarded(resource, () => transaction(pool, async (tx) => {
    const locked = await lock(tx, resource, viewer, id);
    const before = await readRecord(tx, registry, resource, viewer, id);
    if (locked.version !== values.version) throw new Fault(409, "conflict", { data: { current: before } });
    await checkRelations(tx, registry, resource, viewer, values);
    await resource.prepare?.(tx, values, { viewer, id });
    const set = plainColumns(resource, values).map(([column, value]) => sql`${sql.identifier(column)} = ${value}`);
    await run(tx, sql`update ${sql.identifier(resource.table)} set ${sql.join(set, sql`, `)} where id = ${id}`);
    await writeChildren(tx, resource, id, values);
    await resource.written?.(tx, id, values, { viewer, id });
    return stampChange(tx, registry, resource, viewer, id, "update", before, secretsIn(resource, values));
  }));
}

/** Runs a declared action on a record: in one transaction with its history. */
export function actOnRecord(pool: Pool, registry: Registry, resource: Resource, viewer: Viewer, id: number, name: string): Promise<ActionResult> {
  return guarded(resource, () => transaction(pool, async (tx) => {
    await lock(tx, resource, viewer, id);
    const before = await readRecord(tx, registry, resource, viewer, id);
    const action = resource.entity.actions?.find((one) => one.name === name);
    const act = resource.actions[name];
    if (!action || !act) throw notFound();
    if (action.when && before[action.when.field] !== action.when.is) throw new Fault(409, "already_done");
    const result = await act(tx, id, viewer);
    await stampChange(tx, registry, resource, viewer, id, name, before, []);
    return result;
  }));
}

/** Deletes a record unless something refers to it: then 409 `in_use` with what does. */
export function deleteRecord(pool: Pool, registry: Registry, resource: Resource, viewer: Viewer, id: number): Promise<void> {
  return guarded(resource, () => transaction(pool, async (tx) => {
    if (resource.entity.deletable === false) throw forbidden();
    await lock(tx, resource, viewer, id);
    const before = await readRecord(tx, registry, resource, viewer, id);
    const usedBy = await usageOf(tx, registry, resource, id, viewer);
    if (usedBy.length) throw new Fault(409, "in_use", { data: { usedBy } });
    await run(tx, sql`delete from ${sql.identifier(resource.table)} where id = ${id}`);
    await record(tx, resource, id, viewer, "delete", changesBetween(resource, before, {}, []));
  }));
}

async function lock(tx: Db, resource: Resource, viewer: Viewer, id: number): Promise<Stamp> {
  const locked = await one(tx, versionSchema, sql`
    select t.id, t.version from ${sql.identifier(resource.table)} t where t.id = ${id} and ${resource.visible(viewer, sql`t`)} for update`);
  if (!locked) throw notFound();
  return locked;
}

/** Raises the version and writes history, when anything really changed. */
async function stampChange(tx: Db, registry: Registry, resource: Resource, viewer: Viewer, id: number, action: string, before: Stamp, secrets: string[]): Promise<Stamp> {
  const after = await readRecord(tx, registry, resource, { ...viewer, access: [] }, id);
  const changes = changesBetween(resource, before, after, secrets);
  const quiet = action === "update" && changes.length === 0;
  if (quiet) return { id, version: before.version };
  await record(tx, resource, id, viewer, action, changes);
  return only(tx, versionSchema, sql`
    update ${sql.identifier(resource.table)} set version = version + 1, updated_at = now() where id = ${id} returning id, version`);
}

const secretsIn = (resource: Resource, values: Written) =>
  Object.keys(values).filter((name) => resource.entity.fields[name]?.kind === "secret" && values[name] !== undefined);

/** Columns of the record itself, with their values; a secret that was left empty is left alone. */
function plainColumns(resource: Resource, values: Written): [string, SQL][] {
  return editableFields(resource.entity)
    .filter(([name, field]) => field.kind !== "rows" && values[name] !== undefined)
    .map(([name, field]) => [columnName(name, field), toColumn(field, values[name])]);
}

function toColumn(field: Field, value: unknown): SQL {
  if (field.kind === "refs") return list(z.array(z.number()).parse(value), "integer");
  if (field.kind === "choices") return list(z.array(z.string()).parse(value), "text");
  return sql`${value}`;
}

const rowList = z.array(z.record(z.string(), z.unknown()));

async function writeChildren(tx: Db, resource: Resource, id: number, values: Written): Promise<void> {
  for (const [name, field] of editableFields(resource.entity)) {
    if (field.kind !== "rows") continue;
    const child = childOf(resource, name);
    await run(tx, sql`delete from ${sql.identifier(child.table)} where ${sql.identifier(child.parent)} = ${id}`);
    const cells = Object.entries(field.of);
    const lines = rowList.parse(values[name]).map((row, position) =>
      sql`(${sql.join([sql`${id}`, sql`${position}`, ...cells.map(([cell]) => sql`${row[cell]}`)], sql`, `)})`);
    const names = [child.parent, "position", ...cells.map(([cell, kind]) => columnName(cell, kind))].map((column) => sql.identifier(column));
    if (lines.length) await run(tx, sql`insert into ${sql.identifier(child.table)} (${sql.join(names, sql`, `)}) values ${sql.join(lines, sql`, `)}`);
  }
}

/** Every related id must exist and be the viewer's to see: crafted ids get the message of a wrong value. */
async function checkRelations(tx: Db, registry: Registry, resource: Resource, viewer: Viewer, values: Written): Promise<void> {
  const wanted = editableFields(resource.entity).flatMap(([name, field]) => relations(name, field, values[name]));
  const messages: FieldMessages = {};
  for (const to of new Set(wanted.map((one) => one.to))) {
    const mine = wanted.filter((one) => one.to === to);
    const target = resourceNamed(registry, to);
    const seen = await rows(tx, z.object({ id: z.number() }), sql`
      select t.id from ${sql.identifier(target.table)} t where t.id = any(${list(mine.map((one) => one.id), "integer")}) and ${target.visible(viewer, sql`t`)}`);
    const known = new Set(seen.map((row) => row.id));
    for (const one of mine) if (!known.has(one.id)) messages[one.path] = [{ key: "incorrect" }];
  }
  if (Object.keys(messages).length) throw invalid(messages);
}

function relations(name: string, field: Field, value: unknown): { to: string; id: number; path: string }[] {
  if (field.kind === "ref" && typeof value === "number") return [{ to: field.to, id: value, path: name }];
  if (field.kind === "refs") return z.array(z.number()).parse(value).map((id) => ({ to: field.to, id, path: name }));
  if (field.kind !== "rows") return [];
  return rowList.parse(value).flatMap((row, index) =>
    Object.entries(field.of).flatMap(([cell, kind]) => relations(`${name}[${index}].${cell}`, kind, row[cell])));
}

/** Turns the database's own refusals into messages: a unique value, or a record that became used meanwhile. */
async function guarded<T>(resource: Resource, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const failure = databaseError(error);
    const unique = failure?.code === "23505" ? resource.uniques[failure.constraint] : undefined;
    if (unique) throw invalid({ [unique.field]: [{ key: unique.key }] });
    if (failure?.code === "23503" || failure?.code === "23001") throw new Fault(409, "in_use", { data: { usedBy: [] } });
    throw error;
  }
}
