import * as calls from "~server/contract/calls/refunds";
import type { Answers } from "../../answers";
import type { Deps } from "../../http";
import { refundableVends } from "./vends";

/** What is asked before a refund is. */
export function answerRefunds({ read }: Answers, { pool }: Deps): void {
  read(calls.refundableVends, ({ viewer, param, query }) => refundableVends(pool, viewer, param("id"), query));
}
