import { BY_SOURCE, CARE, DETAILS, OF_MACHINES, VENDS_BY_SOURCE } from "./common";
import { defineReport } from "./report";

export const advancedAggregatedSalesPerCrew = defineReport({
  name: "advanced_aggregated_sales_per_crew",
  needs: ["REPORT"],
  facts: "advanced",
  rows: ["crew"],
  measures: [
    "machines",
    "vends",
    "amount",
    "failed",
    "available",
    "collected",
    "collected_difference",
    "services",
    "per_service",
  ],
  further: [
    "failed_share",
    ...CARE,
    "lost_amount",
    "per_machine",
    "share",
    ...BY_SOURCE,
    ...VENDS_BY_SOURCE,
    "test",
    "free",
  ],
  sort: "-amount",
  filters: OF_MACHINES,
  drill: { report: "advanced_aggregated_sales_per_day" },
});

export const advancedAggregatedSalesPerCrewDevices = defineReport({
  name: "advanced_aggregated_sales_per_crew_devices",
  needs: ["REPORT"],
  facts: "advanced",
  rows: ["crew", "device"],
  subtotals: true,
  beside: ["location", "project", "last_sale", "last_service"],
  below: { last_service: "last_sale" },
  measures: ["vends", "amount", "available", "lost_amount", "collected_difference"],
  further: ["failed_share", "mean", "share_of_first", ...DETAILS],
  sort: "crew",
  filters: OF_MACHINES,
  drill: { report: "advanced_aggregated_sales_per_day" },
});

export const crewsServices = defineReport({
  name: "crews_services",
  needs: ["REPORT"],
  facts: "advanced",
  rows: ["crew"],
  by: { cuts: ["device"], most: 1, usual: [] },
  measures: [
    "services",
    "fills",
    "cleanings",
    "collections",
    "served",
    "overdue",
    "days_between",
    "sheets_completed",
    "sheets_partly",
  ],
  further: ["other_services", "vends_between", "days_since_visit", "on_site"],
  sort: "-services",
  filters: OF_MACHINES,
  drill: { report: "advanced_aggregated_sales_per_crew_devices" },
});
