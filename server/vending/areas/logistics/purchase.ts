import { sql } from "drizzle-orm";
import type { z } from "zod";
import {
  type batchesQuery,
  batchesSchema,
  PURCHASE_DAYS,
  type purchaseQuery,
  purchaseSchema,
} from "~server/contract/stock-lists";
import { isUnlimited, type Viewer } from "../../access";
import { allOf, type Db, rows } from "../../database/query";
import { TODAY } from "../../time";
import { movesInSight, placeNamed } from "./places";
import { warehouseResource } from "./resources";

/** How much of an ingredient `i` is in a supplier's pack, in its unit. */
export const PACK = sql`nullif(case i.unit when 'PC' then i.pack_count when 'ML' then i.volume when 'G' then i.weight when 'KG' then i.weight / 1000.0 end, 0)`;

/** What warehouses should buy: the most urgent first. What leaves a warehouse is what it gives to crews less what they bring back, and to other warehouses. */
export async function purchases(
  db: Db,
  viewer: Viewer,
  { warehouse, days }: z.infer<typeof purchaseQuery>,
): Promise<z.infer<typeof purchaseSchema>> {
  const items = await rows(
    db,
    purchaseSchema.shape.items.element,
    sql`
    with free as (
      select s.place_id as warehouse, s.ingredient_id as ingredient, sum(s.quantity) as quantity from stock s left join stock_batches b on b.id = s.batch_id
      where s.place = 'WAREHOUSE' and s.quantity > 0 and coalesce(b.expires_on >= ${TODAY}, true) group by 1, 2),
    left_it as (
      select x.warehouse, l.ingredient_id as ingredient, greatest(0, sum(l.quantity * x.sign)) / ${PURCHASE_DAYS.rate}::numeric as rate from (
          select m.id, m.from_id as warehouse, 1 as sign from stock_moves m where m.from_place = 'WAREHOUSE' and m.kind in ('ISSUE', 'TRANSFER') and m.at >= now() - make_interval(days => ${PURCHASE_DAYS.rate})
          union all select m.id, m.to_id, -1 from stock_moves m where m.to_place = 'WAREHOUSE' and m.kind = 'RETURN' and m.at >= now() - make_interval(days => ${PURCHASE_DAYS.rate})) x
        join stock_move_lines l on l.move_id = x.id group by 1, 2),
    reserved as (select warehouse, ingredient, sum(quantity) as quantity from (${RESERVED}) r group by 1, 2),
    known as (
      select warehouse, ingredient from free union select warehouse, ingredient from left_it union select warehouse, ingredient from reserved
      union select warehouse_id, ingredient_id from warehouse_minimums),
    wanted as (
      select k.*, coalesce(f.quantity, 0) - coalesce(r.quantity, 0) as free, coalesce(r.quantity, 0) as reserved, n.minimum, coalesce(u.rate, 0) as rate
      from known k left join free f using (warehouse, ingredient) left join left_it u using (warehouse, ingredient) left join reserved r using (warehouse, ingredient)
        left join warehouse_minimums n on n.warehouse_id = k.warehouse and n.ingredient_id = k.ingredient),
    bought as (
      select w.*, i.name, i.unit, ${PACK} as pack, coalesce(w.minimum, 0) + w.rate * ${days}::integer - w.free as lacking from wanted w join ingredients i on i.id = w.ingredient
      where w.free < greatest(coalesce(w.minimum, 0), w.rate * ${days}::integer))
    select json_build_object('id', t.id, 'label', t.name) as warehouse, json_build_object('id', b.ingredient, 'label', b.name) as ingredient, b.unit, b.free, b.reserved, b.minimum, round(b.rate, 3) as rate,
      case when b.rate > 0 then round(greatest(0, b.free) / b.rate, 1) end as lasts, q.buy, b.pack, case when b.pack is not null then ceil(b.lacking / b.pack) end as packs,
      (select round(l.price * q.buy / l.quantity) from stock_move_lines l join stock_moves m on m.id = l.move_id
        where l.ingredient_id = b.ingredient and m.kind = 'RECEIPT' and l.price is not null order by l.move_id desc limit 1) as cost
    from bought b join warehouses t on t.id = b.warehouse cross join lateral (select round(coalesce(ceil(b.lacking / b.pack) * b.pack, b.lacking), 3) as buy) q
    where ${allOf([warehouseResource.visible(viewer, sql`t`), ...(warehouse === undefined ? [] : [sql`t.id = ${warehouse}`])])}
    order by t.name collate "uk-x-icu", t.id, lasts nulls last, b.name collate "uk-x-icu", b.ingredient limit 2000`,
  );
  return { items };
}

/** What sheets that were approved and are not loaded will take from warehouses. */
export const RESERVED = sql`
  select h.warehouse_id as warehouse, o.ingredient_id as ingredient, o.sheet_id as sheet, o.picked as quantity
  from route_sheets h join route_sheet_loads o on o.sheet_id = h.id where h.status in ('APPROVED', 'ACCEPTED')`;

/** Batches that have expired or will within some days, the first to expire first. */
export async function expiring(
  db: Db,
  viewer: Viewer,
  { warehouse, within }: z.infer<typeof batchesQuery>,
): Promise<z.infer<typeof batchesSchema>> {
  const items = await rows(
    db,
    batchesSchema.shape.items.element,
    sql`
    select json_build_object('id', i.id, 'label', i.name) as ingredient, i.unit, nullif(b.code, '') as batch, b.expires_on, s.quantity, b.expires_on - ${TODAY} as days,
      ${placeNamed(viewer, sql`s.place`, sql`s.place_id`)} as place
    from stock_batches b join stock s on s.batch_id = b.id and s.quantity > 0 join ingredients i on i.id = b.ingredient_id
    where ${allOf([
      sql`b.expires_on <= ${TODAY} + ${within}::integer`,
      ...(warehouse === undefined ? [] : [sql`s.place = 'WAREHOUSE' and s.place_id = ${warehouse}`]),
      ...(isUnlimited(viewer)
        ? []
        : [
            sql`exists (select 1 from (select s.place as from_place, s.place_id as from_id, null::text as to_place, null::integer as to_id) m where ${movesInSight(viewer)})`,
          ]),
    ])}
    order by b.expires_on, i.name collate "uk-x-icu", s.place, s.place_id limit 2000`,
  );
  return { items };
}
