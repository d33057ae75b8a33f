import { sql } from "drizzle-orm";
import { byHour, HOURS } from "~server/contract/reports/hours";
import { name } from "../../../../database/query";
import { OWNERS, type Owner } from "../../../royalty/royalty";
import { joined } from "../../../sales/rollups";
import type { Edges } from "../../../sales/span";
import { NEEDS_PLACEMENTS } from "../../cuts";
import { type Asked, type Facts, type Made, part, per, percent, type Summed } from "../facts";
import { MADE_OF_REPAIRS, MADE_OF_TIME } from "../days";
import { BY_SOURCE, MADE_BY_SOURCE } from "../sources";
import { days, machinesNow, sales, weekBefore } from "./lines";

const column =
  (of: string): Summed =>
  () =>
    sql`x.${name(of)}`;
/** The sum of a column of machines' days. */
const ofDays = (of: string) => Object.assign(column(of), { column: of });
const OF_DAYS = {
  work: ofDays("work_seconds"),
  known: ofDays("known_seconds"),
  offline: ofDays("offline_seconds"),
  dark: ofDays("dark_seconds"),
  blocking: ofDays("blocking_seconds"),
  down: ofDays("down_seconds"),
  repairs: ofDays("repairs"),
  repair: ofDays("repair_seconds"),
  faults: ofDays("first_visits"),
  fixed: ofDays("first_fixes"),
  work_days: ofDays("work_days"),
  maintained: ofDays("services"),
  fills: ofDays("fills"),
  cleanings: ofDays("cleanings"),
  other_services: ofDays("other_services"),
  idle: ofDays("idle_days"),
  lost: ofDays("lost_thousandths"),
  lost_amount: ofDays("lost_amount"),
  gaps: ofDays("gaps"),
  gap_days: ofDays("gap_days"),
  gap_vends: ofDays("gap_vends"),
  collections: ofDays("collections"),
  collected: ofDays("collected"),
  counted: ofDays("counted"),
  weighed: ofDays("weighed"),
  collected_difference: ofDays("collected_difference"),
  audit_difference: ofDays("audit_difference"),
  visits: ofDays("visits"),
  on_site: ofDays("on_site_seconds"),
  sheets_completed: ofDays("sheets_completed"),
  sheets_partly: ofDays("sheets_partly"),
  ...byHour((hour) => ofDays(`hour_${hour}`)),
};

const SOLD = {
  ...BY_SOURCE,
  test: column("test_count"),
  free: column("free_count"),
  failed: column("failed_count"),
};
const NOW = {
  told: column("told"),
  overdue: column("overdue"),
  visited: column("visited"),
  unvisited_days: column("unvisited_days"),
};
const BESIDE = { week_before: column("week_before"), ...NOW };
const SUMS = { ...SOLD, ...BESIDE, ...OF_DAYS } satisfies Record<string, Summed>;
type Sum = keyof typeof SUMS;
type Part = Sum | "machines" | "served";
const isOfDays = (sum: string): sum is keyof typeof OF_DAYS => Object.hasOwn(OF_DAYS, sum);

const COUNTS: Facts<Sum, "machines" | "served">["counts"] = {
  machines: { of: ["vends"], holds: (sums) => sql`${sums("vends")} <> 0` },
  served: {
    of: ["maintained", "collections"],
    holds: (sums) => sql`${sums("maintained")} + ${sums("collections")} > 0`,
  },
};

type Parts = Parameters<Made<Part>["make"]>[0];
const SERVICES = (v: Parts) => sql`(${v("maintained")} + ${v("collections")})`;
const EVERY_VEND = (v: Parts) => sql`(${v("vends")} + ${v("test")} + ${v("free")} + ${v("failed")})`;
/** So many a time of `seconds` in work, to two digits. */
const each = (seconds: number) => (v: Parts) =>
  sql`round(${v("vends")}::numeric * ${seconds}::integer / nullif(${v("work")}, 0), 2)`;
const known = (a: Sum, count: Sum): Made<Part> => ({
  of: [a, count],
  make: (v) => sql`case when ${v(count)} > 0 then ${v(a)} end`,
});
const mean = (a: Sum): Made<Part> => ({
  of: [a, "gaps"],
  make: (v) => sql`round(${v(a)}::numeric / nullif(${v("gaps")}, 0), 1)`,
});

/** A sheet has many machines: it is told of crews, not of each of them. */
const ofCrews = (sum: Sum): Made<Part> => ({
  of: [sum],
  make: (v, { rows }) => (rows.includes("device") ? sql`null::bigint` : v(sum)),
});

