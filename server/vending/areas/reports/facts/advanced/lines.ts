import { type SQL, sql } from "drizzle-orm";
import { allOf, name } from "../../../../database/query";
import { clockTime, dayOf, instantAt, TODAY } from "../../../../time";
import { collectedIn } from "../../../fleet/collections";
import { VENDS_SINCE_SERVICE } from "../../../fleet/view";
import { isPaid } from "../../../sales/paid";
import { beginOf, joined, paidAmount, soldIn, SUMS, sumColumns } from "../../../sales/rollups";
import { type Edges, within } from "../../../sales/span";
import { shifted, type Step } from "../../../sales/spans";
import type { Placed } from "../../placed";
import { placedDays } from "../days";

/** Columns of lines beside those of the rollups of sales; in a line that says nothing of one it is 0. */
const COLUMNS = [
  ...["work_seconds", "known_seconds", "offline_seconds", "dark_seconds", "blocking_seconds", "down_seconds"],
  ...["work_days", "idle_days", "lost_thousandths", "lost_kopecks", "lost_priced"],
  ...["services", "fills", "cleanings", "other_services", "gaps", "gap_days", "gap_vends"],
  ...["collections", "collected", "counted", "collected_difference", "weighed", "audit_difference"],
  ...["week_before", "told", "overdue", "hour", "hour_vends"],
  ...["visits", "on_site_seconds", "sheets_completed", "sheets_partly"],
] as const;
export type Column = (typeof COLUMNS)[number];
/** What a source of lines says: columns, and those of sales. */
type Said = Readonly<Record<string, SQL>>;

/** What one source tells, in no more columns than it has: the first day of a span, and the placement that it belongs to. */
interface Told {
  columns: readonly string[];
  lines: SQL;
}
const line = (day: SQL, placement: SQL, said: Said, from: SQL): Told => {
  const values = Object.entries(said).map(([column, value]) => sql`${value} as ${name(column)}`);
  return {
    columns: Object.keys(said),
    lines: sql`(select ${joined([sql`${day} as from_day`, sql`${placement} as placement_id`, ...values])} ${from})`,
  };
};

/** Columns of all sources, of lines `s` of one: sums of its own, 0 of the others, and the hour of the clock that they are of. */
export function widened({ columns }: Pick<Told, "columns">): SQL {
  const all = [...SUMS.map(({ column }) => column), ...COLUMNS];
  return joined(
    all.map((column) => {
      if (!columns.includes(column)) return sql`0::bigint as ${name(column)}`;
      return column === HOUR
        ? sql`s.hour::bigint as hour`
        : sql`coalesce(sum(s.${name(column)}), 0)::bigint as ${name(column)}`;
    }),
  );
}
/** Lines of different hours are no sums. */
export const HOUR = "hour";
const same = (columns: readonly string[]): Said =>
  Object.fromEntries(columns.map((column) => [column, sql`x.${name(column)}`]));
const spanOf = (step: Step | undefined, day: SQL) => (step ? beginOf(step, day) : sql`null::date`);
const stoodAt = (device: SQL, at: SQL): SQL =>
  sql`(select q.id from placements q where q.device_id = ${device} and q.from_at <= ${at} order by q.from_at desc limit 1)`;

/** Where lines come from; each asks the database for what it says alone. */
export type Source = (days: Edges, step: Step | undefined) => Told;

/** Vends and money of every source; test, free and failed ones: lines that are known by territory, too. */
const sales = ({ from, to }: Edges, step: Step | undefined): Placed & Pick<Told, "columns"> => ({
  columns: SUMS.map(({ column }) => column),
  selected: sql`${step ? sql`from_day` : sql`null::date as from_day`}, ${sumColumns}`,
  linesBy: (of) => soldIn(`sales_by_${of}`, from, to, step),
});

