import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { ticket } from "~server/contract/entities/tickets";
import { listRequirement } from "~server/contract/entity";
import { type Notice, noticeSchema, type Notices } from "~server/contract/notices";
import { allowed } from "~server/contract/permissions";
import { isUnlimited, type Viewer } from "../../access";
import { allOf, anyOf, type Db, list, never, only, rows, run } from "../../database/query";
import { visibleAlerts } from "../../visible-alerts";
import { visibleTickets } from "../../visible-tickets";

const columns = sql`n.id, n.type, n.ticket_id as ticket, n.alert_id as alert, n.title, n.body, n.created_at, n.read_at is not null as read`;

/** Which notices of a person are wanted. */
export interface Wanted {
  after?: number;
  before?: number;
  unread?: string;
  limit: number;
}

/** A person's notices of tickets and alerts that they may still see: whoever lost the permission or the machine does not keep its news. */
const ownNotices = (viewer: Viewer): SQL =>
  allOf([sql`n.user_id = ${viewer.id}`, anyOf([ofTickets(viewer), ofAlerts(viewer)])]);

const ofTickets = (viewer: Viewer): SQL =>
  !allowed(viewer, listRequirement(ticket))
    ? never
    : isUnlimited(viewer)
      ? sql`n.ticket_id is not null`
      : sql`exists (select 1 from tickets t where t.id = n.ticket_id and ${visibleTickets(viewer, sql`t`)})`;

const ofAlerts = (viewer: Viewer): SQL =>
  sql`exists (select 1 from alerts a where a.id = n.alert_id and ${visibleAlerts(viewer, sql`a`)})`;

/** A page of a person's notices; `after` turns the order around. */
export async function noticesOf(db: Db, viewer: Viewer, { after, before, unread, limit }: Wanted): Promise<Notices> {
  const conditions: SQL[] = [ownNotices(viewer)];
  if (after !== undefined) conditions.push(sql`n.id > ${after}`);
  if (before !== undefined) conditions.push(sql`n.id < ${before}`);
  if (unread) conditions.push(sql`n.read_at is null`);
  // One question, so that the numbers belong to the items.
  const { items, ...numbers } = await only(
    db,
    pageRow,
    sql`
    select (${last(viewer.id)}) as last, (${unreadCount(viewer)}) as unread,
      (select coalesce(json_agg(p), '[]') from (select ${columns} from notices n where ${allOf(conditions)} order by n.id ${after === undefined ? sql`desc` : sql`asc`} limit ${limit + 1}) p) as items`,
  );
  return {
    items: items.slice(0, limit).map((item) => ({ ...item, created_at: new Date(item.created_at).toISOString() })),
    more: items.length > limit,
    ...numbers,
  };
}

const pageRow = z.object({ last: z.number(), unread: z.number(), items: z.array(noticeSchema) });
const last = (user: number): SQL =>
  sql`select coalesce((select b.last from notice_boxes b where b.user_id = ${user}), 0)`;
const unreadCount = (viewer: Viewer): SQL =>
  sql`select count(*) from notices n where ${ownNotices(viewer)} and n.read_at is null`;

const count = z.object({ count: z.number() });

/** How many notices a person has not read. */
export const unreadOf = async (db: Db, viewer: Viewer): Promise<number> =>
  (await only(db, count, sql`select (${unreadCount(viewer)}) as count`)).count;

/** The number of a person's newest notice, 0 when there was none. */
export const lastOf = async (db: Db, user: number): Promise<number> =>
  (await only(db, count, sql`select (${last(user)}) as count`)).count;

/** Marks one notice of a person as read, those of a ticket or an alert, or all up to one. */
export async function markRead(
  db: Db,
  user: number,
  { id, ticket, alert, upto }: { id?: number; ticket?: number; alert?: number; upto?: number },
): Promise<void> {
  const which = [
    ...(id === undefined ? [] : [sql`id = ${id}`]),
    ...(ticket === undefined ? [] : [sql`ticket_id = ${ticket}`]),
    ...(alert === undefined ? [] : [sql`alert_id = ${alert}`]),
    ...(upto === undefined ? [] : [sql`id <= ${upto}`]),
  ];
  await run(
    db,
    sql`update notices set read_at = now() where user_id = ${user} and read_at is null and ${allOf(which)}`,
  );
}

const sentRow = noticeSchema.extend({ user: z.number() });

/** What these people have not been sent yet, in order; `after` stands beside each person. */
export const unsent = (
  db: Db,
  people: readonly { user: number; after: number }[],
  most: number,
): Promise<(Notice & { user: number })[]> =>
  rows(
    db,
    sentRow,
    sql`
  select n.user_id as "user", ${columns}
  from unnest(${list(
    people.map(({ user }) => user),
    "integer",
  )}, ${sql.param(people.map(({ after }) => after))}::bigint[]) as p(id, after)
  join notices n on n.user_id = p.id and n.id > p.after order by n.id limit ${most}`,
  );
