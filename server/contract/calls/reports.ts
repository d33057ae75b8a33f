import { type Call, read, stream } from "../call";
import { reportQuery, reportSchema } from "../reports/answer";
import { REPORTS } from "../reports";
import { type Report, rowsBy } from "../reports/report";

const declared = (report: Report) =>
  read({
    path: `/reports/${report.name}`,
    needs: report.needs,
    query: reportQuery(report),
    does: `Report: ${rowsBy(report, report.by?.usual ?? []).join(", ")} by ${report.list.sort.replace(/^-/, "")}`,
    answer: reportSchema,
    refuses: [422],
  });
const CALLS = new Map(REPORTS.map((report) => [report, declared(report)]));

const row = reportSchema.shape.items.element;
const whole = (report: Report) =>
  stream({
    path: `/reports/${report.name}/rows`,
    needs: report.needs,
    query: reportQuery(report),
    does: `Every row of the report ${report.name}, as lines of JSON after one with its period; pages do not count`,
    head: reportSchema.pick({ from: true, to: true, compared: true }),
    line: row,
    refuses: [422],
  });
const WHOLE = new Map(REPORTS.map((report) => [report, whole(report)]));

/** The call that answers a report. */
export const reportCall = (report: Report) => of(CALLS, report);
/** The call that answers every row of one. */
export const reportRowsCall = (report: Report) => of(WHOLE, report);

function of<C>(calls: ReadonlyMap<Report, C>, report: Report): C {
  const call = calls.get(report);
  if (!call) throw new Error(`report ${report.name} has no call`);
  return call;
}

export const reportCalls: [string, Call][] = REPORTS.flatMap((report): [string, Call][] => [
  [`report_${report.name}`, reportCall(report)],
  [`report_${report.name}_rows`, reportRowsCall(report)],
]);
