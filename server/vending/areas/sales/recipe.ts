import { type SQL, sql } from "drizzle-orm";

/** Name of a recipe by its id; of one that has been deleted, the last it had. */
export const recipeName = (id: SQL): SQL => sql`coalesce(
  (select r.name from recipes r where r.id = ${id}), (select gone.title from deleted_records gone where gone.entity = 'recipe' and gone.entity_id = ${id}))`;
