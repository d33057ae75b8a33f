import { type SQL, sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import type { PostPayload } from "~server/contract/help-desk";
import { type Db, one, rows, run } from "../../database/query";
import { open } from "../../secrets";
import { type Post, post, type Posted } from "./webhook";

/** Attempts until a message is given up: with the pauses below that is most of two days. */
export const MAX_ATTEMPTS = 14;
const FIRST_PAUSE_SECONDS = 10;
const LONGEST_PAUSE_SECONDS = 6 * 3600;
/** An attempt whose process died is taken up again after this; longer than the longest attempt. */
const LEASE = "2 minutes";
/** Companies that are posted to at the same time. */
const AT_ONCE = 10;

/** A ticket and its reply, as they are posted. */
const newsRow = z.object({
  companies: z.array(z.number()),
  groups: z.array(z.string().nullable()),
  id: z.number(),
  subject: z.string(),
  status: z.string(),
  priority: z.string(),
  type: z.string(),
  device: z.string().nullable(),
  location: z.string().nullable(),
  client_phone: z.string().nullable(),
  author: z.string().nullable(),
  description: z.string().nullable(),
  created_at: z.string(),
  reply_id: z.number().nullable(),
  reply_text: z.string().nullable(),
  reply_files: z.number().nullable(),
  reply_author: z.string().nullable(),
  reply_at: z.string().nullable(),
});

/** The company that runs the ticket's machine; without a machine those of the person who opened it. */
const companiesOf = (t: SQL): SQL => sql`c.help_desk_webhook is not null and case when ${t}.device_id is null
  then c.id = any((select a.companies from users a where a.id = ${t}.author_id)::integer[])
  else c.id = (select coalesce(l.company_id, p.company_id) from devices d join locations l on l.id = d.location_id left join projects p on p.id = l.project_id where d.id = ${t}.device_id) end`;

/** Writes down what must be posted of a new ticket, or of a reply, in its transaction. */
export async function enqueuePosts(tx: Db, ticket: number, entry: number | null): Promise<void> {
  const news = await one(
    tx,
    newsRow,
    sql`
    select array_agg(c.id order by c.id) as companies, array_agg(c.help_desk_group order by c.id) as groups, t.id, t.subject, t.status, t.priority, t.type, d.serial_number as device, l.name as location,
      t.client_phone, a.full_name as author, t.description, t.created_at, e.id as reply_id, e.text as reply_text, cardinality(e.files) as reply_files, ea.full_name as reply_author, e.at as reply_at
    from tickets t join companies c on ${companiesOf(sql`t`)}
    left join devices d on d.id = t.device_id left join locations l on l.id = d.location_id left join users a on a.id = t.author_id
    left join ticket_entries e on e.id = ${entry} left join users ea on ea.id = e.author_id
    where t.id = ${ticket} group by t.id, d.id, l.id, a.id, e.id, ea.id`,
  );
  if (!news) return;
  for (const [index, company] of news.companies.entries()) {
    await run(
      tx,
      sql`insert into help_desk_posts (company_id, ticket_id, entry_id, payload)
      values (${company}, ${ticket}, ${entry}, ${JSON.stringify(payloadOf(news, news.groups[index] ?? null))}::jsonb)`,
    );
  }
}

function payloadOf(news: z.infer<typeof newsRow>, group: string | null): PostPayload {
  const { id, subject, status, priority, type, device, location, client_phone } = news;
  const isReply = news.reply_id !== null;
  const author = isReply ? news.reply_author : news.author;
  const said = isReply ? news.reply_text : news.description;
  return {
    type: isReply ? "ticketReply" : "ticketCreated",
    group,
    text: [
      `#${id} ${subject}`,
      [device, location].filter(Boolean).join(", "),
      [author, said].filter(Boolean).join(": "),
    ]
      .filter(Boolean)
      .join("\n"),
    ticket: { id, subject, status, priority, type, device, location, client_phone },
    reply: news.reply_id === null ? null : { id: news.reply_id, text: news.reply_text, files: news.reply_files ?? 0 },
    author,
    at: news.reply_at ?? news.created_at,
  };
}

const claimed = z.object({
  id: z.number(),
  attempts: z.number(),
  entry_id: z.number().nullable(),
  payload: z.unknown(),
  url: z.string().nullable(),
  secret: z.string().nullable(),
});

/**
 * Posts what is due: of each company the oldest message, so that a group reads them in order and a service that is
 * away is asked for one thing only. Answers how many attempts were made.
 */
export async function postDue(pool: Pool, send = post): Promise<number> {
  const due = await rows(
    pool,
    claimed,
    sql`
    with due as (
      select p.id from help_desk_posts p
      where p.state = 'WAIT' and p.next_at <= now() and p.id = (select min(q.id) from help_desk_posts q where q.company_id = p.company_id and q.state = 'WAIT')
      order by p.next_at limit ${AT_ONCE} for update skip locked)
    update help_desk_posts p set attempts = p.attempts + 1, next_at = now() + ${LEASE}::interval from due, companies c
    where p.id = due.id and c.id = p.company_id
    returning p.id, p.attempts, p.entry_id, p.payload, c.help_desk_webhook as url, c.help_desk_webhook_secret as secret`,
  );
  await Promise.all(due.map(async (message) => settle(pool, message, await attempt(message, send))));
  return due.length;
}

/** Posts a message once, signed by the sealed secret. */
export async function attempt(
  { id, payload, url, secret }: Pick<z.infer<typeof claimed>, "payload" | "url" | "secret"> & Pick<Post, "id">,
  send: typeof post,
): Promise<Posted> {
  if (url === null) return { ok: false, error: "post_no_address", final: true };
  try {
    return await send({ id, url, secret: secret === null ? null : open(secret), body: JSON.stringify(payload) });
  } catch (error) {
    // The key that sealed the secret is another one, or there is none.
    console.error(`messages: the secret of a webhook cannot be opened: ${String(error)}`);
    return { ok: false, error: "post_secret" };
  }
}

async function settle(db: Db, { id, attempts, entry_id }: z.infer<typeof claimed>, posted: Posted): Promise<void> {
  if (posted.ok) {
    await run(db, sql`update help_desk_posts set state = 'SENT', sent_at = now(), last_error = null where id = ${id}`);
    if (entry_id !== null)
      await run(db, sql`update ticket_entries set delivery = 'DELIVERED' where id = ${entry_id} and delivery = 'WAIT'`);
    return;
  }
  const isLast = posted.final === true || attempts >= MAX_ATTEMPTS;
  const pause = Math.min(Math.max(pauseAfter(attempts), posted.retryAfter ?? 0), LONGEST_PAUSE_SECONDS);
  await run(
    db,
    sql`update help_desk_posts set state = ${isLast ? "FAILED" : "WAIT"}, last_error = ${posted.error.slice(0, 300)}, next_at = now() + make_interval(secs => ${pause}::float) where id = ${id}`,
  );
}

/** Seconds: 10, 20, 40 … up to six hours, give or take a fifth. */
export const pauseAfter = (attempts: number): number =>
  Math.min(FIRST_PAUSE_SECONDS * 2 ** (attempts - 1), LONGEST_PAUSE_SECONDS) * (0.8 + Math.random() * 0.4);

const ofCompany = (t: SQL, what: SQL, rest: SQL): SQL =>
  sql`(select ${what} from help_desk_posts hp where hp.company_id = ${t}.id and ${rest})`;

/** What a company's record tells of its posts. */
export const postFacts = {
  help_desk_waiting: (t: SQL) => ofCompany(t, sql`count(*)`, sql`hp.state = 'WAIT'`),
  help_desk_sent_at: (t: SQL) => ofCompany(t, sql`max(hp.sent_at)`, sql`hp.state = 'SENT'`),
  help_desk_error: (t: SQL) =>
    ofCompany(t, sql`hp.last_error`, sql`hp.last_error is not null order by hp.id desc limit 1`),
};
