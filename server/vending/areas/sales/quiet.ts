import { type SQL, sql } from "drizzle-orm";
import { type Db, run } from "../../database/query";
import { dayOf, hourOfWeek } from "../../time";
import { offlineAfter } from "../settings/resources";
import { ALARM, CASH_BEFORE_ALARM, SIZE } from "./silence";

/** A profile of fewer weeks says too little. */
const FEWEST_WEEKS = 2;

/**
 * Marks machines that are too quiet, and takes the mark off those that sell again: online machines in work which have a
 * profile. What units tell of is judged up to now; what only audits tell, up to the last audit.
 *
 * On a holiday all machines are quiet. So what is expected is lowered by what the whole network sold in the last day of
 * what it usually sells, where that is less.
 */
export function markQuiet(db: Db): Promise<number> {
  return run(
    db,
    sql`
    with mood as (
      select least(1, greatest(0.1, coalesce(sum(h.cash + h.cashless + h.other) / nullif(sum(p.cash[${hourOfWeek(sql`h.hour`)}] + p.cashless[${hourOfWeek(sql`h.hour`)}]), 0), 1)))::float8 as factor
      from device_profiles p cross join generate_series(date_trunc('hour', now()) - interval '24 hours', date_trunc('hour', now()) - interval '1 hour', interval '1 hour') g(hour)
      left join sales_by_device_hour r on r.device_id = p.device_id and r.hour = g.hour
      cross join lateral (select g.hour, coalesce(r.cash, 0) as cash, coalesce(r.cashless, 0) as cashless, coalesce(r.other, 0) as other) h
      where p.weeks >= ${FEWEST_WEEKS}),
    watched as (
      select s.device_id, p.cash, p.cashless, case when s.last_sale_at is not null then now() else d.last_processed_at end as until,
        greatest(s.last_sale_at, d.last_sale_at) as sold_at, s.last_cashless_at, s.online_since
      from device_states s join devices d on d.id = s.device_id join device_profiles p on p.device_id = s.device_id
      where d.in_work and not d.hidden and s.last_contact_at > now() - ${offlineAfter} and p.weeks >= ${FEWEST_WEEKS}),
    judged as (
      select w.device_id, 'sales' as kind, w.sold_at as since, x.expected, x.surprise from watched w cross join lateral (${silence(sql`w.sold_at`, sql`w.cash[place.hour] + w.cashless[place.hour]`)}) x
      union all
      select w.device_id, 'cashless', w.last_cashless_at, x.expected, x.surprise from watched w cross join lateral (${silence(sql`w.last_cashless_at`, sql`w.cashless[place.hour]`)}) x
      where (select sum(r.cash) from sales_by_device_hour r where r.device_id = w.device_id and r.hour > w.last_cashless_at) >= ${CASH_BEFORE_ALARM}),
    alarms as (select distinct on (device_id) device_id, kind, since, expected from judged where surprise >= ${ALARM} order by device_id, kind desc)
    update device_states s set quiet = a.kind, quiet_since = a.since, quiet_expected = a.expected
    from (select s.device_id, a.kind, a.since, a.expected from device_states s left join alarms a on a.device_id = s.device_id where s.quiet is not null or a.kind is not null) a
    where a.device_id = s.device_id and (s.quiet, s.quiet_since) is distinct from (a.kind, a.since)`,
  );
}

/** What was expected since `from`, and how much the silence since then says against chance: {@link surpriseOf} in SQL. */
const silence = (from: SQL, usual: SQL) => sql`
  select sum(y.expected) as expected, sum(${SIZE} * ln(1 + y.expected / ${SIZE})) as surprise from (
    select sum((${usual}) * mood.factor * extract(epoch from least(h.hour + interval '1 hour', w.until) - greatest(h.hour, ${from})) / 3600) as expected
    from mood, generate_series(date_trunc('hour', greatest(${from}, w.until - interval '14 days')), w.until, interval '1 hour') h(hour)
    cross join lateral (select ${hourOfWeek(sql`h.hour`)} as hour) place
    where ${from} is not null and h.hour < w.until group by ${dayOf(sql`h.hour`)}) y
  where y.expected > 0`;
