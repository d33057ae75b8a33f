import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { auditFiles } from "./audits";
import { instant } from "./common";
import { devices, telemetries } from "./objects";
import { firmwares } from "./terminals";

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
    /** The online payment that it is about. */
    payment_id: integer(),
    /** What it wants cells to cost: `{ cell, price }`, kopecks. */
    prices: jsonb(),
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
    index("device_commands_payment_idx").on(t.payment_id).where(sql`${t.payment_id} is not null`),
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

/** Somebody's word that a cell costs what it should, each written once; a later audit that tells its price counts for more. */
export const priceConfirmations = pgTable(
  "price_confirmations",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    device_id: integer()
      .notNull()
      .references(() => devices.id),
    cell: text().notNull(),
    /** Kopecks. */
    price: integer().notNull(),
    at: instant().notNull().defaultNow(),
    author_id: integer().notNull(),
    author: text().notNull(),
  },
  (t) => [index("price_confirmations_device_idx").on(t.device_id, t.cell, t.id)],
);
