import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  check,
  date,
  doublePrecision,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { entityColumns, instant } from "./common";
import { devices, ingredients } from "./objects";
import { users } from "./people";

const ids = () => integer().array().notNull().default(sql`'{}'`);

export const warehouses = pgTable("warehouses", {
  ...entityColumns,
  name: text().notNull(),
  address: text(),
  latitude: doublePrecision(),
  longitude: doublePrecision(),
  responsible_id: integer().references(() => users.id),
  note: text(),
});

export const crews = pgTable(
  "crews",
  {
    ...entityColumns,
    name: text().notNull(),
    type: text().notNull(),
    warehouse_id: integer().references((): AnyPgColumn => warehouses.id),
    members: ids(),
    replacement_crews: ids(),
    replaced_by_id: integer().references((): AnyPgColumn => crews.id),
    devices: ids(),
    note: text(),
  },
  (t) => [
    index("crews_warehouse_idx").on(t.warehouse_id),
    index("crews_replaced_by_idx").on(t.replaced_by_id),
    index("crews_devices_idx").using("gin", t.devices),
    index("crews_members_idx").using("gin", t.members),
  ],
);

export const crewVehicles = pgTable(
  "crew_vehicles",
  {
    ...entityColumns,
    license_plate: text().notNull(),
    brand: text(),
    max_load_weight: integer(),
    volume: numeric({ precision: 7, scale: 2, mode: "number" }),
    crew_id: integer().references(() => crews.id),
    note: text(),
  },
  (t) => [
    uniqueIndex("crew_vehicles_license_plate_key").on(t.license_plate),
    index("crew_vehicles_crew_idx").on(t.crew_id),
  ],
);

export const locationGroups = pgTable(
  "location_groups",
  {
    ...entityColumns,
    name: text().notNull(),
    crew_id: integer().references(() => crews.id),
    locations: ids(),
    note: text(),
  },
  (t) => [
    index("location_groups_crew_idx").on(t.crew_id),
    index("location_groups_locations_idx").using("gin", t.locations),
  ],
);

/** What a warehouse should never have less of; in the ingredient's unit. */
export const warehouseMinimums = pgTable(
  "warehouse_minimums",
  {
    warehouse_id: integer()
      .notNull()
      .references(() => warehouses.id, { onDelete: "cascade" }),
    position: integer().notNull(),
    ingredient_id: integer()
      .notNull()
      .references(() => ingredients.id),
    minimum: numeric({ precision: 14, scale: 3, mode: "number" }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.warehouse_id, t.position] }),
    index("warehouse_minimums_ingredient_idx").on(t.ingredient_id),
  ],
);

/**
 * Moves of stock: only ever added (the trigger `written_once` refuses anything else). `from` and `to` name a place
 * (`WAREHOUSE`, `CREW` or `DEVICE` and its id); a supplier, a loss, a buyer and a difference of a count are no places of
 * ours: `OUTSIDE` without an id. Places may have been deleted since.
 */
export const stockMoves = pgTable(
  "stock_moves",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    kind: text().notNull(),
    from_place: text().notNull(),
    from_id: integer(),
    to_place: text().notNull(),
    to_id: integer(),
    comment: text(),
    /** Why it was written off. */
    reason: text(),
    /** What it was done for: a stop of a route sheet, a count. */
    sheet_id: integer(),
    stop_id: integer(),
    count_id: integer(),
    at: instant().notNull().defaultNow(),
    author_id: integer().notNull(),
    author: text().notNull(),
    /** Chosen by the sender: the same move sent twice is made once. */
    key: text().notNull(),
    /** SHA-256 of the move as it was sent first: the same key may not carry another. */
    digest: text().notNull(),
  },
  (t) => [
    uniqueIndex("stock_moves_key").on(t.author_id, t.key),
    index("stock_moves_from_idx").on(t.from_place, t.from_id, t.id),
    index("stock_moves_to_idx").on(t.to_place, t.to_id, t.id),
    index("stock_moves_at_idx").on(t.at),
    index("stock_moves_kind_idx").on(t.kind, t.id),
    index("stock_moves_sheet_idx").on(t.sheet_id).where(sql`${t.sheet_id} is not null`),
  ],
);

