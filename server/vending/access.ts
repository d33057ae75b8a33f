import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { ACCESS_MODES } from "~server/contract/enums";
import type { Holder } from "~server/contract/permissions";
import { allOf, always, anyOf, list, never } from "./database/query";

export const accessSchema = z.object({
  mode: z.enum(ACCESS_MODES),
  projects: z.array(z.number()),
  locations: z.array(z.number()),
  devices: z.array(z.number()),
});
export type Access = z.infer<typeof accessSchema>;

/** Who asks: permissions, and the limits of the user and of the group, which both hold. */
export interface Viewer extends Holder {
  id: number;
  full_name: string;
  is_root: boolean;
  access: Access[];
  /** A franchise's person: its franchise and all below it; nothing else is theirs to see. Null for the company's people. */
  franchises: readonly number[] | null;
  /** Hash of the token under which the person asks; absent where nobody does at the moment. */
  session?: string;
}

/** The service itself, which sees everything. */
export const SERVICE: Viewer = {
  id: 0,
  full_name: "",
  is_root: true,
  is_can_all: true,
  sport_life: true,
  permissions: [],
  access: [],
  franchises: null,
};

/** The same person without limits, for what must be read whole: history, counts behind a rule. */
export const unlimited = (viewer: Viewer): Viewer => ({ ...viewer, access: [], franchises: null });

/** Whether the viewer sees every machine, place and project there is. */
export const isUnlimited = (viewer: Viewer): boolean =>
  viewer.franchises === null && viewer.access.every((access) => access.mode === "UNRESTRICTED");

/** Rows that `viewer` may see, as a condition on the table alias that the caller uses. */
export type Visibility = (viewer: Viewer, alias: SQL) => SQL;

/** What all share: the catalogue of goods and models. */
export const everyone: Visibility = () => always;

/** What belongs to the company and is none of a franchise's business. */
export const companyStaff: Visibility = (viewer) => (viewer.franchises === null ? always : never);

const oneOf = (id: SQL, franchises: readonly number[]) => sql`${id} = any(${list(franchises, "integer")})`;

/** How each kind of row belongs to selected projects, locations and machines. */
interface Membership {
  inSelection(access: Access, alias: SQL): SQL;
  hasProject(alias: SQL): SQL;
  /** Belongs to one of these franchises. */
  inFranchises(franchises: readonly number[], alias: SQL): SQL;
}

const limitedBy =
  (membership: Membership): Visibility =>
  (viewer, alias) =>
    allOf([
      ...(viewer.franchises ? [membership.inFranchises(viewer.franchises, alias)] : []),
      ...viewer.access.map((access) => {
        switch (access.mode) {
          case "UNRESTRICTED":
            return always;
          case "OPEN_ALL_PROJECTS":
            return membership.hasProject(alias);
          case "OPEN_SELECTED":
            return membership.inSelection(access, alias);
          case "CLOSE_SELECTED":
            return sql`(${membership.inSelection(access, alias)}) is not true`;
        }
      }),
    ]);

/** Rows of one machine each, in `column`, which carry the location, project and franchise of its place. */
const ofMachine = (column: string) =>
  limitedBy({
    inSelection: (access, d) =>
      anyOf([
        sql`${d}.${sql.identifier(column)} = any(${list(access.devices, "integer")})`,
        sql`${d}.location_id = any(${list(access.locations, "integer")})`,
        sql`${d}.project_id = any(${list(access.projects, "integer")})`,
      ]),
    hasProject: (d) => sql`${d}.project_id is not null`,
    inFranchises: (franchises, d) => oneOf(sql`${d}.franchise_id`, franchises),
  });

/** Machines: named themselves, or standing at a named location or in a named project. */
export const visibleDevices: Visibility = ofMachine("id");

/** Locations: named, in a named project; opening a machine opens the place where it stands, closing it does not close it. */
export const visibleLocations: Visibility = (viewer, alias) =>
  limitedBy({
    inSelection: (access, l) =>
      anyOf([
        sql`${l}.id = any(${list(access.locations, "integer")})`,
        sql`${l}.project_id = any(${list(access.projects, "integer")})`,
        ...(access.mode === "OPEN_SELECTED"
          ? [
              sql`${l}.id = any(array(select d.location_id from devices d where d.id = any(${list(access.devices, "integer")})))`,
            ]
          : []),
      ]),
    hasProject: (l) => sql`${l}.project_id is not null`,
    inFranchises: (franchises, l) => oneOf(sql`${l}.franchise_id`, franchises),
  })(viewer, alias);

