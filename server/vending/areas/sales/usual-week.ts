import { sql } from "drizzle-orm";
import { type Db, run } from "../../database/query";
import { clockTime, hourOfWeek, instantAt } from "../../time";

/** Whole weeks that a profile looks back on, at most. */
const WEEKS = 8;

/** Makes the usual week of every machine anew from its hours; answers how many have one. */
export function makeProfiles(db: Db): Promise<number> {
  return run(
    db,
    sql`
    with span as (
      select device_id, least(${WEEKS}, floor(extract(epoch from now() - min(hour)) / 604800))::integer as weeks from sales_by_device_hour
      where hour >= date_trunc('hour', now()) - ${WEEKS}::integer * interval '7 days' - interval '1 hour' group by device_id),
    told as (
      select h.device_id, ${hourOfWeek(sql`h.hour`)} as place, sum(h.cash + h.other)::real / s.weeks as cash, sum(h.cashless)::real / s.weeks as cashless,
        sum(h.amount) as amount, sum(h.cash + h.cashless + h.other) as count
      from span s join sales_by_device_hour h on h.device_id = s.device_id and h.hour >= ${instantAt(sql`date_trunc('hour', ${clockTime(sql`now()`)}) - s.weeks * interval '7 days'`)} and h.hour < date_trunc('hour', now())
      where s.weeks >= 1 group by 1, 2, s.weeks)
    insert into device_profiles (device_id, weeks, cash, cashless, made_at, price)
    select s.device_id, s.weeks, array_agg(coalesce(t.cash, 0) order by n.place), array_agg(coalesce(t.cashless, 0) order by n.place), now(),
      coalesce(round(sum(t.amount) / nullif(sum(t.count), 0)), 0)
    from span s cross join generate_series(1, 168) n(place) left join told t on t.device_id = s.device_id and t.place = n.place where s.weeks >= 1 group by s.device_id, s.weeks
    on conflict (device_id) do update set weeks = excluded.weeks, cash = excluded.cash, cashless = excluded.cashless, made_at = excluded.made_at, price = excluded.price`,
  );
}
