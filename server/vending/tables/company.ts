import { sql } from "drizzle-orm";
import { bigint, boolean, check, date, index, integer, numeric, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { entityColumns, instant } from "./common";
import { companies, userGroups } from "./people";

export const franchises = pgTable(
  "franchises",
  {
    ...entityColumns,
    name: text().notNull(),
    // No foreign key: it would lock parents in an order of its own. The tree is kept whole by areas/franchises/tree.ts.
    parent_id: integer(),
    must_have_dependants: boolean().notNull().default(false),
    company_id: integer().references(() => companies.id),
    royalty_percent: numeric({ precision: 5, scale: 2, mode: "number" }),
    phone: text(),
    email: text(),
    merchant_id: text(),
    public_key: text(),
    secret_key: text(),
    monobank_token: text(),
    payment_fee_percent: numeric({ precision: 5, scale: 2, mode: "number" }),
    note: text(),
    user_group_id: integer().references(() => userGroups.id),
  },
  (t) => [index("franchises_parent_idx").on(t.parent_id), index("franchises_company_idx").on(t.company_id)],
);

export const divisions = pgTable("divisions", {
  ...entityColumns,
  name: text().notNull(),
  external_id: text(),
  note: text(),
});

/** Hryvnias for one of a currency, from a day on. */
export const currencyRates = pgTable(
  "currency_rates",
  {
    ...entityColumns,
    currency: text().notNull(),
    rate: numeric({ precision: 20, scale: 6, mode: "number" }).notNull(),
    from_day: date({ mode: "string" }).notNull(),
    note: text(),
  },
  (t) => [uniqueIndex("currency_rates_key").on(t.currency, t.from_day)],
);

/** Longest time of a stage of an online payment. */

/** One row. */
export const settings = pgTable(
  "settings",
  {
    id: integer().primaryKey().default(1),
    version: integer().notNull().default(1),
    created_at: instant().notNull().defaultNow(),
    updated_at: instant().notNull().defaultNow(),
    page_size: text().notNull().default("50"),
    offline_minutes: integer().notNull().default(15),
    response_critical: integer().notNull().default(30),
    response_high: integer().notNull().default(120),
    response_medium: integer().notNull().default(480),
    resolution_critical: integer().notNull().default(240),
    resolution_high: integer().notNull().default(1440),
    resolution_medium: integer().notNull().default(4320),
    event_days: integer().default(90),
    session_idle_minutes: integer().notNull().default(720),
    refund_limit: bigint({ mode: "number" }),
    voucher_days: integer(),
    fiscal_keys: boolean().notNull().default(false),
    fiscal_open_at: text(),
    fiscal_close_at: text(),
    fiscal_cash_out: boolean().notNull().default(false),
    fiscal_age_days: integer(),
    fiscal_lag_minutes: integer(),
    payment_start: integer(),
    credit_added: integer(),
    product_selection: integer(),
    invoice_creation: integer(),
    payment: integer(),
    payment_notification: integer(),
    start_notification: integer(),
    making: integer(),
    hold_payments: boolean().notNull().default(false),
    sheets_need_second: boolean().notNull().default(false),
    sheets_nightly: boolean().notNull().default(false),
  },
  (t) => [check("settings_one_row", sql`${t.id} = 1`)],
);

/** One row, made with the first sealed secret: by which key (its SHA-256, hex) this database's secrets are sealed. */
export const secretsKey = pgTable(
  "secrets_key",
  {
    id: integer().primaryKey().default(1),
    fingerprint: text().notNull(),
  },
  (t) => [check("secrets_key_one_row", sql`${t.id} = 1`)],
);