/** Takings of the same weekdays a week before, beside the days a week later. */
const weekBefore = ({ from, to }: Edges, step: Step | undefined): Placed & Pick<Told, "columns"> => ({
  columns: ["week_before"],
  selected: sql`${spanOf(step, sql`(from_day + 7)`)} as from_day, ${paidAmount} as week_before`,
  linesBy: (of) => soldIn(`sales_by_${of}`, shifted(from, -7), shifted(to, -7), "day"),
});

/** Paid vends of an hour of the clock, where their moment is known; an hour belongs to where its machine stood when it began. */
const hours: Source = (edges, step) =>
  line(
    spanOf(step, dayOf(sql`h.hour`)),
    sql`q.id`,
    { hour: sql`extract(hour from ${clockTime(sql`h.hour`)})`, hour_vends: sql`h.cash + h.cashless + h.other` },
    sql`from (select p.id, p.device_id, p.from_at, lead(p.from_at, 1, 'infinity') over (partition by p.device_id order by p.from_at) as to_at from placements p) q
      join sales_by_device_hour h on h.device_id = q.device_id and h.hour >= q.from_at and h.hour < q.to_at where ${within(sql`h.hour`, edges)}`,
  );

/** Time in work, and what of it was lost; services. */
const days: Source = (edges, step) =>
  line(
    sql`x.from_day`,
    sql`p.id`,
    {
      ...same(["work_seconds", "known_seconds", "offline_seconds", "dark_seconds", "blocking_seconds", "down_seconds"]),
      ...same(["services", "fills", "cleanings", "other_services"]),
      work_days: sql`case when x.work_seconds > 0 then 1 end`,
    },
    sql`from ${placedDays(edges, step)}`,
  );

/** Days in work that are over, on which nothing was sold. */
const idle: Source = (edges, step) =>
  line(
    sql`x.from_day`,
    sql`p.id`,
    { idle_days: sql`case when x.work_seconds > 0 and x.day < ${TODAY} and sold.day is null then 1 end` },
    sql`from ${placedDays(edges, step)} left join (
      select distinct s.device_id, s.day from sales_by_device_day s
      where s.day between ${edges.from} and ${edges.to} and s.count > 0 and ${isPaid(sql`s.source`)}) sold on sold.device_id = x.device_id and sold.day = x.day`,
  );

/**
 * Vends that were lost, thousandths: what the machine's usual week (as it is known today) has in the hours of the week in
 * which it was down, by the part of each hour. What it sold in them nevertheless, and told later, is not taken off.
 */
const usualDay = (of: "cash" | "cashless") => {
  const midnight = sql`(extract(isodow from x.day)::integer - 1) * 24`;
  return sql`w.${name(of)}[${midnight} + 1 : ${midnight} + 24]`;
};
const LOST = sql`round((
      select sum((h.cash + h.cashless)::numeric * h.seconds) / 3.6
      from unnest(x.down_by_hour, ${usualDay("cash")}, ${usualDay("cashless")}) h(seconds, cash, cashless)))`;
const downDays = (edges: Edges, step: Step | undefined) =>
  sql`${placedDays(edges, step)} join device_profiles w on w.device_id = x.device_id`;
const lost: Source = (edges, step) =>
  line(
    sql`x.from_day`,
    sql`p.id`,
    { lost_thousandths: LOST },
    sql`from ${downDays(edges, step)} where x.down_by_hour is not null`,
  );

/** What they would have brought: at the mean price that forecasts know of the machine's paid vends, as of today. */
const lostMoney: Source = (edges, step) =>
  line(
    sql`x.from_day`,
    sql`p.id`,
    { lost_kopecks: sql`round(${LOST} * m.price / 1000)`, lost_priced: sql`case when ${LOST} > 0 then 1 end` },
    sql`from ${downDays(edges, step)} join (
      select r.device_id, (sum(r.price * r.vends) / sum(r.vends))::numeric as price
      from device_rates r where r.price is not null and r.vends > 0 group by 1) m on m.device_id = x.device_id where x.down_by_hour is not null`,
  );

