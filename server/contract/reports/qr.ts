import { OF_SCANS } from "./common";
import { defineReport } from "./report";

export const aggregatedSalesPerDeviceByQr = defineReport({
  name: "aggregated_sales_per_device_by_qr",
  needs: ["REPORT"],
  facts: "qr",
  rows: ["device"],
  beside: ["location", "project"],
  measures: ["codes_vended", "face_value", "vended_price"],
  sort: "-codes_vended",
  filters: OF_SCANS,
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
  filters: OF_SCANS,
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
  filters: OF_SCANS,
  drill: { tab: "aggregated_qr" },
});