const MADE: Facts<Sum, "machines" | "served">["made"] = {
  ...MADE_BY_SOURCE,
  ...MADE_OF_TIME,
  ...MADE_OF_REPAIRS,
  machines: part("machines"),
  per_machine: { of: ["amount", "machines"], make: (v) => per(v("amount"), v("machines")) },
  per_working_day: { of: ["amount", "work_days"], make: (v) => per(v("amount"), v("work_days")) },
  week_before: part("week_before"),
  week_difference: { of: ["amount", "week_before"], make: (v) => sql`${v("amount")} - ${v("week_before")}` },
  test: part("test"),
  free: part("free"),
  failed: part("failed"),
  failed_share: {
    of: ["vends", "test", "free", "failed"],
    make: (v) => percent(v("failed"), EVERY_VEND(v)),
  },
  vends_per_hour: { of: ["vends", "work"], make: each(3_600) },
  vends_per_day: { of: ["vends", "work"], make: each(86_400) },
  idle_days: part("idle"),
  // Of what nobody counted, and of machines that never called, nothing is known.
  lost_vends: {
    of: ["lost", "known"],
    make: (v) => sql`case when ${v("known")} > 0 then round(${v("lost")}::numeric / 1000)::bigint end`,
  },
  lost_amount: known("lost_amount", "known"),
  collected: known("collected", "counted"),
  collected_difference: known("collected_difference", "weighed"),
  audit_difference: part("audit_difference"),
  ...Object.fromEntries(HOURS.map((hour) => [hour, part(hour)])),
  services: { of: ["maintained", "collections"], make: SERVICES },
  per_service: {
    of: ["amount", "maintained", "collections"],
    make: (v) => per(v("amount"), SERVICES(v)),
  },
  fills: part("fills"),
  cleanings: part("cleanings"),
  collections: part("collections"),
  other_services: part("other_services"),
  served: part("served"),
  // What is so now says nothing of a period that is over.
  overdue: {
    of: ["overdue", "told"],
    ofToday: true,
    make: (v) => sql`case when ${v("total_told")} > 0 then ${v("overdue")} end`,
  },
  days_since_visit: {
    of: ["visited", "unvisited_days"],
    ofToday: true,
    make: (v) => sql`round(${v("unvisited_days")}::numeric / nullif(${v("visited")}, 0), 1)`,
  },
  days_between: mean("gap_days"),
  vends_between: mean("gap_vends"),
  on_site: { of: ["on_site", "visits"], make: (v) => per(v("on_site"), v("visits")) },
  sheets_completed: ofCrews("sheets_completed"),
  sheets_partly: ofCrews("sheets_partly"),
};

/** Lines of the sources that say something of what is asked for. */
function lines(asked: Asked, edges: Edges) {
  const { report, rows, counts } = asked;
  const parts = report.measures.flatMap((measure): readonly Part[] => MADE[measure]?.of ?? []);
  const counted = parts.flatMap((one) => (isCount(one) ? COUNTS[one].of : []));
  const sums = new Set<string>(counts ? counted : parts.filter((one) => !isCount(one)));
  const of: Owner = counts || rows.some((cut) => NEEDS_PLACEMENTS.has(cut)) ? "placement" : "territory";
  const columns = [...new Set([...sums].flatMap((sum) => (isOfDays(sum) ? [OF_DAYS[sum].column] : [])))];
  const isSold = [...sums].some((sum) => Object.hasOwn(SOLD, sum));
  const sources = [
    ...(isSold || !sums.size ? [sales(asked, of, edges)] : []),
    ...(sums.has("week_before") ? [weekBefore(asked, of, edges)] : []),
    ...(columns.length ? [days(asked, of, edges, columns)] : []),
    ...(Object.keys(NOW).some((sum) => sums.has(sum)) ? [machinesNow(asked, of, edges)] : []),
  ];
  const all = [...new Set(sources.flatMap((source) => source.columns))];
  const told = sources.map(
    (source) =>
      sql`select x.from_day, ${source.owner} as owner_id, ${joined(all.map((one) => (source.columns.includes(one) ? sql`x.${name(one)}` : sql`0 as ${name(one)}`)))} ${source.from}`,
  );
  return sql`from (${sql.join(told, sql` union all `)}) x join ${name(OWNERS[of])} p on p.id = x.owner_id where true`;
}
const isCount = (part: Part): part is "machines" | "served" => Object.hasOwn(COUNTS, part);

/** All that is known of machines: what they sold and did not, their time in work, services, cash and audits. Each line says one of these. */
export const ADVANCED: Facts<Sum, "machines" | "served"> = {
  lines,
  ofDays: true,
  sums: SUMS,
  counts: COUNTS,
  made: MADE,
};
