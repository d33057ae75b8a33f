import { type SQL, sql } from "drizzle-orm";
import type { Pool } from "pg";
import { isPeriod, type ReportPage, type ReportQuery, reportSchema } from "~server/contract/reports/answer";
import type { CutName } from "~server/contract/reports/cuts";
import { type Report, rowsBy } from "~server/contract/reports/report";
import type { Viewer } from "../../access";
import { linesOf } from "../../database/cursor";
import { allOf, always, type Db, name, only } from "../../database/query";
import { invalid } from "../../fault";
import { instantAt } from "../../time";
import { beginOf, joined } from "../sales/rollups";
import { type Edges, edgesOf } from "../sales/span";
import { beside, KEYS, ordered, told } from "./cuts";
import { FACTS } from "./facts";
import type { Asked } from "./facts/facts";
import { freshFor } from "./fresh";
import { type Compared, comparedWith, wholeMonths } from "./period";

/** A page of a report, as a viewer may see it: sales belong to where machines stood and whose they were when they were made. */
export async function reportOf(db: Db, viewer: Viewer, report: Report, query: ReportQuery): Promise<ReportPage> {
  const { asked, edges, compared, head } = await askedOf(db, viewer, report, query);
  const found = await only(db, answered, pageOf(asked, edges, compared));
  const summed = FACTS[report.facts].ofDays ? [edges, ...(compared ? [compared] : [])] : [];
  const fresh = await freshFor(db, viewer, summed);
  return { ...head, ...found, page: query.page, limit: query.limit, fresh };
}

const answered = reportSchema.pick({ items: true, total: true, subtotals: true, rows: true });

/** Every row of a report, of one moment: `head` says of which days, `lines` are its items as JSON. */
export async function rowsOf(
  pool: Pool,
  viewer: Viewer,
  report: Report,
  query: ReportQuery,
): Promise<{ head: Pick<ReportPage, "from" | "to" | "compared">; lines: AsyncGenerator<string[], void> }> {
  const { asked, edges, compared, head } = await askedOf(pool, viewer, report, query);
  const { ctes, order, item } = partsOfStatement(asked, edges, compared);
  return {
    head,
    lines: linesOf(pool, sql`${ctes} select (${item})::text as line from ${sortable(asked)} order by ${order}`),
  };
}

/** What somebody asks for, of which days, and beside which others. */
async function askedOf(db: Db, viewer: Viewer, report: Report, query: ReportQuery) {
  const days = await edgesOf(db, query);
  if (!isPeriod(days)) throw invalid({ from: [{ key: "incorrect" }] });
  const edges = report.step === "month" ? wholeMonths(days) : days;
  const rows = rowsBy(report, query.by);
  const step = rows.includes("span") ? query.step : undefined;
  const compared = query.compare && comparedWith(edges, query.compare, step);
  const asked: Asked = { viewer, report: { ...report, measures: query.measures }, query: { ...query, step }, rows };
  const head = { ...edges, compared: compared ? { from: compared.from, to: compared.to } : null };
  return { asked, edges, compared, head };
}

/** A page in one statement, so that rows, total and count are of one moment. */
function pageOf(asked: Asked, edges: Edges, compared?: Compared): SQL {
  const { query } = asked;
  const { ctes, order, item, said, toldBy } = partsOfStatement(asked, edges, compared);
  return sql`
    ${ctes},
    paged as materialized (
      select g.*, row_number() over (order by ${order}) as place from ${sortable(asked)}
      order by place limit ${query.limit} offset ${(query.page - 1) * query.limit})
    select (select count(*) from shown) as rows,
      (select json_build_object(${said}) from made g where g.total = 1) as total,
      (select coalesce(json_agg(${item} order by g.place), '[]') from paged g) as items,
      (select coalesce(json_agg(x.item), '[]') from (${subtotals(asked, (cuts) => sql`json_build_object('cuts', ${toldBy(cuts)}, ${said})`)}) x(item)) as subtotals`;
}

