import { defineEntity } from "../define-entity";
import { ROLES } from "../enums";
import { choice, flag, moment, ref, refs, secret, text } from "../fields";
import { accessFields, accessSection } from "./users_groups";

/** Shortest password accepted; NIST SP 800-63B asks for at least 8 signs, and the common ones are refused besides. */
export const PASSWORD = { min: 10, max: 200 } as const;

export const user = defineEntity({
  name: "user",
  api: "/users",
  paths: { list: "/users", create: "/users/create", view: "/user/view/{id}" },
  permission: "USER",
  furtherPermission: "USER_CREATE",
  title: "full_name",
  fields: {
    full_name: text({ required: true, max: 120 }),
    email: text({ required: true, max: 200, format: "email", exclusive: true }),
    phone: text({ max: 30, format: "phone" }),
    /** Who was imported has none, and signs in nowhere before they are given one. */
    password: secret({ required: true, hashed: true, ...PASSWORD }),
    user_group: ref("user_group"),
    role: choice("role", ROLES, { required: true }),
    help_desk_responsible: flag(),
    /** Opens the sports-club features. */
    sport_life: flag(),
    companies: refs("company"),
    /** A person of a franchise belongs to no company, and sees the franchise and its sub-franchises alone. */
    franchise: ref("franchise"),
    ...accessFields,
    blocked: flag({ readOnly: true }),
    /** Signs in with two steps. */
    second_factor: flag({ readOnly: true }),
    last_seen_at: moment(),
  },
  importsBy: ["email"],
  changes: [
    "user_group",
    "role",
    "companies",
    "franchise",
    "help_desk_responsible",
    "sport_life",
    "access_mode",
    "access_projects",
    "access_locations",
    "access_devices",
  ],
  consequences: ["user_group", "access_mode", "access_projects", "access_locations", "access_devices"],
  sections: [
    { name: "main", fields: ["full_name", "email", "phone", "password"] },
    { name: "rights", fields: ["user_group", "role", "companies", "franchise", "help_desk_responsible", "sport_life"] },
    accessSection,
  ],
  list: {
    columns: [
      "full_name",
      "email",
      "phone",
      "user_group",
      "role",
      "companies",
      "franchise",
      "help_desk_responsible",
      "blocked",
      "second_factor",
      "last_seen_at",
    ],
    usual: ["full_name", "email", "phone", "user_group", "role", "blocked", "last_seen_at"],
    search: ["full_name", "email", "phone"],
    sort: "full_name",
    filters: ["user_group", "role", "companies", "franchise", "help_desk_responsible", "blocked", "second_factor"],
    scopes: [
      { name: "active", where: { blocked: "false" } },
      { name: "blocked", where: { blocked: "true" } },
    ],
    brief: ["role", "user_group"],
  },
  tabs: ["data", "sight"],
  concern: { name: "hand_over", entity: "ticket", by: "responsible", where: { open: "true", hand_over: "true" } },
  actions: [
    {
      name: "block",
      danger: true,
      when: { field: "blocked", is: false },
      concern: { name: "open_tickets", entity: "ticket", by: "responsible", where: { open: "true" } },
    },
    { name: "unblock", when: { field: "blocked", is: true } },
    { name: "reset_second_factor", danger: true, single: true, when: { field: "second_factor", is: true } },
  ],
  deletable: false,
});
