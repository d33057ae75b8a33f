import { decimal, integer, money } from "./fields";
import { NEEDS_SEEN } from "./needs";
import { MONEY_SEEN } from "./permissions";

/** What outages cost is told where money is, and to who sees what machines need (docs/decisions/042). */
export const LOST_SEEN = [...MONEY_SEEN, ...NEEDS_SEEN];

const percent = () => decimal({ scale: 2, unit: "percent", readOnly: true, derived: true });

/**
 * Figures of the trade of a machine, a location or a crew, of the 30 whole days before today (docs/decisions/044): seconds,
 * kopecks and percents; empty where it is not known. Days since a visit are those until today.
 */
export const FIGURES = {
  available_30_days: percent(),
  failed_share_30_days: percent(),
  repair_time_30_days: integer({ unit: "duration", readOnly: true, derived: true }),
  first_fix_30_days: percent(),
  lost_30_days: money({ readOnly: true, derived: true, seenWith: LOST_SEEN }),
  days_since_visit: decimal({ scale: 1, unit: "days", readOnly: true, derived: true }),
};
export const FIGURE_NAMES = [
  "available_30_days",
  "failed_share_30_days",
  "repair_time_30_days",
  "first_fix_30_days",
  "lost_30_days",
  "days_since_visit",
] as const satisfies readonly (keyof typeof FIGURES)[];
