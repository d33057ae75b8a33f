import { OF_SCANS } from "./common";
import type { FilterName } from "./filters";
import { COUNTERS, REACHED, STAGE_TIMES } from "./payment-measures";
import { defineReport } from "./report";

const OF_PAYMENTS: readonly FilterName[] = [
  "payment_state",
  "payment_stage",
  "payment_counter",
  "provider",
  "payback_state",
  ...OF_SCANS,
];

export const onlinePayments = defineReport({
  name: "online_payments",
  needs: ["REPORT_ONLINE_PAYMENTS"],
  facts: "payments",
  rows: [
    "at",
    "payment",
    "device",
    "payment_state",
    "payment_stage",
    "payment_counter",
    "product",
    "provider",
    "reference",
    "payback_state",
    "ended",
  ],
  below: {
    payment: "at",
    product: "device",
    ended: "payment_state",
    payment_counter: "payment_stage",
    reference: "provider",
  },
  measures: ["price", "paid", "refunded"],
  further: STAGE_TIMES,
  compares: false,
  unfinished: "ended",
  sort: "-at",
  filters: OF_PAYMENTS,
  drill: { path: "/online_payments/{id}", of: "payment" },
});

export const onlinePaymentsSummary = defineReport({
  name: "online_payments_summary",
  path: "/online_payments/summary",
  needs: ["REPORT_ONLINE_PAYMENTS"],
  facts: "payments",
  rows: [],
  by: {
    cuts: ["device", "payment_stage", "location", "project", "company", "franchise", "provider", "product", "span"],
    most: 2,
    usual: ["device"],
  },
  measures: ["payments", "sold", ...COUNTERS],
  // The funnel tells how many came to each stage.
  further: ["paid", "refunded", ...REACHED, ...STAGE_TIMES],
  sort: "-payments",
  filters: OF_PAYMENTS,
  drill: { report: "online_payments" },
});
