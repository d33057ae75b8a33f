import { type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { type DeviceCells, deviceCellsSchema, modelFaceSchema } from "~server/contract/device-cells";
import { type Db, only, rows } from "../../database/query";
import { slotsOf } from "../objects/stocks";
import { recipeName } from "../sales/recipe";

/** What a machine sells from its cells by its planogram, with what is left of it; none without one. */
export const readCells = async (db: Db, device: number): Promise<DeviceCells> => ({
  cells: await rows(
    db,
    deviceCellsSchema.shape.cells.element,
    sql`
    with held as (
      select s.slot, s.ingredient_id, s.capacity, case when f.filled is not null then greatest(0, f.filled - f.used) end as level
      from (${slotsOf(sql`d.id = ${device}`)}) s left join device_stocks f on f.device_id = s.device_id and f.slot = s.slot)
    select c.cell, coalesce(${recipeName(sql`c.recipe_id`)}, '') as recipe, c.price, x.level, x.capacity
    from devices d join planogram_cells c on c.planogram_id = d.planogram_id
      cross join lateral (
        select case when bool_and(p.level is not null) then min(p.level) end as level, min(p.capacity) as capacity
        from (
          select floor(h.level)::integer as level, floor(h.capacity)::integer as capacity from held h where h.slot = 'cell:' || c.cell
          union all
          select ${portions(sql`h.level`)}, ${portions(sql`h.capacity`)}
          from recipe_ingredients i join held h on h.ingredient_id = i.ingredient_id where i.recipe_id = c.recipe_id and i.quantity > 0) p) x
    where d.id = ${device} order by c.position, c.cell`,
  ),
  ...(await only(
    db,
    modelFaceSchema,
    sql`select m.cells_per_shelf as per_shelf from devices d join device_models m on m.id = d.model_id where d.id = ${device}`,
  )),
});

/** What of a model its machines are drawn by; nothing of one that is not there. */
export const readModelFace = (db: Db, model: number): Promise<z.infer<typeof modelFaceSchema>> =>
  only(db, modelFaceSchema, sql`select max(m.cells_per_shelf) as per_shelf from device_models m where m.id = ${model}`);

/** What an amount gives of a recipe's ingredient `i`; levels are kept in single precision. */
const portions = (amount: SQL) => sql`floor(${amount} / i.quantity + 0.001)::integer`;
