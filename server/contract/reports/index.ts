import type { FilterName } from "./filters";
import type { MeasureName } from "./measures";
import { defineReport, type Report } from "./report";

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
const FILTERS: readonly FilterName[] = [...PLACES, ...MACHINES, "recipe", "source"];
const FILTERS_OF_SCANS: readonly FilterName[] = [...PLACES, ...MACHINES, "recipe"];

const BY_SOURCE: readonly MeasureName[] = ["cash_amount", "cashless1_amount", "cashless2_amount", "other_amount"];
const VENDS_BY_SOURCE: readonly MeasureName[] = ["cash_vends", "cashless1_vends", "cashless2_vends", "other_vends"];

export const aggregatedSales = defineReport({
  name: "aggregated_sales",
  needs: ["REPORT"],
  facts: "sales",
  rows: ["span"],
  measures: ["vends", "amount", "mean", ...BY_SOURCE],
  // Machines of every single day are counted when they are asked for.
  further: [...VENDS_BY_SOURCE, "machines"],
  sort: "-span",
  filters: FILTERS,
  drill: { report: "aggregated_sales_per_device" },
});

export const aggregatedSalesPerDevice = defineReport({
  name: "aggregated_sales_per_device",
  needs: ["REPORT"],
  facts: "sales",
  rows: ["device"],
  beside: ["location", "project"],
  measures: ["vends", "amount", "mean", "share", ...BY_SOURCE],
  further: VENDS_BY_SOURCE,
  sort: "-amount",
  filters: FILTERS,
  drill: { tab: "sales" },
});

export const aggregatedSalesPerLocation = defineReport({
  name: "aggregated_sales_per_location",
  needs: ["REPORT"],
  facts: "sales",
  rows: ["location"],
  beside: ["project", "city"],
  measures: ["machines", "vends", "amount", "per_machine", "share", ...BY_SOURCE],
  further: VENDS_BY_SOURCE,
  sort: "-amount",
  filters: FILTERS,
  drill: { report: "aggregated_sales_per_device" },
});

export const aggregatedLocationSales = defineReport({
  name: "aggregated_location_sales",
  needs: ["REPORT"],
  facts: "products",
  rows: ["location", "recipe"],
  measures: ["vends", "amount", "mean", "share_of_first", "share"],
  sort: "location",
  filters: FILTERS,
  drill: { report: "aggregated_sales" },
});

export const aggregatedRecipes = defineReport({
  name: "aggregated_recipes",
  needs: ["REPORT"],
  facts: "products",
  rows: ["recipe", "selection", "product"],
  aside: ["selection", "product"],
  beside: ["item_number"],
  measures: [
    "vends",
    "amount",
    "mean",
    "share_of_vends",
    "share",
    "test",
    "free",
    "cost",
    "margin",
    "margin_percent",
    "uncosted",
    "offered",
  ],
  sort: "-amount",
  filters: FILTERS,
  drill: { report: "aggregated_location_sales" },
});

export const aggregatedSalesPerCrew = defineReport({
  name: "aggregated_sales_per_crew",
  needs: ["REPORT"],
  facts: "sales",
  rows: ["crew"],
  measures: ["machines", "vends", "amount", "per_machine", "share", ...BY_SOURCE],
  further: VENDS_BY_SOURCE,
  sort: "-amount",
  filters: FILTERS,
  drill: { report: "aggregated_sales_per_device" },
});

export const aggregatedSalesPerDeviceByQr = defineReport({
  name: "aggregated_sales_per_device_by_qr",
  needs: ["REPORT"],
  facts: "qr",
  rows: ["device"],
  beside: ["location", "project"],
  measures: ["codes_vended", "face_value", "vended_price"],
  sort: "-codes_vended",
  filters: FILTERS_OF_SCANS,
  drill: { tab: "aggregated_qr" },
});

export const aggregatedSalesPerLocationByQr = defineReport({
  name: "aggregated_sales_per_location_by_qr",
  needs: ["REPORT"],
  facts: "qr",
  rows: ["location"],
  beside: ["project", "city"],
  measures: ["codes_vended", "face_value", "vended_price"],
  sort: "-codes_vended",
  filters: FILTERS_OF_SCANS,
  drill: { report: "aggregated_sales_per_device_by_qr" },
});

export const advancedAggregatedSalesPerDeviceByQr = defineReport({
  name: "advanced_aggregated_sales_per_device_by_qr",
  needs: ["REPORT"],
  facts: "qr",
  rows: ["device"],
  beside: ["location", "project"],
  measures: [
    "scans",
    "accepted",
    "codes_vended",
    "expired",
    "already_used",
    "blocked",
    "not_found",
    "other_device",
    "insufficient_balance",
    "denied",
    "refused",
    "refused_share",
  ],
  sort: "-scans",
  filters: FILTERS_OF_SCANS,
  drill: { tab: "aggregated_qr" },
});

export const aggregatedSalesPerDeviceWithoutClient = defineReport({
  name: "aggregated_sales_per_device_without_client",
  needs: ["REPORT"],
  facts: "without_clients",
  rows: ["device"],
  beside: ["location", "project"],
  measures: ["vends", "amount", ...BY_SOURCE, "client_vends", "client_amount"],
  further: VENDS_BY_SOURCE,
  sort: "-amount",
  filters: FILTERS,
  drill: { tab: "sales" },
});

export const devicesByCount = defineReport({
  name: "devices_by_count",
  needs: ["REPORT"],
  facts: "machines",
  rows: [],
  by: {
    cuts: ["model", "manufacturer", "device_type", "ownership", "project", "location", "region", "crew", "franchise"],
    most: 2,
    usual: ["model"],
  },
  measures: ["devices", "in_work", "hidden", "online", "offline", "with_telemetry", "with_terminal", "came", "went"],
  sort: "-devices",
  filters: [...PLACES, ...MACHINES],
});

export const devicesMigrate = defineReport({
  name: "devices_migrate",
  needs: ["REPORT"],
  facts: "moves",
  rows: [
    "device",
    "since",
    "from_location",
    "to_location",
    "from_project",
    "to_project",
    "from_crew",
    "to_crew",
    "from_planogram",
    "to_planogram",
    "entered_by",
  ],
  measures: ["takings_before", "takings_after"],
  compares: false,
  sort: "-since",
  filters: [...PLACES, ...MACHINES],
  drill: { tab: "placements" },
});

/** Every report, in the order of the specification. */
export const REPORTS: readonly Report[] = [
  aggregatedSales,
  aggregatedRecipes,
  aggregatedLocationSales,
  aggregatedSalesPerDevice,
  aggregatedSalesPerLocation,
  aggregatedSalesPerCrew,
  aggregatedSalesPerDeviceByQr,
  aggregatedSalesPerLocationByQr,
  advancedAggregatedSalesPerDeviceByQr,
  aggregatedSalesPerDeviceWithoutClient,
  devicesByCount,
  devicesMigrate,
];

export const reportNamed = (name: string | undefined): Report | undefined => REPORTS.find((one) => one.name === name);
