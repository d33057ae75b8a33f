import { defineEntity } from "../define-entity";
import { QR_STATES } from "../enums";
import { choice, day, flag, moment, money, ref, text } from "../fields";

/** A code that pays for one vend. */
export const qrCode = defineEntity({
  name: "qr_code",
  api: "/qr_codes",
  paths: { list: "/qr_codes", create: "/qr_codes/create", view: "/qr_codes/view/{id}" },
  permission: "QR_CODES",
  title: "code",
  fields: {
    /** What the QR code says; made up when left empty. */
    code: text({ min: 8, max: 64, format: "code", exclusive: true }),
    /** With which it was made. */
    batch: ref("qr_batch", { readOnly: true }),
    device: ref("device"),
    recipe: ref("recipe"),
    /** The most that a vend for it may cost. */
    amount: money({ min: 1, hint: true }),
    /** The last day on which it may be used. */
    expires_on: day(),
    note: text({ max: 1000, multiline: true }),
    state: choice("qr_state", QR_STATES, { readOnly: true }),
    used_at: moment(),
    created_at: moment(),
    blocked: flag({ readOnly: true }),
  },
  changes: ["device", "recipe", "amount", "expires_on", "note"],
  sections: [{ name: "main", fields: ["code", "device", "recipe", "amount", "expires_on", "note"] }],
  atLeastOne: { of: ["recipe", "amount"], refusal: "recipe_or_amount" },
  related: ["qr_batch"],
  list: {
    columns: ["code", "state", "device", "recipe", "amount", "expires_on", "used_at", "batch", "created_at", "note"],
    usual: ["code", "state", "device", "recipe", "amount", "expires_on", "used_at", "batch"],
    search: ["code", "device", "recipe"],
    sort: "-created_at",
    filters: ["state", "batch", "device", "recipe", "amount", "expires_on", "used_at", "created_at"],
    scopes: [
      { name: "not_used", where: { state: "NOT_USED" } },
      { name: "used", where: { state: "USED" } },
      { name: "expired", where: { state: "EXPIRED" } },
      { name: "blocked", where: { state: "BLOCKED" } },
    ],
    brief: ["state", "recipe"],
  },
  tabs: ["data", "sheet"],
  actions: [
    { name: "block", danger: true, when: { field: "blocked", is: false } },
    { name: "unblock", when: { field: "blocked", is: true } },
  ],
});
