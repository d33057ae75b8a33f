import { bigint, integer, pgTable, primaryKey, real } from "drizzle-orm/pg-core";
import { instant } from "./common";
import { devices } from "./objects";

/** Paid takings of each machine in the last seven days and the seven before, made now and then for the best and the worst of a large network. */
export const deviceTakings = pgTable("device_takings", {
  device_id: integer()
    .primaryKey()
    .references(() => devices.id, { onDelete: "cascade" }),
  count: bigint({ mode: "number" }).notNull(),
  amount: bigint({ mode: "number" }).notNull(),
  before: bigint({ mode: "number" }).notNull(),
  made_at: instant().notNull(),
});

/** Rollup device × hour (UTC), of sales whose hour is known: the strip of the last day and the profile read it. */
export const salesByDeviceHour = pgTable(
  "sales_by_device_hour",
  {
    device_id: integer().notNull(),
    hour: instant().notNull(),
    cash: bigint({ mode: "number" }).notNull().default(0),
    cashless: bigint({ mode: "number" }).notNull().default(0),
    other: bigint({ mode: "number" }).notNull().default(0),
    amount: bigint({ mode: "number" }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.device_id, t.hour] })],
);

/** A machine's usual week: mean paid vends of each of its 168 hours (Monday 0 h in Kyiv first), made from the hours above. */
export const deviceProfiles = pgTable("device_profiles", {
  device_id: integer()
    .primaryKey()
    .references(() => devices.id),
  /** Whole weeks it was made from, at most eight. */
  weeks: integer().notNull(),
  cash: real().array().notNull(),
  cashless: real().array().notNull(),
  made_at: instant().notNull(),
  /** Kopecks of a vend, on average over these weeks. */
  price: integer().notNull().default(0),
});
