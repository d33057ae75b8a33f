import { defineEntity } from "../define-entity";
import { integer, ref, refs, text } from "../fields";

/** Locations that are visited together. */
export const locationGroup = defineEntity({
  name: "location_group",
  api: "/locations_groups",
  paths: { list: "/locations_groups", create: "/locations_groups/create", view: "/locations_groups/view/{id}" },
  permission: "LOCATION_GROUP",
  furtherPermission: "LOCATION_GROUP_CONFIG",
  title: "name",
  fields: {
    name: text({ required: true, max: 120 }),
    crew: ref("crew"),
    locations: refs("location"),
    note: text({ max: 1000, multiline: true }),
    locations_count: integer({ readOnly: true, derived: true }),
  },
  changes: ["crew", "note"],
  sections: [
    { name: "main", fields: ["name", "crew", "note"] },
    { name: "locations", fields: ["locations"] },
  ],
  dated: ["locations", "crew"],
  list: {
    columns: ["name", "crew", "locations_count", "note"],
    search: ["name"],
    sort: "name",
    filters: ["crew", "locations"],
  },
});
