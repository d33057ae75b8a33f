import { reportCall, reportRowsCall } from "~server/contract/calls/reports";
import { REPORTS } from "~server/contract/reports";
import type { Answers } from "../../answers";
import type { Deps } from "../../http";
import { reportOf, rowsOf } from "./report";

/** Every declared report. */
export function answerReports({ read, stream }: Answers, { pool }: Deps): void {
  for (const report of REPORTS) {
    read(reportCall(report), ({ viewer, query }) => reportOf(pool, viewer, report, query));
    stream(reportRowsCall(report), ({ viewer, query }) => rowsOf(pool, viewer, report, query));
  }
}
