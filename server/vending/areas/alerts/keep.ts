import { sql } from "drizzle-orm";
import { z } from "zod";
import { ALERT_SCOPES } from "~server/contract/alerts";
import { type Db, given, list, only, rows, run } from "../../database/query";
import type { Moment } from "../../time";
import { type AlertState, keyOf, type OpenAlert, type Signal, type Step } from "./model";

const millis = z.string().transform((at) => Date.parse(at));

const signalRow = z.object({
  rule: z.number(),
  subject: z.string(),
  since: millis,
  place: z.string(),
  city: z.string().nullable(),
  region: z.string().nullable(),
  begun: z.array(z.number()),
  due: millis.nullable(),
  cleared: millis.nullable(),
  alert: z.number().nullable(),
});
const alertRow = z.object({
  id: z.number(),
  /** No rule has it. */
  rule: z
    .number()
    .nullable()
    .transform((id) => id ?? 0),
  scope: z.enum(ALERT_SCOPES),
  area: z.string(),
  opened: millis,
  joined: millis,
  told: millis.nullable(),
  untold: z.number(),
  acknowledged: z.boolean(),
});

/** What lasts, as it was kept last. */
export async function loadAlerts(db: Db): Promise<AlertState> {
  const signals = await rows(
    db,
    signalRow,
    sql`select rule_id as rule, subject, since, place, city, region, array(select extract(epoch from b) * 1000 from unnest(begun) b)::float8[] as begun, due_at as due, cleared_at as cleared, alert_id as alert
    from alert_signals where ended_at is null`,
  );
  const alerts = await rows(
    db,
    alertRow,
    sql`select id, rule_id as rule, scope, area, opened_at as opened, joined_at as joined, told_at as told, untold, acknowledged_at is not null as acknowledged from alerts where closed_at is null`,
  );
  return {
    signals: new Map(signals.map((signal) => [keyOf(signal), signal])),
    alerts: new Map(alerts.map((alert) => [alert.id, alert])),
  };
}

const iso = (at: Moment | null) => (at === null ? null : new Date(at).toISOString());

/** Keeps what a step has changed; alerts that it opened get their numbers. */
export async function keepStep(db: Db, state: AlertState, step: Step, now: Moment): Promise<void> {
  for (const alert of step.opened) await number(db, state, alert);
  await keepSignals(db, step, now);
  const open = [...state.alerts.values()].map(({ id, joined, told, untold }) => ({
    id,
    joined: iso(joined),
    told: iso(told),
    untold,
  }));
  if (open.length)
    await run(
      db,
      sql`update alerts a set joined_at = k.joined, told_at = k.told, untold = k.untold from ${given(open, "id integer, joined timestamptz, told timestamptz, untold integer")}
      where a.id = k.id and (a.joined_at, a.told_at, a.untold) is distinct from (k.joined, k.told, k.untold)`,
    );
  if (step.closed.length)
    await run(
      db,
      sql`update alerts set closed_at = ${iso(now)} where id = any(${list(
        step.closed.map(({ id }) => id),
        "integer",
      )})`,
    );
}

async function number(db: Db, state: AlertState, alert: OpenAlert): Promise<void> {
  const mine = [...state.signals.values()].filter((signal) => signal.alert === alert.id);
  const { place = "", city = null, region = null } = mine[0] ?? {};
  const { id } = await only(
    db,
    z.object({ id: z.number() }),
    sql`
    insert into alerts (rule_id, name, cause, level, scope, area, place, region, opened_at, joined_at, untold)
    select r.id, r.name, r.cause, r.level, ${alert.scope}, ${alert.area},
      case ${alert.scope}::text when 'place' then coalesce(${NAME_OF_PLACE(place)}, ${place}) when 'city' then ${city}::text end,
      case when ${alert.scope}::text in ('city', 'region') then ${region}::text end, ${iso(alert.opened)}, ${iso(alert.joined)}, ${alert.untold}
    from alert_rules r where r.id = ${alert.rule} returning id`,
  );
  state.alerts.delete(alert.id);
  for (const signal of mine) signal.alert = id;
  alert.id = id;
  state.alerts.set(id, alert);
}

/** What people call a place: a location with its city, a machine that stands nowhere by its number, a desk, a provider. */
const NAME_OF_PLACE = (place: string) => {
  const [kind = "", which = ""] = place.split(":");
  const id = sql`${/^\d+$/.test(which) ? Number(which) : 0}::integer`;
  if (kind === "location") return sql`(select concat_ws(', ', l.name, l.city) from locations l where l.id = ${id})`;
  if (kind === "device") return sql`(select d.serial_number from devices d where d.id = ${id})`;
  if (kind === "desk") return sql`(select c.name from fiscal_cashiers c where c.id = ${id})`;
  return sql`${which}::text`;
};

async function keepSignals(db: Db, { changed, dropped, ended }: Step, now: Moment): Promise<void> {
  const gone = new Set([...dropped, ...ended]);
  const kept = [...changed].filter((signal) => !gone.has(signal)).map(signalOf);
  if (kept.length)
    await run(
      db,
      sql`
      insert into alert_signals as s (rule_id, subject, device_id, since, place, city, region, begun, due_at, cleared_at, alert_id)
      select rule, subject, case when subject like 'device:%' then substr(subject, 8)::integer end, since, place, city, region, begun, due, cleared, alert
      from ${given(kept, "rule integer, subject text, since timestamptz, place text, city text, region text, begun timestamptz[], due timestamptz, cleared timestamptz, alert integer")}
      on conflict (rule_id, subject) where ended_at is null do update set since = excluded.since, place = excluded.place, city = excluded.city, region = excluded.region,
        begun = excluded.begun, due_at = excluded.due_at, cleared_at = excluded.cleared_at, alert_id = excluded.alert_id`,
    );
  const keys = (signals: readonly Signal[]) =>
    given(
      signals.map(({ rule, subject, cleared }) => ({ rule, subject, cleared: iso(cleared) })),
      "rule integer, subject text, cleared timestamptz",
    );
  const lasting = sql`s.rule_id is not distinct from nullif(k.rule, 0) and s.subject = k.subject and s.ended_at is null`;
  if (dropped.length) await run(db, sql`delete from alert_signals s using ${keys(dropped)} where ${lasting}`);
  // It ended when it went away, not when that was sure.
  if (ended.length)
    await run(
      db,
      sql`update alert_signals s set ended_at = coalesce(k.cleared, ${iso(now)}), cleared_at = k.cleared from ${keys(ended)} where ${lasting}`,
    );
}

const signalOf = ({ since, begun, due, cleared, ...signal }: Signal) => ({
  ...signal,
  ...{ since: iso(since), begun: begun.map(iso), due: iso(due), cleared: iso(cleared) },
});
