import { sql } from "drizzle-orm";
import { bigint, boolean, date, index, integer, jsonb, numeric, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { keyClient } from "../../contract/entities/key_clients";
import { keyWallet } from "../../contract/entities/key_wallets";
import { documentOf, entityColumns, instant, listIndexes } from "./common";
import { devices, recipes } from "./objects";
import { companies } from "./people";

/** Money beyond 21 million UAH does not fit an integer of kopecks. */
const kopecks = () => bigint({ mode: "number" });
const percent = () => numeric({ precision: 5, scale: 2, mode: "number" });

export const keyClients = pgTable(
  "key_clients",
  {
    ...entityColumns,
    name: text().notNull(),
    company_id: integer().references(() => companies.id),
    phone: text(),
    email: text(),
    cashback_percent: percent(),
    note: text(),
    blocked: boolean().notNull().default(false),
    /** Kept by the trigger `keep_count`. */
    wallets_count: integer().notNull().default(0),
    search: documentOf(keyClient),
  },
  (t) => listIndexes(keyClient, "key_clients", t),
);

export const keyClientPrograms = pgTable(
  "key_client_programs",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    key_client_id: integer()
      .notNull()
      .references(() => keyClients.id, { onDelete: "cascade" }),
    position: integer().notNull(),
    name: text().notNull(),
    /** `[{start,end}]` in minutes from midnight, Europe/Kyiv. */
    shifts: jsonb().notNull(),
    bonus: kopecks().notNull(),
    sales_amount: kopecks(),
    sales_count: integer(),
    last_bonus_at: instant(),
  },
  (t) => [index("key_client_programs_client_idx").on(t.key_client_id, t.position)],
);

export const keyWallets = pgTable(
  "key_wallets",
  {
    ...entityColumns,
    key: text().notNull(),
    client_id: integer().references(() => keyClients.id),
    owner: text(),
    type: text().notNull(),
    cashback_percent: percent(),
    max_price: kopecks(),
    day_limit: integer(),
    /** Kopecks; they change by movements alone (`key_moves`), in the same transaction. */
    balance: kopecks().notNull().default(0),
    bonus_balance: kopecks().notNull().default(0),
    original_balance: kopecks().notNull().default(0),
    original_bonus: kopecks().notNull().default(0),
    overdrawn: boolean().notNull().generatedAlwaysAs(sql`balance < 0 or bonus_balance < 0`),
    used_at: instant(),
    blocked: boolean().notNull().default(false),
    search: documentOf(keyWallet),
  },
  (t) => [uniqueIndex("key_wallets_key_key").on(t.key), ...listIndexes(keyWallet, "key_wallets", t, "often")],
);

/** Codes that were made together. */
export const qrBatches = pgTable(
  "qr_batches",
  {
    ...entityColumns,
    name: text().notNull(),
    codes_count: integer().notNull(),
    device_id: integer().references(() => devices.id),
    recipe_id: integer().references(() => recipes.id),
    amount: kopecks(),
    expires_on: date({ mode: "string" }),
    note: text(),
    blocked: boolean().notNull().default(false),
    author: text(),
  },
  (t) => [
    index("qr_batches_device_idx").on(t.device_id),
    index("qr_batches_recipe_idx").on(t.recipe_id),
    index("qr_batches_created_idx").on(t.created_at),
  ],
);

export const qrCodes = pgTable(
  "qr_codes",
  {
    ...entityColumns,
    code: text().notNull(),
    batch_id: integer().references(() => qrBatches.id),
    device_id: integer().references(() => devices.id),
    recipe_id: integer().references(() => recipes.id),
    /** Kopecks; a code is for a recipe, or up to an amount, or both. */
    amount: kopecks(),
    /** Last day on which the code may be used, Europe/Kyiv. */
    expires_on: date({ mode: "string" }),
    used_at: instant(),
    blocked: boolean().notNull().default(false),
    /** It was blocked with its batch, and is unblocked with it. */
    blocked_with_batch: boolean().notNull().default(false),
    note: text(),
  },
  (t) => [
    uniqueIndex("qr_codes_code_key").on(t.code),
    index("qr_codes_batch_idx").on(t.batch_id, t.id),
    index("qr_codes_device_idx").on(t.device_id),
    index("qr_codes_recipe_idx").on(t.recipe_id),
    index("qr_codes_created_idx").on(t.created_at),
  ],
);

export const sportLifeKeys = pgTable(
  "sport_life_keys",
  {
    ...entityColumns,
    number: text().notNull(),
    company_id: integer().references(() => companies.id),
    full_name: text().notNull(),
    blocked: boolean().notNull().default(false),
    note: text(),
  },
  (t) => [
    uniqueIndex("sport_life_keys_number_key").on(t.number),
    index("sport_life_keys_company_idx").on(t.company_id, t.number),
  ],
);

export const sportLifeKeyDiscounts = pgTable(
  "sport_life_key_discounts",
  {
    key_id: integer()
      .notNull()
      .references(() => sportLifeKeys.id, { onDelete: "cascade" }),
    position: integer().notNull(),
    recipe_id: integer()
      .notNull()
      .references(() => recipes.id),
    percent: integer().notNull(),
  },
  (t) => [
    uniqueIndex("sport_life_key_discounts_key").on(t.key_id, t.position),
    index("sport_life_key_discounts_recipe_idx").on(t.recipe_id),
  ],
);

/** One record: the general discounts of the sports clubs. */
export const sportLifeDiscounts = pgTable("sport_life_discounts", { ...entityColumns });

export const sportLifeDiscountRows = pgTable(
  "sport_life_discount_rows",
  {
    /** By which sales keep which of them lowered their price. */
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    list_id: integer()
      .notNull()
      .references(() => sportLifeDiscounts.id, { onDelete: "cascade" }),
    position: integer().notNull(),
    /** Null: every recipe. */
    recipe_id: integer().references(() => recipes.id),
    percent: integer().notNull(),
    valid_from: date({ mode: "string" }),
    valid_to: date({ mode: "string" }),
  },
  (t) => [
    uniqueIndex("sport_life_discount_rows_key").on(t.list_id, t.position),
    index("sport_life_discount_rows_recipe_idx").on(t.recipe_id),
  ],
);
