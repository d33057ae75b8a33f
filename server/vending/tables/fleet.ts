import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { instant } from "./common";
import { devices, ingredients, telemetries } from "./objects";

/**
 * What happened at machines, as their units told it and as we saw it ourselves (online, offline, commands). Raw: dropped
 * after `settings.event_days`; whatever must outlive that stands in `sales`, the rollups and the state.
 */
export const deviceEvents = pgTable(
  "device_events",
  {
    telemetry_id: integer().notNull(),
    /** From the unit's own id of the event: the same event again is no new row. */
    id: uuid().notNull(),
    // No foreign keys here and in rollups: each row would lock its machine's. `device_states` keeps a machine that has any.
    device_id: integer().notNull(),
    /** When it happened, by a clock that we trust. */
    at: instant().notNull(),
    received_at: instant().notNull().defaultNow(),
    /** What the unit's own clock said, where that is something else. */
    box_at: instant(),
    /** Why `at` is not `box_at`: {@link CLOCK_MARKS}. */
    clock: text(),
    kind: text().notNull(),
    data: jsonb().notNull().default({}),
  },
  (t) => [
    primaryKey({ columns: [t.telemetry_id, t.id] }),
    index("device_events_device_idx").on(t.device_id, t.at),
    index("device_events_received_idx").using("brin", t.received_at),
    index("device_events_failed_idx").on(t.at).where(sql`${t.kind} = 'vend_failed'`),
  ],
);

/**
 * How each machine stands now: one narrow row, rewritten with every contact, so hardly a column that changes may be indexed.
 * Every group of columns has the time it is of: older news never overwrites newer.
 */
export const deviceStates = pgTable(
  "device_states",
  {
    device_id: integer()
      .primaryKey()
      .references(() => devices.id),
    telemetry_id: integer(),
    /** As last seen by contact or by the sweep; screens ask for the time of the last contact. */
    online: boolean().notNull().default(false),
    /** Since when it is online or offline. */
    online_since: instant(),
    last_contact_at: instant(),
    operator: text(),
    /** dBm. */
    rssi: integer(),
    network_type: text(),
    network_at: instant(),
    mains: boolean(),
    /** Since when it has been said so, and of the door the same. */
    mains_since: instant(),
    millivolts: integer(),
    power_at: instant(),
    door: text(),
    door_since: instant(),
    door_at: instant(),
    /** Degrees Celsius, by sensor. */
    temperatures: real().array(),
    temperature_at: instant(),
    firmware: text(),
    uptime_seconds: integer(),
    /** How far the unit's clock is ahead of ours (behind: negative). */
    clock_seconds: integer(),
    sequence: bigint({ mode: "number" }),
    unit_at: instant(),
    /** Open errors in `device_errors`. */
    open_errors: integer().notNull().default(0),
    last_sale_at: instant(),
    last_cash_at: instant(),
    last_cashless_at: instant(),
    /** Somebody was at the machine: door, maintenance, collection. */
    last_visit_at: instant(),
    serviced_at: instant(),
    /** Why the machine is thought too quiet: {@link QUIET_KINDS}; null while it is not. */
    quiet: text(),
    quiet_since: instant(),
    /** Vends that its profile expected in the silence. */
    quiet_expected: real(),
  },
  (t) => [
    index("device_states_telemetry_idx").on(t.telemetry_id),
    // Machines in the order of their last contact; a ping pays for it with an entry.
    index("device_states_contact_idx").on(t.last_contact_at, t.device_id),
  ],
);

/** When each unit called last, in a machine or in none: units are listed in this order. */
export const telemetryContacts = pgTable(
  "telemetry_contacts",
  {
    telemetry_id: integer()
      .primaryKey()
      .references(() => telemetries.id, { onDelete: "cascade" }),
    last_contact_at: instant().notNull(),
  },
  (t) => [index("telemetry_contacts_order").on(t.last_contact_at, t.telemetry_id)],
);

/** What a machine holds: a canister or a spiral, filled to `filled` at a time and used since by sales. In the ingredient's unit, or pieces. */
export const deviceStocks = pgTable(
  "device_stocks",
  {
    device_id: integer()
      .notNull()
      .references(() => devices.id),
    /** `bunker:<ingredient>` or `cell:<selection>`. */
    slot: text().notNull(),
    ingredient_id: integer().references(() => ingredients.id),
    capacity: real().notNull(),
    filled: real().notNull(),
    filled_at: instant().notNull(),
    used: real().notNull().default(0),
    /**
     * By how much the last filling contradicted the books: what was found beside what should have been there. Kept by the
     * trigger `keep_drift`; null while they agree.
     */
    drift: real(),
  },
  (t) => [primaryKey({ columns: [t.device_id, t.slot] })],
);

/** Cash taken out of a machine. Amounts in kopecks. */
export const cashCollections = pgTable(
  "cash_collections",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    device_id: integer()
      .notNull()
      .references(() => devices.id),
    at: instant().notNull(),
    /** The audit file that was read at the collection. */
    file_id: integer(),
    bag: text(),
    counted: bigint({ mode: "number" }),
    author_id: integer(),
    author: text(),
    note: text(),
    counted_by_id: integer(),
    counted_by: text(),
    counted_at: instant(),
    key: text(),
  },
  (t) => [
    index("cash_collections_device_idx").on(t.device_id, t.at),
    index("cash_collections_waiting_idx").on(t.at).where(sql`${t.counted} is null`),
    uniqueIndex("cash_collections_file_key").on(t.file_id),
    uniqueIndex("cash_collections_key").on(t.device_id, t.key),
  ],
);
