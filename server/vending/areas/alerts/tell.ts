import { sql } from "drizzle-orm";
import { z } from "zod";
import {
  ALERT_CHANNELS,
  ALERT_NOTICES,
  ALERTS_SEEN,
  type AlertChannel,
  type AlertLetter,
  type AlertNews,
} from "~server/contract/alerts";
import { isUnlimited, SERVICE, type Viewer } from "../../access";
import { type Db, list, one, run } from "../../database/query";
import { visibleAlerts } from "../../visible-alerts";
import { announce } from "../notices/announce";
import { seersOf } from "../notices/recipients";
import { viewersWhere } from "../session/viewers";
import { bodyOf, letterFor } from "./letter";
import type { OpenAlert } from "./model";
import { openTicketOf } from "./ticket";

const ruleRow = z.object({
  channels: z.array(z.enum(ALERT_CHANNELS)),
  people: z.array(z.number()),
  webhook: z.string().nullable(),
});
type Rule = z.infer<typeof ruleRow>;

/** Tells what is new of alerts, by the channels of their rules and in the transaction of what it tells of. */
export async function tellNews(tx: Db, all: readonly { alert: OpenAlert; news: AlertNews }[]): Promise<void> {
  for (const { alert, news } of all) {
    const rule = await one(
      tx,
      ruleRow,
      sql`select channels, people, webhook from alert_rules where id = ${alert.rule}`,
    );
    if (rule) await tell(tx, alert.id, news, rule);
  }
}

async function tell(tx: Db, alert: number, news: AlertNews, rule: Rule): Promise<void> {
  const uses = (channel: AlertChannel) => rule.channels.includes(channel);
  if (uses("ticket") && news === "opened") await openTicketOf(tx, alert);
  if (uses("webhook") && rule.webhook !== null)
    await keep(tx, alert, news, "webhook", { payload: await letterFor(tx, SERVICE, alert, news) });
  const people = uses("email") || uses("bell") ? await readersOf(tx, alert, rule.people) : [];
  if (uses("email"))
    for (const user of people)
      await keep(tx, alert, news, "email", { user: user.id, payload: await letterFor(tx, user, alert, news) });
  // Last: it holds the boxes of those who are told.
  if (uses("bell") && people.length) {
    await keep(tx, alert, news, "bell", { people: people.length });
    await ring(tx, alert, news, people);
  }
}

/** Those named by the rule, or whoever holds the permission; of them those who may see one of the alert's machines. */
async function readersOf(tx: Db, alert: number, named: readonly number[]): Promise<Viewer[]> {
  const candidates = await viewersWhere(
    tx,
    named.length
      ? sql`u.id = any(${list(named, "integer")})`
      : sql`u.is_can_all or u.is_root or ${ALERTS_SEEN[0]} = any(g.permissions)`,
  );
  return seersOf(tx, candidates, "alerts", alert, visibleAlerts);
}

/** People who see all are told the same. */
async function ring(tx: Db, alert: number, news: AlertNews, people: readonly Viewer[]): Promise<void> {
  const texts = new Map<string, { title: string; recipients: number[] }>();
  const common = people.some(isUnlimited) ? await letterFor(tx, SERVICE, alert, news) : undefined;
  for (const viewer of people) {
    const letter = isUnlimited(viewer) && common ? common : await letterFor(tx, viewer, alert, news);
    const body = bodyOf(letter);
    const { recipients } = texts.get(body) ?? { recipients: [] };
    texts.set(body, { title: letter.name, recipients: [...recipients, viewer.id] });
  }
  for (const [body, { title, recipients }] of texts)
    await announce(tx, { type: ALERT_NOTICES[news], alert, title, body, recipients });
}

interface Kept {
  user?: number;
  people?: number;
  payload?: AlertLetter;
}

/** What leaves the house waits for whoever takes it out; the bell has rung. */
const keep = (tx: Db, alert: number, news: AlertNews, channel: AlertChannel, { user, people, payload }: Kept) =>
  run(
    tx,
    sql`insert into alert_messages (alert_id, news, channel, user_id, people, payload, state, sent_at)
    values (${alert}, ${news}, ${channel}, ${user ?? null}, ${people ?? null}, ${payload ? JSON.stringify(payload) : null}::jsonb, ${payload ? "WAIT" : "SENT"}, case when ${payload === undefined} then now() end)`,
  );
