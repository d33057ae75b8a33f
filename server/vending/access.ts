import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { ACCESS_MODES } from "~server/contract/enums";
import type { Holder } from "~server/contract/permissions";
import { allOf, always, anyOf, list } from "./database/query";

export const accessSchema = z.object({
  mode: z.enum(ACCESS_MODES),
  projects: z.array(z.number()),
  locations: z.array(z.number()),
  devices: z.array(z.number()),
});
type Access = z.infer<typeof accessSchema>;

/** Who asks: permissions, and the limits of the user and of the group, which both hold. */
export interface Viewer extends Holder {
  id: number;
  full_name: string;
  is_root: boolean;
  access: Access[];
}

/** Rows that `viewer` may see, as a condition on the table alias that the caller uses. */
export type Visibility = (viewer: Viewer, alias: SQL) => SQL;

export const everyone: Visibility = () => always;

/** How each kind of row belongs to selected projects, locations and machines. */
interface Membership {
  inSelection(access: Access, alias: SQL): SQL;
  hasProject(alias: SQL): SQL;
}

const limitedBy = (membership: Membership): Visibility => (viewer, alias) =>
  allOf(viewer.access.map((access) => {
    switch (access.mode) {
      case "UNRESTRICTED": return always;
      case "OPEN_ALL_PROJECTS": return membership.hasProject(alias);
      case "OPEN_SELECTED": return membership.inSelection(access, alias);
      case "CLOSE_SELECTED": return sql`(${membership.inSelection(access, alias)}) is not true`;
    }
  }));

const projectOf = (locationId: SQL) => sql`(select l.project_id from locations l where l.id = ${locationId})`;

/** Machines: named themselves, or standing at a named location or in a named project. */
export const visibleDevices: Visibility = limitedBy({
  inSelection: (access, d) => anyOf([
    sql`${d}.id = any(${list(access.devices, "integer")})`,
    sql`${d}.location_id = any(${list(access.locations, "integer")})`,
    sql`${projectOf(sql`${d}.location_id`)} = any(${list(access.projects, "integer")})`,
  ]),
  hasProject: (d) => sql`${projectOf(sql`${d}.location_id`)} is not null`,
});

/** Locations: named, in a named project; opening a machine opens the place where it stands, closing it does not close it. */
export const visibleLocations: Visibility = (viewer, alias) => limitedBy({
  inSelection: (access, l) => anyOf([
    sql`${l}.id = any(${list(access.locations, "integer")})`,
    sql`${l}.project_id = any(${list(access.projects, "integer")})`,
    ...(access.mode === "OPEN_SELECTED" ? [sql`exists (select 1 from devices d where d.location_id = ${l}.id and d.id = any(${list(access.devices, "integer")}))`] : []),
  ]),
  hasProject: (l) => sql`${l}.project_id is not null`,
})(viewer, alias);

/** Projects: named, or holding an opened location or machine. */
export const visibleProjects: Visibility = (viewer, alias) => limitedBy({
  inSelection: (access, p) => anyOf([
    sql`${p}.id = any(${list(access.projects, "integer")})`,
    ...(access.mode === "OPEN_SELECTED"
      ? [
          sql`exists (select 1 from locations l where l.project_id = ${p}.id and l.id = any(${list(access.locations, "integer")}))`,
          sql`exists (select 1 from locations l join devices d on d.location_id = l.id where l.project_id = ${p}.id and d.id = any(${list(access.devices, "integer")}))`,
        ]
      : []),
  ]),
  hasProject: () => always,
})(viewer, alias);

/** Rows that hang on a machine (telemetry units, reads, sales): as the machine; without one, only unlimited viewers. */
export const byDevice = (column = "device_id"): Visibility => (viewer, alias) =>
  viewer.access.every((access) => access.mode === "UNRESTRICTED")
    ? always
    : sql`exists (select 1 from devices vd where vd.id = ${alias}.${sql.identifier(column)} and ${visibleDevices(viewer, sql`vd`)})`;
