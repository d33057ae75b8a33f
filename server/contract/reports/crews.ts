import { BY_SOURCE, OF_MACHINES, VENDS_BY_SOURCE, detailed } from "./common";
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
    "per_machine",
    "share",
    ...BY_SOURCE,
    "test",
    "free",
    "failed",
    "available",
    "collected",
    "collected_difference",
    "services",
    "per_service",
  ],
  further: VENDS_BY_SOURCE,
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
  measures: detailed("share_of_first"),
  further: VENDS_BY_SOURCE,
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
    "other_services",
    "served",
    "overdue",
    "days_between",
    "vends_between",
    "on_site",
    "sheets_completed",
    "sheets_partly",
  ],
  sort: "-services",
  filters: OF_MACHINES,
  drill: { report: "advanced_aggregated_sales_per_crew_devices" },
});
