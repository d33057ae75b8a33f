import { BY_SOURCE } from "./common";
import { defineReport } from "./report";

export const franchiseRoyalty = defineReport({
  name: "franchise_royalty",
  needs: ["REPORT_FRANCHISE"],
  facts: "royalty",
  rows: ["head_franchise", "franchise", "span"],
  step: "month",
  measures: [...BY_SOURCE, "base", "royalty_percent", "royalty", "paid", "owed"],
  sort: "head_franchise",
  filters: ["franchise"],
  drill: { tab: "financial_report", of: "franchise" },
});
