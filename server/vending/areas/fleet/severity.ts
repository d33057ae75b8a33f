import { type SQL, sql } from "drizzle-orm";
import type { CountedState } from "~server/contract/statuses";
import { allOf, anyOf } from "../../database/query";
import { offlineAfter } from "../settings/resources";

/** The machine of the forecast `f` is likely to stop within a day for want of something. One that an error blocks has stopped for another reason. */
export const STOPS_SOON = sql`(f.stops_early_at < now() + interval '1 day' and not f.blocked)`;

/** Machines `d` with their state `s` of each of these. What a machine without contact said last is no news. */
export const IS: Record<CountedState, SQL> = {
  ONLINE: sql`coalesce(s.last_contact_at > now() - ${offlineAfter}, false)`,
  OFFLINE: sql`coalesce(s.last_contact_at <= now() - ${offlineAfter}, false)`,
  NEVER: sql`s.last_contact_at is null`,
  errors: sql`coalesce(s.open_errors > 0, false)`,
  power: sql`(s.mains is false)`,
  door: sql`(s.door is not distinct from 'opened')`,
  quiet: sql`(s.quiet is not null)`,
  runs_out: sql`(d.id in (select f.device_id from device_forecasts f where ${STOPS_SOON}))`,
};

/** What goes on at a machine, signals `g` of alerts `a`, and is known by an alert alone. */
export const ALERTED = sql`alert_signals g join alerts a on a.id = g.alert_id where g.ended_at is null and a.closed_at is null and a.cause in ('temperature', 'failed_vends')`;

/** Each kind of trouble with its weight and since when it lasts. A stop that is still to come has no age. */
const TROUBLES: [SQL, number, SQL][] = [
  [IS.OFFLINE, 16, sql`s.last_contact_at`],
  [IS.power, 8, sql`s.mains_since`],
  [IS.errors, 4, sql`(select min(e.opened_at) from device_errors e where e.device_id = d.id and e.open)`],
  [
    sql`(d.id in (select g.device_id from ${ALERTED}))`,
    4,
    sql`(select min(g.since) from ${ALERTED} and g.device_id = d.id)`,
  ],
  [IS.quiet, 2, sql`s.quiet_since`],
  [IS.runs_out, 2, sql`(select f.stops_at from device_forecasts f where f.device_id = d.id)`],
  [IS.door, 1, sql`s.door_since`],
];

/** The machine `d` should work, and something is wrong with it. */
export const IN_TROUBLE = allOf([sql`d.in_work`, anyOf(TROUBLES.map(([isSo]) => isSo))]);

/** Beyond a week a trouble gets no graver. */
const days = (since: SQL) =>
  sql`least(greatest(coalesce(extract(epoch from now() - ${since}) / 86400, 0), 0), 7)::float8`;

/** How badly the machine `d` needs somebody: its troubles by weight and age, a week weighing eight times as much as an hour. One that need not work needs nobody. */
export const SEVERITY = sql`(case when d.in_work then ${sql.join(
  TROUBLES.map(
    ([isSo, weight, since]) => sql`case when ${isSo} then ${sql.raw(String(weight))} * (1 + ${days(since)}) else 0 end`,
  ),
  sql` + `,
)} else 0 end)`;
