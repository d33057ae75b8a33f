import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  date,
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
import { auditFiles } from "./audits";
import { instant } from "./common";
import { deviceManufacturers, devices, ingredients, telemetries } from "./objects";
import { firmwares } from "./terminals";

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
    millivolts: integer(),
    power_at: instant(),
    door: text(),
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

/** Orders to units: they travel in the answer to a unit's next call. */
export const deviceCommands = pgTable(
  "device_commands",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    device_id: integer()
      .notNull()
      .references(() => devices.id),
    telemetry_id: integer()
      .notNull()
      .references(() => telemetries.id),
    name: text().notNull(),
    firmware_id: integer().references(() => firmwares.id),
    rollout_id: integer(),
    /** The audit file that is left out because of it. */
    file_id: integer().references(() => auditFiles.id),
    state: text().notNull().default("queued"),
    /** Percent, of a firmware's download. */
    progress: integer(),
    /** What the unit said about it in the end. */
    message: text(),
    /** Chosen by who asks: the same key again is the same command. */
    key: text().notNull(),
    author_id: integer().notNull(),
    author: text().notNull(),
    created_at: instant().notNull().defaultNow(),
    expires_at: instant().notNull(),
    sent_at: instant(),
    delivered_at: instant(),
    finished_at: instant(),
  },
  (t) => [
    uniqueIndex("device_commands_key").on(t.device_id, t.key),
    index("device_commands_device_idx").on(t.device_id, t.id),
    index("device_commands_open_idx").on(t.telemetry_id).where(sql`${t.state} in ('queued', 'sent')`),
    index("device_commands_rollout_idx").on(t.rollout_id),
  ],
);

/** One firmware sent to chosen machines; the progress is that of its commands. */
export const firmwareRollouts = pgTable(
  "firmware_rollouts",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    firmware_id: integer()
      .notNull()
      .references(() => firmwares.id),
    emergency: boolean().notNull().default(false),
    key: text().notNull(),
    author_id: integer().notNull(),
    author: text().notNull(),
    created_at: instant().notNull().defaultNow(),
    expires_at: instant().notNull(),
  },
  (t) => [
    uniqueIndex("firmware_rollouts_key").on(t.author_id, t.key),
    index("firmware_rollouts_firmware_idx").on(t.firmware_id),
  ],
);

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
});

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
  },
  (t) => [primaryKey({ columns: [t.device_id, t.slot] })],
);

/** What an audit counted between two reads and what vend events told of the same time, by source: sales come from the events. */
export const auditDifferences = pgTable(
  "audit_differences",
  {
    device_id: integer()
      .notNull()
      .references(() => devices.id),
    file_id: integer().notNull(),
    report: integer().notNull(),
    source: text().notNull(),
    from_at: instant(),
    to_at: instant().notNull(),
    day: date({ mode: "string" }).notNull(),
    audit_count: bigint({ mode: "number" }).notNull(),
    audit_amount: bigint({ mode: "number" }).notNull(),
    event_count: bigint({ mode: "number" }).notNull(),
    event_amount: bigint({ mode: "number" }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.file_id, t.report, t.source] }),
    index("audit_differences_device_idx").on(t.device_id, t.to_at),
  ],
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
    key: text(),
  },
  (t) => [
    index("cash_collections_device_idx").on(t.device_id, t.at),
    uniqueIndex("cash_collections_file_key").on(t.file_id),
    uniqueIndex("cash_collections_key").on(t.device_id, t.key),
  ],
);
