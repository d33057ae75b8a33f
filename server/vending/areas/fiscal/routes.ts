import * as calls from "~server/contract/calls/fiscal";
import type { Answers } from "../../answers";
import type { Deps } from "../../http";
import { decideReceipts } from "./decisions";
import { moveCash } from "./orders";
import { deskOf, locationFiscalOf, receiptOf, receiptsOf } from "./read";

/** Desks, their receipts, and what a location's desk did for it. */
export function answerFiscal({ read, change }: Answers, { pool }: Deps): void {
  read(calls.deskState, ({ param }) => deskOf(pool, param("id")));
  read(calls.deskReceipts, ({ viewer, param, query }) => receiptsOf(pool, viewer, param("id"), query));
  change(calls.moveDeskCash, ({ viewer, param, form }) => moveCash(pool, viewer, param("id"), form));
  read(calls.locationFiscal, ({ viewer, param, query }) => locationFiscalOf(pool, viewer, param("id"), query));
  read(calls.receipts, ({ viewer, query }) => receiptsOf(pool, viewer, null, query));
  read(calls.receipt, ({ viewer, param }) => receiptOf(pool, viewer, param("receipt")));
  change(calls.decideReceipts, ({ viewer, form: { decision, receipt } }) =>
    decideReceipts(pool, viewer, decision, receipt),
  );
}
