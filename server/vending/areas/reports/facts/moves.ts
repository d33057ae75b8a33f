import { type SQL, sql } from "drizzle-orm";
import { HOLDS_FROM } from "~server/contract/schema";
import { byCarriedDevice, isUnlimited, type Viewer, visibleDevices } from "../../../access";
import { always, name } from "../../../database/query";
import { dayOf, instantAt, isoOf, TODAY } from "../../../time";
import { isPaid } from "../../sales/paid";
import { joined } from "../../sales/rollups";
import { type Edges, within } from "../../sales/span";
import { type Asked, type Facts, inSight, type Made, per, type Summed } from "./facts";

/** What changes where a machine moves. */
const SIDES = ["location", "project", "crew", "planogram"] as const;
const columnsOf = (alias: string) => joined(SIDES.map((side) => sql`${name(alias)}.${name(`${side}_id`)}`));
const named = (alias: string, as: "from" | "to") =>
  joined(SIDES.map((side) => sql`${name(alias)}.${name(`${side}_id`)} as ${name(`${as}_${side}`)}`));

/** So many days before a move and after it are looked at. */
const DAYS = 30;

/** Who said of the machine or of a place of it what holds since the placement `q` began and not in `b`; told to whoever sees the machine `d`. */
const enteredBy = (viewer: Viewer): SQL => sql`case when ${visibleDevices(viewer, sql`d`)} then (
  select h.author from history h
  where (h.entity, h.entity_id) in (values ('device', q.device_id), ('location', b.location_id), ('location', q.location_id), ('crew', b.crew_id),
      ('crew', q.crew_id), ('location_group', b.location_group_id), ('location_group', q.location_group_id))
    and (h.at = q.from_at or h.changes @> jsonb_build_array(jsonb_build_object('field', ${HOLDS_FROM}::text, 'after', ${isoOf(sql`q.from_at`)})))
  order by h.id desc limit 1) end`;

/** What a move `x` brought from a day to another (both included), over how many days; nothing of a time in which the machine was out of sight. */
const takings = (viewer: Viewer, as: string, first: SQL, last: SQL): SQL => sql`
  left join lateral (
    select w.last - w.first + 1 as days, coalesce((
      select sum(s.amount) from sales_by_device_day s where s.device_id = x.device_id and s.day between w.first and w.last and ${isPaid(sql`s.source`)}), 0) as amount
    from (select ${first} as first, ${last} as last) w where w.first <= w.last and ${
      isUnlimited(viewer)
        ? always
        : sql`not exists (
      select 1 from (
        select z.*, lead(z.from_at, 1, 'infinity') over (order by z.from_at) as to_at from placements z where z.device_id = x.device_id) z
      where z.from_at < ${instantAt(sql`w.last + 1`)} and z.to_at > ${instantAt(sql`w.first`)} and (${byCarriedDevice(viewer, sql`z`)}) is not true)`
    }) ${name(as)} on true`;

/** Moves that hold since some days, seen by whom either end is open to. The day of the move itself is of neither side, nor is today. */
const lines = (asked: Asked, days: Edges): SQL => sql`
  from (
    select q.device_id, q.id as to_id, b.id as from_id, q.from_at as since, ${dayOf(sql`q.from_at`)} as day, ${named("b", "from")}, ${named("q", "to")},
      least(${dayOf(sql`d.created_at`)}, (select min(s.day) from sales_by_device_day s where s.device_id = d.id)) as known_day, ${enteredBy(asked.viewer)} as entered_by
    from placements q join devices d on d.id = q.device_id
      cross join lateral (select z.* from placements z where z.device_id = q.device_id and z.from_at < q.from_at order by z.from_at desc limit 1) b
    where ${within(sql`q.from_at`, days)} and (${columnsOf("b")}) is distinct from (${columnsOf("q")})) x
  cross join lateral (select p.* from placements p where p.id in (x.from_id, x.to_id) and ${inSight(asked)} limit 1) p
  ${takings(asked.viewer, "earlier", sql`greatest(x.day - ${DAYS}::integer, x.known_day)`, sql`x.day - 1`)}
  ${takings(asked.viewer, "later", sql`x.day + 1`, sql`least(x.day + ${DAYS}::integer, ${TODAY} - 1)`)}
  where true`;

const column =
  (of: SQL): Summed =>
  () =>
    of;
const SUMS = {
  moves: column(sql`1`),
  amount_before: column(sql`earlier.amount`),
  days_before: column(sql`earlier.days`),
  amount_after: column(sql`later.amount`),
  days_after: column(sql`later.days`),
} satisfies Record<string, Summed>;
type Sum = keyof typeof SUMS;

/** A move is a row whatever it brought. */
const aDay = (side: "before" | "after"): Made<Sum> => ({
  of: ["moves", `amount_${side}`, `days_${side}`],
  make: (v) => per(v(`amount_${side}`), v(`days_${side}`)),
});

/** Where machines were moved from and to, who said so, and what they took a day before and after. */
export const MOVES: Facts<Sum, never> = {
  lines,
  sums: SUMS,
  counts: {},
  made: { takings_before: aDay("before"), takings_after: aDay("after") },
};
