import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { editableFields } from "~server/contract/entity";
import type { FileField, FilesField } from "~server/contract/field-kinds";
import { fileValue, type FileValue } from "~server/contract/files";
import type { RecordData } from "~server/contract/record";
import type { Written } from "~server/contract/schema";
import type { Viewer } from "../access";
import { list, type Db, rows, run } from "../database/query";
import { invalid } from "../fault";
import { columnName, type Resource } from "./resource";

/** The file fields of a resource. */
export const fileFields = (resource: Resource): [string, FileField | FilesField][] =>
  editableFields(resource.entity).flatMap(([name, field]): [string, FileField | FilesField][] =>
    field.kind === "file" || field.kind === "files" ? [[name, field]] : [],
  );

/** Whether the row `t` holds the file `id` in a field. */
export function holdsFile(name: string, field: FileField | FilesField, id: SQL, t: SQL): SQL {
  const column = sql`${t}.${sql.identifier(columnName(name, field))}`;
  return field.kind === "files" ? sql`${column} @> array[${id}]::integer[]` : sql`${column} = ${id}`;
}

/** A record may refer to the files it has, and to those that the viewer uploaded for this field and that nobody has yet. */
export async function claimFiles(
  tx: Db,
  resource: Resource,
  viewer: Viewer,
  values: Written,
  id?: number,
): Promise<void> {
  for (const [name, field] of fileFields(resource)) {
    const wanted = [...new Set(idsOf(values[name]))];
    if (!wanted.length) continue;
    const keeper = sql`(select t.id from ${sql.identifier(resource.table)} t where ${holdsFile(name, field, sql`f.id`, sql`t`)} limit 1)`;
    const found = await rows(
      tx,
      z.object({ id: z.number() }),
      sql`
      select f.id from files f where f.id = any(${list(wanted, "integer")}) and f.entity = ${resource.entity.name} and f.field = ${name}
        and coalesce(${keeper} = ${id ?? null}, f.user_id = ${viewer.id} and ${keeper} is null) order by f.id for update of f`,
    );
    if (found.length !== wanted.length) throw invalid({ [name]: [{ key: "incorrect" }] });
  }
}

const idsOf = (value: unknown): number[] => [value].flat().filter((one): one is number => typeof one === "number");

/** Removes the files that `before` had and `after` has no more. */
export async function dropFiles(tx: Db, resource: Resource, before: RecordData, after: Written): Promise<void> {
  const gone = fileFields(resource).flatMap(([name]) => {
    const kept = idsOf(after[name]);
    return filesIn(before[name])
      .map(({ id }) => id)
      .filter((id) => !kept.includes(id));
  });
  if (gone.length) await run(tx, sql`delete from files where id = any(${list(gone, "integer")})`);
}

const filesIn = (value: unknown): FileValue[] => [value].flat().flatMap((one) => fileValue.safeParse(one).data ?? []);
