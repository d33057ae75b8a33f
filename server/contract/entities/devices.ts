import { defineEntity } from "../entity";
import { DEVICE_STATUSES, DEVICE_TYPES, OWNERSHIP_TYPES, READER_TYPES, REGIONS, TELEMETRY_TYPES } from "../enums";
import { choice, day, flag, integer, moment, money, ref, text } from "../fields";

/** A vending machine. */
export const device = defineEntity({
  name: "device",
  api: "/devices",
  paths: { list: "/devices", create: "/devices/create", view: "/devices/view/{id}" },
  permission: "DEVICE",
  createPermission: "DEVICE_CREATE",
  title: "serial_number",
  fields: {
    serial_number: text({ required: true, max: 60 }),
    model: ref("device_model", { required: true }),
    device_type: choice("device_type", DEVICE_TYPES, { required: true }),
    ownership_type: choice("ownership_type", OWNERSHIP_TYPES, { required: true }),
    location: ref("location"),
    planogram: ref("planogram"),
    child_device: ref("device"),
    reader_type: choice("reader_type", READER_TYPES),
    in_work: flag(),
    service_vends: integer({ min: 0, max: 1_000_000, unit: "vends" }),
    next_service_on: day(),
    /** Some firmware never sends a right CRC; then a mismatch is no warning. */
    ignore_crc: flag(),
    /** Whose merchant account takes its online payments; without one, that of the location's franchise or company. */
    payment_provider: ref("company"),
    note: text({ max: 1000, multiline: true }),
    hidden: flag({ readOnly: true }),
    status: choice("device_status", DEVICE_STATUSES, { readOnly: true }),
    telemetry_type: choice("telemetry_type", TELEMETRY_TYPES, { readOnly: true }),
    project: ref("project", { readOnly: true }),
    region: choice("region", REGIONS, { readOnly: true }),
    city: text({ max: 120, readOnly: true }),
    last_contact_at: moment(),
    last_sale_at: moment(),
    last_read_at: moment(),
    last_processed_at: moment(),
    vends_30_days: integer({ readOnly: true, unit: "vends" }),
    sales_30_days: money({ readOnly: true }),
  },
  sections: [
    { name: "main", fields: ["serial_number", "model", "device_type", "ownership_type", "in_work"] },
    { name: "place", fields: ["location", "planogram", "child_device"] },
    { name: "service", fields: ["service_vends", "next_service_on", "reader_type", "ignore_crc"] },
    { name: "payment_provider", fields: ["payment_provider"] },
    { name: "other", fields: ["note"] },
  ],
  list: {
    columns: [
      "serial_number", "status", "model", "device_type", "location", "region", "city", "project", "planogram",
      "last_contact_at", "last_sale_at", "vends_30_days", "sales_30_days", "in_work", "ownership_type", "telemetry_type",
    ],
    search: ["serial_number", "location", "city", "model"], sort: "serial_number",
    filters: [
      "status", "model", "device_type", "location", "project", "region", "planogram", "in_work", "ownership_type",
      "telemetry_type", "reader_type", "last_sale_at", "sales_30_days", "next_service_on", "ignore_crc", "hidden",
    ],
    scopes: [
      { name: "shown", where: { hidden: "false" } }, { name: "online", where: { hidden: "false", status: "ONLINE" } },
      { name: "offline", where: { hidden: "false", status: "OFFLINE" } }, { name: "hidden", where: { hidden: "true" } },
    ],
  },
  tabs: ["summary", "monitoring", "data", "audits", "sales", "aggregated", "aggregated_qr", "collection", "telemetry", "firmware"],
  tabNames: { data: "about" },
  shortcuts: [
    { name: "restart", path: "command/restart" }, { name: "restart_telemetry", path: "command/restart_telemetry" },
    { name: "request_statistics", path: "command/request_statistics" }, { name: "skip_statistics", path: "command/skip_statistics" },
    { name: "maintenance", path: "maintenance" }, { name: "payment_provider", path: "data#record-payment_provider" },
  ],
  actions: [
    { name: "hide", when: { field: "hidden", is: false } },
    { name: "show", when: { field: "hidden", is: true } },
  ],
});
