import { sql } from "drizzle-orm";
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
import { receiptOfSale } from "../fiscal/read";
import type { Viewer } from "../../access";
import { paged } from "../../database/page";
import { allOf, type Db, only, rows } from "../../database/query";
import { instantAt } from "../../time";
import { CURRENCY_OF_PERIOD, SOURCES } from "./differences";
import { currencyAt, inHryvnias, rateOn } from "./currency";
import { CARD_OF_SALE, holderOf } from "./holder";
import { isPaid } from "./paid";
import { recipeName } from "./recipe";
import { type Edges, edgesOf, type Span, within } from "./span";
import { tally } from "./tally";

/** A machine's paid sales by day, none left out, and by product; the recipe is what the cell held when it was sold. */
export async function deviceSales(db: Db, device: number, span: Span): Promise<DeviceSales> {
  const edges = await edgesOf(db, span);
  const [days, products, known, unrated, beyond, differences] = await Promise.all([
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
      select nullif(s.selection, '') as selection, max(s.name) as name, sum(s.count) as count, sum(s.amount) as amount, ${recipeName(sql`s.recipe_id`)} as recipe
      from sales_by_product_day s where s.device_id = ${device} and s.day between ${edges.from} and ${edges.to} and ${isPaid(sql`s.source`)}
      group by s.selection, s.recipe_id order by sum(s.amount) desc, s.selection, s.recipe_id`,
    ),
    knownBy(db, device, edges),
    rows(
      db,
      deviceSalesSchema.shape.unrated.element,
      sql`
      select s.currency, sum(s.count) as count, sum(s.foreign_amount) as amount from sales s
      where s.device_id = ${device} and s.currency is not null and ${within(sql`s.sold_at`, edges)} and ${isPaid(sql`s.source`)} and ${rateOn(sql`s.currency`, sql`s.day`)} is null
      group by s.currency order by s.currency`,
    ),
    only(
      db,
      deviceSalesSchema.shape.beyond,
      sql`select coalesce(sum(d.beyond_count), 0) as count, coalesce(sum(${inHryvnias(sql`d.beyond_amount`, sql`r.counted_in`, sql`r.rate`)}), 0) as amount
      from audit_differences d join audit_reads r on r.file_id = d.file_id and r.report = d.report where ${differing(device, edges)} and ${isPaid(sql`d.source`)}`,
    ),
    rows(
      db,
      deviceSalesSchema.shape.differences.element,
      sql`select d.file_id, d.from_at as "from", d.to_at as "to", ${CURRENCY_OF_PERIOD} as currency, ${SOURCES} as sources from audit_differences d where ${differing(device, edges)}
      group by d.file_id, d.report, d.from_at, d.to_at order by d.to_at desc, d.file_id desc limit ${MOST_DIFFERENCES}`,
    ),
  ]);
  const total = tally(days.flatMap((day) => Object.values(day.sources)));
  return { ...edges, total, days, products, known, unrated, beyond, differences };
}

const MOST_DIFFERENCES = 20;
const differing = (device: number, edges: Edges) => sql`d.device_id = ${device} and ${within(sql`d.to_at`, edges)}`;

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
  viewer: Viewer,
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
      columns: sql`s.id, s.sold_at as at, s.selection, s.name, ${recipeName(sql`s.recipe_id`)} as recipe, s.source, s.paid_with, ${holderOf(viewer, CARD_OF_SALE)} as holder, ${receiptOfSale} as receipt, s.count, s.amount, s.currency, s.foreign_amount, s.file_id, s.file_id is not null and ${UNTOLD} as untold, s.price_guessed`,
      from: sql`from sales s where ${where}`,
      order: sql`s.sold_at desc, s.id`,
    },
    { page },
  );
  return { ...edges, ...found };
}

/** A machine's sales of every source, and by product. */
export async function salesAggregated(db: Db, device: number, span: Span): Promise<AggregatedSales> {
  const edges = await edgesOf(db, span);
  const of = sql`s.device_id = ${device} and s.day between ${edges.from} and ${edges.to}`;
  const [sources, products] = await Promise.all([
    rows(
      db,
      aggregatedSalesSchema.shape.sources.element,
      sql`select s.source, sum(s.count) as count, sum(s.amount) as amount from sales_by_device_day s where ${of} group by s.source order by s.source`,
    ),
    rows(
      db,
      aggregatedSalesSchema.shape.products.element,
      sql`
      select nullif(x.selection, '') as selection, max(x.name) as name, ${recipeName(sql`x.recipe_id`)} as recipe, json_object_agg(x.source, json_build_object('count', x.count, 'amount', x.amount)) as sources from (
        select s.selection, s.recipe_id, s.source, max(s.name) as name, sum(s.count) as count, sum(s.amount) as amount from sales_by_product_day s where ${of} group by s.selection, s.recipe_id, s.source) x
      group by x.selection, x.recipe_id order by sum(x.amount) desc, x.selection = '', x.selection, x.recipe_id`,
    ),
  ]);
  return { ...edges, sources, products };
}

/** What came of QR codes at a machine. */
export async function salesByQr(db: Db, device: number, span: Span): Promise<QrSales> {
  const edges = await edgesOf(db, span);
  const scans = sql`(select x.id, x.device_id, x.card, x.day, x.result, x.selection, x.recipe_id, ${inHryvnias(sql`x.price`, sql`m.currency`, rateOn(sql`m.currency`, sql`x.day`))} as price
    from scans x cross join lateral (select ${currencyAt(sql`x.device_id`, sql`x.at`)} as currency) m where x.device_id = ${device}) s`;
  const of = sql`s.device_id = ${device} and s.card = 'qr' and s.day between ${edges.from} and ${edges.to}`;
  const [outcomes, products, days] = await Promise.all([
    rows(
      db,
      qrSalesSchema.shape.outcomes.element,
      sql`select s.result, count(*) as count, coalesce(sum(s.price) filter (where s.result = 'vended'), 0) as amount from ${scans} where ${of} group by 1 order by count(*) desc, 1`,
    ),
    rows(
      db,
      qrSalesSchema.shape.products.element,
      sql`
      select s.selection, null as name, ${recipeName(sql`s.recipe_id`)} as recipe, count(*) as count, coalesce(sum(s.price), 0) as amount from ${scans}
      where ${of} and s.result = 'vended' group by s.selection, s.recipe_id order by 5 desc, s.selection, s.recipe_id`,
    ),
    rows(
      db,
      qrSalesSchema.shape.days.element,
      sql`
      select n.day::date::text as day, count(s.id) as count, coalesce(sum(s.price), 0) as amount from generate_series(${edges.from}::timestamp, ${edges.to}::timestamp, interval '1 day') n(day)
      left join ${scans} on ${of} and s.day = n.day::date and s.result = 'vended' group by n.day order by n.day`,
    ),
  ]);
  return { ...edges, outcomes, products, days };
}
