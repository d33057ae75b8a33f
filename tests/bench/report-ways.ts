import { hasSpans, type Report, rowsBy } from "~server/contract/reports/report";

/** A way to cut a report's rows, as a part of its query. */
export interface Way {
  title: string;
  query: string;
}

/** Steps that a period of so many days is cut into. */
const stepsOf = (days: number) => (days > 31 ? ["day", "month"] : ["day", "week"]);

/** Every way a report can be cut: each cut by choice alone, each two that go together, and by days where it has spans; three cuts at once are as the greatest two of them. */
export function waysOf(report: Report, days: number): Way[] {
  const { cuts = [], most = 0 } = report.by ?? {};
  const alone = cuts.map((cut) => [cut]);
  const pairs = most < 2 ? [] : cuts.flatMap((cut, n) => cuts.slice(n + 1).map((other) => [cut, other]));
  const chosen = report.rows.length || !report.by ? [[], ...alone, ...pairs] : [...alone, ...pairs];
  return chosen.flatMap((by) => {
    const rows = rowsBy(report, by.length ? by : (report.by?.usual ?? []));
    const steps = hasSpans(report) && rows.includes("span") ? stepsOf(days) : [undefined];
    return steps.map((step) => ({
      title: `by ${rows.join(", ")}${step ? ` (${step}s)` : ""}`,
      query: new URLSearchParams([...by.map((cut) => ["by", cut]), ...(step ? [["step", step]] : [])]).toString(),
    }));
  });
}
