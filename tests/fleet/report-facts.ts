import { type SQL, sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import { rows } from "~server/vending/database/query";
import { localTime } from "~server/vending/time";

/** What the database keeps of single vends and of what was said, read row by row: no rollup, and no query that cuts or sums. */

const id = z.number().nullable();
const belonging = {
  location_id: id,
  project_id: id,
  company_id: id,
  franchise_id: id,
  division_id: id,
  location_group_id: id,
  crew_id: id,
  planogram_id: id,
};
const placement = z.object({ device_id: z.number(), from: z.number(), ...belonging });
export type Placement = z.infer<typeof placement>;

const vend = z.object({
  device_id: z.number(),
  at: z.number(),
  selection: z.string().nullable(),
  name: z.string().nullable(),
  source: z.string(),
  count: z.number(),
  amount: z.number(),
});
/** A vend with where its machine stood, its day in Kyiv, what its cell held and what a portion cost then, thousandths of a kopeck. */
export interface Sold extends z.infer<typeof vend> {
  day: string;
  place: Placement;
  recipe: number | null;
  /** Of a product whose recipe is not known. */
  product: string | null;
  cost: number | null;
}

const device = z.object({
  id: z.number(),
  serial_number: z.string(),
  device_type: z.string(),
  ownership_type: z.string(),
  model_id: z.number(),
  location_id: id,
  project_id: id,
  franchise_id: id,
  planogram_id: id,
  in_work: z.boolean(),
  hidden: z.boolean(),
  heard_at: z.string().nullable(),
});
const place = z.object({
  id: z.number(),
  name: z.string(),
  city: z.string(),
  region: z.string(),
  project_id: id,
  franchise_id: id,
});
const model = z.object({ id: z.number(), manufacturer_id: id });
const recipe = z.object({ id: z.number(), item_number: z.number() });
const branch = z.object({ id: z.number(), parent_id: id });
const cell = z.object({ planogram_id: z.number(), recipe_id: id });
const held = z.object({ planogram_id: z.number(), cell: z.string(), from: z.number(), value: id });
const cost = z.object({ recipe_id: z.number(), from: z.string(), cost: id });

export interface Facts {
  sold: Sold[];
  placements: Placement[];
  devices: z.infer<typeof device>[];
  locations: z.infer<typeof place>[];
  models: z.infer<typeof model>[];
  recipes: z.infer<typeof recipe>[];
  franchises: z.infer<typeof branch>[];
  cells: z.infer<typeof cell>[];
  /** Ids of projects and crews that were not deleted. */
  living: { project: Set<number>; crew: Set<number> };
}

const ALWAYS = -1e15;
/** Milliseconds since 1970, UTC. */
const millis = (at: SQL) =>
  sql`coalesce(extract(epoch from nullif(${at}, '-infinity')) * 1000, ${ALWAYS}::float8)::float8`;

const namesOf = (columns: object) =>
  sql.join(
    Object.keys(columns).map((one) => sql.identifier(one)),
    sql`, `,
  );

export async function readFacts(pool: Pool): Promise<Facts> {
  const all = <T>(schema: z.ZodType<T>, query: SQL) => rows(pool, schema, query);
  const [placements, facts, costs] = await Promise.all([
    all(
      placement,
      sql`select ${namesOf({ device_id: 0, ...belonging })}, ${millis(sql`from_at`)} as from from placements`,
    ),
    all(
      held,
      sql`select planogram_id, cell, value, ${millis(sql`from_at`)} as from from cell_facts where fact = 'recipe'`,
    ),
    all(cost, sql`select recipe_id, coalesce(nullif(from_day, '-infinity')::text, '') as from, cost from recipe_costs`),
  ]);
  const vends = await all(
    vend,
    sql`select device_id, ${millis(sql`sold_at`)} as at, selection, name, source, count, amount from sales
      union all select device_id, ${millis(sql`at`)}, selection, null, 'failed', 1, 0 from failed_vends`,
  );
  const ids = async (table: string) =>
    new Set(
      (await all(z.object({ id: z.number() }), sql`select id from ${sql.identifier(table)}`)).map(({ id }) => id),
    );
  const sold = vends.map((one): Sold => {
    const day = localTime(one.at).slice(0, 10);
    const place = lastOf(
      placements.filter(({ device_id }) => device_id === one.device_id),
      one.at,
    );
    if (!place) throw new Error("a machine stood nowhere, not even in no place");
    const recipe = recipeIn(facts, place.planogram_id, one.selection, one.at);
    const cost =
      lastOf(
        costs.filter(({ recipe_id }) => recipe_id === recipe),
        day,
      )?.cost ?? null;
    return { ...one, day, place, recipe, product: null, cost };
  });
  return {
    sold: named(sold),
    placements,
    devices: await all(
      device,
      sql`select d.*, (select s.last_contact_at from device_states s where s.device_id = d.id) as heard_at from devices d`,
    ),
    locations: await all(place, sql`select * from locations`),
    models: await all(model, sql`select * from device_models`),
    recipes: await all(recipe, sql`select * from recipes`),
    franchises: await all(branch, sql`select * from franchises`),
    cells: await all(cell, sql`select * from planogram_cells`),
    living: { project: await ids("projects"), crew: await ids("crews") },
  };
}

/** The last of some lines that hold from a moment or day on. */
export const lastOf = <V extends number | string, T extends { from: V }>(lines: readonly T[], at: V): T | undefined =>
  lines
    .filter(({ from }) => from <= at)
    .reduce<T | undefined>((last, one) => (last && last.from > one.from ? last : one), undefined);

const recipeIn = (facts: readonly z.infer<typeof held>[], planogram: number | null, cell: string | null, at: number) =>
  lastOf(
    facts.filter((one) => one.planogram_id === planogram && one.cell === cell),
    at,
  )?.value ?? null;

/** Products of which no recipe is known have the machine's names; of several that a cell had at one place on one day, for one source, the last. */
function named(sold: readonly Sold[]): Sold[] {
  const names = new Map<string, string>();
  const keyOf = ({ device_id, place, day, source, selection }: Sold) =>
    JSON.stringify([device_id, place.from, day, source, selection]);
  for (const one of sold) {
    if (one.recipe !== null || one.name === null) continue;
    const known = names.get(keyOf(one));
    if (known === undefined || known < one.name) names.set(keyOf(one), one.name);
  }
  return sold.map((one) => (one.recipe === null ? { ...one, product: names.get(keyOf(one)) ?? null } : one));
}
