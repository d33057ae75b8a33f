import { defineEntity } from "../define-entity";
import { ACCESS_MODES } from "../enums";
import { choice, choices, flag, refs, text } from "../fields";
import { PERMISSIONS } from "../permissions";

/** Limits by project, location or machine, the same on a group and on a user; both hold. */
export const accessFields = {
  access_mode: choice("access_mode", ACCESS_MODES, { required: true }),
  access_projects: refs("project"),
  access_locations: refs("location"),
  access_devices: refs("device"),
};
export const accessSection = { name: "access", fields: Object.keys(accessFields) };

/** A set of permissions that users share. */
export const userGroup = defineEntity({
  name: "user_group",
  api: "/users_groups",
  paths: { list: "/users_groups", create: "/users_groups/create", view: "/users_groups/view/{id}" },
  permission: "USER_GROUP",
  furtherPermission: "USER_GROUP_CREATE",
  title: "name",
  fields: {
    name: text({ required: true, max: 120 }),
    description: text({ max: 1000, multiline: true }),
    permissions: choices("permission", PERMISSIONS, { empty: "no_access_rights", byMenu: true }),
    /** Whoever is in the group sets up the second step of signing in before anything else. */
    second_factor_required: flag({ hint: true }),
    ...accessFields,
  },
  takesOver: ["permissions", ...Object.keys(accessFields)],
  imports: false,
  changes: ["second_factor_required"],
  consequences: ["second_factor_required"],
  sections: [
    { name: "main", fields: ["name", "description"] },
    { name: "permissions", fields: ["permissions"] },
    { name: "security", fields: ["second_factor_required"] },
    accessSection,
  ],
  list: {
    columns: ["name", "permissions", "access_mode", "second_factor_required", "description"],
    search: ["name"],
    sort: "name",
    filters: ["permissions", "access_mode", "second_factor_required"],
  },
  tabs: ["data", "sight"],
  // It tells what people see, and is for who may see those.
  tabNeeds: { sight: ["USER"] },
});
