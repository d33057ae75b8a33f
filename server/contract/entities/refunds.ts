import { defineEntity } from "../define-entity";
import { ALL } from "../entity";
import { PAYMENT_SOURCES } from "../enums";
import { choice, flag, integer, moment, money, ref, text } from "../fields";
import { REFUND_STATES, REFUND_WAYS } from "../refunds";

/** Money of one vend that is given back: asked for, decided, done (docs/decisions/038). */
export const refund = defineEntity({
  name: "refund",
  api: "/refunds",
  paths: { list: "/refunds", create: "/refunds/create", view: "/refunds/view/{id}" },
  permission: "HELP_DESK",
  title: "product",
  fields: {
    device: ref("device", { required: true, fixed: true }),
    /** The vend, as the books know it (`subjectSchema`). */
    subject: text({ required: true, max: 60, fixed: true }),
    way: choice("refund_way", REFUND_WAYS, { required: true, fixed: true }),
    amount: money({ required: true, min: 1, max: 100_000_000, fixed: true }),
    reason: text({ required: true, max: 500, fixed: true }),
    ticket: ref("ticket", { fixed: true }),
    note: text({ max: 1000, multiline: true }),
    state: choice("refund_state", REFUND_STATES, { readOnly: true }),
    /** Of the vend, as it was when the refund was asked for. */
    product: text({ readOnly: true, max: 300 }),
    vended_at: moment(),
    source: choice("source", PAYMENT_SOURCES, { readOnly: true }),
    paid: money({ readOnly: true }),
    author: text({ readOnly: true, max: 200 }),
    created_at: moment(),
    decider: text({ readOnly: true, max: 200 }),
    decided_at: moment(),
    decline_reason: text({ readOnly: true, max: 500 }),
    voucher: ref("qr_code", { readOnly: true }),
    /** The online payment that gives the money back. */
    payment: integer({ readOnly: true, derived: true }),
    /** The viewer may approve or decline it now. */
    decidable: flag({ readOnly: true, derived: true }),
  },
  changes: ["note"],
  sections: [{ name: "main", fields: ["device", "subject", "way", "amount", "reason", "ticket", "note"] }],
  once: true,
  list: {
    columns: [
      "product",
      "state",
      "amount",
      "way",
      "device",
      "vended_at",
      "reason",
      "ticket",
      "author",
      "created_at",
      "decider",
      "decided_at",
      "paid",
      "source",
    ],
    usual: ["product", "state", "amount", "way", "device", "vended_at", "reason", "created_at"],
    search: ["product", "reason", "author"],
    sort: "-created_at",
    filters: ["state", "way", "device", "amount", "ticket", "source", "vended_at", "created_at", "decided_at"],
    scopes: [
      { name: "requested", where: { state: "requested" }, counted: true },
      { name: "done", where: { state: "done" } },
      { name: "declined", where: { state: "declined" } },
      ALL,
    ],
    brief: ["state", "amount", "way"],
  },
  tabs: ["refund", "data"],
  actions: [
    { name: "approve", when: { field: "decidable", is: true }, single: true },
    {
      name: "decline",
      when: { field: "decidable", is: true },
      single: true,
      danger: true,
      takes: "decline_reason",
    },
  ],
  // What was asked for and what became of it stays known.
  deletable: false,
});
