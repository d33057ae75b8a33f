import { sql } from "drizzle-orm";
import { z } from "zod";
import { movesSchema, stockSchema } from "~server/contract/stock";
import type { Viewer } from "../../access";
import { type Db, only, rows } from "../../database/query";
import { TODAY } from "../../time";
import type { Place } from "./lying";
import { placeNamed } from "./places";

/** Moves a page. */
const PAGE = 50;

/** What lies at a place, by name, with its batches. */
export async function stockOf(db: Db, { kind, id }: Place): Promise<z.infer<typeof stockSchema>> {
  const items = await rows(
    db,
    stockSchema.shape.items.element,
    sql`
    select json_build_object('id', i.id, 'label', i.name) as ingredient, i.unit, sum(s.quantity) as quantity, max(s.moved_at) as moved_at,
      json_agg(json_build_object('id', s.batch_id, 'code', nullif(b.code, ''), 'expires_on', b.expires_on, 'expired', coalesce(b.expires_on < ${TODAY}, false), 'quantity', s.quantity)
        order by b.expires_on nulls last, s.batch_id = 0, s.batch_id) as batches
    from stock s join ingredients i on i.id = s.ingredient_id left join stock_batches b on b.id = s.batch_id
    where s.place = ${kind} and s.place_id = ${id} and s.quantity > 0 group by i.id order by i.name collate "uk-x-icu", i.id`,
  );
  return { items };
}

/** Moves to and from a place, newest first, 50 a page. */
export async function movesOf(
  db: Db,
  viewer: Viewer,
  { kind, id }: Place,
  page: number,
): Promise<z.infer<typeof movesSchema>> {
  // Two indexed stretches: a plain "or" would walk through all moves there are.
  const mine = sql`(
    select id from stock_moves where from_place = ${kind} and from_id = ${id}
    union all select id from stock_moves where to_place = ${kind} and to_id = ${id})`;
  const items = await rows(
    db,
    movesSchema.shape.items.element,
    sql`
    select m.id, m.kind, m.at, nullif(m.author, '') as author, m.comment, m.reason,
      ${placeNamed(viewer, sql`m.from_place`, sql`m.from_id`)} as from, ${placeNamed(viewer, sql`m.to_place`, sql`m.to_id`)} as to,
      (select coalesce(json_agg(json_build_object('ingredient', json_build_object('id', i.id, 'label', i.name), 'unit', i.unit, 'quantity', l.quantity, 'price', l.price, 'batch', nullif(b.code, ''), 'expires_on', b.expires_on) order by l.position), '[]')
        from stock_move_lines l join ingredients i on i.id = l.ingredient_id left join stock_batches b on b.id = l.batch_id where l.move_id = m.id) as lines
    from stock_moves m where m.id in (select x.id from ${mine} x order by x.id desc limit ${PAGE} offset ${(page - 1) * PAGE}) order by m.id desc`,
  );
  const { total } = await only(db, z.object({ total: z.number() }), sql`select count(*) as total from ${mine} x`);
  return { items, total };
}
