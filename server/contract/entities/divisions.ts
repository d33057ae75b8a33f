import { defineEntity } from "../define-entity";
import { integer, text } from "../fields";

/** A part of the business that locations belong to, as bookkeeping divides them. */
export const division = defineEntity({
  name: "division",
  api: "/divisions",
  paths: { list: "/divisions", create: "/divisions/create", view: "/divisions/view/{id}" },
  permission: "LOCATION_DIVISION",
  title: "name",
  fields: {
    name: text({ required: true, max: 120 }),
    external_id: text({ max: 60 }),
    note: text({ max: 1000, multiline: true }),
    locations_count: integer({ readOnly: true }),
  },
  changes: ["note"],
  sections: [{ name: "main", fields: ["name", "external_id", "note"] }],
  list: {
    columns: ["name", "external_id", "locations_count", "note"],
    search: ["name", "external_id"],
    sort: "name",
    filters: ["locations_count"],
  },
});
