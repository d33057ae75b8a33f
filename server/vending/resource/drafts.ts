import { type SQL, sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import type { Declared } from "~server/contract/entity";
import {
  type ImportFault,
  type ImportLines,
  type ImportState,
  importSchema,
  linesSchema,
  MOST_FAULTS,
  MOST_TEXTS,
} from "~server/contract/drafts";
import { parseMessage } from "~server/contract/messages";
import { writtenSchema } from "~server/contract/schema";
import type { Viewer } from "../access";
import { type Db, isUnfit, one, only, run, transaction } from "../database/query";
import { Fault, notFound } from "../fault";

/** What is done with many lines at once. */
export interface ImportKind {
  name: string;
  /**
   * Each line of an import with what is known of it: columns `n` (where it stands), `title`, `fault` (jsonb `{field, key,
   * count}`, or null), `sums` as they are named, kopecks, and `texts`.
   */
  judged(viewer: Viewer, id: number): SQL;
  sums: readonly string[];
  texts: readonly string[];
  /** Takes turns with whoever changes what the lines are about, where there is something. */
  lock?(tx: Db, id: number): Promise<unknown>;
  /** Does it; no line is faulty. */
  apply(tx: Db, viewer: Viewer, id: number): Promise<void>;
}

/** The lines of an import, as `l` with the columns that `shape` names. */
export const linesOf = (id: number, shape: string): SQL =>
  sql`(select l.* from drafts i cross join lateral jsonb_to_recordset(i.lines) as l(${sql.raw(shape)}) where i.id = ${id})`;
/** What a statement says is wrong with a line. */
export const faultOf = (key: string, field: string | null, count?: SQL): SQL =>
  sql`jsonb_build_object('field', ${field}::text, 'key', ${key}::text, 'count', ${count ?? sql`null::numeric`})`;

/** Lines as they were sent; 400 when they are none. */
export function linesIn(bytes: Uint8Array): ImportLines {
  try {
    return linesSchema.parse(JSON.parse(new TextDecoder().decode(bytes))).lines;
  } catch {
    throw new Fault(400, "bad_request");
  }
}

/** Lines held against the form that each of them is: with their values in wire units, or with what is wrong with them first. */
export function checkedLines(form: Declared, title: string, lines: ImportLines): object[] {
  const schema = writtenSchema(form, "form", "create");
  return lines.map(({ line, cells }) => {
    const parsed = schema.safeParse(cells);
    if (parsed.success) return { n: line, title: String(parsed.data[title]), ...parsed.data };
    const [issue] = parsed.error.issues;
    const fault = { field: String(issue?.path[0] ?? ""), ...parseMessage(issue?.message ?? "") };
    return { n: line, title: (cells[title] ?? "").replace(/\p{Cc}/gu, "").slice(0, 80), fault };
  });
}

/** Keeps what somebody wants done, to be looked through and confirmed. */
export async function keepImport(
  db: Db,
  viewer: Viewer,
  kind: ImportKind,
  options: object,
  lines: readonly object[],
): Promise<{ id: number }> {
  if (!lines.length) throw new Fault(422, "import_empty");
  // Whatever was never confirmed is of no more use the next day.
  await run(db, sql`delete from drafts where made_at < now() - interval '1 day'`);
  return only(
    db,
    z.object({ id: z.number() }),
    sql`insert into drafts (kind, author_id, options, lines, count)
    values (${kind.name}, ${viewer.id}, ${JSON.stringify(options)}::jsonb, ${JSON.stringify(lines)}::jsonb, ${lines.length}) returning id`,
  );
}

const keptRow = z.object({ kind: z.string(), count: z.number(), done_at: z.string().nullable() });

async function keptAt(db: Db, kinds: readonly ImportKind[], viewer: Viewer, id: number, lock = sql``) {
  const kept = await one(
    db,
    keptRow,
    sql`select kind, count, done_at from drafts where id = ${id} and author_id = ${viewer.id} ${lock}`,
  );
  const kind = kinds.find(({ name }) => name === kept?.kind);
  if (!kept || !kind) throw notFound();
  return { kind, kept };
}

/** What an import would do now, or that it is done. */
export async function readImport(
  db: Db,
  kinds: readonly ImportKind[],
  viewer: Viewer,
  id: number,
): Promise<ImportState> {
  const { kind, kept } = await keptAt(db, kinds, viewer, id);
  return stateOf(db, kind, kept, viewer, id);
}

/** Does an import, all of it or nothing, and once: again it answers that it is done. 409 while a line is faulty. */
export function confirmImport(
  pool: Pool,
  kinds: readonly ImportKind[],
  viewer: Viewer,
  id: number,
): Promise<ImportState> {
  const all = transaction(pool, async (tx) => {
    const { kind, kept } = await keptAt(tx, kinds, viewer, id, sql`for update`);
    if (kept.done_at !== null) return stateOf(tx, kind, kept, viewer, id);
    await kind.lock?.(tx, id);
    const state = await stateOf(tx, kind, kept, viewer, id);
    if (state.faulty > 0) throw new Fault(409, "import_faulty");
    await kind.apply(tx, viewer, id);
    const { done_at } = await only(
      tx,
      z.object({ done_at: z.string() }),
      sql`update drafts set done_at = now() where id = ${id} returning done_at`,
    );
    return { ...state, done_at };
  });
  // What somebody made or took away at the same moment: looked through again, its lines say so.
  return all.catch((error: unknown) => {
    throw isUnfit(error) ? new Fault(409, "import_faulty") : error;
  });
}

const judgedRow = z.object({
  faulty: z.number(),
  faults: z.array(importSchema.shape.faults.element.omit({ count: true }).extend({ count: z.number().nullable() })),
  sums: z.record(z.string(), z.number()),
  texts: importSchema.shape.texts,
});

async function stateOf(
  db: Db,
  kind: ImportKind,
  { count, done_at }: z.infer<typeof keptRow>,
  viewer: Viewer,
  id: number,
): Promise<ImportState> {
  // What was done is told by what it did: its lines would not pass a second time.
  const isDone = done_at !== null;
  const sums = kind.sums.map(
    (name) =>
      sql`${name}::text, coalesce(sum(j.${sql.identifier(name)}) filter (where ${isDone ? sql`true` : sql`j.fault is null`}), 0)`,
  );
  const texts = kind.texts.map(
    (name) =>
      sql`${name}::text, (select coalesce(json_agg(d.said), '[]')
        from (select distinct j.${sql.identifier(name)} as said from judged j where j.${sql.identifier(name)} is not null order by 1 limit ${MOST_TEXTS}) d)`,
  );
  const found = await only(
    db,
    judgedRow,
    sql`
    with judged as materialized (${kind.judged(viewer, id)})
    select count(*) filter (where j.fault is not null) as faulty, json_build_object(${sql.join(sums, sql`, `)}) as sums,
      json_build_object(${sql.join(texts, sql`, `)}) as texts,
      (select coalesce(json_agg(json_build_object('line', f.n, 'title', f.title, 'field', f.fault ->> 'field', 'key', f.fault ->> 'key', 'count', f.fault -> 'count') order by f.n), '[]')
        from (select * from judged f where f.fault is not null order by f.n limit ${MOST_FAULTS}) f) as faults
    from judged j`,
  );
  const faults = found.faults.map(
    ({ count: bound, ...one }): ImportFault => (bound === null ? one : { ...one, count: bound }),
  );
  return {
    id,
    kind: kind.name,
    count,
    faulty: isDone ? 0 : found.faulty,
    faults: isDone ? [] : faults,
    sums: found.sums,
    texts: found.texts,
    done_at,
  };
}
