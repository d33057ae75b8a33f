import { type SQL, sql } from "drizzle-orm";
import { currencyIn, inHryvnias, rateOn } from "../../sales/currency";
import { beginOf } from "../../sales/rollups";
import type { Edges } from "../../sales/span";
import { type Asked, type Facts, inSight, part, type Summed } from "./facts";

/** Single vends for known keys on some days, with prices in kopecks of hryvnias where the reader told one and its currency has a rate. */
const lines = (asked: Asked, { from, to }: Edges): SQL => sql`
  from (
    select s.placement_id, s.recipe_id, s.at, ${beginOf(asked.query.step ?? "day", sql`s.day`)} as from_day, s.wallet_id, s.client_id,
      case when s.price is not null and (m.currency is null or r.rate is not null) then ${inHryvnias(sql`s.price`, sql`m.currency`, sql`r.rate`)} end as price
    from scans s cross join lateral (select ${currencyIn(sql`s.device_id`, sql`s.at`)} as currency) m
      cross join lateral (select ${rateOn(sql`m.currency`, sql`s.day`)} as rate) r
    where s.wallet_id is not null and s.result = 'vended' and s.day between ${from} and ${to}) x
  join placements p on p.id = x.placement_id where ${inSight(asked)}`;

const column =
  (of: SQL): Summed =>
  () =>
    of;
const SUMS = {
  vends: column(sql`1`),
  vended_price: column(sql`coalesce(x.price, 0)`),
  unknown_price: column(sql`case when x.price is null then 1 else 0 end`),
} satisfies Record<string, Summed>;

/** What was vended for keys of wallets, to whom they belonged then. */
export const KEYS_USED: Facts<keyof typeof SUMS, "keys"> = {
  lines,
  sums: SUMS,
  counted: sql`x.wallet_id`,
  counts: { keys: { of: ["vends"], holds: (sum) => sql`${sum("vends")} > 0` } },
  made: {
    vends: part("vends"),
    // Of vends of which no price is known there is no sum.
    vended_price: {
      of: ["vended_price", "unknown_price", "vends"],
      make: (v) =>
        sql`case when ${v("vends")} = 0 or ${v("unknown_price")} < ${v("vends")} then ${v("vended_price")} end`,
    },
    unknown_price: part("unknown_price"),
    keys: part("keys"),
  },
};
