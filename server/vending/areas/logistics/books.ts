import { sql } from "drizzle-orm";
import { z } from "zod";
import { movesSchema, stockSchema } from "~server/contract/stock";
import type { Viewer } from "../../access";
import { type Db, only, rows } from "../../database/query";
import { crewResource, warehouseResource } from "./resources";

/** Moves a page. */
const PAGE = 50;

/** Where stock lies: at a warehouse, or with a crew on its round. */
export interface Place {
  place: "WAREHOUSE" | "CREW";
  id: number;
}

/** What lies at a place, by name. */
export async function stockOf(db: Db, { place, id }: Place): Promise<z.infer<typeof stockSchema>> {
  const items = await rows(
    db,
    stockSchema.shape.items.element,
    sql`
    select json_build_object('id', i.id, 'label', i.name) as ingredient, i.unit, s.quantity, s.moved_at
    from stock s join ingredients i on i.id = s.ingredient_id
    where s.place = ${place} and s.place_id = ${id} and s.quantity > 0 order by i.name collate "uk-x-icu", i.id`,
  );
  return { items };
}

/** A place by name; one that the viewer may not see keeps it to itself. */
const placeOf = (viewer: Viewer, side: "from" | "to") => {
  const id = sql`m.${sql.identifier(`${side}_id`)}`;
  const named = (entity: string, resource: typeof crewResource) => sql`
    (select json_build_object('entity', ${entity}::text, 'id', p.id, 'label', case when ${resource.visible(viewer, sql`p`)} then p.name end) from ${sql.identifier(resource.table)} p where p.id = ${id})`;
  return sql`(case m.${sql.identifier(`${side}_place`)} when 'WAREHOUSE' then ${named("warehouse", warehouseResource)} when 'CREW' then ${named("crew", crewResource)} end)`;
};

/** Moves to and from a place, newest first, 50 a page. */
export async function movesOf(
  db: Db,
  viewer: Viewer,
  { place, id }: Place,
  page: number,
): Promise<z.infer<typeof movesSchema>> {
  // Two indexed stretches: a plain "or" would walk through all moves there are.
  const mine = sql`(
    select id from stock_moves where from_place = ${place} and from_id = ${id}
    union all select id from stock_moves where to_place = ${place} and to_id = ${id})`;
  const items = await rows(
    db,
    movesSchema.shape.items.element,
    sql`
    select m.id, m.kind, m.at, m.author, m.comment, ${placeOf(viewer, "from")} as from, ${placeOf(viewer, "to")} as to,
      (select json_agg(json_build_object('ingredient', json_build_object('id', i.id, 'label', i.name), 'unit', i.unit, 'quantity', l.quantity, 'price', l.price) order by l.position)
        from stock_move_lines l join ingredients i on i.id = l.ingredient_id where l.move_id = m.id) as lines
    from stock_moves m where m.id in (select x.id from ${mine} x order by x.id desc limit ${PAGE} offset ${(page - 1) * PAGE}) order by m.id desc`,
  );
  const { total } = await only(db, z.object({ total: z.number() }), sql`select count(*) as total from ${mine} x`);
  return { items, total };
}
