import { type SQL, sql } from "drizzle-orm";
import { ERROR_KINDS } from "~server/contract/error-kinds";
import { name } from "../../../database/query";
import { instantAt } from "../../../time";
import { beginOf } from "../../sales/rollups";
import type { Edges } from "../../sales/span";
import type { Step } from "../../sales/spans";
import { type Facts, inSight, type Made, part, per, percent, type Summed } from "./facts";

/** Days of machines `x` with the placement `p` of the end of each: a day belongs to where its machine stood then. */
export const placedDays = ({ from, to }: Edges, step: Step | undefined): SQL => sql`(
    select d.*, n.from_day, n.end_at
    from (
      select n::date as day, ${step ? beginOf(step, sql`n`) : sql`null::date`} as from_day, ${instantAt(sql`n::date + 1`)} as end_at
      from generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day') n offset 0) n
    join device_days d on d.day = n.day) x
  join (select q.*, lead(q.from_at, 1, 'infinity') over (partition by q.device_id order by q.from_at) as to_at from placements q) p
    on p.device_id = x.device_id and p.from_at < x.end_at and p.to_at >= x.end_at`;

const column =
  (of: string): Summed =>
  () =>
    sql`x.${name(of)}`;
const sumOf = (columns: readonly string[], by: string) =>
  sql.join(
    columns.map((one) => sql`x.${name(one)}`),
    sql.raw(by),
  );
const ERRORS = ERROR_KINDS.map((kind) => `errors_${kind}`);

/** Sums of lines that have the columns of `device_days`. */
const SUMS = {
  work: column("work_seconds"),
  known: column("known_seconds"),
  offline: column("offline_seconds"),
  dark: column("dark_seconds"),
  error: column("error_seconds"),
  blocking: column("blocking_seconds"),
  down: column("down_seconds"),
  offline_count: column("offline_count"),
  power_cuts: column("power_cuts"),
  door_openings: column("door_openings"),
  errors: () => sumOf(ERRORS, " + "),
  errors_payment: column("errors_payment"),
  errors_cups: column("errors_cups"),
  errors_drinks: column("errors_drinks"),
  errors_water: column("errors_water"),
  errors_goods: column("errors_goods"),
  errors_cooling: column("errors_cooling"),
  errors_control: column("errors_control"),
  errors_others: column("errors_others"),
  longest: column("longest_seconds"),
  repairs: column("repairs"),
  repair: column("repair_seconds"),
} satisfies Record<string, Summed>;
type Sum = keyof typeof SUMS;

type Time = "known" | "offline" | "dark" | "error" | "blocking" | "down" | "longest";
/** Of the time in work of which something is known. */
const share = <S extends Time>(of: S): Made<S | "known"> => ({
  of: [of, "known"],
  make: (v) => percent(v(of), v("known")),
});
const time = <S extends Time>(of: S): Made<S | "known"> => ({
  of: [of, "known"],
  make: (v) => sql`case when ${v("known")} > 0 then ${v(of)} end`,
});
/** What is left of that time without another. */
const rest = <S extends Time>(of: S): Made<S | "known"> => ({
  of: [of, "known"],
  make: (v) => percent(sql`(${v("known")} - ${v(of)})`, v("known")),
});

/** How long machines were available, and what kept them from it. */
export const MADE_OF_TIME = {
  available: rest("down"),
  offline_time: time("offline"),
  dark_time: time("dark"),
  blocking_time: time("blocking"),
};

const MADE: Facts<Sum, never>["made"] = {
  online_share: rest("offline"),
  offline_share: share("offline"),
  dark_share: share("dark"),
  error_share: share("error"),
  offline_count: part("offline_count"),
  power_cuts: part("power_cuts"),
  door_openings: part("door_openings"),
  errors: part("errors"),
  errors_payment: part("errors_payment"),
  errors_cups: part("errors_cups"),
  errors_drinks: part("errors_drinks"),
  errors_water: part("errors_water"),
  errors_goods: part("errors_goods"),
  errors_cooling: part("errors_cooling"),
  errors_control: part("errors_control"),
  errors_others: part("errors_others"),
  longest_outage: time("longest"),
  repair_time: { of: ["repairs", "repair"], make: (v) => per(v("repair"), v("repairs")) },
};

/** What machines went through, in the time that they were in work. */
export const DAYS: Facts<Sum, never> = {
  lines: (asked, days) => sql`from ${placedDays(days, asked.query.step)} where ${inSight(asked)}`,
  sums: SUMS,
  greatest: ["longest"],
  counts: {},
  made: MADE,
};
