import { type Call, read } from "../call";
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

/** The call that answers a report. */
export function reportCall(report: Report): ReturnType<typeof declared> {
  const call = CALLS.get(report);
  if (!call) throw new Error(`report ${report.name} has no call`);
  return call;
}

export const reportCalls: [string, Call][] = REPORTS.map((report) => [`report_${report.name}`, reportCall(report)]);
