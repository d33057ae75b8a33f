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

const BY_SOURCE: readonly MeasureName[] = ["cash_amount", "cashless1_amount", "cashless2_amount", "other_amount"];
const VENDS_BY_SOURCE: readonly MeasureName[] = ["cash_vends", "cashless1_vends", "cashless2_vends", "other_vends"];

export const aggregatedSales = defineReport({
  name: "aggregated_sales",
  needs: ["REPORT"],
  facts: "sales",
  rows: ["span"],
  measures: ["vends", "amount", "mean", ...BY_SOURCE, "machines"],
  further: VENDS_BY_SOURCE,
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

/** Every report, in the order of the specification. */
export const REPORTS: readonly Report[] = [
  aggregatedSales,
  aggregatedRecipes,
  aggregatedLocationSales,
  aggregatedSalesPerDevice,
  aggregatedSalesPerLocation,
  aggregatedSalesPerCrew,
];

export const reportNamed = (name: string | undefined): Report | undefined => REPORTS.find((one) => one.name === name);
