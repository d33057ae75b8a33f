import { type SQL, sql } from "drizzle-orm";
import { listRequirement } from "~server/contract/entity";
import { ticket } from "~server/contract/entities/tickets";
import { allowed } from "~server/contract/permissions";
import type { CountedState } from "~server/contract/statuses";
import type { Viewer } from "../../access";
import { allOf, anyOf } from "../../database/query";
import { dueAt, isOpen } from "../help-desk/status";
import { offlineAfter } from "../settings/resources";

/** The machine of the forecast `f` is likely to stop within a day for want of something. One that an error blocks has stopped for another reason. */
export const STOPS_SOON = sql`(f.stops_early_at < now() + interval '1 day' and not f.blocked)`;

/** Machines `d` with their state `s` of each of these. What a machine without contact said last is no news. */
export const IS: Record<Exclude<CountedState, "out_of_work">, SQL> = {
  ONLINE: sql`coalesce(s.last_contact_at > now() - ${offlineAfter}, false)`,
  OFFLINE: sql`coalesce(s.last_contact_at <= now() - ${offlineAfter}, false)`,
  NEVER: sql`s.last_contact_at is null`,
  errors: sql`coalesce(s.open_errors > 0, false)`,
  power: sql`(s.mains is false)`,
  door: sql`(s.door is not distinct from 'opened')`,
  quiet: sql`(s.quiet is not null)`,
  runs_out: sql`(d.id in (select f.device_id from device_forecasts f where ${STOPS_SOON}))`,
};

/** What machines are counted by: one that need not work is nothing else. */
export const counted = (state: CountedState): SQL =>
  state === "out_of_work" ? sql`(not d.in_work)` : sql`(d.in_work and ${IS[state]})`;

/** What goes on at a machine, signals `g` of alerts `a`, and is known by an alert alone. */
export const ALERTED = sql`alert_signals g join alerts a on a.id = g.alert_id where g.ended_at is null and a.closed_at is null and a.cause in ('temperature', 'failed_vends')`;

/** Open tickets `t` whose target is missed. */
const LATE = sql`tickets t where ${isOpen(sql`t`)} and ${dueAt(sql`t`)} < now()`;
const LATE_TICKET: [SQL, number, SQL] = [
  sql`(d.id in (select t.device_id from ${LATE}))`,
  4,
  sql`(select min(${dueAt(sql`t`)}) from ${LATE} and t.device_id = d.id)`,
];

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

/** What is wrong is told, so it counts for nobody who may not be told of it. */
const troublesFor = (viewer: Viewer) =>
  allowed(viewer, listRequirement(ticket)) ? [...TROUBLES, LATE_TICKET] : TROUBLES;

/** The machine `d` should work, and something is wrong with it that the viewer is told of. */
export const inTrouble = (viewer: Viewer): SQL =>
  allOf([sql`d.in_work`, anyOf(troublesFor(viewer).map(([isSo]) => isSo))]);

/** Beyond a week a trouble gets no graver. */
const days = (since: SQL) =>
  sql`least(greatest(coalesce(extract(epoch from now() - ${since}) / 86400, 0), 0), 7)::float8`;

/** How badly the machine `d` needs somebody: its troubles by weight and age, a week weighing eight times as much as an hour. One that need not work needs nobody. */
export const severity = (viewer: Viewer): SQL =>
  sql`(case when d.in_work then ${sql.join(
    troublesFor(viewer).map(
      ([isSo, weight, since]) =>
        sql`case when ${isSo} then ${sql.raw(String(weight))} * (1 + ${days(since)}) else 0 end`,
    ),
    sql` + `,
  )} else 0 end)`;
