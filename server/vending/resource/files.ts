import { sql } from "drizzle-orm";
import { z } from "zod";
import { editableFields } from "~server/contract/entity";
import type { FileField } from "~server/contract/fields";
import { fileValue, type FileValue } from "~server/contract/files";
import type { RecordData } from "~server/contract/record";
import type { Written } from "~server/contract/schema";
import type { Viewer } from "../access";
import { list, one, type Db, run } from "../database/query";
import { invalid } from "../fault";
import { columnName, type Resource } from "./resource";

/** The file fields of a resource. */
export const fileFields = (resource: Resource): [string, FileField][] =>
  editableFields(resource.entity).flatMap(([name, field]): [string, FileField][] => (field.kind === "file" ? [[name, field]] : []));

/** A record may refer to the file it has, or to one that the viewer uploaded for this field and that nobody has yet. */
export async function claimFiles(tx: Db, resource: Resource, viewer: Viewer, values: Written, id?: number): Promise<void> {
  for (const [name, field] of fileFields(resource)) {
    if (typeof values[name] !== "number") continue;
    const column = sql.identifier(columnName(name, field));
    const keeper = sql`(select t.id from ${sql.identifier(resource.table)} t where t.${column} = f.id)`;
    const found = await one(tx, z.object({ id: z.number() }), sql`
      select f.id from files f where f.id = ${values[name]} and f.entity = ${resource.entity.name} and f.field = ${name}
        and coalesce(${keeper} = ${id ?? null}, f.user_id = ${viewer.id} and ${keeper} is null) for update of f`);
    if (!found) throw invalid({ [name]: [{ key: "incorrect" }] });
  }
}

/** Removes the files that `before` had and `after` has no more. */
export async function dropFiles(tx: Db, resource: Resource, before: RecordData, after: Written): Promise<void> {
  const gone = fileFields(resource).flatMap(([name]) => {
    const file = fileOf(before[name]);
    return file && file.id !== after[name] ? [file.id] : [];
  });
  if (gone.length) await run(tx, sql`delete from files where id = any(${list(gone, "integer")})`);
}

const fileOf = (value: unknown): FileValue | undefined => fileValue.safeParse(value).data;
