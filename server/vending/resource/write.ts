import { type SQL, sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import { editableFields, takenField } from "~server/contract/entity";
import { editableCells, type Field, type RowsField } from "~server/contract/fields";
import type { RecordData } from "~server/contract/record";
import { clearing, type Written } from "~server/contract/schema";
import { isUnlimited, unlimited, type Viewer } from "../access";
import { databaseError, type Db, list, one, only, run, transaction } from "../database/query";
import { Fault, forbidden, invalid, notFound } from "../fault";
import { seal } from "../secrets";
import { bury } from "./deleted";
import { claimFiles, dropFiles } from "./files";
import { changesBetween, record } from "./history";
import { readRecord } from "./read";
import { checkCompanys, checkRelations, keepUnseen, rowList } from "./relations";
import { type ActionResult, columnName, type Resource } from "./resource";
import { childOf } from "./select";
import { usageOf } from "./usage";

export const versionSchema = z.object({ id: z.number(), version: z.number() });
export type Stamp = z.infer<typeof versionSchema>;

/** Creates a record with its nested rows and its history. */
export function createRecord(
  pool: Pool,
  resource: Resource,
  viewer: Viewer,
  values: Written,
): Promise<Stamp & { title: string }> {
  return guarded(resource, () =>
    transaction(pool, async (tx) => {
      checkCompanys(resource, viewer, values);
      await checkRelations(tx, resource, viewer, values);
      await claimFiles(tx, resource, viewer, values);
      await resource.prepare?.(tx, values, { viewer });
      await sealSecrets(tx, resource, values);
      const plain = plainColumns(resource, values);
      const stamp = await only(
        tx,
        versionSchema,
        sql`
      insert into ${sql.identifier(resource.table)} (${sql.join(
        plain.map(([column]) => sql.identifier(column)),
        sql`, `,
      )})
      values (${sql.join(
        plain.map(([, value]) => value),
        sql`, `,
      )}) returning id, version`,
      );
      await writeChildren(tx, resource, stamp.id, values);
      await resource.written?.(tx, stamp.id, values, { viewer });
      await checkStays(tx, resource, viewer, stamp.id);
      const after = await readRecord(tx, resource, unlimited(viewer), stamp.id);
      await record(
        tx,
        resource,
        stamp.id,
        viewer,
        "create",
        changesBetween(resource, {}, after, secretsIn(resource, values)),
      );
      return { ...stamp, title: after.title };
    }),
  );
}

/** Updates a record when `values.version` is the one in the database; otherwise 409 with the record as it stands. */
export function updateRecord(
  pool: Pool,
  resource: Resource,
  viewer: Viewer,
  id: number,
  values: Written,
): Promise<Stamp> {
  return guarded(resource, () =>
    transaction(pool, async (tx) => {
      const locked = await lock(tx, resource, viewer, id);
      if (locked.version !== values.version)
        throw new Fault(409, "conflict", { data: { current: await readRecord(tx, resource, viewer, id) } });
      // What the viewer may not see of a relation is no change of it.
      const before = await readRecord(tx, resource, unlimited(viewer), id);
      await keepUnseen(tx, resource, viewer, values, before);
      checkCompanys(resource, viewer, values, before);
      await checkRelations(tx, resource, viewer, values, before);
      await claimFiles(tx, resource, viewer, values, id);
      await resource.prepare?.(tx, values, { viewer, id });
      await sealSecrets(tx, resource, values);
      const set = plainColumns(resource, values).map(([column, value]) => sql`${sql.identifier(column)} = ${value}`);
      if (set.length)
        await run(tx, sql`update ${sql.identifier(resource.table)} set ${sql.join(set, sql`, `)} where id = ${id}`);
      await writeChildren(tx, resource, id, values);
      await dropFiles(tx, resource, before, values);
      await resource.written?.(tx, id, values, { viewer, id, before });
      await checkStays(tx, resource, viewer, id);
      return stampChange(tx, resource, viewer, id, "update", before, secretsIn(resource, values));
    }),
  );
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
    if (action.when && before[action.when.field] !== action.when.is) throw new Fault(409, "already_done");
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
): Promise<Stamp> {
  const after = await readRecord(tx, resource, unlimited(viewer), id);
  const changes = changesBetween(resource, before, after, secrets);
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

/** What a limited person writes must stay in their sight: it would be lost to them, and a place without a franchise would be the company's. */
export async function checkStays(tx: Db, resource: Resource, viewer: Viewer, id: number): Promise<void> {
  const seenBy = (who: Viewer) =>
    one(
      tx,
      z.object({ id: z.number() }),
      sql`
    select t.id from ${sql.identifier(resource.table)} t where t.id = ${id} and ${resource.visible(who, sql`t`)}`,
    );
  if (isUnlimited(viewer) || (await seenBy(viewer))) return;
  if (viewer.franchises && !(await seenBy({ ...viewer, access: [] })))
    throw outside(franchiseField(resource) ?? resource.place, "outside_franchise");
  throw outside(resource.place, "outside_access");
}

const franchiseField = (resource: Resource) =>
  editableFields(resource.entity).find(([, field]) => field.kind === "ref" && field.to === "franchise")?.[0];
const outside = (field: string | undefined, key: string) =>
  field === undefined ? new Fault(422, key) : invalid({ [field]: [{ key }] });

const secretsIn = (resource: Resource, values: Written) =>
  Object.keys(values).filter((name) => resource.entity.fields[name]?.kind === "secret" && values[name] !== undefined);

/** Columns of the record itself, with their values; a secret that was left empty is left alone. */
function plainColumns(resource: Resource, values: Written): [string, SQL][] {
  return editableFields(resource.entity)
    .filter(([name, field]) => field.kind !== "rows" && values[name] !== undefined)
    .map(([name, field]) => [columnName(name, field), toColumn(field, values[name])]);
}

function toColumn(field: Field, value: unknown): SQL {
  if (field.kind === "refs" || field.kind === "files") return list(z.array(z.number()).parse(value), "integer");
  if (field.kind === "choices") return list(z.array(z.string()).parse(value), "text");
  if (field.kind === "shifts") return sql`${JSON.stringify(value)}::jsonb`;
  return sql`${value}`;
}

async function writeChildren(tx: Db, resource: Resource, id: number, values: Written): Promise<void> {
  for (const [name, field] of editableFields(resource.entity)) {
    if (field.kind !== "rows") continue;
    const child = childOf(resource, name);
    const written = rowList.parse(values[name]).map((row, position): Placed => ({ row, position }));
    const kept = field.identified ? await keepRows(tx, child, field, id, name, written) : [];
    await run(
      tx,
      sql`delete from ${sql.identifier(child.table)} where ${sql.identifier(child.parent)} = ${id}
      ${kept.length ? sql`and not id = any(${list(kept, "integer")})` : sql``}`,
    );
    const cells = editableCells(field);
    const lines = written
      .filter(({ row }) => row.id === undefined)
      .map(
        ({ row, position }) =>
          sql`(${sql.join([sql`${id}`, sql`${position}`, ...cells.map(([cell, kind]) => toColumn(kind, row[cell]))], sql`, `)})`,
      );
    const names = [child.parent, "position", ...cells.map(([cell, kind]) => columnName(cell, kind))].map((column) =>
      sql.identifier(column),
    );
    if (lines.length)
      await run(
        tx,
        sql`insert into ${sql.identifier(child.table)} (${sql.join(names, sql`, `)}) values ${sql.join(lines, sql`, `)}`,
      );
  }
}

interface Placed {
  row: Record<string, unknown>;
  position: number;
}

/** Updates the rows that are there already, and so leaves their identity and their read-only cells alone; answers their ids. */
async function keepRows(
  tx: Db,
  child: { table: string; parent: string },
  field: RowsField,
  id: number,
  name: string,
  written: Placed[],
): Promise<number[]> {
  const kept: number[] = [];
  for (const { row, position } of written) {
    if (row.id === undefined) continue;
    const set = editableCells(field).map(
      ([cell, kind]) => sql`${sql.identifier(columnName(cell, kind))} = ${toColumn(kind, row[cell])}`,
    );
    const known =
      typeof row.id === "number" &&
      !kept.includes(row.id) &&
      (await run(
        tx,
        sql`
      update ${sql.identifier(child.table)} set position = ${position}, ${sql.join(set, sql`, `)} where id = ${row.id} and ${sql.identifier(child.parent)} = ${id}`,
      ));
    if (!known || typeof row.id !== "number") throw invalid({ [`${name}[${position}].id`]: [{ key: "incorrect" }] });
    kept.push(row.id);
  }
  return kept;
}

/** Turns the database's own refusals into messages: a unique value, or a record that became used meanwhile. */
export async function guarded<T>(resource: Resource, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const failure = databaseError(error);
    const unique = failure?.code === "23505" ? resource.uniques[failure.constraint] : undefined;
    if (unique) throw new Fault(422, unique.error ?? "invalid", { fields: { [unique.field]: [{ key: unique.key }] } });
    // Two changes waited for each other's records; the other one was made.
    if (failure?.code === "40P01") throw new Fault(409, "try_again");
    if (failure?.code === "23503" || failure?.code === "23001")
      throw new Fault(409, "in_use", { data: { usedBy: [] } });
    throw error;
  }
}
