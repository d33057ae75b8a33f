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

/** Of a machine: its sales, and beside them what it went through, its cash and its audits; `share` of what. */
export const detailed = (share: "share" | "share_of_first"): readonly MeasureName[] => [
  "vends",
  "amount",
  "mean",
  share,
  ...BY_SOURCE,
  "test",
  "free",
  "failed",
  "failed_share",
  "vends_per_hour",
  "vends_per_day",
  "idle_days",
  "offline_time",
  "dark_time",
  "blocking_time",
  "available",
  "lost_vends",
  "lost_amount",
  "collected",
  "collected_difference",
  "audit_difference",
];
