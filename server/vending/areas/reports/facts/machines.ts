import { type SQL, sql } from "drizzle-orm";
import { deletedRows } from "../../../resource/deleted";
import { resourceNamed } from "../../../resource/resource";
import { instantAt, TODAY } from "../../../time";
import type { Edges } from "../../sales/span";
import { offlineAfter } from "../../settings/resources";
import { type Asked, type Facts, inSight, type Made, part, type Summed } from "./facts";

const COLUMNS = sql`t.id, t.model_id, t.device_type, t.ownership_type, t.in_work, t.hidden, t.created_at`;
/** Machines that there are, and those that were deleted, as they were then. */
const everyMachine = (): SQL => sql`(
  select ${COLUMNS}, null::timestamptz as deleted_at from devices t
  union all select ${COLUMNS}, x.at ${deletedRows(resourceNamed("device"))} and x.row is not null)`;

/** Where a machine `x` stood at a moment: the placements of one that was deleted are made of what was said of it. */
const STOOD = sql`cross join lateral (
  select * from (
    select q.* from placements q where q.device_id = x.id and q.from_at <= x.at
    union all select q.* from placements_of(x.id) q where x.deleted_at is not null and q.from_at <= x.at) q
  order by q.from_at desc limit 1) p`;

/** Each machine where it stood when the period began, and where it stands at its end or now; with what is so of it now. */
const lines = (asked: Asked, { from, to }: Edges): SQL => sql`
  from (
    select d.*, m.*, s.last_contact_at > now() - ${offlineAfter} as is_online,
      exists (select 1 from telemetries u where u.device_id = d.id) as has_unit,
      exists (select 1 from pax_terminals u where u.device_id = d.id) as has_terminal
    from ${everyMachine()} d left join device_states s on s.device_id = d.id
      cross join (values (${instantAt(sql`${from}::date`)}, false, false), (least(now(), ${instantAt(sql`${to}::date + 1`)}), true, ${to}::date >= ${TODAY})) m(at, is_end, is_now)
    where d.created_at <= m.at and (d.deleted_at is null or d.deleted_at > m.at)) x
  ${STOOD} where ${inSight(asked, everyMachine())}`;

const where =
  (condition: SQL): Summed =>
  () =>
    sql`case when ${condition} then 1 else 0 end`;

const SUMS = {
  at_begin: where(sql`not x.is_end`),
  at_end: where(sql`x.is_end`),
  told: where(sql`x.is_now`),
  in_work: where(sql`x.is_now and x.in_work`),
  hidden: where(sql`x.is_now and x.hidden`),
  online: where(sql`x.is_now and x.is_online`),
  offline: where(sql`x.is_now and not x.is_online`),
  with_telemetry: where(sql`x.is_now and x.has_unit`),
  with_terminal: where(sql`x.is_now and x.has_terminal`),
} satisfies Record<string, Summed>;
type Sum = keyof typeof SUMS;

/** What is so now says nothing of a period that is over: of what was so then nobody knows. */
const now = (of: Sum): Made<Sum> => ({
  of: [of, "told"],
  make: (v) => sql`case when ${v("total_told")} > 0 then ${v(of)} end`,
});

/** Machines: how many there are where, in what state, and how many came and went. */
export const MACHINES: Facts<Sum, "devices" | "came" | "went"> = {
  lines,
  sums: SUMS,
  counts: {
    devices: { of: ["at_end"], holds: (sums) => sql`${sums("at_end")} > 0` },
    came: { of: ["at_begin", "at_end"], holds: (sums) => sql`${sums("at_end")} > 0 and ${sums("at_begin")} = 0` },
    went: { of: ["at_begin", "at_end"], holds: (sums) => sql`${sums("at_begin")} > 0 and ${sums("at_end")} = 0` },
  },
  made: {
    devices: part("devices"),
    came: part("came"),
    went: part("went"),
    in_work: now("in_work"),
    hidden: now("hidden"),
    online: now("online"),
    offline: now("offline"),
    with_telemetry: now("with_telemetry"),
    with_terminal: now("with_terminal"),
  },
};
