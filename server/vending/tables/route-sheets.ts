import { sql } from "drizzle-orm";
import {
  boolean,
  date,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  real,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { routeSheet } from "../../contract/entities/route_sheets";
import { bytea, documentOf, entityColumns, instant, listIndexes } from "./common";
import { cashCollections } from "./fleet";
import { crews, crewVehicles, warehouses } from "./logistics";
import { devices, ingredients } from "./objects";

const amount = () => numeric({ precision: 14, scale: 3, mode: "number" });
const task = () => boolean().notNull().default(false);

export const routeSheets = pgTable(
  "route_sheets",
  {
    ...entityColumns,
    number: text().notNull().default(""),
    day: date({ mode: "string" }).notNull(),
    crew_id: integer()
      .notNull()
      .references(() => crews.id),
    warehouse_id: integer().references(() => warehouses.id),
    vehicle_id: integer().references(() => crewVehicles.id),
    status: text().notNull().default("DRAFT"),
    note: text(),
    devices: integer().array().notNull().default(sql`'{}'`),
    minutes: integer(),
    kilometres: real(),
    weight: real(),
    volume: real(),
    author_id: integer(),
    author: text(),
    approver: text(),
    cancel_reason: text(),
    /** Of what moved it on last: the same form sent twice does it once. */
    load_key: text(),
    complete_key: text(),
    search: documentOf(routeSheet),
  },
  (t) => [
    ...listIndexes(routeSheet, "route_sheets", t),
    index("route_sheets_devices_idx").using("gin", t.devices),
    index("route_sheets_open_idx").on(t.crew_id, t.day).where(sql`${t.status} in ('APPROVED', 'ACCEPTED', 'LOADED')`),
  ],
);

/** Machines of sheets, in their order. A machine stands on one open sheet at a time. */
export const routeSheetStops = pgTable(
  "route_sheet_stops",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    sheet_id: integer()
      .notNull()
      .references(() => routeSheets.id, { onDelete: "cascade" }),
    position: integer().notNull(),
    device_id: integer()
      .notNull()
      .references(() => devices.id),
    fill: task(),
    collect: task(),
    clean: task(),
    repair: task(),
    audit: task(),
    planogram: task(),
    note: text(),
    /** Minute of the day at which the crew is expected, as reckoned when the sheet was written last; null where the way is not known. */
    due_at: integer(),
    /** The place is closed then. */
    late: boolean().notNull().default(false),
    /** Its sheet is neither completed nor cancelled. */
    open: boolean().notNull().default(true),
    status: text().notNull().default("unserved"),
    begun_at: instant(),
    served_at: instant(),
    served_by: text(),
    reason: text(),
    remark: text(),
    cleaned: boolean().notNull().default(false),
    thrown_reason: text(),
    collection_id: integer().references(() => cashCollections.id),
    /** Chosen by the phone: the same entry sent twice is one. */
    key: text(),
  },
  (t) => [
    index("route_sheet_stops_sheet_idx").on(t.sheet_id, t.position),
    index("route_sheet_stops_device_idx").on(t.device_id),
    index("route_sheet_stops_collection_idx").on(t.collection_id),
    uniqueIndex("route_sheet_stops_open_key").on(t.device_id).where(sql`${t.open}`),
  ],
);

/** Photos that crews took at machines, as they are kept: WebP. */
export const routeSheetPhotos = pgTable(
  "route_sheet_photos",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    stop_id: integer()
      .notNull()
      .references(() => routeSheetStops.id, { onDelete: "cascade" }),
    key: text().notNull(),
    content: bytea().notNull(),
    at: instant().notNull().defaultNow(),
    author: text().notNull(),
  },
  (t) => [uniqueIndex("route_sheet_photos_key").on(t.stop_id, t.key)],
);

/** What was proposed for a slot when the sheet was submitted, and what was done there. In the ingredient's unit. */
export const routeSheetFills = pgTable(
  "route_sheet_fills",
  {
    stop_id: integer()
      .notNull()
      .references(() => routeSheetStops.id, { onDelete: "cascade" }),
    slot: text().notNull(),
    ingredient_id: integer().references(() => ingredients.id),
    capacity: real().notNull(),
    level: real(),
    proposed: amount().notNull(),
    found: amount(),
    put: amount(),
    taken: amount(),
    thrown: amount(),
  },
  (t) => [primaryKey({ columns: [t.stop_id, t.slot] }), index("route_sheet_fills_ingredient_idx").on(t.ingredient_id)],
);

/** The pick list of a sheet: what is to be taken of each ingredient, what was, and what came back. */
export const routeSheetLoads = pgTable(
  "route_sheet_loads",
  {
    sheet_id: integer()
      .notNull()
      .references(() => routeSheets.id, { onDelete: "cascade" }),
    ingredient_id: integer()
      .notNull()
      .references(() => ingredients.id),
    picked: amount().notNull(),
    loaded: amount(),
    returned: amount(),
  },
  (t) => [
    primaryKey({ columns: [t.sheet_id, t.ingredient_id] }),
    index("route_sheet_loads_ingredient_idx").on(t.ingredient_id),
  ],
);
