import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import { ALERT_NOTICES, alertLetterSchema } from "~server/contract/alerts";
import { rows, run } from "../../database/query";
import { attempt, MAX_ATTEMPTS, pauseAfter } from "../help-desk/posts";
import { post } from "../help-desk/webhook";
import { bodyOf } from "./letter";

/** An attempt whose process died is taken up again after this; longer than the longest attempt. */
const LEASE = "2 minutes";
const AT_ONCE = 10;

const claimed = z.object({
  id: z.number(),
  attempts: z.number(),
  letter: alertLetterSchema,
  url: z.string().nullable(),
  secret: z.string().nullable(),
});

/** Posts what is due: of each rule the oldest message, so that a group reads them in order. Answers how many attempts were made. */
export async function postAlerts(pool: Pool, send = post): Promise<number> {
  const waiting = sql`alert_messages q join alerts b on b.id = q.alert_id where q.channel = 'webhook' and q.state = 'WAIT'`;
  const due = await rows(
    pool,
    claimed,
    sql`
    with due as (
      select m.id from alert_messages m join alerts a on a.id = m.alert_id
      where m.channel = 'webhook' and m.state = 'WAIT' and m.next_at <= now() and m.id = (select min(q.id) from ${waiting} and b.rule_id is not distinct from a.rule_id)
      order by m.next_at limit ${AT_ONCE} for update of m skip locked)
    update alert_messages m set attempts = m.attempts + 1, next_at = now() + ${LEASE}::interval from due, alerts a left join alert_rules r on r.id = a.rule_id
    where m.id = due.id and a.id = m.alert_id returning m.id, m.attempts, m.payload as letter, r.webhook as url, r.webhook_secret as secret`,
  );
  await Promise.all(
    due.map(async ({ id, attempts, letter, url, secret }) => {
      const posted = await attempt({ id: `alert-${id}`, payload: payloadOf(letter), url, secret }, send);
      const isOver = posted.ok || posted.final === true || attempts >= MAX_ATTEMPTS;
      const pause = Math.max(pauseAfter(attempts), posted.ok ? 0 : (posted.retryAfter ?? 0));
      await run(
        pool,
        sql`update alert_messages set state = ${posted.ok ? "SENT" : isOver ? "FAILED" : "WAIT"}, last_error = ${posted.ok ? null : posted.error.slice(0, 300)}::text,
          sent_at = case when ${posted.ok} then now() end, next_at = now() + make_interval(secs => ${pause}::float) where id = ${id}`,
      );
    }),
  );
  return due.length;
}

/** As messaging services read it: a text that needs no language, and the facts. */
const payloadOf = (letter: z.infer<typeof alertLetterSchema>) => {
  const { news, ...alert } = letter;
  return {
    type: ALERT_NOTICES[news],
    text: [letter.name, bodyOf(letter)].join("\n"),
    alert,
  };
};
