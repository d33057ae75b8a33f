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
import { SOURCES } from "./differences";
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
  const [days, products, known, beyond, differences] = await Promise.all([
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
    knownBy(db, device, edges),
    only(
      db,
      deviceSalesSchema.shape.beyond,
      sql`select coalesce(sum(d.beyond_count), 0) as count, coalesce(sum(d.beyond_amount), 0) as amount from audit_differences d where ${differing(device, edges)} and ${isPaid(sql`d.source`)}`,
    ),
    rows(
      db,
      deviceSalesSchema.shape.differences.element,
      sql`select d.file_id, d.from_at as "from", d.to_at as "to", ${SOURCES} as sources from audit_differences d where ${differing(device, edges)}
      group by d.file_id, d.report, d.from_at, d.to_at order by d.to_at desc, d.file_id desc limit ${MOST_DIFFERENCES}`,
    ),
  ]);
  const total = tally(days.flatMap((day) => Object.values(day.sources)));
  return { ...edges, total, days, products, known, beyond, differences };
}

const MOST_DIFFERENCES = 20;
interface Edges {
  from: string;
  to: string;
}
const differing = (device: number, { from, to }: Edges) =>
  sql`d.device_id = ${device} and d.to_at >= ${instantAt(sql`${from}::date`)} and d.to_at < ${instantAt(sql`${to}::date + 1`)}`;

/** An audit's sale `s` of a time of which vend events tell, too. */
const UNTOLD = sql`exists (select 1 from audit_reads r where r.file_id = s.file_id and r.report = s.report and r.covered)`;

/** How a machine's paid sales are known. */
const knownBy = (db: Db, device: number, { from, to }: Edges) => {
  const sum = (how: string) =>
    sql`json_build_object('count', coalesce(sum(x.count) filter (where x.how = ${how}), 0), 'amount', coalesce(sum(x.amount) filter (where x.how = ${how}), 0))`;
  return only(
    db,
    deviceSalesSchema.shape.known,
    sql`
    select ${sum("told")} as told, ${sum("untold")} as untold, ${sum("audits")} as audits from (
      select s.count, s.amount, case when s.file_id is null then 'told' when ${UNTOLD} then 'untold' else 'audits' end as how
      from sales s where s.device_id = ${device} and s.sold_at >= ${instantAt(sql`${from}::date`)} and s.sold_at < ${instantAt(sql`${to}::date + 1`)} and ${isPaid(sql`s.source`)}) x`,
  );
};

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
      columns: sql`s.id, s.sold_at as at, s.selection, s.name, ${recipeOf(device, sql`s.selection`)} as recipe, s.source, s.count, s.amount, s.file_id, s.file_id is not null and ${UNTOLD} as untold, s.price_guessed`,
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
