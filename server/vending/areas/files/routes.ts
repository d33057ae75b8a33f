import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import * as calls from "~server/contract/calls/files";
import { listRequirement } from "~server/contract/entity";
import { fileValue } from "~server/contract/files";
import type { FileField, FilesField } from "~server/contract/field-kinds";
import { allowed } from "~server/contract/permissions";
import type { Viewer } from "../../access";
import type { Answers } from "../../answers";
import { type Db, one, only, run, transaction } from "../../database/query";
import { Fault, forbidden, notFound } from "../../fault";
import { type Context, type Deps, fileName } from "../../http";
import { deletedRows } from "../../resource/deleted";
import { fileFields, holdsFile } from "../../resource/files";
import { type Resource, resourceCalled, resources } from "../../resource/resource";
import { sha256 } from "../../secrets";
import { give, isImage } from "./give";
import { checkQuota } from "./quota";
import { THUMBNAIL_SIDE, THUMBNAIL_TYPE, thumbnailOf } from "./thumbnail";
import { typeOf } from "./type";

/** A file that no record refers to is kept this long: a form may be filled in slowly. */
const UNUSED_FOR = "1 day";

const storedFile = z.object({
  id: z.number(),
  entity: z.string(),
  field: z.string(),
  name: z.string(),
  mime: z.string(),
  sha256: z.string(),
  user_id: z.number(),
});
const storedContent = z.object({ content: z.instanceof(Uint8Array) });

/** What is uploaded for a field of an entity, and given back to whoever may see the record that has it. */
export function answerFiles({ upload, download }: Answers, { pool }: Deps): void {
  upload(calls.uploadFile, async ({ c, viewer, query, bytes }) => {
    const { resource, name, field } = wanted(query.entity, query.field);
    if (!allowed(viewer, listRequirement(resource.entity))) throw forbidden();
    const content = await bytes(field.maxBytes);
    const type = typeOf(content);
    if (field.types && !(type && field.types.includes(type))) throw new Fault(422, "file_type");
    if (field.kind === "file") checkImage(c, field, content.length);
    await removeUnused(pool);
    return transaction(pool, async (tx) => {
      await checkQuota(tx, viewer.id, content.length);
      return only(
        tx,
        fileValue,
        sql`
      insert into files (entity, field, name, mime, size, sha256, content, user_id)
      values (${resource.entity.name}, ${name}, ${baseName(c)}, ${type ?? "application/octet-stream"}, ${content.length}, ${sha256(content)}, ${content}, ${viewer.id})
      returning id, name as label, size, mime as type, sha256`,
      );
    });
  });
  download(calls.fileContent, async ({ c, viewer, param }) => {
    const { id, name, mime, sha256: hash } = await seen(viewer, param("id"));
    return give(c, { name, type: mime, etag: `"${hash}"` }, () => contentOf(pool, id));
  });
  download(calls.fileThumbnail, async ({ c, viewer, param }) => {
    const { id, name, mime, sha256: hash } = await seen(viewer, param("id"));
    if (!isImage(mime)) throw notFound();
    return give(c, { name: `${name}.webp`, type: THUMBNAIL_TYPE, etag: `"${hash}-${THUMBNAIL_SIDE}"` }, async () => {
      const made = await thumbnailOf(hash, () => contentOf(pool, id));
      if (!made) throw notFound();
      return made;
    });
  });

  /** The file that is asked for, when the viewer may have it. */
  async function seen(viewer: Viewer, id: number): Promise<z.infer<typeof storedFile>> {
    const file = await one(
      pool,
      storedFile,
      sql`select id, entity, field, name, mime, sha256, user_id from files where id = ${id}`,
    );
    if (!file) throw notFound();
    const { resource, name, field } = wanted(file.entity, file.field);
    await mayHave(pool, resource, holdsFile(name, field, sql`${file.id}`, sql`t`), viewer, file);
    return file;
  }
}

async function contentOf(db: Db, id: number): Promise<Uint8Array> {
  const file = await one(db, storedContent, sql`select content from files where id = ${id}`);
  if (!file) throw notFound();
  return file.content;
}

/** What no content tells: the name ends as such files do, and there is as much of it as there must be. */
function checkImage(c: Context, { endings, minBytes = 0 }: FileField, size: number): void {
  const name = baseName(c).toLowerCase();
  if (endings && !endings.some((ending) => name.endsWith(ending))) throw new Fault(422, "file_type");
  if (size < minBytes) throw new Fault(422, "file_too_small");
}

function wanted(entity: string, name: string): { resource: Resource; name: string; field: FileField | FilesField } {
  const resource = resourceCalled(entity);
  const [, field] = (resource && fileFields(resource).find(([one]) => one === name)) ?? [];
  if (!resource || !field) throw notFound();
  return { resource, name, field };
}

/** Whoever sees the record sees its file; until a record has it, only its uploader does. */
async function mayHave(
  db: Db,
  resource: Resource,
  holds: SQL,
  viewer: Viewer,
  file: { id: number; user_id: number },
): Promise<void> {
  if (!allowed(viewer, listRequirement(resource.entity))) throw forbidden();
  const of = sql`select 1 as one from ${sql.identifier(resource.table)} t where ${holds}`;
  const isSeen = await one(db, z.unknown(), sql`${of} and ${resource.visible(viewer, sql`t`)}`);
  if (isSeen || (file.user_id === viewer.id && !(await one(db, z.unknown(), of)))) return;
  throw notFound();
}

/** The name alone: some browsers send a path. Only shown, never used as one. */
const baseName = (c: Context) => fileName(c)?.split(/[/\\]/).at(-1)?.trim() || "file";

/** Removes what was uploaded for forms that were never saved. Files that are just being claimed are left alone. */
async function removeUnused(db: Db): Promise<void> {
  const used = resources().flatMap((resource) =>
    fileFields(resource).map(
      ([name, field]) =>
        sql`and not exists (select 1 from ${sql.identifier(resource.table)} t where ${holdsFile(name, field, sql`f.id`, sql`t`)})
          and not exists (select 1 ${deletedRows(resource)} and ${holdsFile(name, field, sql`f.id`, sql`t`)})`,
    ),
  );
  await run(
    db,
    sql`delete from files where id in (
    select f.id from files f where f.created_at < now() - ${UNUSED_FOR}::interval ${sql.join(used, sql` `)} for update skip locked)`,
  );
}
