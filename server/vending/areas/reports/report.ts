import { type SQL, sql } from "drizzle-orm";
import { isPeriod, type ReportPage, type ReportQuery, reportSchema } from "~server/contract/reports/answer";
import type { CutName } from "~server/contract/reports/cuts";
import type { Report } from "~server/contract/reports/report";
import { byCarriedDevice, isUnlimited, type Viewer, visibleDevices } from "../../access";
import { allOf, type Db, name, only } from "../../database/query";
import { invalid } from "../../fault";
import { instantAt } from "../../time";
import { costedIn } from "../sales/costed";
import { beginOf, joined, type Rollup, soldIn } from "../sales/rollups";
import { type Edges, edgesOf } from "../sales/span";
import { offlineAfter } from "../settings/resources";
import { beside, KEYS, NEEDS_PLACEMENTS, ordered, told } from "./cuts";
import { narrowed } from "./filters";
import { COUNTS_MACHINES, MADE, NEEDS_COSTS, SUMS, type SumName } from "./measures";
import { type Compared, comparedWith } from "./period";

/** A page of a report, as a viewer may see it: sales belong to where machines stood and whose they were when they were made. */
export async function reportOf(db: Db, viewer: Viewer, report: Report, query: ReportQuery): Promise<ReportPage> {
  const edges = await edgesOf(db, query);
  if (!isPeriod(edges)) throw invalid({ from: [{ key: "incorrect" }] });
  const compared = query.compare && comparedWith(edges, query.compare, query.step);
  const found = await only(db, answered, statement(viewer, report, query, edges, compared));
  const fresh = await only(db, reportSchema.shape.fresh, freshness(viewer));
  return {
    ...edges,
    compared: compared ? { from: compared.from, to: compared.to } : null,
    ...found,
    page: query.page,
    limit: query.limit,
    fresh,
  };
}

const answered = reportSchema.pick({ items: true, total: true, rows: true });

/** The whole report in one statement, so that rows, total and count are of one moment. */
function statement(viewer: Viewer, report: Report, query: ReportQuery, edges: Edges, compared?: Compared): SQL {
  const periods = compared ? (["now", "then"] as const) : (["now"] as const);
  const keys = joined(report.rows.map(name));
  const figures = (period: string) => objectOf(report.measures, (measure) => sql`g.${name(`${period}_${measure}`)}`);
  const before = compared ? figures("then") : sql`null::json`;
  const end = instantAt(sql`${edges.to}::date + 1`);
  const valueOf = (cut: CutName) =>
    report.rows.includes(cut) ? sql`g.${name(cut)}` : beside(viewer, report.rows[0], cut, end);
  const cuts = objectOf([...report.rows, ...report.beside], (cut) => told(viewer, cut, valueOf(cut)));
  const nothing = allOf(
    sumsOf(report).flatMap((sum) => periods.map((period) => sql`coalesce(g.${name(`${period}_sum_${sum}`)}, 0) = 0`)),
  );
  return sql`
    with lines as materialized (${linesOf(viewer, report, query, edges, compared)}),
    sums as materialized (
      select grouping(${name(report.rows[0])}) as total, ${keys}, ${joined(periods.flatMap((period) => summed(report, period, periods.length > 1)))}
      from lines group by grouping sets ((${keys}), ())),
    made as materialized (
      select g.*, ${joined(periods.flatMap((period) => measured(viewer, report, period)))}
      from sums g cross join (select * from sums where total = 1) t),
    shown as materialized (select * from made g where g.total = 0 and not ${nothing})
    select (select count(*) from shown) as rows,
      (select json_build_object('figures', ${figures("now")}, 'before', ${before}) from made g where g.total = 1) as total,
      (select coalesce(json_agg(x.item), '[]') from (
        select json_build_object('cuts', ${cuts}, 'figures', ${figures("now")}, 'before', ${before}) as item
        from (select g.* from shown g order by ${orderOf(viewer, report, query, valueOf)} limit ${query.limit} offset ${(query.page - 1) * query.limit}) g) x) as items`;
}

const objectOf = <N extends string>(names: readonly N[], value: (name: N) => SQL): SQL =>
  sql`json_build_object(${joined(names.map((one) => sql`${one}::text, ${value(one)}`))})`;

