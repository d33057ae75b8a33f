import { defineEntity } from "../define-entity";
import { ALL } from "../entity";
import { CASH_DESK_STATES } from "../enums";
import { DESK_ALARMS } from "../fiscal";
import { choice, ref, secret, text } from "../fields";

/** A fiscal cash desk of Checkbox with its cashier; what it signs with is written here and never read back. */
export const fiscalCashier = defineEntity({
  name: "fiscal_cashier",
  api: "/checkbox_cashiers",
  paths: { list: "/checkbox_cashiers", create: "/checkbox_cashiers/create", view: "/checkbox_cashiers/view/{id}" },
  permission: "CHECKBOX",
  title: "name",
  tabs: ["desk", "data", "receipts"],
  shortcuts: [
    { name: "cash_in", path: "cash/service_in" },
    { name: "cash_out", path: "cash/service_out" },
  ],
  fields: {
    name: text({ required: true, max: 120 }),
    company: ref("company"),
    /** The cash register's number at the tax service. */
    fiscal_number: text({ max: 20, exclusive: true }),
    cashier_login: text({ max: 100 }),
    /** The cashier's key: a PIN code or a password. */
    pin_code: secret({ min: 4, max: 200 }),
    license_key: secret({ min: 8, max: 200 }),
    access_token: secret({ min: 8, max: 4000 }),
    note: text({ max: 1000, multiline: true }),
    state: choice("cash_desk_state", CASH_DESK_STATES, { readOnly: true }),
    /** Page of the tax service that the QR code of the last receipt leads to. */
    receipt_qr_url: text({ max: 500, readOnly: true }),
    alarm: choice("desk_alarm", DESK_ALARMS, { readOnly: true }),
  },
  changes: ["company", "note"],
  sections: [
    { name: "main", fields: ["name", "company", "fiscal_number", "note"] },
    { name: "sign_in", fields: ["cashier_login", "pin_code", "license_key", "access_token"] },
  ],
  list: {
    columns: ["name", "state", "alarm", "company", "fiscal_number", "cashier_login", "receipt_qr_url", "note"],
    usual: ["name", "state", "alarm", "company", "fiscal_number", "cashier_login"],
    search: ["name", "fiscal_number", "cashier_login"],
    sort: "name",
    filters: ["state", "alarm", "company"],
    scopes: [ALL, { name: "open", where: { state: "OPEN" } }, { name: "closed", where: { state: "CLOSED" } }],
    brief: ["state", "alarm"],
  },
  actions: [
    { name: "open", single: true },
    { name: "x_report", single: true },
    { name: "test_access", single: true },
    { name: "close", single: true, danger: true },
  ],
});
