import { defineEntity } from "../define-entity";
import { integer, moment, ref, text } from "../fields";

/** A bank terminal in a machine; it talks to the bank itself, we only learn that a payment was approved. */
export const pax = defineEntity({
  name: "pax",
  api: "/pax",
  paths: { list: "/pax", create: "/pax/create", view: "/pax/view/{id}" },
  permission: "PAX",
  title: "serial",
  about: ["device"],
  fields: {
    serial: text({ required: true, min: 4, max: 40 }),
    device: ref("device", { exclusive: true }),
    /** The acquirer's numbers of the terminal and of the merchant. */
    terminal_id: text({ max: 20 }),
    merchant_id: text({ max: 30 }),
    /** Items sold between two services of the machine it stands in. */
    items_per_service: integer({ min: 1, max: 100_000, unit: "pc" }),
    note: text({ max: 1000, multiline: true }),
    /** By a payment or an answer of it that the machine's unit told of. */
    last_contact_at: moment(),
  },
  changes: ["merchant_id", "items_per_service", "note"],
  sections: [{ name: "main", fields: ["serial", "device", "terminal_id", "merchant_id", "items_per_service", "note"] }],
  list: {
    columns: ["serial", "device", "terminal_id", "merchant_id", "items_per_service", "last_contact_at", "note"],
    usual: ["serial", "device", "terminal_id", "merchant_id", "items_per_service", "last_contact_at"],
    search: ["serial", "device", "terminal_id", "merchant_id"],
    sort: "serial",
    filters: ["device", "terminal_id", "merchant_id", "last_contact_at"],
    brief: ["device", "last_contact_at"],
  },
  tabs: ["data", "terminal"],
  tabNames: { terminal: "connection" },
});