/** What a page and a whole report are made of: rows `shown`, in an order, each told as an item. */
function partsOfStatement(asked: Asked, edges: Edges, compared?: Compared) {
  const { viewer, report, rows } = asked;
  const periods: readonly Period[] = compared ? ["now", "then"] : ["now"];
  const figures = (period: string) => objectOf(report.measures, (measure) => sql`g.${name(`${period}_${measure}`)}`);
  const before = compared ? figures("then") : sql`null::json`;
  const end = instantAt(sql`${edges.to}::date + 1`);
  const valueOf = (cut: CutName) => (rows.includes(cut) ? sql`g.${name(cut)}` : beside(viewer, rows, cut, end));
  const toldBy = (cuts: readonly CutName[]) => objectOf(cuts, (cut) => told(viewer, cut, valueOf(cut)));
  const said = sql`'figures', ${figures("now")}, 'before', ${before}`;
  const nothing = allOf(
    partsOf(report).flatMap((part) => periods.map((period) => sql`coalesce(g.${named(period, part)}, 0) = 0`)),
  );
  const counted = countsOf(report).length
    ? sql`counted as materialized (${summedLines({ ...asked, counts: true }, edges, compared)}),`
    : sql``;
  const ctes = sql`
    with lines as materialized (${summedLines(asked, edges, compared)}), ${counted}
    sums as materialized (${grouped(asked, periods)}),
    made as materialized (
      select g.*, ${joined(periods.flatMap((period) => measured(asked, period)))}
      from sums g cross join (select * from sums where total = 1) t),
    shown as materialized (select * from made g where g.total = 0 and ${isByTime(rows) ? always : sql`not ${nothing}`})`;
  const item = sql`json_build_object('cuts', ${toldBy([...rows, ...report.beside])}, ${said})`;
  return { ctes, order: orderOf(asked, valueOf), item, said, toldBy };
}

/** Sub-totals of what stands on the page: of a cut alone, whatever the others are. */
function subtotals({ report, query, rows }: Asked, told: (cuts: readonly CutName[]) => SQL): SQL {
  const parts = query.subtotals.map((cut) => {
    const cuts = cut === rows[0] ? [cut, ...report.beside] : [cut];
    return sql`select ${told(cuts)} from made g where g.total = ${levelOf(rows, cut)}::integer and ${keyText("g", cut)} in (select ${keyText("p", cut)} from paged p)`;
  });
  return parts.length ? sql.join(parts, sql` union all `) : sql`select null::json where false`;
}

/** A key that can be looked up: nothing is equal to nothing, too. */
const keyText = (alias: string, cut: CutName): SQL => sql`coalesce(${name(alias)}.${name(cut)}::text, '')`;

/** Rows with the sub-total `f` of their first cut, where they stand together by it. */
function sortable({ query, rows: [first], rows }: Asked): SQL {
  return query.subtotals.includes(first)
    ? sql`shown g join made f on f.total = ${levelOf(rows, first)}::integer and ${keyText("f", first)} = ${keyText("g", first)}`
    : sql`shown g`;
}

const objectOf = <N extends string>(names: readonly N[], value: (name: N) => SQL): SQL =>
  sql`json_build_object(${joined(names.map((one) => sql`${one}::text, ${value(one)}`))})`;

