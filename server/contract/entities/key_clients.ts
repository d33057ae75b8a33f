import { defineEntity } from "../define-entity";
import { decimal, flag, integer, moment, money, ref, rows, shifts, text } from "../fields";

/** A customer whose people pay with keys, and the bonus programs they earn by. */
export const keyClient = defineEntity({
  name: "key_client",
  api: "/key_clients",
  paths: { list: "/key_clients", create: "/key_clients/create", view: "/key_client/view/{id}" },
  permission: "KEY_CLIENTS",
  title: "name",
  fields: {
    name: text({ required: true, max: 120 }),
    company: ref("company"),
    phone: text({ max: 30, format: "phone" }),
    email: text({ max: 200, format: "email" }),
    /** What its keys of CASHBACK earn of a vend paid with money, where a key says nothing itself. */
    cashback_percent: decimal({ scale: 2, min: 0, max: 100, unit: "percent" }),
    note: text({ max: 1000, multiline: true }),
    /** Keys of a blocked client pay nowhere. */
    blocked: flag({ readOnly: true }),
    /** Within its shifts a program adds `bonus` once the sales of a key reach both thresholds that are set. */
    programs: rows(
      {
        name: text({ required: true, max: 120 }),
        shifts: shifts({ required: true }),
        bonus: money({ required: true, min: 1 }),
        sales_amount: money(),
        sales_count: integer({ min: 0, max: 1_000_000 }),
        last_bonus_at: moment(),
      },
      { empty: "required", unique: "name", identified: true },
    ),
    wallets_count: integer({ readOnly: true }),
  },
  changes: ["company", "cashback_percent", "note"],
  sections: [
    { name: "main", fields: ["name", "company", "phone", "email", "cashback_percent", "note"] },
    { name: "programs", fields: ["programs"] },
  ],
  list: {
    columns: ["name", "company", "phone", "email", "programs", "wallets_count", "cashback_percent", "blocked", "note"],
    usual: ["name", "company", "phone", "email", "programs", "wallets_count", "cashback_percent", "blocked"],
    search: ["name", "phone", "email"],
    sort: "name",
    filters: ["company", "blocked"],
    brief: ["wallets_count", "phone"],
  },
  tabs: ["summary", "data", "statement", "bonuses"],
  actions: [
    { name: "block", danger: true, when: { field: "blocked", is: false } },
    { name: "unblock", when: { field: "blocked", is: true } },
  ],
});
