import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import {
  type AggregatedSales,
  aggregatedSalesSchema,
  type DeviceSales,
  deviceSalesSchema,
  type QrSales,
  qrSalesSchema,
  type SaleList,
  saleListSchema,
} from "~server/contract/sales";
import { paged } from "../../database/page";
import { allOf, type Db, only, rows } from "../../database/query";
import { dayOf, instantAt, TODAY } from "../../time";
import { isPaid } from "./paid";
import { recipeIn } from "./recipe";
import { tally } from "./tally";

/** Days in Kyiv, both included; the last 30 where left out. */
export interface Span {
  from?: string;
  to?: string;
}

async function edgesOf(db: Db, span: Span) {
  const to = span.to ? sql`${span.to}::date` : TODAY;
  return only(
    db,
    z.object({ from: z.string(), to: z.string() }),
    sql`select ${span.from ? sql`${span.from}::date` : sql`(${to} - 29)`}::text as from, ${to}::text as to`,
  );
}

/** What stands in a cell by today's planogram of the machine. */
const recipeOf = (device: number, selection: SQL) =>
  recipeIn(sql`(select d.planogram_id from devices d where d.id = ${device})`, selection);

/** A machine's paid sales by day, none left out, and by product; the recipe is today's planogram's. */
export async function deviceSales(db: Db, device: number, span: Span): Promise<DeviceSales> {
  const edges = await edgesOf(db, span);
  const [days, products] = await Promise.all([
    rows(
      db,
      deviceSalesSchema.shape.days.element,
      sql`
      select n.day::date::text as day, coalesce((
        select json_object_agg(x.source, json_build_object('count', x.count, 'amount', x.amount)) from (
          select s.source, sum(s.count) as count, sum(s.amount) as amount from sales_by_device_day s
          where s.device_id = ${device} and s.day = n.day::date and ${isPaid(sql`s.source`)} group by s.source order by s.source) x), '{}') as sources
      from generate_series(${edges.from}::timestamp, ${edges.to}::timestamp, interval '1 day') n(day) order by n.day`,
    ),
    rows(
      db,
      deviceSalesSchema.shape.products.element,
      sql`
      select nullif(s.selection, '') as selection, max(s.name) as name, sum(s.count) as count, sum(s.amount) as amount, ${recipeOf(device, sql`s.selection`)} as recipe
      from sales_by_product_day s where s.device_id = ${device} and s.day between ${edges.from} and ${edges.to} group by s.selection order by sum(s.amount) desc, s.selection`,
    ),
  ]);
  return { ...edges, total: tally(days.flatMap((day) => Object.values(day.sources))), days, products };
}

/** Single sales of a machine, newest first. */
export async function salesListed(
  db: Db,
  device: number,
  span: Span,
  { source, page }: { source?: string; page: number },
): Promise<SaleList> {
  const edges = await edgesOf(db, span);
  const where = allOf([
    sql`s.device_id = ${device}`,
    sql`s.sold_at >= ${instantAt(sql`${edges.from}::date`)}`,
    sql`s.sold_at < ${instantAt(sql`${edges.to}::date + 1`)}`,
    ...(source ? [sql`s.source = ${source}`] : []),
  ]);
  const found = await paged(
    db,
    saleListSchema.shape.items.element,
    {
      columns: sql`s.id, s.sold_at as at, s.selection, s.name, ${recipeOf(device, sql`s.selection`)} as recipe, s.source, s.count, s.amount, s.file_id, s.price_guessed`,
      from: sql`from sales s where ${where}`,
      order: sql`s.sold_at desc, s.id`,
    },
    { page },
  );
  return { ...edges, ...found };
}

/** One machine's sales are few enough to be added up as they are. */
export async function salesAggregated(db: Db, device: number, span: Span): Promise<AggregatedSales> {
  const edges = await edgesOf(db, span);
  const of = sql`s.device_id = ${device} and s.day between ${edges.from}::date and ${edges.to}::date and s.sold_at >= ${edges.from}::date - 2`;
  const [sources, products] = await Promise.all([
    rows(
      db,
      aggregatedSalesSchema.shape.sources.element,
      sql`select s.source, sum(s.count) as count, sum(s.amount) as amount from sales_by_device_day s where s.device_id = ${device} and s.day between ${edges.from} and ${edges.to} group by s.source order by s.source`,
    ),
    rows(
      db,
      aggregatedSalesSchema.shape.products.element,
      sql`
      select x.selection, max(x.name) as name, ${recipeOf(device, sql`x.selection`)} as recipe, json_object_agg(x.source, json_build_object('count', x.count, 'amount', x.amount)) as sources from (
        select s.selection, s.source, max(s.name) as name, sum(s.count) as count, sum(s.amount) as amount from sales s where ${of} group by s.selection, s.source) x
      group by x.selection order by sum(x.amount) desc, x.selection nulls last`,
    ),
  ]);
  return { ...edges, sources, products };
}

/** What came of QR codes at a machine, by its events. */
export async function salesByQr(db: Db, device: number, span: Span): Promise<QrSales> {
  const edges = await edgesOf(db, span);
  const events = sql`(
    select e.at, e.data->>'result' as result, e.data->>'cell' as cell, coalesce((e.data->>'price')::bigint, 0) as price from device_events e
    where e.device_id = ${device} and e.kind = 'qr' and e.at >= ${instantAt(sql`${edges.from}::date`)} and e.at < ${instantAt(sql`${edges.to}::date + 1`)}) e`;
  const [outcomes, products, days] = await Promise.all([
    rows(
      db,
      qrSalesSchema.shape.outcomes.element,
      sql`select e.result, count(*) as count, coalesce(sum(e.price) filter (where e.result = 'vended'), 0) as amount from ${events} group by 1 order by count(*) desc, 1`,
    ),
    rows(
      db,
      qrSalesSchema.shape.products.element,
      sql`
      select e.cell as selection, null as name, ${recipeOf(device, sql`e.cell`)} as recipe, count(*) as count, sum(e.price) as amount from ${events} where e.result = 'vended' group by e.cell order by sum(e.price) desc, e.cell`,
    ),
    rows(
      db,
      qrSalesSchema.shape.days.element,
      sql`
      select n.day::date::text as day, count(e.at) as count, coalesce(sum(e.price), 0) as amount from generate_series(${edges.from}::timestamp, ${edges.to}::timestamp, interval '1 day') n(day)
      left join ${events} on ${dayOf(sql`e.at`)} = n.day::date and e.result = 'vended' group by n.day order by n.day`,
    ),
  ]);
  return { ...edges, outcomes, products, days };
}
