import { BY_SOURCE, OF_MACHINES } from "./common";
import { defineReport } from "./report";

export const franchiseRoyalty = defineReport({
  name: "franchise_royalty",
  needs: ["REPORT_FRANCHISE"],
  facts: "royalty",
  rows: ["head_franchise", "franchise", "span"],
  step: "month",
  measures: ["base", "royalty_percent", "royalty", "paid", "owed", ...BY_SOURCE],
  sort: "head_franchise",
  filters: ["franchise"],
  drill: { tab: "financial_report", of: "franchise" },
});

export const financeReport = defineReport({
  name: "finance_report",
  needs: ["REPORT"],
  facts: "finance",
  rows: ["span"],
  by: { cuts: ["company", "project", "location", "franchise"], most: 1, usual: ["company"] },
  step: "month",
  measures: [
    "amount",
    ...BY_SOURCE,
    "cost",
    "margin",
    "uncosted",
    "royalty",
    "cash_expected",
    "cash_collected",
    "cash_difference",
  ],
  sort: "-span",
  filters: OF_MACHINES,
  drill: { report: "aggregated_sales" },
});
