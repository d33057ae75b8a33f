import { sql } from "drizzle-orm";
import type { z } from "zod";
import { type AlertMail, alertMailSchema, type alertMailSettled } from "~server/contract/alerts";
import { type Db, one, run } from "../../database/query";
import { hasSecondFactor, needsSecondFactor } from "../session/second-factor";
import { MAX_ATTEMPTS, pauseAfter } from "../help-desk/posts";

/** How long whoever took a mail has to send it. */
const LEASE = "5 minutes";
/** Nobody is helped by news that are older. */
const FRESH = "6 hours";

/** Takes an alert's mail that is due, for whoever sends it. What became stale meanwhile, or whose reader may read nothing any more, is given up. */
export async function claimMail(db: Db): Promise<AlertMail | undefined> {
  await run(
    db,
    sql`update alert_messages m set state = 'FAILED', last_error = 'late' where m.channel = 'email' and m.state = 'WAIT'
      and (m.created_at < now() - ${FRESH}::interval or exists (select 1 from users u where u.id = m.user_id and (u.blocked or (${needsSecondFactor(sql`u`)} and not ${hasSecondFactor(sql`u`)}))))`,
  );
  return one(
    db,
    alertMailSchema,
    sql`
    with due as (select m.id from alert_messages m where m.channel = 'email' and m.state = 'WAIT' and m.next_at <= now() order by m.id limit 1 for update skip locked)
    update alert_messages m set attempts = m.attempts + 1, next_at = now() + ${LEASE}::interval from due, users u, alerts a left join alert_rules r on r.id = a.rule_id
    where m.id = due.id and u.id = m.user_id and a.id = m.alert_id
    returning m.id, m.attempts as lease, u.email, u.full_name, coalesce(r.language, 'uk') as lang, m.payload as letter`,
  );
}

/** What became of a mail, said by who had it last. */
export async function settleMail(
  db: Db,
  { id, lease, failure, final }: z.infer<typeof alertMailSettled>,
): Promise<void> {
  const isOver = failure === undefined || final === "true" || lease >= MAX_ATTEMPTS;
  await run(
    db,
    sql`update alert_messages set state = ${failure === undefined ? "SENT" : isOver ? "FAILED" : "WAIT"}, last_error = ${failure ?? null}::text,
      sent_at = case when ${failure === undefined} then now() end, next_at = now() + make_interval(secs => ${pauseAfter(lease)}::float)
    where id = ${id} and attempts = ${lease} and state = 'WAIT'`,
  );
}
