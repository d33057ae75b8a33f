import { type SQL, sql } from "drizzle-orm";
import { name } from "../../database/query";
import { beginOf, paidAmount, waitingIn } from "../sales/rollups";

/** First and last day of a time, Europe/Kyiv: whole months. A first one of `-infinity` means all there is. */
interface Months {
  from: string;
  to: string;
}
/** What lines of sales are of, and the table that tells whose they were. */
export const OWNERS = { placement: "placements", territory: "territories" } as const;
export type Owner = keyof typeof OWNERS;

/**
 * What franchises owe of sales of some months: of each month (`from_day`) and placement or territory (`owner_id`) that
 * was a franchise's, the royalty in kopecks, and what it is made of: kopecks by percent (`weighted`). Of each day the
 * percent counts that held at its end: months are read whole but those in which a franchise's percent changed, and what
 * waits to be counted, by day.
 *
 * Royalty is rounded once, half up, of a franchise and month; a line has what its own share moves that sum by, so lines
 * are whole kopecks, and any cut of them adds up. Placements of a territory have together what the territory has.
 */
export function royaltyIn(of: Owner, { from, to }: Months): SQL {
  const rollup = `sales_by_${of}` as const;
  const [owner, owners] = [name(`${of}_id`), name(OWNERS[of])];
  const inOrder = of === "placement" ? sql`o.territory_id, o.id` : sql`o.id`;
  const days = sql`r.from_day between ${from} and ${to}`;
  return sql`(
    with percents as materialized (
      select franchise_id, from_day as since, coalesce(lead(from_day) over (partition by franchise_id order by from_day), 'infinity') as until, percent from royalty_percents),
    changed as materialized (
      select distinct franchise_id, ${beginOf("month", sql`since`)} as month from percents where since > ${beginOf("month", sql`since`)}),
    sold as (
      select r.from_day as day, r.${owner} as owner_id, ${paidAmount} as amount from ${name(rollup)} r join ${owners} o on o.id = r.${owner}
        where r.step = 'month' and ${days} and not exists (select 1 from changed c where c.franchise_id = o.franchise_id and c.month = r.from_day)
      union all select r.from_day, r.${owner}, ${paidAmount} from ${name(rollup)} r join ${owners} o on o.id = r.${owner}
        join changed c on c.franchise_id = o.franchise_id and c.month = ${beginOf("month", sql`r.from_day`)} where r.step = 'day' and ${days}
      union all select r.day, r.${owner}, ${paidAmount} from ${waitingIn(rollup, from, to)} r),
    owed as (
      select ${beginOf("month", sql`s.day`)} as from_day, s.owner_id, o.franchise_id, sum(s.amount * coalesce(p.percent, 0)) as weighted,
        row_number() over (order by ${inOrder}) as place
      from sold s join ${owners} o on o.id = s.owner_id left join percents p on p.franchise_id = o.franchise_id and p.since <= s.day and p.until > s.day
      where o.franchise_id is not null group by 1, 2, 3, ${inOrder})
    select from_day, owner_id, franchise_id, weighted, (round(so_far / 100) - round((so_far - weighted) / 100))::bigint as royalty
    from (select w.*, sum(weighted) over (partition by franchise_id, from_day order by place) as so_far from owed w) x)`;
}
