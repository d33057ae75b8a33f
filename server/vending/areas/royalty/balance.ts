import { type SQL, sql } from "drizzle-orm";
import { TODAY } from "../../time";
import { beginOf } from "../sales/rollups";
import type { Edges } from "../sales/span";
import { royaltyIn } from "./royalty";

/** Royalty (of sales) and payments by franchise and month, from the beginning to a day. Kopecks. */
const booked = (to: string): SQL => sql`(
  select franchise_id, from_day as month, sum(royalty) as royalty, 0 as paid from ${royaltyIn("territory", { from: "-infinity", to })} r group by 1, 2
  union all select franchise_id, ${beginOf("month", sql`day`)}, 0, sum(amount) from royalty_payments where day <= ${to} group by 1, 2)`;

/**
 * What franchises paid in each of some whole months (`from_day`), and what each owed when it ended, or owes now: all its
 * royalty so far without all its payments. From the month of the first of either on, and not of months to come. Kopecks.
 */
export const balanceIn = ({ from, to }: Edges): SQL => sql`(
  with booked as materialized (select franchise_id, month, sum(royalty) as royalty, sum(paid) as paid from ${booked(to)} b group by 1, 2)
  select m.day::date as from_day, f.franchise_id, v.paid, v.owed
  from (select franchise_id, min(month) as first from booked group by 1) f
    join generate_series(${from}::timestamp, least(${to}::date, ${TODAY})::timestamp, interval '1 month') m(day) on m.day >= f.first
    cross join lateral (
      select coalesce(sum(b.paid) filter (where b.month = m.day), 0) as paid, sum(b.royalty - b.paid) as owed
      from booked b where b.franchise_id = f.franchise_id and b.month <= m.day) v)`;
