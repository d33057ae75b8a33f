import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import {
  type AlertDetails,
  alertDetailsSchema,
  alertSchema,
  type Alerts,
  type AlertsQuery,
  MOST_SUBJECTS,
} from "~server/contract/alerts";
import { alertRule } from "~server/contract/entities/alert_rules";
import { user } from "~server/contract/entities/users";
import { listRequirement } from "~server/contract/entity";
import { allowed } from "~server/contract/permissions";
import type { Viewer } from "../../access";
import { allOf, type Db, list, one, only, rows, run } from "../../database/query";
import { notFound } from "../../fault";
import { visibleAlerts, visibleSignals } from "../../visible-alerts";
import { FLAPS } from "./signals";

const STATE = {
  open: sql`(a.closed_at is null and a.acknowledged_at is null)`,
  acknowledged: sql`(a.closed_at is null and a.acknowledged_at is not null)`,
  closed: sql`(a.closed_at is not null)`,
};
const countRow = z.object({ count: z.number() });
const GRAVITY = sql`case a.level when 'critical' then 0 when 'warning' then 1 else 2 end`;

/** What a thing is called: a machine, a desk, a provider. */
const LABEL = sql`coalesce(d.serial_number, c.name, substr(g.subject, strpos(g.subject, ':') + 1))`;
const SUBJECTS = sql`alert_signals g left join devices d on d.id = g.device_id left join fiscal_cashiers c on g.subject = 'desk:' || c.id`;

/** Those of the alert `a` that count: of an open one what goes on. */
const mine = (viewer: Viewer): SQL =>
  allOf([sql`g.alert_id = a.id`, sql`(a.closed_at is not null or g.ended_at is null)`, visibleSignals(viewer, sql`g`)]);

const columns = (viewer: Viewer): SQL => sql`
  a.id, a.name, ${allowed(viewer, listRequirement(alertRule)) ? sql`a.rule_id` : sql`null::integer`} as rule, a.cause, a.level,
  case when ${STATE.closed} then 'closed' when ${STATE.acknowledged} then 'acknowledged' else 'open' end as state, a.scope, a.place, a.region,
  (select count(distinct g.subject) from alert_signals g where ${mine(viewer)}) as count,
  (select ${LABEL} from ${SUBJECTS} where ${mine(viewer)} order by g.since, g.id limit 1) as first,
  coalesce((select min(g.since) from alert_signals g where ${mine(viewer)}), a.opened_at) as since, a.opened_at, a.told_at, a.acknowledged_at, (select u.full_name from users u where u.id = a.acknowledged_by_id) as acknowledged_by, a.closed_at, a.ticket_id as ticket`;

/** A page of alerts. */
export async function alertsOf(db: Db, viewer: Viewer, query: AlertsQuery): Promise<Alerts> {
  const { state, cause, level, device, ticket, page, limit } = query;
  const where = allOf([
    visibleAlerts(viewer, sql`a`),
    ...(state === "all" ? [] : [STATE[state]]),
    ...(cause === undefined ? [] : [sql`a.cause = ${cause}`]),
    ...(level === undefined ? [] : [sql`a.level = ${level}`]),
    ...(ticket === undefined ? [] : [sql`a.ticket_id = ${ticket}`]),
    ...(device === undefined
      ? []
      : [
          sql`exists (select 1 from alert_signals g where g.alert_id = a.id and g.device_id = ${device} and ${visibleSignals(viewer, sql`g`)})`,
        ]),
  ]);
  const order =
    state === "open" || state === "acknowledged"
      ? sql`${GRAVITY}, a.opened_at desc, a.id desc`
      : sql`a.opened_at desc, a.id desc`;
  const items = await rows(
    db,
    alertSchema,
    sql`select ${columns(viewer)} from alerts a where ${where} order by ${order} limit ${limit} offset ${(page - 1) * limit}`,
  );
  const { count: total } = await only(db, countRow, sql`select count(*) as count from alerts a where ${where}`);
  const countOf = async (which: "open" | "acknowledged") =>
    (
      await only(
        db,
        countRow,
        sql`select count(*) as count from alerts a where ${allOf([STATE[which], visibleAlerts(viewer, sql`a`)])}`,
      )
    ).count;
  return { items, total, open: await countOf("open"), acknowledged: await countOf("acknowledged"), page, limit };
}

/** An alert with its machines, those that go on first, and what was told of it. */
export async function alertOf(db: Db, viewer: Viewer, id: number): Promise<AlertDetails> {
  const found = await one(
    db,
    alertSchema,
    sql`select ${columns(viewer)} from alerts a where a.id = ${id} and ${visibleAlerts(viewer, sql`a`)}`,
  );
  if (!found) throw notFound();
  const { subjects, messages } = alertDetailsSchema.shape;
  return {
    ...found,
    subjects: await rows(db, subjects.element, subjectsOf(viewer, id)),
    messages: await rows(db, messages.element, messagesOf(viewer, id)),
  };
}

const subjectsOf = (viewer: Viewer, id: number): SQL => sql`
  select split_part(g.subject, ':', 1) as kind, coalesce(g.device_id, c.id) as id, ${LABEL} as label, nullif(concat_ws(', ', l.name, l.city), '') as place,
    g.since, coalesce(g.ended_at, g.cleared_at) as ended_at, cardinality(g.begun) >= ${FLAPS} as flapping
  from ${SUBJECTS} left join locations l on g.place = 'location:' || l.id
  where ${allOf([sql`g.alert_id = ${id}`, visibleSignals(viewer, sql`g`)])} order by g.ended_at is not null, g.since, g.id limit ${MOST_SUBJECTS}`;

const messagesOf = (viewer: Viewer, id: number): SQL => sql`
  select m.id, m.news, m.channel, ${allowed(viewer, listRequirement(user)) ? sql`u.full_name` : sql`null::text`} as "to", m.people, coalesce(m.sent_at, m.created_at) as at, m.state, m.last_error as error
  from alert_messages m left join users u on u.id = m.user_id where m.alert_id = ${id} order by m.id desc limit 100`;

/** Takes note of open alerts, of those that the viewer may see. Answers how many. */
export const acknowledge = (db: Db, viewer: Viewer, ids: readonly number[]): Promise<number> =>
  run(
    db,
    sql`update alerts a set acknowledged_at = now(), acknowledged_by_id = ${viewer.id}
    where a.id = any(${list(ids, "integer")}) and ${STATE.open} and ${visibleAlerts(viewer, sql`a`)}`,
  );
