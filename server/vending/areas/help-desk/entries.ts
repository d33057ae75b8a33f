import { type SQL, sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import type { conversationSchema, EntryBody } from "~server/contract/help-desk";
import { type ConversationEntry, entrySchema } from "~server/contract/help-desk";
import { fileValue } from "~server/contract/files";
import { refSchema } from "~server/contract/record";
import type { Viewer } from "../../access";
import { type Db, list, one, only, rows, run } from "../../database/query";
import { claimFiles } from "../../resource/files";
import { filesJson } from "../../resource/select";
import { changing } from "../../resource/write";
import { announceChange } from "../notices/changes";
import { tellReply } from "./news";
import { noteReader } from "./readers";
import { ticketResource } from "./resources";
import { areResponsible, awaitsAnswer, countAnew, countsAs, dueAt, moveTo } from "./status";

/** Most entries of a conversation that are given at once; the newest. */
const MAX_ENTRIES = 500;
/** Changes of a ticket that belong into its conversation; the others stand in its history. */
const TOLD = ["status", "state", "responsible", "priority", "time_spent"];

const idRow = z.object({ id: z.number() });

/** Adds what a person says. Sent again with the same key it answers what it answered first. */
export async function addEntry(pool: Pool, viewer: Viewer, ticket: number, said: EntryBody): Promise<{ id: number }> {
  return changing(pool, ticketResource, viewer, ticket, "update", async (tx) => {
    const known = await one(
      tx,
      idRow,
      sql`select id from ticket_entries where ticket_id = ${ticket} and key = ${said.key}`,
    );
    if (known) return known;
    await claimFiles(tx, ticketResource, viewer, { files: said.files });
    const { id } = await only(
      tx,
      idRow,
      sql`
      insert into ticket_entries (ticket_id, kind, author_id, text, files, delivery, key)
      values (${ticket}, ${said.kind}, ${viewer.id}, ${said.text || null}, ${list(said.files, "integer")}, ${said.kind === "REPLY" ? "WAIT" : null}, ${said.key}) returning id`,
    );
    await run(
      tx,
      sql`
      update tickets set files = files || ${list(said.files, "integer")}, last_message_at = now(),
        first_reply_at = case when ${said.kind === "REPLY"} and author_id is distinct from ${viewer.id} then coalesce(first_reply_at, now()) else first_reply_at end
      where id = ${ticket}`,
    );
    if (said.kind === "CLIENT") await countAnew(tx, ticket);
    await settle(tx, ticket, said);
    // Others are told of what was said; the person's other browsers see it too.
    if (said.kind !== "NOTE") await tellReply(tx, ticket, id, viewer.id, said.text);
    await announceChange(tx, ticket, viewer, said.kind === "NOTE" ? undefined : [viewer.id]);
    return { id };
  });
}

/** The status that comes with what was said. */
async function settle(tx: Db, ticket: number, { kind, status, state }: EntryBody): Promise<void> {
  if (kind === "NOTE") return;
  const of = sql`t.id = ${ticket}`;
  if (state !== undefined) await moveTo(tx, of, await countsAs(tx, state), state);
  else if (status !== undefined)
    await moveTo(tx, sql`${of} and (t.status <> ${status} or t.state_id is not null)`, status, null);
  else if (kind === "CLIENT")
    await moveTo(tx, sql`${of} and t.status not in ('NEW', 'WAITING_REPLY')`, "WAITING_REPLY", null);
}

/** Corrects the time spent; while it runs it goes on from there. */
export function setTime(pool: Pool, viewer: Viewer, ticket: number, seconds: number): Promise<void> {
  return changing(pool, ticketResource, viewer, ticket, "update", async (tx) => {
    await run(
      tx,
      sql`update tickets set spent_seconds = ${seconds}, running_since = case when running_since is not null then now() end where id = ${ticket}`,
    );
    await announceChange(tx, ticket, viewer);
  });
}

const person = (id: SQL): SQL =>
  sql`(select json_build_object('id', u.id, 'label', u.full_name) from users u where u.id = ${id})`;

/** What a message group has not got: what was given up before what waits. One that waits behind another has that one's trouble. */
const postOf = (
  which: SQL,
): SQL => sql`(select json_build_object('state', p.state, 'attempts', p.attempts, 'next_at', p.next_at, 'error', case when p.state = 'WAIT' and p.last_error is null
    then (select q.last_error from help_desk_posts q where q.company_id = p.company_id and q.state = 'WAIT' order by q.id limit 1) else p.last_error end)
  from help_desk_posts p where ${which} and p.state <> 'SENT' order by p.state, p.id limit 1)`;

const changeRow = z.object({
  id: z.number(),
  at: z.string(),
  author: refSchema.nullable(),
  changes: z.array(entrySchema.shape.changes.element),
});
const entryRow = entrySchema.omit({ id: true, changes: true }).extend({ id: z.number() });

/**
 * What was said and what happened until `before` (ISO 8601), the oldest first. Replies of others are received by reading
 * them; of those that go to a message group nobody here can tell who has read them there.
 */
export async function conversationOf(
  db: Db,
  viewer: Viewer,
  ticket: number,
  before: string | undefined,
): Promise<z.infer<typeof conversationSchema>> {
  await run(
    db,
    sql`update ticket_entries e set delivery = 'RECEIVED' where e.ticket_id = ${ticket} and e.delivery = 'WAIT' and e.author_id <> ${viewer.id}
    and not exists (select 1 from help_desk_posts p where p.entry_id = e.id)`,
  );
  const end = before === undefined ? sql`'infinity'` : sql`${before}::timestamptz`;
  const said = await rows(
    db,
    entryRow,
    sql`
    select e.id, e.kind, e.at, ${person(sql`e.author_id`)} as author, e.text, ${filesJson(sql`e.files`)} as files, e.delivery, ${postOf(sql`p.entry_id = e.id`)} as post, e.error_code
    from ticket_entries e where e.ticket_id = ${ticket} and e.at < ${end} order by e.at desc, e.id desc limit ${MAX_ENTRIES + 1}`,
  );
  const changed = await rows(
    db,
    changeRow,
    sql`
    select h.id, h.at, case when h.author_id is not null then json_build_object('id', h.author_id, 'label', coalesce(h.author, '')) end as author,
      (select json_agg(c) from jsonb_array_elements(h.changes) c where c->>'field' = any(${list(TOLD, "text")})) as changes
    from history h where h.entity = ${ticketResource.entity.name} and h.entity_id = ${ticket} and h.action <> 'create'
      and exists (select 1 from jsonb_array_elements(h.changes) c where c->>'field' = any(${list(TOLD, "text")}))
      and h.at < ${end}
    order by h.at desc, h.id desc limit ${MAX_ENTRIES + 1}`,
  );
  const about = await only(
    db,
    z.object({
      files: z.array(fileValue),
      running: z.boolean(),
      target: z.enum(["response", "resolution"]).nullable(),
      post: entrySchema.shape.post,
    }),
    sql`
    select ${filesJson(sql`array(select f from unnest(t.files) f where not exists (select 1 from ticket_entries e where e.ticket_id = t.id and f = any(e.files)))`)} as files,
      t.running_since is not null as running, case when ${dueAt(sql`t`)} is not null then case when ${awaitsAnswer(sql`t`)} then 'response' else 'resolution' end end as target,
      ${postOf(sql`p.ticket_id = t.id and p.entry_id is null`)} as post
    from tickets t where t.id = ${ticket}`,
  );
  const entries: ConversationEntry[] = [
    ...said.map((entry) => ({ ...entry, id: `entry-${entry.id}`, changes: [] })),
    ...changed.map(
      ({ id, at, author, changes }): ConversationEntry => ({
        id: `change-${id}`,
        kind: "CHANGE",
        at,
        author,
        text: null,
        files: [],
        delivery: null,
        post: null,
        error_code: null,
        changes,
      }),
    ),
  ];
  const newest = newestOf(entries.sort((a, b) => Date.parse(a.at) - Date.parse(b.at)));
  return {
    ...about,
    ...(await noteReader(db, viewer, ticket)),
    entries: newest,
    more: newest.length < entries.length,
    can_take: await areResponsible(db, [viewer.id]),
  };
}

/** The newest entries, cut where the time changes: what happened together is not torn apart, and none is in two parts or in none. */
function newestOf(entries: readonly ConversationEntry[]): ConversationEntry[] {
  let from = Math.max(0, entries.length - MAX_ENTRIES);
  while (from > 0 && from < entries.length - 1 && entries[from]?.at === entries[from - 1]?.at) from += 1;
  return entries.slice(from);
}
