import { sql } from "drizzle-orm";
import { byHour, HOURS } from "~server/contract/reports/hours";
import { name } from "../../../../database/query";
import { OWNERS, type Owner } from "../../../royalty/royalty";
import type { Edges } from "../../../sales/span";
import { NEEDS_PLACEMENTS } from "../../cuts";
import { byPlacement, byTerritory } from "../../placed";
import { type Asked, type Facts, inSight, type Made, part, per, percent, type Summed } from "../facts";
import { MADE_OF_TIME } from "../days";
import { BY_SOURCE, MADE_BY_SOURCE } from "../sources";
import { type Column, HOUR, LINES, SOLD, type SourceName, widened } from "./lines";

const column =
  (of: Column | "test_count" | "free_count" | "failed_count"): Summed =>
  () =>
    sql`x.${name(of)}`;

const SUMS = {
  ...BY_SOURCE,
  test: column("test_count"),
  free: column("free_count"),
  failed: column("failed_count"),
  week_before: column("week_before"),
  work: column("work_seconds"),
  known: column("known_seconds"),
  offline: column("offline_seconds"),
  dark: column("dark_seconds"),
  blocking: column("blocking_seconds"),
  down: column("down_seconds"),
  work_days: column("work_days"),
  maintained: column("services"),
  fills: column("fills"),
  cleanings: column("cleanings"),
  other_services: column("other_services"),
  idle: column("idle_days"),
  lost: column("lost_thousandths"),
  lost_amount: column("lost_kopecks"),
  lost_priced: column("lost_priced"),
  gaps: column("gaps"),
  gap_days: column("gap_days"),
  gap_vends: column("gap_vends"),
  collections: column("collections"),
  collected: column("collected"),
  counted: column("counted"),
  weighed: column("weighed"),
  collected_difference: column("collected_difference"),
  audit_difference: column("audit_difference"),
  visits: column("visits"),
  on_site: column("on_site_seconds"),
  sheets_completed: column("sheets_completed"),
  sheets_partly: column("sheets_partly"),
  told: column("told"),
  overdue: column("overdue"),
  ...byHour(
    (hour): Summed =>
      () =>
        sql`case when x.hour = ${hour}::integer then x.hour_vends else 0 end`,
  ),
} satisfies Record<string, Summed>;
type Sum = keyof typeof SUMS;
type Part = Sum | "machines" | "served";

/** The sums that lines of each source say; those of sales are all others. */
const SAID: Partial<Record<SourceName, readonly Sum[]>> = {
  weekBefore: ["week_before"],
  hours: HOURS,
  days: [
    ...(["work", "known", "offline", "dark", "blocking", "down", "work_days"] as const),
    ...(["maintained", "fills", "cleanings", "other_services"] as const),
  ],
  idle: ["idle"],
  lost: ["lost"],
  lostMoney: ["lost_amount", "lost_priced"],
  gaps: ["gaps", "gap_days", "gap_vends"],
  collections: ["collections", "collected", "counted", "collected_difference", "weighed"],
  audits: ["audit_difference"],
  visits: ["visits", "on_site"],
  sheets: ["sheets_completed", "sheets_partly"],
  overdue: ["told", "overdue"],
};

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
  lost_vends: { of: ["lost"], make: (v) => sql`round(${v("lost")}::numeric / 1000)::bigint` },
  // Without a price that is known nothing is known but of nothing.
  lost_amount: {
    of: ["lost", "lost_amount", "lost_priced"],
    make: (v) => sql`case when ${v("lost_priced")} > 0 or ${v("lost")} = 0 then ${v("lost_amount")} end`,
  },
  // Of what nobody counted nothing is known.
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
  days_between: mean("gap_days"),
  vends_between: mean("gap_vends"),
  on_site: { of: ["on_site", "visits"], make: (v) => per(v("on_site"), v("visits")) },
  sheets_completed: ofCrews("sheets_completed"),
  sheets_partly: ofCrews("sheets_partly"),
};

/** Lines of the sources that say something of what is asked for, added up by territory where that will do. */
function lines(asked: Asked, days: Edges) {
  const { report, query, rows, counts } = asked;
  const parts = report.measures.flatMap((measure): readonly Part[] => MADE[measure]?.of ?? []);
  const counted = parts.flatMap((one) => (isCount(one) ? COUNTS[one].of : []));
  const sums = new Set<Part>(counts ? counted : parts.filter((one) => !isCount(one)));
  const of: Owner = counts || rows.some((cut) => NEEDS_PLACEMENTS.has(cut)) ? "placement" : "territory";
  const ofOthers = new Set<Part>(Object.keys(SAID).flatMap(saidBy));
  const isAsked = (source: string) =>
    source === "sales"
      ? !sums.size || [...sums].some((sum) => !ofOthers.has(sum))
      : saidBy(source).some((sum) => sums.has(sum));
  const owner = sql`p.${name(of === "placement" ? "id" : "territory_id")}`;
  const sold = Object.entries(SOLD).flatMap(([source, told]) => {
    if (!isAsked(source)) return [];
    const placed = told(days, query.step);
    const from = of === "placement" ? byPlacement(asked, placed) : byTerritory(asked, placed);
    return [
      sql`(select s.from_day, s.owner_id, ${widened(placed)} from (select x.*, p.id as owner_id ${from}) s group by 1, 2)`,
    ];
  });
  const others = Object.entries(LINES).flatMap(([source, told]) => {
    if (!isAsked(source)) return [];
    const { columns, lines: from } = told(days, query.step);
    const hour = columns.includes(HOUR) ? sql`, s.hour` : sql``;
    return [
      sql`(select s.from_day, ${owner} as owner_id, ${widened({ columns })} from ${from} s join placements p on p.id = s.placement_id where ${inSight(asked)} group by 1, 2${hour})`,
    ];
  });
  return sql`from (${sql.join([...sold, ...others], sql` union all `)}) x join ${name(OWNERS[of])} p on p.id = x.owner_id where true`;
}
const isCount = (part: Part): part is "machines" | "served" => Object.hasOwn(COUNTS, part);
const saidBy = (source: string): readonly Sum[] => SAID[isSource(source) ? source : "sales"] ?? [];
const isSource = (source: string): source is SourceName => Object.hasOwn(SAID, source);

/** All that is known of machines: what they sold and did not, their time in work, services, cash and audits. Each line says one of these. */
export const ADVANCED: Facts<Sum, "machines" | "served"> = { lines, sums: SUMS, counts: COUNTS, made: MADE };
