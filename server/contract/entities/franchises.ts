import { defineEntity } from "../define-entity";
import { decimal, flag, integer, ref, secret, text } from "../fields";

const KEY = { min: 1, max: 500 } as const;

/** Someone who runs machines under the company's name, with users of its own; may have sub-franchises. */
export const franchise = defineEntity({
  name: "franchise",
  api: "/franchises",
  paths: { list: "/franchises", create: "/franchise/create", view: "/franchise/view/{id}" },
  alsoViewedAt: "/franchise/sub_franchise/view/{id}",
  permission: "FRANCHISE",
  title: "name",
  tabs: ["data", "financial_report"],
  dated: ["royalty_percent"],
  fields: {
    name: text({ required: true, max: 120 }),
    parent: ref("franchise"),
    /** Said of a franchise that has sub-franchises; from then on the last of them stays. */
    must_have_dependants: flag(),
    company: ref("company", { companyOnly: true }),
    /** Share of sales that goes to the company; of a past day it is what held at its end (`royalty_percents`). */
    royalty_percent: decimal({ scale: 2, min: 0, max: 100, unit: "percent", companyOnly: true }),
    phone: text({ max: 30, format: "phone" }),
    email: text({ max: 200, format: "email" }),
    /** The payment provider's account of the franchise. */
    merchant_id: text({ max: 120 }),
    public_key: secret(KEY),
    secret_key: secret(KEY),
    /** Of its account with monobank. */
    monobank_token: secret(KEY),
    /** What its provider keeps of a payment. */
    payment_fee_percent: decimal({ scale: 2, min: 0, max: 100, unit: "percent" }),
    note: text({ max: 1000, multiline: true }),
    /** Made with the franchise. */
    user_group: ref("user_group", { readOnly: true }),
    sub_franchises_count: integer({ readOnly: true }),
    locations_count: integer({ readOnly: true }),
    users_count: integer({ readOnly: true }),
  },
  changes: ["parent", "must_have_dependants", "company", "royalty_percent", "payment_fee_percent", "note"],
  consequences: ["royalty_percent"],
  sections: [
    { name: "main", fields: ["name", "parent", "must_have_dependants", "company", "royalty_percent"] },
    { name: "contacts", fields: ["phone", "email", "note"] },
    {
      name: "payment_provider",
      fields: ["merchant_id", "public_key", "secret_key", "monobank_token", "payment_fee_percent"],
    },
  ],
  list: {
    columns: [
      "name",
      "parent",
      "company",
      "user_group",
      "royalty_percent",
      "sub_franchises_count",
      "locations_count",
      "users_count",
      "phone",
      "email",
    ],
    usual: ["name", "parent", "company", "royalty_percent", "sub_franchises_count", "locations_count", "users_count"],
    search: ["name", "phone", "email"],
    sort: "name",
    filters: ["parent", "company", "must_have_dependants", "royalty_percent"],
    brief: ["royalty_percent", "locations_count"],
  },
});