export const stockMoveLines = pgTable(
  "stock_move_lines",
  {
    move_id: integer()
      .notNull()
      .references(() => stockMoves.id),
    position: integer().notNull(),
    ingredient_id: integer()
      .notNull()
      .references(() => ingredients.id),
    /** 0: of no batch that anybody told of. */
    batch_id: integer().notNull().default(0),
    /** In the ingredient's unit. */
    quantity: numeric({ precision: 14, scale: 3, mode: "number" }).notNull(),
    /** Kopecks for the line. */
    price: bigint({ mode: "number" }),
  },
  (t) => [
    primaryKey({ columns: [t.move_id, t.position] }),
    index("stock_move_lines_ingredient_idx").on(t.ingredient_id, t.move_id),
    check("stock_move_lines_quantity", sql`${t.quantity} > 0`),
  ],
);

/** What lies where: the sum of the moves, kept in the transaction of each; the database itself refuses less than nothing. */
export const stock = pgTable(
  "stock",
  {
    place: text().notNull(),
    place_id: integer().notNull(),
    ingredient_id: integer()
      .notNull()
      .references(() => ingredients.id),
    batch_id: integer().notNull().default(0),
    quantity: numeric({ precision: 17, scale: 3, mode: "number" }).notNull(),
    moved_at: instant().notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.place, t.place_id, t.ingredient_id, t.batch_id] }),
    index("stock_batch_idx").on(t.batch_id).where(sql`${t.quantity} > 0`),
    check("stock_quantity", sql`${t.quantity} >= 0`),
  ],
);

/** Goods of an ingredient that expire together. */
export const stockBatches = pgTable(
  "stock_batches",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    ingredient_id: integer()
      .notNull()
      .references(() => ingredients.id),
    /** The supplier's number; empty where only the date is known. */
    code: text().notNull().default(""),
    /** The last day on which it may be used, Europe/Kyiv. */
    expires_on: date({ mode: "string" }),
  },
  (t) => [
    uniqueIndex("stock_batches_key").on(t.ingredient_id, t.code, sql`coalesce(${t.expires_on}, 'infinity')`),
    index("stock_batches_expires_idx").on(t.expires_on),
  ],
);

/** Since when the stock of a machine is kept by the ledger: the first time that anybody told what came in or lay there. */
export const stockKept = pgTable(
  "stock_kept",
  {
    device_id: integer()
      .notNull()
      .references(() => devices.id, { onDelete: "cascade" }),
    ingredient_id: integer()
      .notNull()
      .references(() => ingredients.id),
    since: instant().notNull(),
    /** When somebody last looked what lies there, and what vends of that day until then had used as far as was known. */
    counted_at: instant(),
    counted_used: numeric({ precision: 17, scale: 3, mode: "number" }).notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.device_id, t.ingredient_id] })],
);

/** What was booked of a day's consumption of a machine (Europe/Kyiv), kept in the transaction of each move of that kind. */
export const stockUsed = pgTable(
  "stock_used",
  {
    device_id: integer().notNull(),
    day: date({ mode: "string" }).notNull(),
    ingredient_id: integer().notNull(),
    quantity: numeric({ precision: 17, scale: 3, mode: "number" }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.device_id, t.day, t.ingredient_id] })],
);

/** Days of machines whose sales or recipes changed since their consumption was booked; written by the triggers `use_…`. */
export const stockDue = pgTable(
  "stock_due",
  { device_id: integer().notNull(), day: date({ mode: "string" }).notNull() },
  (t) => [index("stock_due_idx").on(t.device_id, t.day)],
);

/** Counts of what lies at a place, and what was found of each thing: `expected` as the sheet had it when it was drawn. */
export const stockCounts = pgTable(
  "stock_counts",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    place: text().notNull(),
    place_id: integer().notNull(),
    at: instant().notNull().defaultNow(),
    comment: text(),
    author_id: integer().notNull(),
    author: text().notNull(),
    key: text().notNull(),
    digest: text().notNull(),
  },
  (t) => [
    uniqueIndex("stock_counts_key").on(t.author_id, t.key),
    index("stock_counts_place_idx").on(t.place, t.place_id, t.id),
  ],
);

export const stockCountLines = pgTable(
  "stock_count_lines",
  {
    count_id: integer()
      .notNull()
      .references(() => stockCounts.id),
    position: integer().notNull(),
    ingredient_id: integer()
      .notNull()
      .references(() => ingredients.id),
    batch_id: integer().notNull().default(0),
    expected: numeric({ precision: 17, scale: 3, mode: "number" }).notNull(),
    counted: numeric({ precision: 17, scale: 3, mode: "number" }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.count_id, t.position] }),
    index("stock_count_lines_ingredient_idx").on(t.ingredient_id),
  ],
);
