import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { instant } from "./common";
import { deviceManufacturers, devices } from "./objects";

/** Errors of a machine by code: open or closed, with the time of that news. */
export const deviceErrors = pgTable(
  "device_errors",
  {
    device_id: integer()
      .notNull()
      .references(() => devices.id),
    /** As the machine sent it, e.g. `EJB_12`. */
    raw: text().notNull(),
    /** Its standard code, where it has one. */
    code: text(),
    open: boolean().notNull(),
    opened_at: instant().notNull(),
    closed_at: instant(),
    changed_at: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.device_id, t.raw] }),
    index("device_errors_open_idx").on(t.code).where(sql`${t.open}`),
  ],
);

/** A maker's own words for error codes, where they differ from the catalogue's. */
export const manufacturerErrors = pgTable(
  "manufacturer_errors",
  {
    manufacturer_id: integer()
      .notNull()
      .references(() => deviceManufacturers.id, { onDelete: "cascade" }),
    position: integer().notNull(),
    code: text().notNull(),
    text: text().notNull(),
  },
  (t) => [
    uniqueIndex("manufacturer_errors_key").on(t.manufacturer_id, t.position),
    index("manufacturer_errors_code_idx").on(t.manufacturer_id, t.code),
  ],
);
