import { ERROR_KINDS } from "../error-kinds";
import type { FilterName } from "./filters";
import type { MeasureName } from "./measures";

/** Filters and columns that reports share. */

const PLACES = [
  "company",
  "project",
  "location",
  "location_group",
  "division",
  "region",
  "city",
  "franchise",
  "crew",
] as const;
const MACHINES = ["device", "device_type", "model", "manufacturer", "ownership"] as const;

export const OF_MACHINES: readonly FilterName[] = [...PLACES, ...MACHINES];
export const OF_SCANS: readonly FilterName[] = [...OF_MACHINES, "recipe"];
export const OF_SALES: readonly FilterName[] = [...OF_SCANS, "source"];

export const BY_SOURCE: readonly MeasureName[] = [
  "cash_amount",
  "cashless1_amount",
  "cashless2_amount",
  "other_amount",
];
export const VENDS_BY_SOURCE: readonly MeasureName[] = [
  "cash_vends",
  "cashless1_vends",
  "cashless2_vends",
  "other_vends",
];

export const ERRORS_BY_KIND: readonly MeasureName[] = ERROR_KINDS.map((kind) => `errors_${kind}` as const);

/** How well machines are looked after. */
export const CARE: readonly MeasureName[] = ["repair_time", "first_fix", "days_since_visit"];

/** Of a machine, besides what its report opens with: sales by source, what it went through, its cash and its audits. */
export const DETAILS: readonly MeasureName[] = [
  ...BY_SOURCE,
  ...VENDS_BY_SOURCE,
  "test",
  "free",
  "failed",
  "vends_per_hour",
  "vends_per_day",
  "idle_days",
  "offline_time",
  "dark_time",
  "blocking_time",
  ...CARE,
  "lost_vends",
  "collected",
  "audit_difference",
];
