import { reportCall, reportRowsCall } from "~server/contract/calls/reports";
import { REPORTS } from "~server/contract/reports";
import type { Answers } from "../../answers";
import { heavily } from "../../database/heavy";
import type { Deps } from "../../http";
import { reportOf, rowsOf } from "./report";

/** Every declared report. */
export function answerReports({ read, stream }: Answers, { pool }: Deps): void {
  for (const report of REPORTS) {
    read(reportCall(report), ({ c, viewer, query }) =>
      heavily(pool, c.req.raw.signal, (db) => reportOf(db, viewer, report, query)),
    );
    stream(reportRowsCall(report), ({ viewer, query }) => rowsOf(pool, viewer, report, query));
  }
}
