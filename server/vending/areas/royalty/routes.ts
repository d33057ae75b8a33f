import * as calls from "~server/contract/calls/royalty";
import { franchiseRoyalty } from "~server/contract/reports/money";
import { reportQuery } from "~server/contract/reports/answer";
import type { Answers } from "../../answers";
import type { Deps } from "../../http";
import { reportOf } from "../reports/report";
import { enterPayment, paymentsOf } from "./payments";

/** What a franchise owes and what it paid. */
export function answerRoyalty({ read, change }: Answers, { pool }: Deps): void {
  const ofMonths = reportQuery(franchiseRoyalty);
  /** Whatever months there are, all rows are one page. */
  const limit = "10000";
  read(calls.financialReport, ({ viewer, param, query }) =>
    reportOf(pool, viewer, franchiseRoyalty, ofMonths.parse({ ...query, limit, franchise: String(param("id")) })),
  );
  read(calls.royaltyPayments, ({ viewer, param, query }) => paymentsOf(pool, viewer, param("id"), query));
  change(calls.payRoyalty, ({ viewer, param, form: { key, ...payment } }) =>
    enterPayment(pool, viewer, param("id"), key, payment),
  );
}
