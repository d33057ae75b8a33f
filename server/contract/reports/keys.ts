import { OF_SCANS } from "./common";
import type { FilterName } from "./filters";
import { POCKET_MEASURES, TYPE_MEASURES } from "./key-types";
import { defineReport } from "./report";

const OF_KEYS: readonly FilterName[] = ["client", "key", "key_move", ...OF_SCANS];

export const keyWalletsReport = defineReport({
  name: "key_wallets_report",
  path: "/key_wallets/report_transactions",
  needs: ["KEY_WALLETS"],
  facts: "keys",
  rows: ["at", "move", "key", "client", "key_move", "device", "recipe", "reason", "author"],
  beside: ["owner"],
  below: { move: "at", owner: "key", recipe: "device", reason: "key_move", author: "key_move" },
  measures: ["moved", "balance_after"],
  further: ["vended_price"],
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
  by: { cuts: ["client", "key", "key_move", "device", "location", "span"], most: 2, usual: ["client"] },
  measures: ["key_moves", ...POCKET_MEASURES],
  further: ["vends", "vended_price", "keys", ...TYPE_MEASURES],
  sort: "-key_moves",
  filters: OF_KEYS,
  drill: { report: "key_wallets_report" },
});
