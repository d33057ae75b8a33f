import { sql } from "drizzle-orm";
import { ERROR_KINDS } from "~server/contract/error-kinds";
import { name } from "../../../database/query";
import { LONGEST, machineDaysIn, SAME_AS_DAYS } from "../../fleet/day-rollups";
import { joined } from "../../sales/rollups";
import { byPlacement } from "../placed";
import { type Facts, type Made, part, per, percent, type Summed } from "./facts";

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
  faults: column("first_visits"),
  fixed: column("first_fixes"),
} satisfies Record<string, Summed>;
type Sum = keyof typeof SUMS;
const COLUMNS = [...SAME_AS_DAYS, LONGEST, "first_visits", "first_fixes"];

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

type Repair = "repairs" | "repair" | "faults" | "fixed";
/** How long it took until they sold again, and how many of the faults that a visit found the first one repaired. */
export const MADE_OF_REPAIRS: Readonly<Record<"repair_time" | "first_fix", Made<Repair>>> = {
  repair_time: { of: ["repairs", "repair"], make: (v) => per(v("repair"), v("repairs")) },
  first_fix: { of: ["faults", "fixed"], make: (v) => percent(v("fixed"), v("faults")) },
};

const MADE: Facts<Sum, never>["made"] = {
  ...MADE_OF_REPAIRS,
  available: MADE_OF_TIME.available,
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
};

/** What machines went through, in the time that they were in work. */
export const DAYS: Facts<Sum, never> = {
  lines: (asked, { from, to }) =>
    byPlacement(asked, {
      selected: joined(COLUMNS.map(name)),
      linesBy: () => machineDaysIn("days_by_placement", COLUMNS, from, to),
    }),
  ofDays: true,
  sums: SUMS,
  greatest: ["longest"],
  counts: {},
  made: MADE,
};
