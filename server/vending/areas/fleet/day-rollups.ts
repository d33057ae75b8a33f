import { type SQL, sql } from "drizzle-orm";
import { ERROR_KINDS } from "~server/contract/error-kinds";
import { HOURS } from "~server/contract/reports/hours";
import { name } from "../../database/query";
import { beginOf, joined, rowsOf } from "../sales/rollups";
import { spansOf, type Step } from "../sales/spans";

/** Columns of machines' days that their rollups have as they are. */
export const SAME_AS_DAYS = [
  ...["work_seconds", "known_seconds", "offline_seconds", "dark_seconds", "error_seconds", "blocking_seconds"],
  ...["down_seconds", "services", "fills", "cleanings", "other_services", "offline_count", "power_cuts"],
  ...["door_openings", ...ERROR_KINDS.map((kind) => `errors_${kind}`), "repairs", "repair_seconds"],
];
/** What stands beside them: estimates of what was lost, gaps between services, cash, how far audits are from what was told, what crews did, and of faults that a visit found those that the first one repaired. */
const BESIDE = [
  ...["work_days", "idle_days", "lost_thousandths", "lost_amount", "gaps", "gap_days", "gap_vends"],
  ...["collections", "counted", "expected", "weighed", "collected", "expected_amount", "collected_difference"],
  ...["audit_difference", "visits", "on_site_seconds", "sheets_completed", "sheets_partly"],
  ...["first_visits", "first_fixes"],
];
/** The sums of `days_by_placement` and `days_by_territory`. */
export const DAY_SUMS: readonly string[] = [...SAME_AS_DAYS, ...BESIDE, ...HOURS];
/** Of which the greatest counts; by placement alone. */
export const LONGEST = "longest_seconds";

export type DayRollup = "days_by_placement" | "days_by_territory";
export const ownerOf = (rollup: DayRollup): SQL =>
  name(rollup === "days_by_placement" ? "placement_id" : "territory_id");

/**
 * Some `columns` of machines' days (Europe/Kyiv, both included) as they were last made, with the placement or territory
 * that they belong to and, with a `step`, the first day of the span as `from_day`; several rows may be of the same.
 */
export function machineDaysIn(
  rollup: DayRollup,
  columns: readonly string[],
  from: string,
  to: string,
  step?: Step,
): SQL {
  const spans = spansOf(from, to, step);
  return sql`(
    select ${step ? sql`${beginOf(step, sql`from_day`)} as from_day,` : sql``} ${ownerOf(rollup)}, ${joined(columns.map(name))}
    from ${rowsOf(rollup, spans)} spans)`;
}
