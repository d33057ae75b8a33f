import { defineEntity } from "../define-entity";
import { REGIONS, WEEKDAYS } from "../enums";
import { choice, choices, decimal, flag, integer, ref, text } from "../fields";
import { FIGURE_NAMES, FIGURES } from "../figures";

/** Where machines stand. */
export const location = defineEntity({
  name: "location",
  api: "/locations",
  paths: { list: "/locations", create: "/locations/create", view: "/locations/view/{id}" },
  permission: "LOCATION",
  furtherPermission: "LOCATION_CREATE",
  title: "name",
  about: ["city"],
  tabs: ["summary", "data", "fiscal_operations"],
  fields: {
    name: text({ required: true, max: 160 }),
    address: text({ required: true, max: 240 }),
    city: text({ required: true, max: 120 }),
    region: choice("region", REGIONS, { required: true }),
    /** WGS 84, degrees. */
    latitude: decimal({ scale: 6, min: -90, max: 90 }),
    longitude: decimal({ scale: 6, min: -180, max: 180 }),
    /** When crews get to its machines, by the clock ("08:00"); an empty one: from midnight, until midnight. */
    opens_at: text({ max: 5, format: "time", hint: true }),
    /** Not after `opens_at`: on the next day. */
    closes_at: text({ max: 5, format: "time", hint: true }),
    closed_on: choices("weekday", WEEKDAYS),
    external_id: text({ max: 60 }),
    project: ref("project"),
    company: ref("company"),
    franchise: ref("franchise"),
    division: ref("division"),
    /** Sales of the location's machines are registered with the tax service. */
    fiscal_enabled: flag(),
    fiscal_cashier: ref("fiscal_cashier"),
    /** Code of the tax rate at the fiscal service (its `GET /tax`). */
    fiscal_tax_code: integer({ min: 0, max: 1000, code: true }),
    /** Printed under each receipt. */
    fiscal_footer: text({ max: 300 }),
    note: text({ max: 1000, multiline: true }),
    devices_count: integer({ readOnly: true }),
    ...FIGURES,
  },
  changes: [
    "project",
    "company",
    "franchise",
    "division",
    "region",
    "city",
    "opens_at",
    "closes_at",
    "closed_on",
    "fiscal_enabled",
    "fiscal_cashier",
    "fiscal_tax_code",
    "fiscal_footer",
    "note",
  ],
  consequences: ["fiscal_enabled", "fiscal_cashier"],
  sections: [
    { name: "main", fields: ["name", "project", "company", "franchise", "division", "external_id"] },
    { name: "place", fields: ["region", "city", "address", "latitude", "longitude"] },
    { name: "opening", fields: ["opens_at", "closes_at", "closed_on"] },
    { name: "fiscal", fields: ["fiscal_enabled", "fiscal_cashier", "fiscal_tax_code", "fiscal_footer"] },
    { name: "other", fields: ["note"] },
  ],
  dated: ["project", "company", "franchise", "division"],
  list: {
    columns: [
      "name",
      "region",
      "city",
      "address",
      "project",
      "company",
      "franchise",
      "division",
      "devices_count",
      "external_id",
      ...FIGURE_NAMES,
    ],
    usual: ["name", "region", "city", "address", "project", "company", "devices_count"],
    search: ["name", "address", "city", "external_id"],
    sort: "name",
    filters: [
      "region",
      "city",
      "project",
      "company",
      "franchise",
      "division",
      "fiscal_enabled",
      "fiscal_cashier",
      "devices_count",
    ],
    brief: ["city", "address", "devices_count"],
  },
});
