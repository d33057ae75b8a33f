import { type SQL, sql } from "drizzle-orm";
import { currencyIn, inHryvnias, rateOn } from "../../sales/currency";
import { instantAt } from "../../../time";
import type { Edges } from "../../sales/span";
import { type Asked, type Facts, inSight, part, type Summed } from "./facts";

/** Employees of clubs by the numbers of their keys; of a number that was given again, whose it is now. */
const KEYS = sql`(
  select distinct on (number) number, id from (
    select k.number, k.id, 'infinity'::timestamptz as at from sport_life_keys k
    union all select x.row->>'number', x.entity_id, x.at from deleted_records x where x.entity = 'sport_life_key' and x.row is not null) k
  order by number, at desc)`;

/** Vends that machines asked for beforehand and of which no reader told: what they cost, and what was taken. */
const asks = ({ from, to }: Edges): SQL => sql`
  select q.id, a.recipe_id, null::text, a.employee_id, a.price, a.price - a.discount
  from authorisations a cross join lateral (
    select q.id from placements q where q.device_id = a.device_id and q.from_at <= a.at order by q.from_at desc limit 1) q
  where a.card = 'partner' and a.state = 'captured' and a.scan_id is null and a.at >= ${instantAt(sql`${from}::date`)} and a.at < ${instantAt(sql`${to}::date + 1`)}`;

/**
 * Vends for partners' cards on some days: what was taken for them (kopecks of hryvnias), and what they cost by what the
 * machine asked, or else what the cell cost then.
 */
const lines = (asked: Asked, { from, to }: Edges): SQL => sql`
  from (
    select s.placement_id, s.recipe_id, s.partner as club, coalesce(a.employee_id, k.id) as sport_life_key, coalesce(a.price, f.value) as full_price,
      case when s.price is not null and (m.currency is null or r.rate is not null) then ${inHryvnias(sql`s.price`, sql`m.currency`, sql`r.rate`)} end as paid
    from scans s join placements q on q.id = s.placement_id
      cross join lateral (select ${currencyIn(sql`s.device_id`, sql`s.at`)} as currency) m
      cross join lateral (select ${rateOn(sql`m.currency`, sql`s.day`)} as rate) r
      left join ${KEYS} k on k.number = s.code left join authorisations a on a.device_id = s.device_id and a.scan_id = s.id
      left join lateral (
        select c.value from cell_facts c where c.planogram_id = q.planogram_id and c.cell = s.selection and c.fact = 'price' and c.from_at <= s.at
        order by c.from_at desc limit 1) f on true
    where s.card = 'partner' and s.result = 'vended' and s.day between ${from} and ${to}
    union all ${asks({ from, to })}) x
  join placements p on p.id = x.placement_id where ${inSight(asked)}`;

const column =
  (of: SQL): Summed =>
  () =>
    of;
const discount = sql`(x.full_price - x.paid)`;
const SUMS = {
  vends: column(sql`1`),
  full_price: column(sql`case when ${discount} is not null then x.full_price else 0 end`),
  discount: column(sql`coalesce(${discount}, 0)`),
  paid: column(sql`coalesce(x.paid, 0)`),
  unpriced: column(sql`case when ${discount} is null then 1 else 0 end`),
} satisfies Record<string, Summed>;

/** What was vended for cards of partners, the sports clubs among them. */
export const SPORT_LIFE: Facts<keyof typeof SUMS, never> = {
  lines,
  sums: SUMS,
  counts: {},
  made: {
    vends: part("vends"),
    full_price: part("full_price"),
    discount: part("discount"),
    paid: part("paid"),
    unpriced: part("unpriced"),
  },
};
