import { type SQL, sql } from "drizzle-orm";
import type { StatusChoices, StatusFilter } from "~server/contract/statuses";
import { refSchema } from "~server/contract/record";
import { byAnyDevice, type Viewer, visibleLocations, visibleProjects } from "../../access";
import { allOf, type Db, rows } from "../../database/query";

/** More than this in a select nobody scrolls through. */
const MAX_CHOICES = 100;
const t = sql`t`;

/** What the screen of states can be filtered by: everybody signed in may ask, for whom the lists of these need permissions of their own. */
export async function statusChoices(
  db: Db,
  viewer: Viewer,
  { project, location, crew, region }: StatusFilter,
): Promise<StatusChoices> {
  const [projects, crews, locations] = await Promise.all([
    choices(db, sql`projects`, visibleProjects(viewer, t), project),
    choices(db, sql`crews`, byAnyDevice(viewer, t), crew),
    choices(
      db,
      sql`locations`,
      allOf([
        visibleLocations(viewer, t),
        ...(project ? [sql`t.project_id = ${project}`] : []),
        ...(region ? [sql`t.region = ${region}`] : []),
      ]),
      location,
    ),
  ]);
  return { project: projects, crew: crews, location: locations };
}

/** By name, what is chosen first. */
async function choices(db: Db, table: SQL, where: SQL, chosen: number | undefined): Promise<StatusChoices["project"]> {
  const found = await rows(
    db,
    refSchema,
    sql`
    select t.id, t.name as label from ${table} t where ${where}
    order by ${chosen === undefined ? sql`` : sql`t.id = ${chosen} desc,`} t.name collate "uk-x-icu", t.id limit ${MAX_CHOICES + 1}`,
  );
  return { items: found.slice(0, MAX_CHOICES), more: found.length > MAX_CHOICES };
}
