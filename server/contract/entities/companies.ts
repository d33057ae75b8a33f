import { defineEntity } from "../define-entity";
import { decimal, file, integer, moment, refs, secret, text } from "../fields";
import { FILE_TYPES } from "../files";

/** Longest key, password or token of another system. */
const KEY = { min: 1, max: 500 } as const;

/** A company of the group that runs machines; users belong to one or more. */
export const company = defineEntity({
  name: "company",
  api: "/companies",
  paths: { list: "/companies", create: "/companies/create", view: "/companies/view/{id}" },
  permission: "COMPANY",
  title: "name",
  tabs: ["summary", "data"],
  fields: {
    name: text({ required: true, max: 120 }),
    phone: text({ max: 30, format: "phone" }),
    email: text({ max: 200, format: "email" }),
    note: text({ max: 1000, multiline: true }),
    logo: file({ types: FILE_TYPES, maxBytes: 512 * 1024 }),
    managers: refs("user"),
    responsible_users: refs("user"),
    /** The payment provider's account of the company. */
    merchant_login: text({ max: 120 }),
    merchant_id: text({ max: 120 }),
    merchant_password: secret(KEY),
    secret_key: secret(KEY),
    /** Of its account with monobank. */
    monobank_token: secret(KEY),
    /** What its provider keeps of a payment. */
    payment_fee_percent: decimal({ scale: 2, min: 0, max: 100, unit: "percent" }),
    /** Put by the managers' and crews' applications into their pages as it is; this product never runs it. */
    tracking_scripts: text({ max: 20_000, multiline: true }),
    api_token: secret(KEY),
    manager_api_url: text({ max: 500, format: "url" }),
    crew_api_url: text({ max: 500, format: "url" }),
    pin_code: secret({ min: 4, max: 8, format: "digits" }),
    user_sync_login: text({ max: 120, format: "login" }),
    user_sync_password: secret(KEY),
    /** Id of the messaging service's group that is told of tickets, as that service names it. */
    help_desk_group: text({ max: 200 }),
    /** Where new tickets and replies are posted (server/vending/areas/help-desk/webhook.ts). */
    help_desk_webhook: text({ max: 500, format: "url" }),
    /** Signs what is posted. */
    help_desk_webhook_secret: secret({ min: 8, max: 200 }),
    help_desk_waiting: integer({ readOnly: true, derived: true }),
    help_desk_sent_at: moment({ derived: true }),
    help_desk_error: text({ readOnly: true, derived: true, max: 500, format: "post_error" }),
    projects_count: integer({ readOnly: true }),
    locations_count: integer({ readOnly: true }),
    users_count: integer({ readOnly: true }),
  },
  changes: ["managers", "responsible_users", "payment_fee_percent", "note"],
  sections: [
    { name: "main", fields: ["name", "phone", "email", "logo", "note"] },
    { name: "people", fields: ["managers", "responsible_users"] },
    {
      name: "payment_provider",
      fields: [
        "merchant_login",
        "merchant_id",
        "merchant_password",
        "secret_key",
        "monobank_token",
        "payment_fee_percent",
      ],
    },
    {
      name: "connections",
      fields: [
        "api_token",
        "manager_api_url",
        "crew_api_url",
        "pin_code",
        "user_sync_login",
        "user_sync_password",
        "tracking_scripts",
      ],
    },
    {
      name: "help_desk",
      fields: ["help_desk_group", "help_desk_webhook", "help_desk_webhook_secret"],
      facts: ["help_desk_waiting", "help_desk_sent_at", "help_desk_error"],
      action: "send_test",
    },
  ],
  actions: [{ name: "send_test", single: true }],
  list: {
    columns: ["name", "phone", "email", "managers", "projects_count", "locations_count", "users_count", "note"],
    usual: ["name", "phone", "email", "managers", "projects_count", "locations_count", "users_count"],
    search: ["name", "email", "phone"],
    sort: "name",
    filters: ["name", "managers", "responsible_users"],
    brief: ["phone", "locations_count"],
  },
});
