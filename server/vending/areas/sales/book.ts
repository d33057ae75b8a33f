import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, given, rows, run } from "../../database/query";
import { dayOf, instantAt, type Moment, TODAY } from "../../time";
import { uuidOf } from "../../uuid";
import { currencyAt, inHryvnias, rateOn, shareRates } from "./currency";
import { isPaid, isPaidBy } from "./paid";
import { belonging } from "./placement";
import { sumSales } from "./totals";

/** A vend that a unit told of. Money in hundredths of what the machine counts in. */
export interface Vend {
  device: number;
  unit: number;
  event: string;
  /** Of those given together: what it came with. */
  batch: number;
  at: Moment;
  /** As the unit's clock had it. */
  boxAt: Moment;
  selection: string | null;
  name: string | null;
  source: string;
  price: number;
}

/** `recipe`: what the cell held then; `amount` in kopecks, none where the foreign `currency` has no rate; `recent`: of today or the 29 days before it. */
const soldRow = z.object({
  device: z.number(),
  id: z.string(),
  currency: z.string().nullable(),
  at: z.string(),
  selection: z.string().nullable(),
  recipe: z.number().nullable(),
  source: z.string(),
  amount: z.number(),
  recent: z.boolean(),
});
export type Sold = z.infer<typeof soldRow>;

/** The sale that a vend told by a unit is. */
export const saleIdOf = (unit: number, event: string): string => uuidOf("vend", unit, event);

/**
 * Books vends and adds them to the rollups, in one statement: a vend that is booked already adds nothing anywhere. That
 * is one with its id; or one that another batch told of with the same moment, product, source and price, for a unit that
 * was reset or replaced tells of old vends under new ids. Those that stand in one batch are different ones.
 * Rollups are written in the order of their keys, so that two of these never wait for each other in a circle.
 * Answers the new ones.
 */
export async function bookVends(tx: Db, vends: readonly Vend[]): Promise<Sold[]> {
  if (!vends.length) return [];
  const list = vends.map(({ device, unit, event, batch, at, boxAt, selection, name, source, price }) => ({
    device,
    id: saleIdOf(unit, event),
    batch,
    at: new Date(at).toISOString(),
    box_at: boxAt === at ? null : new Date(boxAt).toISOString(),
    selection,
    name,
    source,
    amount: isPaidBy(source) ? price : 0,
  }));
  const isForeign = await shareRates(tx, [...new Set(vends.map(({ device }) => device))]);
  const currency = isForeign ? currencyAt(sql`told.device`, sql`told.at`) : sql`null::text`;
  const sold = await rows(
    tx,
    soldRow,
    sql`
    with told as materialized (
      select *, row_number() over (partition by device, coalesce(box_at, at), selection, source, amount, batch order by id) as nth
      from ${given(list, "device integer, id uuid, batch integer, at timestamptz, box_at timestamptz, selection text, name text, source text, amount bigint")}),
    sold as (
      insert into sales (device_id, id, placement_id, recipe_id, sold_at, box_at, day, selection, name, source, count, currency, foreign_amount, amount, timed)
      select distinct on (device, coalesce(box_at, at), selection, source, amount, nth) device, told.id, p.id as placement, c.recipe, at, box_at, ${dayOf(sql`at`)}, selection, name, source, 1,
        m.currency, case when m.currency is not null then amount end, ${inHryvnias(sql`amount`, sql`m.currency`, rateOn(sql`m.currency`, dayOf(sql`at`)))}, true
      from told ${belonging(sql`told.device`, sql`told.selection`, sql`told.at`)} cross join lateral (select ${currency} as currency) m
      where nth > ${TOLD_BEFORE} order by device, coalesce(box_at, at), selection, source, amount, nth, told.id
      on conflict (device_id, id) do nothing returning *),
    by_day as (
      insert into sales_by_device_day as r (device_id, day, source, placement_id, count, amount)
      select device_id, day, source, placement_id, count(*), sum(amount) from sold group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (device_id, day, source, placement_id) do update set count = r.count + excluded.count, amount = r.amount + excluded.amount),
    by_product as (
      insert into sales_by_product_day as r (device_id, day, source, placement_id, territory_id, selection, recipe_id, name, count, amount)
      select s.device_id, day, source, placement_id, p.territory_id, coalesce(selection, ''), recipe_id, max(name), count(*), sum(amount)
      from sold s join placements p on p.id = s.placement_id group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4, 6, 7
      on conflict (device_id, day, source, placement_id, selection, recipe_id) do update set name = greatest(r.name, excluded.name), count = r.count + excluded.count, amount = r.amount + excluded.amount),
    by_hour as (
      insert into sales_by_device_hour as r (device_id, hour, cash, cashless, other, amount)
      select ${HOURLY} from sold where ${isPaid(sql`source`)} group by 1, 2 order by 1, 2
      on conflict (device_id, hour) do update set cash = r.cash + excluded.cash, cashless = r.cashless + excluded.cashless, other = r.other + excluded.other, amount = r.amount + excluded.amount)
    select device_id as device, id, sold_at as at, currency, selection, recipe_id as recipe, source, amount, day > ${TODAY} - 30 as recent from sold`,
  );
  await touchDevices(tx, sold);
  return sold;
}

