import { sql } from "drizzle-orm";
import { bigint, boolean, date, index, integer, jsonb, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { STEPS } from "../../contract/enums";
import { ERROR_KINDS } from "../../contract/error-kinds";
import { HOURS } from "../../contract/reports/hours";
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

/**
 * The first visit that found a fault of a machine, made of its events by `foldDays` and kept when these are dropped: `fault`
 * is the machine's own word for it, `day` the visit's (Europe/Kyiv).
 */
export const firstVisits = pgTable(
  "first_visits",
  {
    device_id: integer()
      .notNull()
      .references(() => devices.id, { onDelete: "cascade" }),
    at: instant().notNull(),
    fault: text().notNull(),
    day: date({ mode: "string" }).notNull(),
    /** Since when it is known that the visit did not repair it; null: it did, as far as is known. */
    failed_at: instant(),
    /** So long ago that nothing but late news changes it: only then it counts. */
    settled: boolean().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.device_id, t.at, t.fault] }),
    index("first_visits_open_idx").on(t.at).where(sql`not ${t.settled}`),
  ],
);

const whole = () => integer().notNull().default(0);
const large = () => bigint({ mode: "number" }).notNull().default(0);
/** What machines did and what became of it, summed up: of one machine's months all but money fits an integer, of many only what is counted. */
const sumsOf = (seconds: typeof whole | typeof large) => ({
  work_seconds: seconds(),
  known_seconds: seconds(),
  offline_seconds: seconds(),
  dark_seconds: seconds(),
  error_seconds: seconds(),
  blocking_seconds: seconds(),
  down_seconds: seconds(),
  work_days: whole(),
  idle_days: whole(),
  lost_thousandths: seconds(),
  lost_amount: large(),
  services: whole(),
  fills: whole(),
  cleanings: whole(),
  other_services: whole(),
  gaps: whole(),
  gap_days: whole(),
  gap_vends: whole(),
  collections: whole(),
  counted: whole(),
  expected: whole(),
  weighed: whole(),
  collected: large(),
  expected_amount: large(),
  collected_difference: large(),
  audit_difference: large(),
  visits: whole(),
  on_site_seconds: seconds(),
  sheets_completed: whole(),
  sheets_partly: whole(),
  first_visits: whole(),
  first_fixes: whole(),
  offline_count: whole(),
  power_cuts: whole(),
  door_openings: whole(),
  ...Object.fromEntries(ERROR_KINDS.map((kind) => [`errors_${kind}`, whole()])),
  repairs: whole(),
  repair_seconds: large(),
  ...Object.fromEntries(HOURS.map((hour) => [hour, whole()])),
});
const span = () => ({ step: text({ enum: STEPS }).notNull(), from_day: date({ mode: "string" }).notNull() });

/**
 * Days of machines with what stood beside them (services, cash, audits, vends by hour of the clock), each where it
 * belongs, by day, week and month: what detailed reports read. Made by `foldMachineDays` of what is due.
 */
export const daysByPlacement = pgTable(
  "days_by_placement",
  {
    ...span(),
    placement_id: integer().notNull(),
    device_id: integer().notNull(),
    territory_id: integer().notNull(),
    ...sumsOf(whole),
    /** The longest outage: of all days the greatest. */
    longest_seconds: whole(),
  },
  (t) => [
    unique("days_by_placement_key").on(t.step, t.from_day, t.placement_id),
    index("days_by_placement_device_idx").on(t.device_id, t.from_day).where(sql`${t.step} = 'day'`),
    index("days_by_placement_territory_idx").on(t.territory_id, t.from_day).where(sql`${t.step} = 'day'`),
  ],
);

/** The same by whose machines they were. */
export const daysByTerritory = pgTable(
  "days_by_territory",
  { ...span(), territory_id: integer().notNull(), ...sumsOf(large) },
  (t) => [unique("days_by_territory_key").on(t.step, t.from_day, t.territory_id)],
);

/** Days of machines of which the rollups above are to be made anew: written by triggers in the transaction of what changes them. */
export const machineDaysDue = pgTable("machine_days_due", {
  device_id: integer().notNull(),
  from_day: date({ mode: "string" }).notNull(),
  to_day: date({ mode: "string" }).notNull(),
});
