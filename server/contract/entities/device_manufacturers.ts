import { defineEntity } from "../define-entity";
import { integer, rows, text } from "../fields";

export const deviceManufacturer = defineEntity({
  name: "device_manufacturer",
  api: "/device_manufacturers",
  paths: {
    list: "/device_manufacturers",
    create: "/device_manufacturer/create",
    view: "/device_manufacturer/view/{id}",
  },
  permission: "DEVICE_MANUFACTURER",
  title: "name",
  fields: {
    name: text({ required: true, max: 120 }),
    /** First three letters of a serial number (EVA-DTS ID101), e.g. RHE. */
    serial_prefix: text({ max: 3, min: 3 }),
    country: text({ max: 80 }),
    support_phone: text({ max: 40 }),
    note: text({ max: 1000, multiline: true }),
    /** The maker's own words for errors of its machines; `code` as the machine sends it, or a standard one. */
    errors: rows(
      { code: text({ required: true, max: 40 }), text: text({ required: true, max: 200 }) },
      { empty: "required", unique: "code" },
    ),
    models_count: integer({ readOnly: true }),
  },
  changes: ["country", "support_phone", "note"],
  sections: [
    { name: "main", fields: ["name", "serial_prefix", "country", "support_phone", "note"] },
    { name: "errors", fields: ["errors"] },
  ],
  related: ["device_model"],
  list: {
    columns: ["name", "serial_prefix", "country", "support_phone", "models_count"],
    search: ["name", "serial_prefix"],
    sort: "name",
    filters: ["country"],
  },
});
