import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, given, rows, run } from "../../database/query";
import { dayOf, instantAt, type Moment, TODAY } from "../../time";
import { uuidOf } from "../../uuid";
import { isPaid, isPaidBy } from "./paid";
import { sumSales } from "./totals";

/** A vend that a unit told of. Money in kopecks. */
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

/** `recent`: of today or the 29 days before it. */
const soldRow = z.object({
  device: z.number(),
  at: z.string(),
  selection: z.string().nullable(),
  source: z.string(),
  amount: z.number(),
  recent: z.boolean(),
});
export type Sold = z.infer<typeof soldRow>;

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
    id: uuidOf("vend", unit, event),
    batch,
    at: new Date(at).toISOString(),
    box_at: boxAt === at ? null : new Date(boxAt).toISOString(),
    selection,
    name,
    source,
    amount: isPaidBy(source) ? price : 0,
  }));
  const sold = await rows(
    tx,
    soldRow,
    sql`
    with told as materialized (
      select *, row_number() over (partition by device, coalesce(box_at, at), selection, source, amount, batch order by id) as nth
      from ${given(list, "device integer, id uuid, batch integer, at timestamptz, box_at timestamptz, selection text, name text, source text, amount bigint")}),
    sold as (
      insert into sales (device_id, id, sold_at, box_at, day, selection, name, source, count, amount, timed)
      select distinct on (device, coalesce(box_at, at), selection, source, amount, nth) device, id, at, box_at, ${dayOf(sql`at`)}, selection, name, source, 1, amount, true
      from told where nth > ${TOLD_BEFORE} order by device, coalesce(box_at, at), selection, source, amount, nth, id
      on conflict (device_id, id) do nothing returning *),
    by_day as (
      insert into sales_by_device_day as r (device_id, day, source, count, amount)
      select device_id, day, source, count(*), sum(amount) from sold group by 1, 2, 3 order by 1, 2, 3
      on conflict (device_id, day, source) do update set count = r.count + excluded.count, amount = r.amount + excluded.amount),
    changed as (insert into sales_days_changed select distinct day from sold),
    by_product as (
      insert into sales_by_product_day as r (device_id, day, selection, name, count, amount)
      select device_id, day, coalesce(selection, ''), max(name), count(*), sum(amount) from sold where ${isPaid(sql`source`)} group by 1, 2, 3 order by 1, 2, 3
      on conflict (device_id, day, selection) do update set name = greatest(r.name, excluded.name), count = r.count + excluded.count, amount = r.amount + excluded.amount),
    by_hour as (
      insert into sales_by_device_hour as r (device_id, hour, cash, cashless, other, amount)
      select ${HOURLY} from sold where ${isPaid(sql`source`)} group by 1, 2 order by 1, 2
      on conflict (device_id, hour) do update set cash = r.cash + excluded.cash, cashless = r.cashless + excluded.cashless, other = r.other + excluded.other, amount = r.amount + excluded.amount)
    select device_id as device, sold_at as at, selection, source, amount, day > ${TODAY} - 30 as recent from sold`,
  );
  await touchDevices(tx, sold);
  return sold;
}

/** How many vends are booked that are the same as one `told`. */
const TOLD_BEFORE = sql`(select count(*) from sales s where s.device_id = told.device
  and ((s.box_at is null and s.sold_at = coalesce(told.box_at, told.at)) or s.box_at = coalesce(told.box_at, told.at))
  and s.file_id is null and s.source = told.source and s.amount = told.amount and s.selection is not distinct from told.selection)`;

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
  const which = days === "all" ? sql`` : sql`and day = any(${sql.param(days)}::date[])`;
  const [first = ""] = days === "all" ? [] : days.toSorted();
  const hours =
    days === "all"
      ? sql``
      : sql`and hour >= ${instantAt(sql`${first}::date`)} and ${dayOf(sql`hour`)} = any(${sql.param(days)}::date[])`;
  const of = sql`device_id = ${deviceId} ${which}`;
  await run(
    tx,
    days === "all"
      ? sql`insert into sales_days_changed values (null)`
      : sql`insert into sales_days_changed select unnest(${sql.param(days)}::date[])`,
  );
  await run(tx, sql`delete from sales_by_device_day where ${of}`);
  await run(tx, sql`delete from sales_by_product_day where ${of}`);
  await run(tx, sql`delete from sales_by_device_hour where device_id = ${deviceId} ${hours}`);
  await run(
    tx,
    sql`insert into sales_by_device_day (device_id, day, source, count, amount)
    select device_id, day, source, sum(count), sum(amount) from sales where ${of} group by device_id, day, source`,
  );
  await run(
    tx,
    sql`insert into sales_by_product_day (device_id, day, selection, name, count, amount)
    select device_id, day, coalesce(selection, ''), max(name), sum(count), sum(amount) from sales
    where ${of} and ${isPaid(sql`source`)} group by device_id, day, coalesce(selection, '')`,
  );
  await run(
    tx,
    sql`insert into sales_by_device_hour (device_id, hour, cash, cashless, other, amount)
    select ${HOURLY} from sales where ${of} and timed and ${isPaid(sql`source`)} group by 1, 2`,
  );
  await sumSales(tx, sql`x.id = ${deviceId}`);
}