/** How many vends are booked that are the same as one `told`. */
const TOLD_BEFORE = sql`(select count(*) from sales s where s.device_id = told.device
  and ((s.box_at is null and s.sold_at = coalesce(told.box_at, told.at)) or s.box_at = coalesce(told.box_at, told.at))
  and s.file_id is null and s.source = told.source and coalesce(s.foreign_amount, s.amount) = told.amount and s.selection is not distinct from told.selection)`;

/** A machine's hour with its sales by kind of money. */
const HOURLY = sql`device_id, date_trunc('hour', sold_at), coalesce(sum(count) filter (where source = 'cash'), 0),
  coalesce(sum(count) filter (where source in ('cashless1', 'cashless2')), 0), coalesce(sum(count) filter (where source not in ('cash', 'cashless1', 'cashless2')), 0), sum(amount)`;

/** What lists show of a machine's sales. The machines' rows are locked already, in the order of their ids. */
async function touchDevices(tx: Db, sold: readonly Sold[]): Promise<void> {
  const news = new Map<number, { device: number; at: string; vends: number; amount: number }>();
  for (const { device, at, source, amount, recent } of sold) {
    if (!isPaidBy(source)) continue;
    const known = news.get(device) ?? { device, at, vends: 0, amount: 0 };
    news.set(device, {
      device,
      at: at > known.at ? at : known.at,
      vends: known.vends + (recent ? 1 : 0),
      amount: known.amount + (recent ? amount : 0),
    });
  }
  if (!news.size) return;
  await run(
    tx,
    sql`update devices d set last_sale_at = greatest(d.last_sale_at, k.at), vends_30_days = d.vends_30_days + k.vends, sales_30_days = d.sales_30_days + k.amount
    from ${given([...news.values()], "device integer, at timestamptz, vends integer, amount bigint")} where d.id = k.device`,
  );
}

/** Makes the rollups of some days of a machine (`all`: of its whole life) anew from its sales. */
export async function rollUp(tx: Db, deviceId: number, days: readonly string[] | "all"): Promise<void> {
  if (!days.length) return;
  const ours = sql`device_id = ${deviceId}`;
  const which =
    days === "all"
      ? sql`array(select day from sales where ${ours} union select day from sales_by_product_day where ${ours})`
      : sql`${sql.param(days)}::date[]`;
  await run(tx, sql`select roll_days(${deviceId}, ${which})`);
  const [first] = days === "all" ? [] : days.toSorted();
  const since = (moment: SQL) => (first ? sql`and ${moment} >= ${instantAt(sql`${first}::date`)}` : sql``);
  const hour = first ? sql`and ${dayOf(sql`hour`)} = any(${which})` : sql``;
  await run(tx, sql`delete from sales_by_device_hour where ${ours} ${since(sql`hour`)} ${hour}`);
  await run(
    tx,
    sql`insert into sales_by_device_hour (device_id, hour, cash, cashless, other, amount)
    select ${HOURLY} from sales where ${ours} ${since(sql`sold_at`)} ${first ? sql`and day = any(${which})` : sql``} and timed and ${isPaid(sql`source`)} group by 1, 2`,
  );
  await sumSales(tx, sql`x.id = ${deviceId}`);
}
