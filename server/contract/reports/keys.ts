import { OF_SCANS } from "./common";
import type { FilterName } from "./filters";
import { defineReport } from "./report";

const OF_KEYS: readonly FilterName[] = ["client", "key", ...OF_SCANS];

export const keyWalletsReport = defineReport({
  name: "key_wallets_report",
  path: "/key_wallets/report_transactions",
  needs: ["KEY_WALLETS"],
  facts: "keys",
  rows: ["at", "key", "client", "device", "recipe"],
  beside: ["owner"],
  measures: ["vended_price"],
  compares: false,
  sort: "-at",
  filters: OF_KEYS,
  drill: { tab: "sales" },
});

export const keyWalletsAggregatedReport = defineReport({
  name: "key_wallets_aggregated_report",
  path: "/key_wallets/report_aggregated_transactions",
  needs: ["KEY_WALLETS"],
  facts: "keys",
  rows: [],
  by: { cuts: ["client", "key", "device", "span"], most: 2, usual: ["client"] },
  measures: ["vends", "vended_price", "unknown_price", "keys"],
  sort: "-vends",
  filters: OF_KEYS,
  drill: { report: "key_wallets_report" },
});
