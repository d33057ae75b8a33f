import { BY_SOURCE, OF_SALES, VENDS_BY_SOURCE } from "./common";
import { defineReport } from "./report";

/** Sales by what a person chooses. Kept under a name it is a report of its own, which stands in the menu. */
export const ownReport = defineReport({
  name: "own_report",
  needs: ["REPORT"],
  facts: "sales",
  rows: [],
  by: {
    cuts: [
      "project",
      "location",
      "city",
      "region",
      "device",
      "planogram",
      "recipe",
      "crew",
      "franchise",
      "company",
      "division",
      "location_group",
      "span",
    ],
    most: 3,
    usual: ["project"],
  },
  measures: ["vends", "amount", "mean", "share"],
  further: [
    ...BY_SOURCE,
    ...VENDS_BY_SOURCE,
    "test",
    "free",
    "machines",
    "per_machine",
    "share_of_vends",
    "share_of_first",
    "cost",
    "margin",
    "margin_percent",
    "uncosted",
  ],
  keepsColumns: true,
  sort: "-amount",
  filters: OF_SALES,
  drill: { report: "aggregated_sales_per_device" },
});
