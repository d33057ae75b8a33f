import { BY_SOURCE, CARE, DETAILS, OF_MACHINES, OF_SALES, VENDS_BY_SOURCE } from "./common";
import { defineReport } from "./report";

export const aggregatedSales = defineReport({
  name: "aggregated_sales",
  needs: ["REPORT"],
  facts: "sales",
  rows: ["span"],
  measures: ["vends", "amount", "mean", ...BY_SOURCE],
  // Machines of every single day are counted when they are asked for.
  further: [...VENDS_BY_SOURCE, "machines"],
  sort: "-span",
  filters: OF_SALES,
  drill: { report: "aggregated_sales_per_device" },
});

export const aggregatedRecipes = defineReport({
  name: "aggregated_recipes",
  needs: ["REPORT"],
  facts: "sales",
  rows: ["recipe", "selection", "product"],
  aside: ["selection", "product"],
  beside: ["item_number"],
  measures: ["vends", "amount", "mean", "share", "cost", "margin", "margin_percent", "uncosted"],
  further: ["share_of_vends", "test", "free", "offered"],
  sort: "-amount",
  filters: OF_SALES,
  drill: { report: "aggregated_location_sales" },
});

export const aggregatedLocationSales = defineReport({
  name: "aggregated_location_sales",
  needs: ["REPORT"],
  facts: "sales",
  rows: ["location", "recipe"],
  subtotals: true,
  measures: ["vends", "amount", "mean", "share_of_first", "share"],
  sort: "location",
  filters: OF_SALES,
  drill: { report: "aggregated_sales" },
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
  filters: OF_SALES,
  drill: { tab: "sales" },
});

export const advancedAggregatedSalesPerDevice = defineReport({
  name: "advanced_aggregated_sales_per_device",
  needs: ["REPORT"],
  facts: "advanced",
  rows: ["device"],
  beside: ["location", "project", "last_sale", "last_service"],
  below: { last_service: "last_sale" },
  measures: ["vends", "amount", "failed_share", "available", "lost_amount", "collected_difference"],
  further: ["mean", "share", ...DETAILS],
  sort: "-amount",
  filters: OF_MACHINES,
  drill: { tab: "sales" },
});

export const advancedAggregatedSalesPerLocation = defineReport({
  name: "advanced_aggregated_sales_per_location",
  needs: ["REPORT"],
  facts: "advanced",
  rows: ["location"],
  beside: ["project", "city"],
  measures: ["machines", "vends", "amount", "failed_share", "available", "lost_amount", ...CARE],
  further: ["mean", "per_machine", "share", ...DETAILS.filter((one) => !CARE.includes(one))],
  sort: "-amount",
  filters: OF_MACHINES,
  drill: { report: "advanced_aggregated_sales_per_device" },
});

export const advancedAggregatedSalesPerDay = defineReport({
  name: "advanced_aggregated_sales_per_day",
  needs: ["REPORT"],
  facts: "advanced",
  rows: ["span"],
  measures: ["vends", "amount", "mean", "test", "free", "failed", "per_working_day", "week_before", "week_difference"],
  hours: true,
  further: [...BY_SOURCE, ...VENDS_BY_SOURCE, "machines"],
  sort: "-span",
  filters: OF_MACHINES,
  drill: { report: "advanced_aggregated_sales_per_device" },
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
  filters: OF_SALES,
  drill: { report: "aggregated_sales_per_device" },
});

export const aggregatedSalesPerCrew = defineReport({
  name: "aggregated_sales_per_crew",
  needs: ["REPORT"],
  facts: "sales",
  rows: ["crew"],
  measures: ["machines", "vends", "amount", "per_machine", "share", ...BY_SOURCE],
  further: VENDS_BY_SOURCE,
  sort: "-amount",
  filters: OF_SALES,
  drill: { report: "aggregated_sales_per_device" },
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
  filters: OF_SALES,
  drill: { tab: "sales" },
});
