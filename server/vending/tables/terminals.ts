import { boolean, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { entityColumns, instant } from "./common";
import { files } from "./files";
import { devices } from "./objects";
import { companies } from "./people";

export const firmwares = pgTable(
  "firmwares",
  {
    ...entityColumns,
    name: text().notNull(),
    release: text().notNull(),
    type: text().notNull(),
    image_id: integer()
      .notNull()
      .references(() => files.id),
    active: boolean().notNull().default(false),
    note: text(),
  },
  (t) => [
    uniqueIndex("firmwares_name_release_key").on(t.name, t.release),
    uniqueIndex("firmwares_image_key").on(t.image_id),
  ],
);

export const paxTerminals = pgTable(
  "pax_terminals",
  {
    ...entityColumns,
    serial: text().notNull(),
    device_id: integer().references(() => devices.id),
    terminal_id: text(),
    merchant_id: text(),
    items_per_service: integer(),
    last_contact_at: instant(),
    note: text(),
  },
  (t) => [uniqueIndex("pax_terminals_serial_key").on(t.serial), index("pax_terminals_device_idx").on(t.device_id)],
);

export const fiscalCashiers = pgTable(
  "fiscal_cashiers",
  {
    ...entityColumns,
    name: text().notNull(),
    company_id: integer().references(() => companies.id),
    cashier_login: text(),
    pin_code: text(),
    access_token: text(),
    license_key: text(),
    fiscal_number: text(),
    state: text().notNull().default("CLOSED"),
    receipt_qr_url: text(),
    /** Kept by `areas/fiscal/alarms.ts`. */
    alarm: text(),
    note: text(),
  },
  (t) => [
    uniqueIndex("fiscal_cashiers_fiscal_number_key").on(t.fiscal_number),
    index("fiscal_cashiers_company_idx").on(t.company_id),
  ],
);
