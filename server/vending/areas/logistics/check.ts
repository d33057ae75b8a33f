import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, rows } from "../../database/query";

const differenceRow = z.object({
  place: z.string(),
  place_id: z.number(),
  ingredient: z.number(),
  batch: z.number(),
  kept: z.number(),
  moved: z.number(),
});

/** Compares what is kept at every place with what its moves add up to, by batch. Answers what differs; one statement, so everything is of one moment. */
export async function checkStock(db: Db): Promise<string[]> {
  const found = await rows(
    db,
    differenceRow,
    sql`
    with lines as (select m.from_place, m.from_id, m.to_place, m.to_id, l.ingredient_id, l.batch_id, l.quantity from stock_move_lines l join stock_moves m on m.id = l.move_id),
    moved as (
      select place, place_id, ingredient_id, batch_id, sum(quantity) as quantity from (
        select to_place as place, to_id as place_id, ingredient_id, batch_id, quantity from lines where to_id is not null
        union all select from_place, from_id, ingredient_id, batch_id, -quantity from lines where from_id is not null) x group by 1, 2, 3, 4)
    select place, place_id, ingredient_id as ingredient, batch_id as batch, coalesce(s.quantity, 0) as kept, coalesce(m.quantity, 0) as moved
    from stock s full join moved m using (place, place_id, ingredient_id, batch_id) where coalesce(s.quantity, 0) <> coalesce(m.quantity, 0) order by 1, 2, 3, 4 limit 50`,
  );
  return found.map(
    ({ place, place_id, ingredient, batch, kept, moved }) =>
      `${place} ${place_id}, ingredient ${ingredient}, batch ${batch}: ${kept} instead of ${moved}`,
  );
}
