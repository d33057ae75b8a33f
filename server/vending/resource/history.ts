import { isDeepStrictEqual } from "node:util";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { FieldKind } from "~server/contract/field-kinds";
import { type HistoryPage, historySchema, type RecordData } from "~server/contract/record";
import { isSet } from "~server/contract/schema";
import { isUnlimited, type Viewer } from "../access";
import { type Db, given, only, rows, run } from "../database/query";
import { asKept, withLabelsFor } from "./history-labels";
import type { Resource } from "./resource";

interface Change {
  field: string;
  before: unknown;
  after: unknown;
}

/** Shown in place of a secret's value. */
const HIDDEN = "•••";

/** Field by field what differs; relations and nested rows as they are read, so that labels stay readable later. */
export function changesBetween(
  resource: Resource,
  before: Partial<RecordData>,
  after: Partial<RecordData>,
  secrets: string[],
): Change[] {
  const changes = Object.entries(resource.entity.fields).flatMap(([field, declared]): Change[] => {
    const { kind, derived, readOnly } = declared;
    if (derived) return [];
    if (kind === "secret")
      return secrets.includes(field)
        ? secretChange(field, before[isSet(field)] === true, after[isSet(field)] !== false)
        : [];
    const was = asKept(declared, before[field] ?? null);
    const is = asKept(declared, after[field] ?? null);
    if (isSame(kind, was, is) || (before.id === undefined && isNothing(is, readOnly))) return [];
    return [{ field, before: was, after: is }];
  });
  return changes;
}

const secretChange = (field: string, was: boolean, is: boolean): Change[] =>
  was || is ? [{ field, before: was ? HIDDEN : null, after: is ? HIDDEN : null }] : [];

/** In whichever order choices were ticked, they are the same. */
const isSame = (kind: FieldKind, was: unknown, is: unknown) =>
  isDeepStrictEqual(was, is) ||
  (kind === "choices" && Array.isArray(was) && Array.isArray(is) && isDeepStrictEqual(was.toSorted(), is.toSorted()));

/** A new record's empty fields are no changes worth a line. A zero that somebody wrote is. */
const isNothing = (is: unknown, readOnly: true | undefined) =>
  is === null || is === false || (is === 0 && readOnly === true) || (Array.isArray(is) && is.length === 0);

/** Who is behind a change; null: the service itself. A partner's system has a name and no id. */
export type Author = { id: Viewer["id"] | null; full_name: string } | null;

/** Writes one history entry; call it in the transaction of the change. */
export async function record(
  tx: Db,
  resource: Resource,
  id: number,
  author: Author,
  action: string,
  changes: Change[],
): Promise<void> {
  await run(
    tx,
    sql`insert into history (entity, entity_id, author_id, author, action, changes)
    values (${resource.entity.name}, ${id}, ${author?.id ?? null}, ${author?.full_name ?? null}, ${action}, ${JSON.stringify(changes)}::jsonb)`,
  );
}

/** Writes entries of many records at once; call it in the transaction of the change. */
export async function recordMany(
  tx: Db,
  resource: Resource,
  author: Author,
  action: string,
  entries: readonly { id: number; changes: Change[] }[],
): Promise<void> {
  if (!entries.length) return;
  await run(
    tx,
    sql`insert into history (entity, entity_id, author_id, author, action, changes)
    select ${resource.entity.name}, k.id, ${author?.id ?? null}::integer, ${author?.full_name ?? null}, ${action}, k.changes
    from ${given(entries, "id integer, changes jsonb")} order by k.id`,
  );
}

/** History of a record as `viewer` may see it, newest first, 50 a page. */
export async function historyOf(
  db: Db,
  resource: Resource,
  viewer: Viewer,
  id: number,
  page: number,
): Promise<HistoryPage> {
  const of = sql`from history where entity = ${resource.entity.name} and entity_id = ${id}`;
  const items = await rows(
    db,
    historySchema.shape.items.element,
    sql`select id, at, author, action, changes ${of} order by id desc limit 50 offset ${(page - 1) * 50}`,
  );
  const { total } = await only(db, z.object({ total: z.number() }), sql`select count(*) as total ${of}`);
  return { items: isUnlimited(viewer) ? items : await withLabelsFor(db, resource, viewer, items), total };
}
