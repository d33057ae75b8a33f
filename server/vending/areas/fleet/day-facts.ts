import { type SQL, sql } from "drizzle-orm";
import { HOURS } from "~server/contract/reports/hours";
import { name } from "../../database/query";
import { clockTime, instantAt, TODAY } from "../../time";
import { isPaid } from "../sales/paid";
import { joined } from "../sales/rollups";
import { expectedIn } from "./collections";
import { DAY_SUMS, LONGEST, SAME_AS_DAYS } from "./day-rollups";

/** Where a machine stood at a moment, as a join `q`. */
const stoodAt = (device: SQL, at: SQL): SQL => sql`cross join lateral (
  select p.id, p.territory_id from placements p where p.device_id = ${device} and p.from_at <= ${at} order by p.from_at desc limit 1) q`;

/** A line of a day of a machine that says `said` and nothing else. */
function line(day: SQL, said: Readonly<Record<string, SQL>>, from: SQL): SQL {
  const values = [...DAY_SUMS, LONGEST].map((column) => sql`${said[column] ?? sql`0`}::bigint as ${name(column)}`);
  return sql`select due.device_id, ${day} as day, q.id as placement_id, q.territory_id, ${joined(values)} ${from}`;
}
/** Rows `alias` of a table whose moment is in the due day. By its index, day by day: of many days at once the planner would rather read whole tables. */
const inDay = (table: string, alias: string, moment: string): SQL => sql`cross join lateral (
  select x.* from ${name(table)} x where x.device_id = due.device_id and x.${name(moment)} >= ${instantAt(sql`due.day`)} and x.${name(moment)} < ${instantAt(sql`due.day + 1`)} offset 0) ${name(alias)}`;
const same = (columns: readonly string[]) => Object.fromEntries(columns.map((one) => [one, sql`d.${name(one)}`]));

/** Its usual week has these hours of the day `d` in it. */
const MIDNIGHT = sql`(extract(isodow from d.day)::integer - 1) * 24`;
const usualDay = (of: "cash" | "cashless") => sql`w.${name(of)}[${MIDNIGHT} + 1 : ${MIDNIGHT} + 24]`;

/**
 * What a machine went through, by where it stood when the day ended. Vends that were lost are what its usual week has in the
 * hours in which it was down, by the part of each hour; what it sold in them nevertheless, and told later, is not taken off.
 */
const states = (due: SQL): SQL =>
  line(
    sql`d.day`,
    {
      ...same([...SAME_AS_DAYS, LONGEST]),
      work_days: sql`(d.work_seconds > 0)::integer`,
      idle_days: sql`(d.work_seconds > 0 and d.day < ${TODAY} and not exists (
        select 1 from sales_by_device_day s where s.device_id = d.device_id and s.day = d.day and s.count > 0 and ${isPaid(sql`s.source`)}))::integer`,
      lost_thousandths: sql`coalesce(round(lost.vends * 1000), 0)`,
      lost_amount: sql`coalesce(round(lost.vends * lost.price), 0)`,
      gaps: sql`(b.day is not null)::integer`,
      gap_days: sql`coalesce(d.day - b.day, 0)`,
      gap_vends: sql`case when b.day is not null then coalesce((
        select sum(s.count) from sales_by_device_day s where s.device_id = d.device_id and s.day > b.day and s.day <= d.day), 0) else 0 end`,
    },
    sql`from ${due} due join device_days d on d.device_id = due.device_id and d.day = due.day
      ${stoodAt(sql`d.device_id`, sql`${instantAt(sql`d.day + 1`)} - interval '1 microsecond'`)}
      left join lateral (
        select (select sum((h.cash + h.cashless)::numeric * h.seconds) / 3600 from unnest(d.down_by_hour, ${usualDay("cash")}, ${usualDay("cashless")}) h(seconds, cash, cashless)) as vends, w.price
        from device_profiles w where w.device_id = d.device_id and d.down_by_hour is not null) lost on true
      left join lateral (
        select b.day from device_days b where d.services > 0 and b.device_id = d.device_id and b.day < d.day and b.services > 0 order by b.day desc limit 1) b on true`,
  );

