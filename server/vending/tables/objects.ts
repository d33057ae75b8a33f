import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  numeric,
  pgTable,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { PAYERS } from "../../contract/payments";
import { device } from "../../contract/entities/devices";
import { location } from "../../contract/entities/locations";
import { telemetry } from "../../contract/entities/telemetries";
import { documentOf, entityColumns, instant, listIndexes } from "./common";
import { divisions, franchises } from "./company";
import { companies, projects } from "./people";
import { fiscalCashiers } from "./terminals";

export const ingredients = pgTable("ingredients", {
  ...entityColumns,
  name: text().notNull(),
  type: text().notNull(),
  unit: text().notNull(),
  price_type: text().notNull(),
  price: bigint({ mode: "number" }).notNull(),
  pack_count: integer(),
  weight: integer(),
  volume: integer(),
});

export const recipes = pgTable(
  "recipes",
  {
    ...entityColumns,
    name: text().notNull(),
    item_number: integer().notNull(),
    description: text(),
  },
  (t) => [uniqueIndex("recipes_item_number_key").on(t.item_number)],
);

export const recipeIngredients = pgTable(
  "recipe_ingredients",
  {
    recipe_id: integer()
      .notNull()
      .references(() => recipes.id, { onDelete: "cascade" }),
    position: integer().notNull(),
    ingredient_id: integer()
      .notNull()
      .references(() => ingredients.id),
    quantity: numeric({ precision: 12, scale: 2, mode: "number" }).notNull(),
  },
  (t) => [
    uniqueIndex("recipe_ingredients_key").on(t.recipe_id, t.position),
    index("recipe_ingredients_ingredient_idx").on(t.ingredient_id),
  ],
);

export const deviceManufacturers = pgTable("device_manufacturers", {
  ...entityColumns,
  name: text().notNull(),
  serial_prefix: text(),
  country: text(),
  support_phone: text(),
  note: text(),
});

export const deviceModels = pgTable("device_models", {
  ...entityColumns,
  name: text().notNull(),
  manufacturer_id: integer()
    .notNull()
    .references(() => deviceManufacturers.id),
  device_type: text().notNull(),
  cells_count: integer(),
  cells_per_shelf: integer(),
  service_vends: integer(),
  note: text(),
});

export const deviceModelBunkers = pgTable(
  "device_model_bunkers",
  {
    model_id: integer()
      .notNull()
      .references(() => deviceModels.id, { onDelete: "cascade" }),
    position: integer().notNull(),
    ingredient_type: text().notNull(),
    /** Grams, millilitres or pieces. */
    capacity: integer().notNull(),
  },
  (t) => [uniqueIndex("device_model_bunkers_key").on(t.model_id, t.position)],
);

export const planograms = pgTable("planograms", {
  ...entityColumns,
  name: text().notNull(),
  device_model_id: integer().references(() => deviceModels.id),
  description: text(),
});

export const planogramCells = pgTable(
  "planogram_cells",
  {
    planogram_id: integer()
      .notNull()
      .references(() => planograms.id, { onDelete: "cascade" }),
    position: integer().notNull(),
    cell: text().notNull(),
    recipe_id: integer()
      .notNull()
      .references(() => recipes.id),
    price: bigint({ mode: "number" }).notNull(),
    capacity: integer(),
  },
  (t) => [
    uniqueIndex("planogram_cells_key").on(t.planogram_id, t.position),
    index("planogram_cells_recipe_idx").on(t.recipe_id),
  ],
);

export const locations = pgTable(
  "locations",
  {
    ...entityColumns,
    name: text().notNull(),
    address: text().notNull(),
    city: text().notNull(),
    region: text().notNull(),
    latitude: doublePrecision(),
    longitude: doublePrecision(),
    opens_at: text(),
    closes_at: text(),
    closed_on: text().array().notNull().default(sql`'{}'`),
    external_id: text(),
    project_id: integer().references(() => projects.id),
    company_id: integer().references(() => companies.id),
    franchise_id: integer().references(() => franchises.id),
    division_id: integer().references(() => divisions.id),
    fiscal_enabled: boolean().notNull().default(false),
    fiscal_cashier_id: integer().references((): AnyPgColumn => fiscalCashiers.id),
    fiscal_tax_code: integer(),
    fiscal_footer: text(),
    /** Sales since then are registered; kept by the trigger `keep_fiscal_since`. */
    fiscal_since: instant(),
    note: text(),
    /** Kept by the trigger `keep_count`. */
    devices_count: integer().notNull().default(0),
    search: documentOf(location),
  },
  (t) => [index("locations_fiscal_cashier_idx").on(t.fiscal_cashier_id), ...listIndexes(location, "locations", t)],
);

