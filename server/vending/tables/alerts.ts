import { sql } from "drizzle-orm";
import { bigint, boolean, index, integer, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { entityColumns, instant } from "./common";
import { tickets, ticketCategories } from "./help-desk";
import { devices } from "./objects";
import { users } from "./people";

const ids = () => integer().array().notNull().default(sql`'{}'`);
const words = () => text().array().notNull().default(sql`'{}'`);

export const alertRules = pgTable("alert_rules", {
  ...entityColumns,
  name: text().notNull(),
  active: boolean().notNull().default(false),
  cause: text().notNull(),
  error_code: text(),
  temperature_limit: integer(),
  failed_percent: integer(),
  /** Kopecks. */
  cash_limit: bigint({ mode: "number" }),
  payment_percent: integer(),
  minutes: integer().notNull(),
  level: text().notNull(),
  projects: ids(),
  crews: ids(),
  models: ids(),
  regions: words(),
  locations: ids(),
  devices: ids(),
  channels: words(),
  people: ids(),
  language: text().notNull().default("uk"),
  webhook: text(),
  webhook_secret: text(),
  ticket_priority: text(),
  category_id: integer().references(() => ticketCategories.id),
  responsible_id: integer().references(() => users.id),
  quiet_from: text(),
  quiet_to: text(),
  wait_seconds: integer(),
  gather_minutes: integer(),
  repeat_minutes: integer(),
});

/** What was told, or would have been but for quiet hours: the rule as it was called then, and how far it reaches. */
export const alerts = pgTable(
  "alerts",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** None: the rule was deleted. */
    rule_id: integer().references(() => alertRules.id, { onDelete: "set null" }),
    name: text().notNull(),
    cause: text().notNull(),
    level: text().notNull(),
    scope: text().notNull(),
    /** For the engine: which place, city or region. */
    area: text().notNull(),
    /** In words: of a place its name and city, of a city that; null where the region or the whole network says it. */
    place: text(),
    region: text(),
    opened_at: instant().notNull(),
    joined_at: instant().notNull(),
    told_at: instant(),
    untold: integer().notNull(),
    acknowledged_at: instant(),
    acknowledged_by_id: integer().references(() => users.id),
    closed_at: instant(),
    ticket_id: integer().references(() => tickets.id),
  },
  (t) => [
    index("alerts_open_idx").on(t.id).where(sql`closed_at is null`),
    index("alerts_opened_idx").on(t.opened_at),
    index("alerts_rule_idx").on(t.rule_id),
    index("alerts_ticket_idx").on(t.ticket_id),
  ],
);

/** Causes that last (`ended_at` is null) and those that were told of. Which of them there may be is for one process at a time to say. */
export const alertSignals = pgTable(
  "alert_signals",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    rule_id: integer().references(() => alertRules.id, { onDelete: "cascade" }),
    /** `device:5`, `desk:2`, `payment:monobank`. */
    subject: text().notNull(),
    device_id: integer().references(() => devices.id, { onDelete: "cascade" }),
    since: instant().notNull(),
    place: text().notNull(),
    city: text(),
    region: text(),
    begun: instant().array().notNull(),
    due_at: instant(),
    cleared_at: instant(),
    ended_at: instant(),
    alert_id: integer().references(() => alerts.id, { onDelete: "cascade" }),
  },
  (t) => [
    uniqueIndex("alert_signals_open_key").on(t.rule_id, t.subject).where(sql`ended_at is null`),
    index("alert_signals_alert_idx").on(t.alert_id),
    index("alert_signals_device_idx").on(t.device_id),
  ],
);

/** What is to be told outside (by e-mail, by a messaging service) and what was told here, in order. */
export const alertMessages = pgTable(
  "alert_messages",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    alert_id: integer()
      .notNull()
      .references(() => alerts.id, { onDelete: "cascade" }),
    news: text().notNull(),
    channel: text().notNull(),
    /** Of an e-mail. */
    user_id: integer().references(() => users.id, { onDelete: "cascade" }),
    /** How many people's bells. */
    people: integer(),
    /** What goes outside, as it was then ({@link alertLetterSchema}). */
    payload: jsonb(),
    /** WAIT → SENT, or FAILED when every attempt failed. */
    state: text().notNull(),
    attempts: integer().notNull().default(0),
    next_at: instant().notNull().defaultNow(),
    last_error: text(),
    created_at: instant().notNull().defaultNow(),
    sent_at: instant(),
  },
  (t) => [
    index("alert_messages_alert_idx").on(t.alert_id, t.id),
    index("alert_messages_waiting_idx").on(t.channel, t.next_at).where(sql`state = 'WAIT'`),
  ],
);
