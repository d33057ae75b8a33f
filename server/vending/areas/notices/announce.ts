import { sql } from "drizzle-orm";
import type { NoticeType } from "~server/contract/notices";
import { type Db, list, run } from "../../database/query";

/** Channel on which a commit wakes every API process; the payload names the people, or everybody by `*`. */
export const NOTICES_CHANNEL = "vending_notices";
/** PostgreSQL takes 8000 bytes at most. */
const LONGEST_PAYLOAD = 7_900;
const LONGEST = { title: 200, body: 300 };
/** How long notices are kept. */
const KEPT = "90 days";

/** Something people are told of. Texts are what people wrote (a subject, the beginning of a reply): they need no language. */
export interface Announcement {
  type: NoticeType;
  ticket?: number;
  alert?: number;
  title: string;
  body: string;
  /** Ids of the users who may see the ticket or alert; whoever acted is not told of it. */
  recipients: readonly number[];
}

/**
 * Stores one notice a recipient, in the transaction of what it tells of; its commit wakes every API process, which
 * sends it on. Holds the recipients' boxes locked until then: call it last in the transaction.
 */
export async function announce(tx: Db, { type, ticket, alert, title, body, recipients }: Announcement): Promise<void> {
  const people = [...new Set(recipients)].sort((a, b) => a - b);
  if (!people.length) return;
  // In the order of ids, so that two announcements never wait for each other; the number of an update is taken when the row is locked.
  await run(
    tx,
    sql`
    with boxes as (
      insert into notice_boxes (user_id, last)
      select id, nextval('notice_ids') from (select id from users where id = any(${list(people, "integer")}) and not blocked order by id) recipient
      on conflict (user_id) do update set last = nextval('notice_ids') returning user_id, last
    )
    insert into notices (id, user_id, type, ticket_id, alert_id, title, body)
    select last, user_id, ${type}, ${ticket ?? null}::integer, ${alert ?? null}::integer, ${shortened(title, LONGEST.title)}, ${shortened(body, LONGEST.body)} from boxes`,
  );
  await run(
    tx,
    sql`delete from notices where user_id = any(${list(people, "integer")}) and created_at < now() - ${KEPT}::interval`,
  );
  const payload = people.join(",");
  await run(tx, sql`select pg_notify(${NOTICES_CHANNEL}, ${payload.length > LONGEST_PAYLOAD ? "*" : payload})`);
}

/** One line of at most `most` signs. */
function shortened(text: string, most: number): string {
  const signs = [...text.replace(/\s+/g, " ").trim()];
  return signs.length > most
    ? `${signs
        .slice(0, most - 1)
        .join("")
        .trimEnd()}…`
    : signs.join("");
}
