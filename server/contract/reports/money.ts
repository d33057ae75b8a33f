import { SPORT_LIFE } from "../permissions";
import { BY_SOURCE, OF_MACHINES, OF_SCANS } from "./common";
import { defineReport } from "./report";

export const franchiseRoyalty = defineReport({
  name: "franchise_royalty",
  needs: ["REPORT_FRANCHISE"],
  facts: "royalty",
  rows: ["head_franchise", "franchise", "span"],
  subtotals: true,
  step: "month",
  measures: ["base", "royalty_percent", "royalty", "paid", "owed"],
  further: BY_SOURCE,
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
  measures: ["amount", "cost", "margin", "refunds", "royalty", "cash_collected", "cash_difference"],
  further: [
    ...BY_SOURCE,
    "fiscalised",
    "not_fiscalised",
    "uncosted",
    "key_deposits",
    "key_bonuses",
    "payment_fees",
    "cash_expected",
  ],
  sort: "-span",
  filters: OF_MACHINES,
  drill: { report: "aggregated_sales" },
});

export const reportSportLife = defineReport({
  name: "report_sport_life",
  needs: ["REPORT_SPORT_LIFE", SPORT_LIFE],
  facts: "sport_life",
  rows: [],
  by: { cuts: ["sport_life_key", "recipe", "club", "location"], most: 2, usual: ["sport_life_key"] },
  measures: ["vends", "full_price", "discount", "paid", "unpriced"],
  sort: "-vends",
  filters: OF_SCANS,
});