/** Sums by what the report is cut by, and by machine where machines are counted, of both periods. */
function linesOf(viewer: Viewer, report: Report, query: ReportQuery, edges: Edges, compared?: Compared): SQL {
  const { where, needsPlacements, needsProducts } = narrowed(query);
  const byPlacement =
    needsPlacements ||
    !isUnlimited(viewer) ||
    countsMachines(report) ||
    report.rows.some((cut) => NEEDS_PLACEMENTS.has(cut));
  const of = byPlacement ? "placement" : "territory";
  const rollup: Rollup = `${report.facts === "products" || needsProducts ? "products" : "sales"}_by_${of}`;
  const conditions = allOf([...(byPlacement ? [byCarriedDevice(viewer, sql`p`)] : []), ...where]);
  const sums = sumsOf(report).map((sum) => sql`sum(${SUMS[sum](query.filters.source ?? [])}) as ${name(`sum_${sum}`)}`);
  const groups = [...report.rows, ...(countsMachines(report) ? ["machine"] : [])];
  const ofPeriod = (days: Edges, shift?: string) => sql`
    select ${shift === undefined ? sql`true` : sql`false`} as present, ${joined(report.rows.map((cut) => sql`${keyOf(cut, query, shift)} as ${name(cut)}`))}
      ${countsMachines(report) ? sql`, p.device_id as machine` : sql``}, ${joined(sums)}
    from ${costs(report) && isOfProducts(rollup) ? costedIn(rollup, days.from, days.to) : soldIn(rollup, days.from, days.to, query.step)} x
      join ${name(`${byPlacement ? "placements" : "territories"}`)} p on p.id = x.${name(`${of}_id`)}
    where ${conditions} group by ${joined(groups.map(name))}`;
  return compared ? sql`${ofPeriod(edges)} union all ${ofPeriod(compared, compared.shift)}` : ofPeriod(edges);
}

const isOfProducts = (rollup: Rollup) => rollup === "products_by_placement" || rollup === "products_by_territory";
const countsMachines = ({ measures }: Report) => measures.some((measure) => COUNTS_MACHINES.has(measure));
const costs = ({ measures }: Report) => measures.some((measure) => NEEDS_COSTS.has(measure));
const sumsOf = ({ measures }: Report): SumName[] => [
  ...new Set(measures.flatMap((measure) => (measure === "offered" ? [] : MADE[measure].of))),
];

/** The key of a line; a day of the period before stands beside one of the present. */
function keyOf(cut: CutName, { step = "day" }: ReportQuery, shift?: string): SQL {
  if (cut !== "span") {
    const key = KEYS[cut];
    if (!key) throw new Error(`no report is cut by ${cut}`);
    return key;
  }
  return shift === undefined ? sql`x.from_day` : beginOf(step, sql`(x.from_day + ${shift}::interval)::date`);
}

/** The sums of one of the periods, and the machines that sold in it. */
function summed(report: Report, period: "now" | "then", isCompared: boolean): SQL[] {
  const of = period === "now" ? sql`present` : sql`not present`;
  const only = isCompared ? sql`filter (where ${of})` : sql``;
  return [
    ...sumsOf(report).map(
      (sum) => sql`coalesce(sum(${name(`sum_${sum}`)}) ${only}, 0) as ${name(`${period}_sum_${sum}`)}`,
    ),
    ...(countsMachines(report)
      ? [sql`count(distinct machine) filter (where ${of} and sum_vends <> 0) as ${name(`${period}_sum_machines`)}`]
      : []),
  ];
}

/** The measures of one of the periods, of a row `g` beside the total `t`. */
const measured = (viewer: Viewer, report: Report, period: string): SQL[] =>
  report.measures.map((measure) => {
    const sum = (of: string) => name(`${period}_sum_${of}`);
    const value =
      measure === "offered"
        ? period === "now"
          ? offered(viewer)
          : sql`null::bigint`
        : MADE[measure].make((of) => {
            const [, among, summed = of] = /^(total|first)_(.+)$/.exec(of) ?? [];
            if (among === "total") return sql`t.${sum(summed)}`;
            if (among === "first")
              return sql`sum(g.${sum(summed)}) over (partition by g.total, g.${name(report.rows[0])})`;
            return sql`g.${sum(summed)}`;
          });
    return sql`${value} as ${name(`${period}_${measure}`)}`;
  });

/** Machines in sight whose planograms have the recipe of a row `g` now. */
const offered = (viewer: Viewer): SQL => sql`case when g.total = 0 and g.recipe is not null then (
  select count(*) from devices d where ${visibleDevices(viewer, sql`d`)}
    and d.planogram_id in (select c.planogram_id from planogram_cells c where c.recipe_id = g.recipe)) end`;

/** What is asked for, and what tells rows apart, so that nothing is left to chance. */
function orderOf(
  viewer: Viewer,
  { rows, beside: more }: Report,
  { sort }: ReportQuery,
  valueOf: (cut: CutName) => SQL,
): SQL {
  const column = sort.replace(/^-/, "");
  const cut = [...rows, ...more].find((one) => one === column);
  const value = cut ? ordered(viewer, cut, valueOf(cut)) : sql`g.${name(`now_${column}`)}`;
  const direction = sort.startsWith("-") ? sql`desc` : sql`asc`;
  return joined([sql`${value} ${direction} nulls last`, ...rows.map((one) => sql`g.${name(one)}`)]);
}

/** When one of the machines in work that the viewer sees was heard last, and how many of them are silent. */
const freshness = (viewer: Viewer): SQL => sql`
  select max(s.last_contact_at) as heard_at, count(*) as machines,
    count(*) filter (where (s.last_contact_at > now() - ${offlineAfter}) is not true) as silent
  from devices d left join device_states s on s.device_id = d.id where d.in_work and not d.hidden and ${visibleDevices(viewer, sql`d`)}`;
