import { type SQL, sql } from "drizzle-orm";

/**
 * Where a machine stood at a moment and what its cell held by the planogram then, as a join of a query: `p.id` and
 * `p.territory_id` (of the placement) and `c.recipe`. The functions `stands` and `recipe_held` say the same of the past.
 */
export const belonging = (device: SQL, selection: SQL, at: SQL): SQL => sql`
  cross join lateral (select id, territory_id, planogram_id from placements where device_id = ${device} and from_at <= ${at} order by from_at desc limit 1) p
  left join lateral (select value::integer as recipe from cell_facts where planogram_id = p.planogram_id and cell = ${selection} and fact = 'recipe' and from_at <= ${at} order by from_at desc limit 1) c on true`;
