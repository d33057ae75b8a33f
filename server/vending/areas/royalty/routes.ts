import * as calls from "~server/contract/calls/royalty";
import { franchiseRoyalty } from "~server/contract/reports/money";
import { reportQuery } from "~server/contract/reports/answer";
import type { Answers } from "../../answers";
import { heavily } from "../../database/heavy";
import type { Deps } from "../../http";
import { reportOf } from "../reports/report";
import { enterPayment, paymentsOf } from "./payments";

/** What a franchise owes and what it paid. */
export function answerRoyalty({ read, change }: Answers, { pool }: Deps): void {
  const ofMonths = reportQuery(franchiseRoyalty);
  /** Whatever months there are, all rows are one page. */
  const limit = "10000";
  read(calls.financialReport, ({ c, viewer, param, query }) => {
    const asked = ofMonths.parse({ ...query, limit, franchise: String(param("id")) });
    return heavily(pool, c.req.raw.signal, (db) => reportOf(db, viewer, franchiseRoyalty, asked));
  });
  read(calls.royaltyPayments, ({ viewer, param, query }) => paymentsOf(pool, viewer, param("id"), query));
  change(calls.payRoyalty, ({ viewer, param, form: { key, ...payment } }) =>
    enterPayment(pool, viewer, param("id"), key, payment),
  );
}
