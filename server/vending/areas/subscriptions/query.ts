import { queryFields } from "~server/contract/query";
import { reportQuery } from "~server/contract/reports/answer";
import type { Report } from "~server/contract/reports/report";
import { invalid } from "../../fault";
import { narrowed } from "../reports/filters";

/** What is kept of a report's query: all but its days and page, in the order in which it was asked. What makes no sense is refused now. */
export function keptQuery(report: Report, asked: URLSearchParams): string {
  const columns = [...report.list.columns, ...(report.by?.cuts ?? [])];
  const ways = Object.keys(report.list.ways).filter((way) => way !== "columns");
  const known = new Set(["sort", ...ways, ...report.list.filters]);
  const query = new URLSearchParams([...asked].filter(([name, value]) => known.has(name) && value !== ""));
  const parsed = reportQuery(report).safeParse(queryFields(query));
  if (!parsed.success) throw invalid({ query: [{ key: "incorrect" }] });
  narrowed(parsed.data);
  for (const column of asked.getAll("columns")) if (columns.includes(column)) query.append("columns", column);
  return query.toString();
}
