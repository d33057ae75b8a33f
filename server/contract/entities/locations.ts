import { defineEntity } from "../entity";
import { REGIONS } from "../enums";
import { choice, decimal, integer, ref, text } from "../fields";

/** Where machines stand. */
export const location = defineEntity({
  name: "location",
  api: "/locations",
  paths: { list: "/locations", create: "/locations/create", view: "/locations/view/{id}" },
  permission: "LOCATION",
  createPermission: "LOCATION_CREATE",
  title: "name",
  fields: {
    name: text({ required: true, max: 160 }),
    address: text({ required: true, max: 240 }),
    city: text({ required: true, max: 120 }),
    region: choice("region", REGIONS, { required: true }),
    /** WGS 84, degrees. */
    latitude: decimal({ scale: 6, min: -90, max: 90 }),
    longitude: decimal({ scale: 6, min: -180, max: 180 }),
    external_id: text({ max: 60 }),
    project: ref("project"),
    company: ref("company"),
    note: text({ max: 1000, multiline: true }),
    devices_count: integer({ readOnly: true }),
  },
  sections: [
    { name: "main", fields: ["name", "project", "company", "external_id"] },
    { name: "place", fields: ["region", "city", "address", "latitude", "longitude"] },
    { name: "other", fields: ["note"] },
  ],
  list: {
    columns: ["name", "region", "city", "address", "project", "company", "devices_count", "external_id"],
    search: ["name", "address", "city", "external_id"], sort: "name", filters: ["region", "city", "project", "company", "devices_count"],
  },
});