const multiplier = () => numeric({ precision: 8, scale: 3, mode: "number" });

export const devices = pgTable(
  "devices",
  {
    ...entityColumns,
    serial_number: text().notNull(),
    model_id: integer()
      .notNull()
      .references(() => deviceModels.id),
    device_type: text().notNull(),
    ownership_type: text().notNull(),
    location_id: integer().references(() => locations.id),
    planogram_id: integer().references(() => planograms.id),
    child_device_id: integer(),
    reader_type: text(),
    in_work: boolean().notNull().default(false),
    service_vends: integer(),
    next_service_on: date({ mode: "string" }),
    ignore_crc: boolean().notNull().default(false),
    audit_currency: text(),
    coin_multiplier: multiplier(),
    bill_multiplier: multiplier(),
    price_multiplier: multiplier(),
    payment_provider_id: integer().references(() => companies.id),
    note: text(),
    hidden: boolean().notNull().default(false),
    last_sale_at: instant(),
    last_read_at: instant(),
    last_processed_at: instant(),
    /** Paid sales of today and the 29 days before it, Europe/Kyiv: kept by areas/sales/totals.ts. */
    vends_30_days: bigint({ mode: "number" }).notNull().default(0),
    sales_30_days: bigint({ mode: "number" }).notNull().default(0),
    // Kept by the trigger `keep_device`: what the place says, and with it whose the machine is to see, and what a search looks in.
    project_id: integer(),
    franchise_id: integer(),
    search: text().notNull().default(""),
    /** Who serves it now: kept by the trigger `keep_crew` of its last placement. */
    crew_id: integer(),
    /** Whose merchant account takes its online payments, and the code of its public page. */
    payer: text({ enum: PAYERS }).notNull().default("auto"),
    pay_code: text().notNull().default(sql`left(replace(gen_random_uuid()::text, '-', ''), 12)`),
  },
  (t) => [
    uniqueIndex("devices_pay_code_key").on(t.pay_code),
    uniqueIndex("devices_serial_number_key").on(t.serial_number), // Restrictions are decided by an index alone.
    index("devices_access_idx").on(t.project_id, t.location_id, t.franchise_id, t.id),
    index("devices_hidden_access_idx").on(t.hidden, t.project_id, t.location_id, t.franchise_id, t.id),
    index("devices_payment_provider_idx").on(t.payment_provider_id),
    ...listIndexes(device, "devices", t, "often"),
  ],
);

export const telemetries = pgTable(
  "telemetries",
  {
    ...entityColumns,
    serial: text().notNull(),
    type: text().notNull(),
    device_id: integer().references(() => devices.id),
    sim_operator: text(),
    note: text(),
    /** SHA-256 of the unit's secret; the secret itself is shown once and not kept. */
    secret_hash: text(),
    // Kept by the trigger `keep_telemetry`: where the machine stands, by which units are restricted, and what a search looks in.
    location_id: integer(),
    project_id: integer(),
    franchise_id: integer(),
    search: text().notNull().default(""),
  },
  (t) => [
    index("telemetries_access_idx").on(t.project_id, t.location_id, t.franchise_id, t.device_id, t.id),
    uniqueIndex("telemetries_serial_key").on(t.serial),
    uniqueIndex("telemetries_device_key").on(t.device_id),
    // Machines by what their unit says.
    index("telemetries_type_device_idx").on(t.type, t.device_id),
    index("telemetries_has_secret_order").on(sql`(${t.secret_hash} is not null)`, t.id),
    ...listIndexes(telemetry, "telemetries", t),
  ],
);
