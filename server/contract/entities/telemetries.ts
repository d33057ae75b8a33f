import { defineEntity } from "../define-entity";
import { TELEMETRY_TYPES } from "../enums";
import { choice, flag, moment, ref, text } from "../fields";

/** The unit in a machine that talks to us; it signs in with a secret of its own. */
export const telemetry = defineEntity({
  name: "telemetry",
  api: "/telemetries",
  paths: { list: "/telemetries", create: "/telemetries/create", view: "/telemetry/view/{id}" },
  permission: "TELEMETRY",
  furtherPermission: "TELEMETRY_CREATE",
  title: "serial",
  about: ["device"],
  fields: {
    /** What the unit calls itself in `X-Device`, usually its IMEI. */
    serial: text({ required: true, min: 4, max: 40 }),
    type: choice("telemetry_type", TELEMETRY_TYPES, { required: true }),
    device: ref("device", { exclusive: true }),
    sim_operator: text({ max: 60 }),
    note: text({ max: 1000, multiline: true }),
    has_secret: flag({ readOnly: true }),
    last_contact_at: moment(),
  },
  changes: ["type", "sim_operator", "note"],
  sections: [{ name: "main", fields: ["serial", "type", "device", "sim_operator", "note"] }],
  list: {
    columns: ["serial", "type", "device", "sim_operator", "has_secret", "last_contact_at"],
    search: ["serial", "device"],
    sort: "serial",
    filters: ["type", "device", "has_secret", "last_contact_at"],
    brief: ["device", "last_contact_at"],
  },
  tabs: ["data", "connection"],
  actions: [{ name: "rotate_secret", danger: true, reveals: true }],
});
