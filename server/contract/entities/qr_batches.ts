import { defineEntity } from "../define-entity";
import { day, flag, integer, moment, money, ref, text } from "../fields";

/** QR codes that are made together: what one says is the same for all of them. */
export const qrBatch = defineEntity({
  name: "qr_batch",
  api: "/qr_batches",
  paths: { list: "/qr_codes/batches", create: "/qr_codes/batch", view: "/qr_codes/batches/view/{id}" },
  permission: "QR_CODES",
  title: "name",
  fields: {
    name: text({ required: true, max: 120 }),
    /** That were made. */
    codes_count: integer({ required: true, min: 1, max: 5_000, fixed: true }),
    device: ref("device", { fixed: true, hint: true }),
    recipe: ref("recipe", { fixed: true }),
    amount: money({ min: 1, fixed: true, hint: true }),
    /** The last day on which its codes may be used. */
    expires_on: day({ fixed: true }),
    note: text({ max: 1000, multiline: true }),
    used_count: integer({ readOnly: true, derived: true }),
    author: text({ readOnly: true, max: 200 }),
    created_at: moment(),
    blocked: flag({ readOnly: true }),
  },
  changes: ["note"],
  sections: [{ name: "main", fields: ["name", "codes_count", "recipe", "amount", "device", "expires_on", "note"] }],
  atLeastOne: { of: ["recipe", "amount"], refusal: "recipe_or_amount" },
  once: true,
  list: {
    columns: [
      "name",
      "codes_count",
      "used_count",
      "recipe",
      "amount",
      "device",
      "expires_on",
      "blocked",
      "author",
      "created_at",
      "note",
    ],
    usual: ["name", "codes_count", "used_count", "recipe", "amount", "device", "expires_on", "blocked"],
    search: ["name", "note", "author"],
    sort: "-created_at",
    filters: ["recipe", "amount", "device", "expires_on", "blocked", "created_at"],
    brief: ["codes_count", "used_count"],
  },
  actions: [
    { name: "block", danger: true, when: { field: "blocked", is: false } },
    { name: "unblock", when: { field: "blocked", is: true } },
  ],
  // What was handed out stays known.
  deletable: false,
  tabs: ["data", "sheet"],
});
