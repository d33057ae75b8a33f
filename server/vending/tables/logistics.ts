import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  check,
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
import { ingredients } from "./objects";
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

/**
 * Moves of stock: only ever added. `from` and `to` name a place (`WAREHOUSE` or `CREW` and its id); a supplier and a
 * loss are no places of ours: `OUTSIDE` without an id.
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
    /** In the ingredient's unit. */
    quantity: numeric({ precision: 14, scale: 3, mode: "number" }).notNull(),
    /** Kopecks for the line. */
    price: bigint({ mode: "number" }),
  },
  (t) => [
    primaryKey({ columns: [t.move_id, t.position] }),
    index("stock_move_lines_ingredient_idx").on(t.ingredient_id),
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
    quantity: numeric({ precision: 17, scale: 3, mode: "number" }).notNull(),
    moved_at: instant().notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.place, t.place_id, t.ingredient_id] }),
    check("stock_quantity", sql`${t.quantity} >= 0`),
  ],
);