/** Projects: named, or holding an opened location or machine. */
export const visibleProjects: Visibility = (viewer, alias) =>
  limitedBy({
    inSelection: (access, p) =>
      anyOf([
        sql`${p}.id = any(${list(access.projects, "integer")})`,
        ...(access.mode === "OPEN_SELECTED"
          ? [
              sql`exists (select 1 from locations l where l.project_id = ${p}.id and l.id = any(${list(access.locations, "integer")}))`,
              sql`exists (select 1 from locations l join devices d on d.location_id = l.id where l.project_id = ${p}.id and d.id = any(${list(access.devices, "integer")}))`,
            ]
          : []),
      ]),
    hasProject: () => always,
    inFranchises: (franchises, p) =>
      sql`exists (select 1 from locations l where l.project_id = ${p}.id and ${oneOf(sql`l.franchise_id`, franchises)})`,
  })(viewer, alias);

/** Machines that there are, and one to come in each place, each project, a new project and none: what limits open, now and later. */
const POSSIBLE = sql`(select d.id, d.location_id, d.project_id from devices d union all select 0, l.id, l.project_id from locations l
  union all select 0, 0, p.id from projects p union all values (0, 0, -1), (0, 0, null::integer))`;

/** Whether somebody limited by `theirs` sees, or may come to see, a machine, place or project that is hidden by `mine`. */
export function seesMore(mine: Access[], theirs: Access[]): SQL {
  const as = (access: Access[]): Viewer => ({
    id: 0,
    full_name: "",
    is_root: false,
    is_can_all: false,
    sport_life: false,
    permissions: [],
    franchises: null,
    access,
  });
  const shows = (rows: SQL, visible: Visibility) =>
    sql`exists (select 1 from ${rows} t where ${visible(as(theirs), sql`t`)} and (${visible(as(mine), sql`t`)}) is not true)`;
  return anyOf([
    shows(POSSIBLE, visibleDevices),
    shows(sql`locations`, visibleLocations),
    shows(sql`projects`, visibleProjects),
  ]);
}

/** Rows that hang on a machine (telemetry units, reads, sales): as the machine; without one, only unlimited viewers. */
export const byDevice =
  (column = "device_id"): Visibility =>
  (viewer, alias) =>
    isUnlimited(viewer)
      ? always
      : sql`exists (select 1 from devices vd where vd.id = ${alias}.${sql.identifier(column)} and ${visibleDevices(viewer, sql`vd`)})`;

/** The same for rows of which there are so many that they carry where their machine stands. */
export const byCarriedDevice: Visibility = (viewer, alias) =>
  isUnlimited(viewer) ? always : allOf([sql`${alias}.device_id is not null`, ofMachine("device_id")(viewer, alias)]);

/** Rows that hold a list of machines or places: when one of them may be seen, or there are none; the hidden ones among them are numbers. */
const byAnyOf =
  (table: string, visible: Visibility): Visibility =>
  (viewer, alias) => {
    const ids = sql`${alias}.${sql.identifier(table)}`;
    return allOf([
      companyStaff(viewer, alias),
      ...(isUnlimited(viewer)
        ? []
        : [
            sql`(${ids} = '{}' or exists (select 1 from ${sql.identifier(table)} v where v.id = any(${ids}) and ${visible(viewer, sql`v`)}))`,
          ]),
    ]);
  };

export const byAnyDevice = byAnyOf("devices", visibleDevices);
export const byAnyLocation = byAnyOf("locations", visibleLocations);

/** Rows that belong to a franchise by a column, or are franchises themselves (`id`); the company's people see all. */
export const byFranchise =
  (column = "franchise_id"): Visibility =>
  (viewer, alias) =>
    viewer.franchises ? oneOf(sql`${alias}.${sql.identifier(column)}`, viewer.franchises) : always;

/** A franchise's people see of groups and companies only those that their franchises name. */
export const namedByFranchise =
  (column: string): Visibility =>
  (viewer, alias) =>
    viewer.franchises
      ? sql`exists (select 1 from franchises f where f.${sql.identifier(column)} = ${alias}.id and ${oneOf(sql`f.id`, viewer.franchises)})`
      : always;