/** Sums by what the report is cut by, of both periods; where machines are counted by machine, too, and only what they are counted by. */
function summedLines(asked: Asked, edges: Edges, compared?: Compared): SQL {
  const { report, query, rows, counts } = asked;
  const { sums, lines, counted = sql`p.device_id` } = FACTS[report.facts];
  const groups = [...rows, ...(counts ? ["machine"] : [])];
  const wanted = counts ? countingSums(report) : sumsOf(report);
  const summed = wanted.map(
    (sum) => sql`${added(report, sum)}(${sums[sum]?.(query.filters.source ?? [])}) as ${name(`sum_${sum}`)}`,
  );
  const ofPeriod = (days: Edges, shift?: string) => sql`
    select ${shift === undefined ? sql`true` : sql`false`} as present, ${joined([...rows.map((cut) => sql`${keyOf(cut, asked, shift)} as ${name(cut)}`), ...(counts ? [sql`${counted} as machine`] : []), ...summed])}
    ${lines(asked, days)} group by ${joined(groups.map(name))}`;
  const parts = [ofPeriod(edges), ...(compared ? [ofPeriod(compared, compared.shift)] : [])];
  // A day, week or month without sales is a row, too.
  if (isByTime(rows) && !counts) parts.push(spansOf(asked, edges, summed.length));
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
const sumsOf = (report: Report) => [...partsOf(report)].filter((one) => Object.hasOwn(FACTS[report.facts].sums, one));
/** The sums that machines are counted by. */
const countingSums = (report: Report) => [
  ...new Set(countsOf(report).flatMap((count) => FACTS[report.facts].counts[count]?.of ?? [])),
];

/** The key of a line; a day of the period before stands beside one of the present. */
function keyOf(cut: CutName, { report: { facts }, query: { step = "day" } }: Asked, shift?: string): SQL {
  if (cut !== "span") {
    const key = FACTS[facts].keys?.[cut] ?? KEYS[cut];
    if (!key) throw new Error(`no report is cut by ${cut}`);
    return key;
  }
  return shift === undefined ? sql`x.from_day` : beginOf(step, sql`(x.from_day + ${shift}::interval)::date`);
}

/** How lines come to a part of a row. */
const added = ({ facts }: Report, part: string): SQL => (FACTS[facts].greatest?.includes(part) ? sql`max` : sql`sum`);

type Period = "now" | "then";

/** Whether rows are days, weeks or months and nothing else: those without anything are rows, too. */
const isByTime = (rows: Asked["rows"]): boolean => rows.length === 1 && rows[0] === "span";

/** What a sub-total of a cut is marked by: rows are 0, all of them together 1. */
const levelOf = (rows: Asked["rows"], cut: CutName): number => 2 + rows.indexOf(cut);

/** Which of its levels a line of `grouping sets` is of, by the cuts that it is not told apart by. */
function levelIn({ query, rows }: Asked): SQL {
  const all = 2 ** rows.length - 1;
  const alone = query.subtotals.map(
    (cut) => sql`when ${all - 2 ** (rows.length - 1 - rows.indexOf(cut))}::integer then ${levelOf(rows, cut)}::integer`,
  );
  return sql`case grouping(${joined(rows.map(name))}) when 0 then 0 when ${all}::integer then 1 ${sql.join(alone, sql` `)} end`;
}

/** The rows of a report (`total` 0), all of them together (1) and sub-totals: the parts of its measures in each period. A machine is one in each. */
function grouped(asked: Asked, periods: readonly Period[]): SQL {
  const { report, query, rows } = asked;
  const keys = joined(rows.map(name));
  const of = (parts: (period: Period) => SQL[]) => joined([sql`total`, keys, ...periods.flatMap(parts)]);
  const [sums, counts] = [sumsOf(report), countsOf(report)];
  const summed = (names: readonly string[]) => joined(periods.flatMap((period) => summedIn(report, names, period)));
  const alone = query.subtotals.map((cut) => sql`(${name(cut)})`);
  // A total stands also where nothing was sold.
  const lines = sql`
    select ${levelIn(asked)} as total, ${keys}${sums.length ? sql`, ${summed(sums)}` : sql``} from lines group by grouping sets (${joined([sql`(${keys})`, ...alone, sql`()`])})`;
  if (!counts.length) return lines;
  const byMachine = [
    sql`(${keys}, machine)`,
    ...query.subtotals.map((cut) => sql`(${name(cut)}, machine)`),
    sql`(machine)`,
  ];
  const zeros = (names: readonly string[]) => (period: Period) => names.map((one) => sql`0 as ${named(period, one)}`);
  const same = (names: readonly string[]) => (period: Period) => names.map((one) => named(period, one));
  return sql`
    with machines as materialized (
      select ${levelIn(asked)} as total, ${keys}, ${summed(countingSums(report))} from counted group by grouping sets (${joined(byMachine)}))
    select ${of((period) => [...again(report, sums, period), ...again(report, counts, period)])} from (
      select ${of((period) => [...same(sums)(period), ...zeros(counts)(period)])} from (${lines}) l
      union all select ${of((period) => [...zeros(sums)(period), ...countedIn(report, period)])} from machines group by total, ${keys}) g
    group by total, ${keys}`;
}

/** Sums of one of the periods. */
const summedIn = (report: Report, names: readonly string[], period: Period): SQL[] =>
  names.map(
    (sum) =>
      sql`coalesce(${added(report, sum)}(${name(`sum_${sum}`)}) filter (where ${period === "now" ? sql`present` : sql`not present`}), 0) as ${named(period, sum)}`,
  );
const again = (report: Report, names: readonly string[], period: Period): SQL[] =>
  names.map((one) => sql`${added(report, one)}(${named(period, one)}) as ${named(period, one)}`);

/** Machines of whose sums in one of the periods something holds. */
const countedIn = (report: Report, period: Period): SQL[] =>
  countsOf(report).map(
    (count) =>
      sql`count(*) filter (where ${FACTS[report.facts].counts[count]?.holds((sum) => named(period, sum))}) as ${named(period, count)}`,
  );

const named = (period: Period, part: string): SQL => name(`${period}_sum_${part}`);

/** The measures of one of the periods, of a row `g` beside the total `t`. */
const measured = (asked: Asked, period: Period): SQL[] => {
  const {
    report: { facts, measures },
    rows,
  } = asked;
  return measures.map((measure) => {
    const made = FACTS[facts].made[measure];
    if (!made) throw new Error(`nothing is known of the ${measure} of ${facts}`);
    const isKnown = period === "now" || !made.ofToday;
    const value = made.make((of) => {
      const [, among, part = of] = /^(total|first)_(.+)$/.exec(of) ?? [];
      if (among === "total") return sql`t.${named(period, part)}`;
      if (among === "first") return sql`sum(g.${named(period, part)}) over (partition by g.total, g.${name(rows[0])})`;
      return sql`g.${named(period, part)}`;
    }, asked);
    return sql`${isKnown ? value : sql`null::bigint`} as ${name(`${period}_${measure}`)}`;
  });
};

/**
 * What is asked for, and what tells rows apart, so that nothing is left to chance. Rows with sub-totals stand together by
 * their first cut: ordered by a measure by its sub-totals, and in each by their own.
 */
function orderOf({ viewer, report, query: { sort, subtotals }, rows }: Asked, valueOf: (cut: CutName) => SQL): SQL {
  const [first] = rows;
  const column = sort.replace(/^-/, "");
  const cut = [...rows, ...report.beside].find((one) => one === column);
  const measure = name(`now_${column}`);
  const direction = sort.startsWith("-") ? sql`desc` : sql`asc`;
  const by = (value: SQL) => sql`${value} ${direction} nulls last`;
  const own = by(cut ? ordered(viewer, cut, valueOf(cut)) : sql`g.${measure}`);
  const isOfOthers = cut && cut !== first && rows.includes(cut);
  const group = isOfOthers
    ? sql`${ordered(viewer, first, valueOf(first))} nulls last`
    : cut
      ? own
      : by(sql`f.${measure}`);
  const together = subtotals.includes(first) ? [group, sql`g.${name(first)}`] : [];
  const open = report.unfinished && sort === report.list.sort ? [sql`g.${name(report.unfinished)} is not null`] : [];
  return joined([...open, ...together, own, ...rows.map((one) => sql`g.${name(one)}`)]);
}
