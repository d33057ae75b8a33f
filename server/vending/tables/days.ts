import { sql } from "drizzle-orm";
import { bigint, date, index, integer, jsonb, pgTable, primaryKey } from "drizzle-orm/pg-core";
import { ERROR_KINDS } from "../../contract/error-kinds";
import { instant } from "./common";
import { devices } from "./objects";

const count = () => integer().notNull().default(0);
const ofKinds = Object.fromEntries(ERROR_KINDS.map((kind) => [`errors_${kind}`, count()]));

/**
 * What a machine went through on a day (Europe/Kyiv), made of its events by `foldDays` and kept when these are dropped.
 * Seconds and counts are those in which it was in work. One row a machine and day since it is known.
 */
export const deviceDays = pgTable(
  "device_days",
  {
    device_id: integer()
      .notNull()
      .references(() => devices.id, { onDelete: "cascade" }),
    day: date({ mode: "string" }).notNull(),
    work_seconds: count(),
    /** In work and since its first contact: of these the following are parts. */
    known_seconds: count(),
    offline_seconds: count(),
    dark_seconds: count(),
    error_seconds: count(),
    blocking_seconds: count(),
    /** Offline, without power or with a blocking error: it is taken not to sell. */
    down_seconds: count(),
    /** The same by hour of the clock, 24 of them; null where there is none. */
    down_by_hour: integer().array(),
    offline_count: count(),
    power_cuts: count(),
    door_openings: count(),
    ...ofKinds,
    /** The longest time of those that it was down, as long as that had lasted when the day ended. */
    longest_seconds: count(),
    /** How often it came back, and how long it had been down until then, whichever day that began on. */
    repairs: count(),
    repair_seconds: bigint({ mode: "number" }).notNull().default(0),
    services: count(),
    fills: count(),
    cleanings: count(),
    other_services: count(),
    /** How it stood at the end of the day ({@link Standing}): the next one begins so. */
    ends: jsonb().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.device_id, t.day] }),
    index("device_days_day_idx").on(t.day),
    index("device_days_services_idx").on(t.device_id, t.day).where(sql`${t.services} > 0`),
  ],
);

/** Machines whose days are to be made anew since a moment: written by triggers in the transaction that changes what they are made of. */
export const deviceDaysDue = pgTable("device_days_due", {
  device_id: integer().notNull(),
  since: instant().notNull(),
});