/** Paid vends of an hour of the clock, where their moment is known; an hour belongs to where its machine stood when it began. */
const hours = (due: SQL): SQL =>
  line(
    sql`due.day`,
    Object.fromEntries(
      HOURS.map((hour, n) => [
        hour,
        sql`case when extract(hour from ${clockTime(sql`h.hour`)}) = ${sql.raw(String(n))} then h.cash + h.cashless + h.other else 0 end`,
      ]),
    ),
    sql`from ${due} due ${inDay("sales_by_device_hour", "h", "hour")} ${stoodAt(sql`h.device_id`, sql`h.hour`)}`,
  );

/** Cash that was taken out: what was counted, what audits say was in it, and how far one is from the other where both are known. */
const collections = (due: SQL): SQL =>
  line(
    sql`due.day`,
    {
      collections: sql`1`,
      counted: sql`(k.counted is not null)::integer`,
      collected: sql`coalesce(k.counted, 0)`,
      expected: sql`(box.expected is not null)::integer`,
      expected_amount: sql`coalesce(box.expected, 0)`,
      weighed: sql`(k.counted - box.expected is not null)::integer`,
      collected_difference: sql`coalesce(k.counted - box.expected, 0)`,
    },
    sql`from ${due} due ${inDay("cash_collections", "k", "at")}
      cross join lateral (select ${expectedIn} as expected offset 0) box ${stoodAt(sql`k.device_id`, sql`k.at`)}`,
  );

/** What audits counted of paid sales less what telemetry told of the same time; of machines that count in hryvnias. */
const audits = (due: SQL): SQL =>
  line(
    sql`due.day`,
    { audit_difference: sql`a.audit_amount - a.event_amount` },
    sql`from ${due} due join audit_differences a on a.device_id = due.device_id and a.day = due.day
      join audit_reads r on r.file_id = a.file_id and r.report = a.report ${stoodAt(sql`a.device_id`, sql`a.to_at`)}
      where r.counted_in is null and ${isPaid(sql`a.source`)}`,
  );

/** Visits of crews of which it is known when they began. */
const visits = (due: SQL): SQL =>
  line(
    sql`due.day`,
    { visits: sql`1`, on_site_seconds: sql`round(extract(epoch from t.served_at - t.begun_at))` },
    sql`from ${due} due ${inDay("route_sheet_stops", "t", "served_at")} ${stoodAt(sql`t.device_id`, sql`t.served_at`)}
      where t.begun_at < t.served_at`,
  );

/** Route sheets that were ended: each is of its first machine, and where that stood on its day. */
const sheets = (due: SQL): SQL =>
  line(
    sql`due.day`,
    {
      sheets_completed: sql`(s.status = 'COMPLETED')::integer`,
      sheets_partly: sql`(s.status = 'PARTLY_COMPLETED')::integer`,
    },
    sql`from ${due} due join route_sheet_stops t on t.device_id = due.device_id
      join route_sheets s on s.id = t.sheet_id and s.day = due.day and s.status in ('COMPLETED', 'PARTLY_COMPLETED') ${stoodAt(sql`t.device_id`, instantAt(sql`s.day + 1`))}
      where not exists (select 1 from route_sheet_stops b where b.sheet_id = t.sheet_id and b.position < t.position)`,
  );

/** First visits that found faults, and those of which none came back; where the machine stood when they began. */
const firstVisits = (due: SQL): SQL =>
  line(
    sql`due.day`,
    { first_visits: sql`1`, first_fixes: sql`(v.failed_at is null)::integer` },
    sql`from ${due} due ${inDay("first_visits", "v", "at")} ${stoodAt(sql`v.device_id`, sql`v.at`)}
      where v.settled`,
  );

/** Days of machines `due` (`device_id`, `day`), each once, as the rollup by placement has them. */
export const machineDays = (due: SQL): SQL => sql`(
  select day as from_day, placement_id, device_id, territory_id, ${joined(DAY_SUMS.map((sum) => sql`sum(${name(sum)})::bigint as ${name(sum)}`))},
    max(${name(LONGEST)}) as ${name(LONGEST)}
  from (${sql.join(
    [states, hours, collections, audits, visits, sheets, firstVisits].map((said) => said(due)),
    sql` union all `,
  )}) said group by 1, 2, 3, 4)`;
