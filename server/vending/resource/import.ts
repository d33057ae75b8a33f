import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import type { FieldMessages, Message } from "~server/contract/envelope";
import {
  type ImportCounts,
  type Imported,
  type ImportPreview,
  type ImportRows,
  importBody,
  importCounts,
  importedSchema,
  importSchema,
  PREVIEW_ROWS,
} from "~server/contract/imports";
import { importColumns } from "~server/contract/import-columns";
import { parseMessage } from "~server/contract/messages";
import type { Viewer } from "../access";
import { type Db, one, only, run, transaction } from "../database/query";
import { invalid, notFound } from "../fault";
import { guarded } from "./guarded";
import { importRecords } from "./import-records";
import type { Resource } from "./resource";

/** A row of a file that makes sense by itself, with its place among all of them. */
export interface Numbered<R> {
  index: number;
  row: R;
}
/** What is wrong with a row: beside one of its columns. */
export interface RowFault {
  index: number;
  column: string;
  message: Message;
}
export interface ImportResult {
  faults: RowFault[];
  counts: ImportCounts;
}
/** Saves rows of a file in a transaction that is given up when any row is faulty; throws 422 with all faults by row. */
export type Importer = (
  tx: Db,
  viewer: Viewer,
  rows: ImportRows,
) => Promise<{ counts: ImportCounts; told: Imported[] }>;

/**
 * An importer: `row` makes a row of its texts; `save` saves rows, or says what is wrong with them among themselves and
 * with what there is, and then saves none.
 */
export const importer =
  <R>(
    row: z.ZodType<R>,
    save: (tx: Db, viewer: Viewer, rows: readonly Numbered<R>[]) => Promise<ImportResult>,
  ): Importer =>
  async (tx, viewer, rows) => {
    const faults: RowFault[] = [];
    const sound: Numbered<R>[] = [];
    for (const [index, texts] of rows.entries()) {
      const parsed = row.safeParse(texts);
      if (parsed.success) sound.push({ index, row: parsed.data });
      // Whatever part of a cell is wrong, the cell is.
      else
        for (const { path, message } of parsed.error.issues)
          faults.push({ index, column: String(path[0] ?? ""), message: parseMessage(message) });
    }
    const saved = await save(tx, viewer, sound);
    refuseFaults("rows", [...faults, ...saved.faults]);
    return { counts: saved.counts, told: [] };
  };

/** Throws 422 with all faults of a list, each at the place of its row; without any does nothing. */
export function refuseFaults(list: string, faults: readonly RowFault[]): void {
  if (!faults.length) return;
  const fields: FieldMessages = {};
  for (const { index, column, message } of faults) (fields[`${list}[${index}].${column}`] ??= []).push(message);
  throw invalid(fields);
}

/** Imports of one person that wait to be saved. */
const KEPT = 5;

/** Tries rows: what saving them would make, with nothing saved but the rows, which wait for a day. */
export async function tryImport(
  pool: Pool,
  resource: Resource,
  viewer: Viewer,
  sent: ImportRows,
): Promise<ImportPreview> {
  const columns = importColumns(resource.entity).map(({ name }) => name);
  const rows = sent.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => columns.includes(name))));
  const { counts, told } = await guarded(resource, () => undone(pool, (tx) => importerOf(resource)(tx, viewer, rows)));
  return transaction(pool, async (tx) => {
    const { id } = await only(
      tx,
      z.object({ id: z.number() }),
      sql`insert into imports (author_id, entity, rows, counts, told)
      values (${viewer.id}, ${resource.entity.name}, ${JSON.stringify(rows)}::jsonb, ${JSON.stringify(counts)}::jsonb, ${JSON.stringify(told)}::jsonb) returning id`,
    );
    await run(
      tx,
      sql`delete from imports where at < now() - interval '1 day' or (author_id = ${viewer.id} and id <= (
        select id from imports where author_id = ${viewer.id} order by id desc offset ${KEPT} limit 1))`,
    );
    return previewOf(resource, { id, rows, counts, told, done: false });
  });
}

const keptRow = z.object({
  id: z.number(),
  rows: importBody.shape.rows,
  counts: importCounts,
  told: z.array(importedSchema),
  done: z.boolean(),
});

/** Rows that the person tried; 404 for anybody else's, and when their day is over. */
async function kept(db: Db, { entity }: Resource, viewer: Viewer, id: number, locked = sql``) {
  const found = await one(
    db,
    keptRow,
    sql`select id, rows, counts, told, done from imports
    where id = ${id} and author_id = ${viewer.id} and entity = ${entity.name} and at >= now() - interval '1 day' ${locked}`,
  );
  if (!found) throw notFound();
  return found;
}

/** What the person tried, with its first rows. */
export const readImport = async (db: Db, resource: Resource, viewer: Viewer, id: number): Promise<ImportPreview> =>
  previewOf(resource, await kept(db, resource, viewer, id));

const previewOf = ({ entity }: Resource, { id, rows, counts, told, done }: z.infer<typeof keptRow>): ImportPreview =>
  importSchema.parse({
    ...counts,
    id,
    done,
    entity: entity.name,
    total: rows.length,
    rows: rows.slice(0, PREVIEW_ROWS),
    told,
  });

/** Saves what was tried, all or none; saved already it answers what was made then. */
export function saveImport(pool: Pool, resource: Resource, viewer: Viewer, id: number): Promise<ImportCounts> {
  return guarded(resource, () =>
    transaction(pool, async (tx) => {
      const { rows, counts, done } = await kept(tx, resource, viewer, id, sql`for update`);
      if (done) return counts;
      // Of two files that name the same new record the later changes what the first has made.
      await run(tx, sql`select pg_advisory_xact_lock(hashtextextended(${`import ${resource.entity.name}`}, 0))`);
      const { counts: made } = await importerOf(resource)(tx, viewer, rows);
      await run(tx, sql`update imports set done = true, counts = ${JSON.stringify(made)}::jsonb where id = ${id}`);
      return made;
    }),
  );
}

const importerOf = (resource: Resource): Importer => resource.importer ?? importRecords(resource);

/** Does work and undoes it again: what it answers is all that is left. */
async function undone<T>(pool: Pool, work: (tx: Db) => Promise<T>): Promise<T> {
  const end = new Error("to be undone");
  const results: T[] = [];
  await transaction(pool, async (tx) => {
    results.push(await work(tx));
    throw end;
  }).catch((error: unknown) => {
    if (error !== end) throw error;
  });
  const [result] = results;
  if (result === undefined) throw end;
  return result;
}