/** Days of service that follow another, with how many days and vends lie between. */
const gaps: Source = (edges, step) =>
  line(
    sql`x.from_day`,
    sql`p.id`,
    {
      gaps: sql`1`,
      gap_days: sql`x.day - b.day`,
      gap_vends: sql`(select sum(s.count) from sales_by_device_day s where s.device_id = x.device_id and s.day > b.day and s.day <= x.day)`,
    },
    sql`from ${placedDays(edges, step)} join lateral (
      select b.day from device_days b where b.device_id = x.device_id and b.day < x.day and b.services > 0 order by b.day desc limit 1) b on true
      where x.services > 0`,
  );

/** Cash that was taken out: what was counted, and how far that is from what audits say was in it, where both are known. */
const collections: Source = (edges, step) =>
  line(
    spanOf(step, dayOf(sql`c.at`)),
    stoodAt(sql`c.device_id`, sql`c.at`),
    {
      collections: sql`1`,
      collected: sql`c.counted`,
      counted: sql`(c.counted is not null)::integer`,
      collected_difference: sql`c.counted - c.expected`,
      weighed: sql`(c.counted - c.expected is not null)::integer`,
    },
    sql`from ${collectedIn(edges)} c`,
  );

/** What audits counted of paid sales less what telemetry told of the same time; of machines that count in hryvnias. */
const audits: Source = (edges, step) =>
  line(
    spanOf(step, sql`d.day`),
    stoodAt(sql`d.device_id`, sql`d.to_at`),
    { audit_difference: sql`d.audit_amount - d.event_amount` },
    sql`from audit_differences d join audit_reads r on r.file_id = d.file_id and r.report = d.report
      where ${allOf([sql`d.day between ${edges.from} and ${edges.to}`, sql`r.counted_in is null`, isPaid(sql`d.source`)])}`,
  );

/** Visits of crews of which it is known when they began. */
const visits: Source = (edges, step) =>
  line(
    spanOf(step, dayOf(sql`t.served_at`)),
    stoodAt(sql`t.device_id`, sql`t.served_at`),
    { visits: sql`1`, on_site_seconds: sql`round(extract(epoch from t.served_at - t.begun_at))` },
    sql`from route_sheet_stops t where ${allOf([within(sql`t.served_at`, edges), sql`t.begun_at < t.served_at`])}`,
  );

/** Route sheets that were ended: each is where its first machine stood on its day. */
const sheets: Source = ({ from, to }, step) =>
  line(
    spanOf(step, sql`s.day`),
    stoodAt(
      sql`(select t.device_id from route_sheet_stops t where t.sheet_id = s.id order by t.position limit 1)`,
      instantAt(sql`s.day + 1`),
    ),
    {
      sheets_completed: sql`(s.status = 'COMPLETED')::integer`,
      sheets_partly: sql`(s.status = 'PARTLY_COMPLETED')::integer`,
    },
    sql`from route_sheets s where s.day between ${from} and ${to} and s.status in ('COMPLETED', 'PARTLY_COMPLETED')`,
  );

/** Machines as they are now, where the period lasts until today: overdue by the day or by the vends of the next service. */
const overdue: Source = ({ to }, step) =>
  line(
    spanOf(step, TODAY),
    stoodAt(sql`d.id`, sql`now()`),
    {
      told: sql`1`,
      overdue: sql`case when d.next_service_on < ${TODAY} or (d.service_vends is not null and d.service_vends <= (${VENDS_SINCE_SERVICE})) then 1 end`,
    },
    sql`from devices d left join device_states s on s.device_id = d.id where d.in_work and ${to}::date >= ${TODAY}`,
  );

/** Lines that are known by territory, too; and those that only placements tell. */
export const SOLD = { sales, weekBefore };
export const LINES = { hours, days, idle, lost, lostMoney, gaps, collections, audits, visits, sheets, overdue };
export type SourceName = keyof typeof SOLD | keyof typeof LINES;
