import { type SQL, sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import { editableFields } from "~server/contract/entity";
import { editableCells, type Field } from "~server/contract/field-kinds";
import { COUNT_CAP, type Deleted, deletedSchema, type DeletedPage } from "~server/contract/record";
import type { Written } from "~server/contract/schema";
import { isUnlimited, unlimited, type Viewer } from "../access";
import { allOf, always, databaseError, type Db, one, only, rows, run, transaction } from "../database/query";
import { Fault, notFound } from "../fault";
import { guarded } from "./guarded";
import { changesBetween, record } from "./history";
import { readRecord } from "./read";
import { checkRelations } from "./relations";
import { columnName, nameable, type Resource, resourceNamed } from "./resource";
import { childOf, refValue, titleOf } from "./select";
import { checkStays } from "./stays";
import { type Stamp, versionSchema } from "./write";

const t = sql`t`;
const table = ({ table }: { table: string }) => sql.identifier(table);

/**
 * The deleted records `x` of a kind, each with the row `t` that it was: what holds for a living row holds for it, too.
 */
export const deletedRows = (resource: Resource): SQL => sql`from deleted_records x
  cross join lateral jsonb_populate_record(null::${table(resource)}, coalesce(x.row, '{}')) t where x.entity = ${resource.entity.name}`;

/** Those that the viewer could see; one whose row nobody kept is for who sees everything. */
const visible = (resource: Resource, viewer: Viewer) =>
  allOf([resource.visible(viewer, t), isUnlimited(viewer) ? always : sql`x.row is not null`]);

const shown = sql`x.entity_id as id, x.title, x.at, x.author`;

/** A page of what was deleted, the latest first, as the viewer may see it. */
export async function listDeleted(
  db: Db,
  resource: Resource,
  viewer: Viewer,
  { q, page, limit }: { q: string; page: number; limit: number },
): Promise<DeletedPage> {
  const words = q.split(/\s+/).filter(Boolean).slice(0, 8);
  const where = allOf([
    visible(resource, viewer),
    ...words.map((word) => sql`strpos(lower(x.title), lower(${word})) > 0`),
  ]);
  const { count } = await only(
    db,
    z.object({ count: z.number() }),
    sql`select count(*) as count from (select 1 ${deletedRows(resource)} and ${where} limit ${COUNT_CAP + 1}) found`,
  );
  const items = await rows(
    db,
    deletedSchema,
    sql`select ${shown} ${deletedRows(resource)} and ${where} order by x.at desc, x.entity_id desc limit ${limit} offset ${(page - 1) * limit}`,
  );
  return { items, total: Math.min(count, COUNT_CAP), capped: count > COUNT_CAP, page, limit };
}

/** A deleted record, when it was for this viewer. */
export const findDeleted = (db: Db, resource: Resource, viewer: Viewer, id: number): Promise<Deleted | undefined> =>
  one(
    db,
    deletedSchema,
    sql`select ${shown} ${deletedRows(resource)} and x.entity_id = ${id} and ${visible(resource, viewer)}`,
  );

/** The same; 404 otherwise. */
export async function readDeleted(db: Db, resource: Resource, viewer: Viewer, id: number): Promise<Deleted> {
  const found = await findDeleted(db, resource, viewer, id);
  if (!found) throw notFound();
  return found;
}

/** The record `id` of another entity, deleted or not, as a viewer may know it: out of sight it is a number, and so is one of which nothing was kept. */
export function pastRef(viewer: Viewer, to: string, id: SQL): SQL {
  const target = resourceNamed(to);
  const known = allOf([nameable(target)(viewer, t), isUnlimited(viewer) ? always : sql`x.row is not null`]);
  return sql`coalesce(${refValue(viewer, to, id)},
    (select json_build_object('id', x.entity_id, 'label', x.title) ${deletedRows(target)} and x.entity_id = ${id} and ${known}),
    case when ${id} is not null then json_build_object('id', ${id}, 'label', '#' || ${id}) end)`;
}

/** Deletes a record and keeps what it was: its row and its nested rows. `tx` holds its lock. */
export async function bury(tx: Db, resource: Resource, id: number, viewer: Viewer): Promise<void> {
  const before = await readRecord(tx, resource, unlimited(viewer), id);
  const nested = Object.entries(resource.children).map(
    ([name, child]) => sql`${name}::text, (select coalesce(jsonb_agg(to_jsonb(c) order by c.position), '[]')
      from ${table(child)} c where c.${sql.identifier(child.parent)} = t.id)`,
  );
  await run(
    tx,
    sql`insert into deleted_records (entity, entity_id, title, author_id, author, row, nested)
    select ${resource.entity.name}, t.id, coalesce(${titleOf(resource, t)}, ''), ${viewer.id}, ${viewer.full_name}, to_jsonb(t), jsonb_build_object(${sql.join(nested, sql`, `)})
    from ${table(resource)} t where t.id = ${id}`,
  );
  await run(tx, sql`delete from ${table(resource)} where id = ${id}`);
  await resource.removed?.(tx, before, viewer);
  await record(tx, resource, id, viewer, "delete", changesBetween(resource, before, {}, []));
}

const jsonRow = z.record(z.string(), z.unknown());
const keptRow = z.object({ row: jsonRow.nullable(), nested: z.record(z.string(), z.array(jsonRow)).nullable() });

/**
 * Undoes a deletion: the record has its id, secrets and files again. Refused like a change that saves it as it was: 422
 * with what is wrong beside its field (a value that is taken, a related record that is gone), 409 for anything else.
 */
export function restoreRecord(pool: Pool, resource: Resource, viewer: Viewer, id: number): Promise<Stamp> {
  return guarded(resource, () =>
    transaction(pool, async (tx) => {
      const kept = await one(
        tx,
        keptRow,
        sql`select x.row, x.nested ${deletedRows(resource)} and x.entity_id = ${id} and ${visible(resource, viewer)} for update of x`,
      );
      if (!kept) throw notFound();
      if (!kept.row) throw new Fault(409, "restore_unknown");
      const values = writtenOf(resource, kept.row, kept.nested ?? {});
      await checkRelations(tx, resource, unlimited(viewer), values, {}, editableFields(resource.entity), "record_gone");
      await insertAgain(tx, resource.table, [kept.row]);
      for (const [name, lines] of Object.entries(kept.nested ?? {}))
        if (lines.length) await insertAgain(tx, childOf(resource, name).table, lines);
      await run(tx, sql`delete from deleted_records where entity = ${resource.entity.name} and entity_id = ${id}`);
      const context = { viewer, id, restored: true } as const;
      await resource.prepare?.(tx, values, context);
      await resource.written?.(tx, id, values, context);
      await checkStays(tx, resource, viewer, id);
      const after = await readRecord(tx, resource, unlimited(viewer), id);
      await record(tx, resource, id, viewer, "restore", changesBetween(resource, {}, after, []));
      return only(
        tx,
        versionSchema,
        sql`update ${table(resource)} set version = version + 1, updated_at = now() where id = ${id} returning id, version`,
      );
    }).catch((error: unknown) => {
      const { code = "", constraint = "" } = databaseError(error) ?? {};
      if (code.startsWith("23") && !resource.uniques[constraint]) throw new Fault(409, "restore_blocked");
      throw error;
    }),
  );
}

/** The row as a form would have written it; its secrets are left alone. */
function writtenOf(
  resource: Resource,
  row: Record<string, unknown>,
  nested: Record<string, Record<string, unknown>[]>,
): Written {
  const from = (line: Record<string, unknown>, fields: [string, Field][]) =>
    Object.fromEntries(fields.map(([name, field]) => [name, line[columnName(name, field)] ?? null]));
  const fields = editableFields(resource.entity).filter(([, field]) => field.kind !== "secret");
  return Object.fromEntries(
    fields.map(([name, field]) => [
      name,
      field.kind === "rows"
        ? (nested[name] ?? []).map((line) => from(line, editableCells(field)))
        : from(row, [[name, field]])[name],
    ]),
  );
}

/** Inserts rows as they were; columns that came since take their defaults. */
async function insertAgain(tx: Db, name: string, lines: Record<string, unknown>[]): Promise<void> {
  const columns = await rows(
    tx,
    z.object({ name: z.string() }),
    sql`select a.attname as name from pg_attribute a where a.attrelid = ${name}::regclass and a.attnum > 0
    and not a.attisdropped and a.attgenerated = '' and ${JSON.stringify(lines[0])}::jsonb ? a.attname`,
  );
  const names = sql.join(
    columns.map((column) => sql.identifier(column.name)),
    sql`, `,
  );
  await run(
    tx,
    sql`insert into ${sql.identifier(name)} (${names}) overriding system value
    select ${names} from jsonb_populate_recordset(null::${sql.identifier(name)}, ${JSON.stringify(lines)}::jsonb)`,
  );
}
