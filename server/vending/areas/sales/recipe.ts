import { type SQL, sql } from "drizzle-orm";

/** Name of the recipe that a planogram has in a cell: few machines name their products. */
export const recipeIn = (planogram: SQL, cell: SQL): SQL => sql`(
  select r.name from planogram_cells c join recipes r on r.id = c.recipe_id where c.planogram_id = ${planogram} and c.cell = ${cell} order by c.position limit 1)`;
