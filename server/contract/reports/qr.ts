import { OF_SCANS } from "./common";
import { defineReport } from "./report";

export const aggregatedSalesPerDeviceByQr = defineReport({
  name: "aggregated_sales_per_device_by_qr",
  needs: ["REPORT"],
  facts: "qr",
  rows: ["device"],
  by: { cuts: ["batch"], most: 1, usual: [] },
  beside: ["location", "project"],
  measures: ["codes_vended", "face_value", "vended_price"],
  sort: "-codes_vended",
  filters: [...OF_SCANS, "batch"],
  drill: { tab: "aggregated_qr" },
});

export const aggregatedSalesPerLocationByQr = defineReport({
  name: "aggregated_sales_per_location_by_qr",
  needs: ["REPORT"],
  facts: "qr",
  rows: ["location"],
  by: { cuts: ["batch"], most: 1, usual: [] },
  beside: ["project", "city"],
  measures: ["codes_vended", "face_value", "vended_price"],
  sort: "-codes_vended",
  filters: [...OF_SCANS, "batch"],
  drill: { report: "aggregated_sales_per_device_by_qr" },
});

export const advancedAggregatedSalesPerDeviceByQr = defineReport({
  name: "advanced_aggregated_sales_per_device_by_qr",
  needs: ["REPORT"],
  facts: "qr",
  rows: ["device"],
  by: { cuts: ["batch"], most: 1, usual: [] },
  beside: ["location", "project"],
  measures: [
    "scans",
    "codes_vended",
    "expired",
    "already_used",
    "blocked",
    "not_found",
    "other_device",
    "denied",
    "refused",
    "refused_share",
  ],
  further: ["accepted", "insufficient_balance"],
  sort: "-scans",
  filters: [...OF_SCANS, "batch"],
  drill: { tab: "aggregated_qr" },
});
