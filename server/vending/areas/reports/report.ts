import { type SQL, sql } from "drizzle-orm";
import { isPeriod, type ReportPage, type ReportQuery, reportSchema } from "~server/contract/reports/answer";
import type { CutName } from "~server/contract/reports/cuts";
import { hasSpans, type Report, rowsBy } from "~server/contract/reports/report";
import { type Viewer, visibleDevices } from "../../access";
import { allOf, always, type Db, name, only } from "../../database/query";
import { invalid } from "../../fault";
import { instantAt } from "../../time";
import { beginOf, joined } from "../sales/rollups";
import { type Edges, edgesOf } from "../sales/span";
import { offlineAfter } from "../settings/resources";
import { beside, KEYS, ordered, told } from "./cuts";
import { FACTS } from "./facts";
import type { Asked } from "./facts/facts";
import { type Compared, comparedWith, wholeMonths } from "./period";

/** A page of a report, as a viewer may see it: sales belong to where machines stood and whose they were when they were made. */
export async function reportOf(db: Db, viewer: Viewer, report: Report, query: ReportQuery): Promise<ReportPage> {
  const days = await edgesOf(db, query);
  if (!isPeriod(days)) throw invalid({ from: [{ key: "incorrect" }] });
  const edges = report.step === "month" ? wholeMonths(days) : days;
  const compared = query.compare && comparedWith(edges, query.compare, query.step);
  const found = await only(
    db,
    answered,
    statement(
      { viewer, report: { ...report, measures: query.measures }, query, rows: rowsBy(report, query.by) },
      edges,
      compared,
    ),
  );
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
function statement(asked: Asked, edges: Edges, compared?: Compared): SQL {
  const { viewer, report, query, rows } = asked;
  const periods: readonly Period[] = compared ? ["now", "then"] : ["now"];
  const figures = (period: string) => objectOf(report.measures, (measure) => sql`g.${name(`${period}_${measure}`)}`);
  const before = compared ? figures("then") : sql`null::json`;
  const end = instantAt(sql`${edges.to}::date + 1`);
  const valueOf = (cut: CutName) => (rows.includes(cut) ? sql`g.${name(cut)}` : beside(viewer, rows[0], cut, end));
  const cuts = objectOf([...rows, ...report.beside], (cut) => told(viewer, cut, valueOf(cut)));
  const nothing = allOf(
    partsOf(report).flatMap((part) => periods.map((period) => sql`coalesce(g.${named(period, part)}, 0) = 0`)),
  );
  return sql`
    with lines as materialized (${linesOf(asked, edges, compared)}),
    sums as materialized (${grouped(asked, periods)}),
    made as materialized (
      select g.*, ${joined(periods.flatMap((period) => measured(asked, period)))}
      from sums g cross join (select * from sums where total = 1) t),
    shown as materialized (select * from made g where g.total = 0 and ${hasSpans(report) ? always : sql`not ${nothing}`})
    select (select count(*) from shown) as rows,
      (select json_build_object('figures', ${figures("now")}, 'before', ${before}) from made g where g.total = 1) as total,
      (select coalesce(json_agg(x.item), '[]') from (
        select json_build_object('cuts', ${cuts}, 'figures', ${figures("now")}, 'before', ${before}) as item
        from (select g.* from shown g order by ${orderOf(asked, valueOf)} limit ${query.limit} offset ${(query.page - 1) * query.limit}) g) x) as items`;
}

const objectOf = <N extends string>(names: readonly N[], value: (name: N) => SQL): SQL =>
  sql`json_build_object(${joined(names.map((one) => sql`${one}::text, ${value(one)}`))})`;

/** Sums by what the report is cut by, and by machine where machines are counted, of both periods. */
function linesOf(asked: Asked, edges: Edges, compared?: Compared): SQL {
  const { report, query, rows } = asked;
  const { sums, lines } = FACTS[report.facts];
  const groups = [...rows, ...(countsOf(report).length ? ["machine"] : [])];
  const summed = sumsOf(report).map(
    (sum) => sql`sum(${sums[sum]?.(query.filters.source ?? [])}) as ${name(`sum_${sum}`)}`,
  );
  const ofPeriod = (days: Edges, shift?: string) => sql`
    select ${shift === undefined ? sql`true` : sql`false`} as present, ${joined([...rows.map((cut) => sql`${keyOf(cut, query, shift)} as ${name(cut)}`), ...(countsOf(report).length ? [sql`p.device_id as machine`] : []), ...summed])}
    ${lines(asked, days)} group by ${joined(groups.map(name))}`;
  const parts = [ofPeriod(edges), ...(compared ? [ofPeriod(compared, compared.shift)] : [])];
  // A day, week or month without sales is a row, too.
  if (hasSpans(report)) parts.push(spansOf(asked, edges, groups.length - rows.length + summed.length));
  return sql.join(parts, sql` union all `);
}

/** Every day, week or month of the period as a line of nothing. */
const spansOf = ({ query: { step = "day" } }: Asked, { from, to }: Edges, columns: number): SQL => sql`
  select distinct true, ${beginOf(step, sql`day`)}${sql.raw(", null::integer".repeat(columns))}
  from generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day') day`;

/** What measures are made of: sums, counts of machines, and the sums that these ask for. */
const partsOf = ({ facts, measures }: Report) => [
  ...new Set(measures.flatMap((measure) => FACTS[facts].made[measure]?.of ?? [])),
];
const countsOf = (report: Report) => partsOf(report).filter((one) => Object.hasOwn(FACTS[report.facts].counts, one));
const sumsOf = (report: Report) => {
  const { sums, counts } = FACTS[report.facts];
  const asked = partsOf(report).flatMap((one) => [one, ...(counts[one]?.of ?? [])]);
  return [...new Set(asked)].filter((one) => Object.hasOwn(sums, one));
};

/** The key of a line; a day of the period before stands beside one of the present. */
function keyOf(cut: CutName, { step = "day" }: ReportQuery, shift?: string): SQL {
  if (cut !== "span") {
    const key = KEYS[cut];
    if (!key) throw new Error(`no report is cut by ${cut}`);
    return key;
  }
  return shift === undefined ? sql`x.from_day` : beginOf(step, sql`(x.from_day + ${shift}::interval)::date`);
}

type Period = "now" | "then";

/** The rows of a report and, with `total` 1, all of them together: the parts of its measures in each period. A machine is one in each. */
function grouped({ report, rows }: Asked, periods: readonly Period[]): SQL {
  const first = name(rows[0]);
  const keys = joined(rows.map(name));
  const sums = joined(periods.flatMap((period) => summed(report, period, periods.length > 1)));
  if (!countsOf(report).length)
    return sql`select grouping(${first}) as total, ${keys}, ${sums} from lines group by grouping sets ((${keys}), ())`;
  const parts = joined(periods.flatMap((period) => [...again(report, period), ...counted(report, period)]));
  return sql`
    with machines as materialized (
      select grouping(${first}) as total, ${keys}, ${sums} from lines group by grouping sets ((${keys}, machine), (machine)))
    select 0 as total, ${keys}, ${parts} from machines where total = 0 group by ${keys}
    union all select 1, ${joined(rows.map(() => sql`null`))}, ${parts} from machines where total = 1`;
}

/** The sums of one of the periods, of lines and of machines. */
const summed = (report: Report, period: Period, isCompared: boolean): SQL[] =>
  sumsOf(report).map(
    (sum) =>
      sql`coalesce(sum(${name(`sum_${sum}`)}) ${isCompared ? sql`filter (where ${period === "now" ? sql`present` : sql`not present`})` : sql``}, 0) as ${named(period, sum)}`,
  );
const again = (report: Report, period: Period): SQL[] =>
  sumsOf(report).map((sum) => sql`coalesce(sum(${named(period, sum)}), 0) as ${named(period, sum)}`);

/** Machines of whose sums in one of the periods something holds. */
const counted = (report: Report, period: Period): SQL[] =>
  countsOf(report).map(
    (count) =>
      sql`count(*) filter (where ${FACTS[report.facts].counts[count]?.holds((sum) => named(period, sum))}) as ${named(period, count)}`,
  );

const named = (period: Period, part: string): SQL => name(`${period}_sum_${part}`);

/** The measures of one of the periods, of a row `g` beside the total `t`. */
const measured = ({ viewer, report: { facts, measures }, rows }: Asked, period: Period): SQL[] =>
  measures.map((measure) => {
    const made = FACTS[facts].made[measure];
    if (!made) throw new Error(`nothing is known of the ${measure} of ${facts}`);
    const isKnown = period === "now" || !made.ofToday;
    const value = made.make((of) => {
      const [, among, part = of] = /^(total|first)_(.+)$/.exec(of) ?? [];
      if (among === "total") return sql`t.${named(period, part)}`;
      if (among === "first") return sql`sum(g.${named(period, part)}) over (partition by g.total, g.${name(rows[0])})`;
      return sql`g.${named(period, part)}`;
    }, viewer);
    return sql`${isKnown ? value : sql`null::bigint`} as ${name(`${period}_${measure}`)}`;
  });

/** What is asked for, and what tells rows apart, so that nothing is left to chance. */
function orderOf({ viewer, report, query: { sort }, rows }: Asked, valueOf: (cut: CutName) => SQL): SQL {
  const column = sort.replace(/^-/, "");
  const cut = [...rows, ...report.beside].find((one) => one === column);
  const value = cut ? ordered(viewer, cut, valueOf(cut)) : sql`g.${name(`now_${column}`)}`;
  const direction = sort.startsWith("-") ? sql`desc` : sql`asc`;
  return joined([sql`${value} ${direction} nulls last`, ...rows.map((one) => sql`g.${name(one)}`)]);
}

/** When one of the machines in work that the viewer sees was heard last, and how many of them are silent. */
const freshness = (viewer: Viewer): SQL => sql`
  select max(s.last_contact_at) as heard_at, count(*) as machines,
    count(*) filter (where (s.last_contact_at > now() - ${offlineAfter}) is not true) as silent
  from devices d left join device_states s on s.device_id = d.id where d.in_work and not d.hidden and ${visibleDevices(viewer, sql`d`)}`;
