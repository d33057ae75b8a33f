import { type SQL, sql } from "drizzle-orm";
import { asRollup, keyColumns, type Rollup, soldIn, sumColumns } from "../../sales/rollups";
import type { Edges } from "../../sales/span";
import { instantAt } from "../../../time";
import { narrowed } from "../filters";
import { type Asked, type Facts, inSight, part, type Summed } from "./facts";
import { BY_SOURCE, MADE_BY_SOURCE } from "./sources";

/** Sales of some days before which a key of a client was held, or that a key of a client was asked for. Both may be told on the day before the sale, or after. */
const clientsSales = ({ from, to }: Edges) => sql`(
  select s.day, s.placement_id, null::integer as territory_id, s.recipe_id, s.selection, s.name, s.source, s.count, s.amount
  from (
    select k.device_id, k.sale_id from scans k
    where k.client_id is not null and k.sale_id is not null and k.day between ${from}::date - 1 and ${to}::date + 1
    union select a.device_id, a.sale_id from authorisations a
    where a.client_id is not null and a.sale_id is not null and a.state = 'captured'
      and a.at >= ${instantAt(sql`${from}::date - 1`)} and a.at < ${instantAt(sql`${to}::date + 2`)}) paid
  join sales s on s.device_id = paid.device_id and s.id = paid.sale_id where s.day between ${from} and ${to})`;

/** All sales, and once more those of key clients: single ones, of which there are as many as their keys paid for. */
function lines(asked: Asked, days: Edges): SQL {
  const rollup: Rollup = `${narrowed(asked.query).needsProducts ? "products" : "sales"}_by_placement`;
  const columns = sql`${keyColumns(rollup)}, ${sumColumns}`;
  return sql`from (
      select ${columns}, false as of_client from ${soldIn(rollup, days.from, days.to)} sold
      union all select ${columns}, true from ${asRollup(rollup, clientsSales(days))} paid) x
    join placements p on p.id = x.placement_id where ${inSight(asked)}`;
}

const withoutClients =
  (of: Summed): Summed =>
  (chosen) =>
    sql`case when x.of_client then -(${of(chosen)}) else ${of(chosen)} end`;
const ofClients =
  (of: Summed): Summed =>
  (chosen) =>
    sql`case when x.of_client then ${of(chosen)} else 0 end`;

const SUMS = {
  vends: withoutClients(BY_SOURCE.vends),
  amount: withoutClients(BY_SOURCE.amount),
  cash_vends: withoutClients(BY_SOURCE.cash_vends),
  cash_amount: withoutClients(BY_SOURCE.cash_amount),
  cashless1_vends: withoutClients(BY_SOURCE.cashless1_vends),
  cashless1_amount: withoutClients(BY_SOURCE.cashless1_amount),
  cashless2_vends: withoutClients(BY_SOURCE.cashless2_vends),
  cashless2_amount: withoutClients(BY_SOURCE.cashless2_amount),
  other_vends: withoutClients(BY_SOURCE.other_vends),
  other_amount: withoutClients(BY_SOURCE.other_amount),
  client_vends: ofClients(BY_SOURCE.vends),
  client_amount: ofClients(BY_SOURCE.amount),
} satisfies Record<string, Summed>;

/** Paid sales without those paid with keys of key clients, and these beside them. */
export const WITHOUT_CLIENTS: Facts<keyof typeof SUMS, never> = {
  lines,
  sums: SUMS,
  counts: {},
  made: { ...MADE_BY_SOURCE, client_vends: part("client_vends"), client_amount: part("client_amount") },
};
