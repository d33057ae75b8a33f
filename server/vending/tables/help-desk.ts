import { sql } from "drizzle-orm";
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { entityColumns, instant } from "./common";
import { deviceManufacturers, devices } from "./objects";
import { companies, users } from "./people";

export const ticketCategories = pgTable(
  "ticket_categories",
  {
    ...entityColumns,
    name: text().notNull(),
    description: text(),
  },
  (t) => [uniqueIndex("ticket_categories_name_key").on(sql`lower(${t.name})`)],
);

export const ticketSolutions = pgTable(
  "ticket_solutions",
  {
    ...entityColumns,
    name: text().notNull(),
    category_id: integer().references(() => ticketCategories.id),
    text: text().notNull(),
    note: text(),
  },
  (t) => [index("ticket_solutions_category_idx").on(t.category_id)],
);

export const ticketStates = pgTable(
  "ticket_states",
  {
    ...entityColumns,
    name: text().notNull(),
    counts_as: text().notNull(),
    colour: text().notNull(),
    position: integer().notNull().default(0),
    note: text(),
  },
  (t) => [uniqueIndex("ticket_states_name_key").on(sql`lower(${t.name})`)],
);

export const ticketRules = pgTable("ticket_rules", {
  ...entityColumns,
  name: text().notNull(),
  active: boolean().notNull().default(false),
  error_code: text(),
  manufacturer_id: integer().references(() => deviceManufacturers.id),
  minutes: integer().notNull(),
  priority: text().notNull(),
  category_id: integer().references(() => ticketCategories.id),
  responsible_id: integer().references(() => users.id),
});

export const tickets = pgTable(
  "tickets",
  {
    ...entityColumns,
    subject: text().notNull(),
    type: text().notNull(),
    category_id: integer().references(() => ticketCategories.id),
    priority: text().notNull(),
    device_id: integer().references(() => devices.id),
    error_code: text(),
    client_phone: text(),
    description: text(),
    /** Of the ticket and of all its messages. */
    files: integer().array().notNull().default(sql`'{}'`),
    responsible_id: integer().references(() => users.id),
    status: text().notNull().default("NEW"),
    state_id: integer().references(() => ticketStates.id),
    author_id: integer().references(() => users.id),
    /** The rule that opened it. */
    rule_id: integer().references(() => ticketRules.id, { onDelete: "set null" }),
    last_message_at: instant().notNull().defaultNow(),
    /** When somebody but the author first answered; empty again once the ticket is reopened. */
    first_reply_at: instant(),
    resolved_at: instant(),
    /** Seconds of work up to `running_since`. */
    spent_seconds: integer().notNull().default(0),
    running_since: instant(),
    /** Targets are counted from here (opening, or the last reopening, and what was paused before the client's words that wait), without `held_seconds`. */
    counted_from: instant().notNull().defaultNow(),
    held_seconds: integer().notNull().default(0),
    held_since: instant(),
    /** What a search looks in, kept by the trigger `keep_ticket`. */
    search: text().notNull().default(""),
  },
  (t) => [
    index("tickets_search").using("gin", sql`${t.search} gin_trgm_ops`).with({ fastupdate: false }),
    index("tickets_open_idx").on(t.last_message_at).where(sql`status not in ('RESOLVED', 'CLOSED')`),
    index("tickets_last_message_idx").on(t.last_message_at),
    index("tickets_device_idx").on(t.device_id),
    index("tickets_responsible_idx").on(t.responsible_id),
    index("tickets_phone_idx").on(t.client_phone),
    index("tickets_category_idx").on(t.category_id),
    index("tickets_state_idx").on(t.state_id),
    index("tickets_author_idx").on(t.author_id),
    index("tickets_files_idx").using("gin", t.files),
  ],
);

/** What was said and what happened: replies, internal notes, the client's words, beginnings and ends of machine errors. */
export const ticketEntries = pgTable(
  "ticket_entries",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    ticket_id: integer()
      .notNull()
      .references(() => tickets.id, { onDelete: "cascade" }),
    kind: text().notNull(),
    at: instant().notNull().defaultNow(),
    author_id: integer().references(() => users.id),
    text: text(),
    files: integer().array().notNull().default(sql`'{}'`),
    /** Of a reply. */
    delivery: text(),
    /** Of a machine error: its code. */
    error_code: text(),
    /** The same form sent twice says a thing once. */
    key: text(),
  },
  (t) => [
    index("ticket_entries_ticket_idx").on(t.ticket_id, t.id),
    uniqueIndex("ticket_entries_key").on(t.ticket_id, t.key),
  ],
);

/** Who has a ticket open, as far as their pages have said. */
export const ticketReaders = pgTable(
  "ticket_readers",
  {
    ticket_id: integer()
      .notNull()
      .references(() => tickets.id, { onDelete: "cascade" }),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    seen_at: instant().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.ticket_id, t.user_id] })],
);

/** Errors of machines, from whatever source tells of them; open while `closed_at` is null. */
export const ticketErrors = pgTable(
  "ticket_errors",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    device_id: integer()
      .notNull()
      .references(() => devices.id, { onDelete: "cascade" }),
    /** EVA-DTS event code. */
    code: text().notNull(),
    opened_at: instant().notNull(),
    closed_at: instant(),
    /** The ticket that a rule opened for it, or that was open already. */
    ticket_id: integer().references(() => tickets.id),
  },
  (t) => [
    uniqueIndex("ticket_errors_open_key").on(t.device_id, t.code).where(sql`closed_at is null`),
    index("ticket_errors_device_idx").on(t.device_id, t.opened_at),
    index("ticket_errors_ticket_idx").on(t.ticket_id),
  ],
);

/** What is to be posted to the message service groups of companies, in order; written with what it tells of. */
export const helpDeskPosts = pgTable(
  "help_desk_posts",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    company_id: integer()
      .notNull()
      .references(() => companies.id, { onDelete: "cascade" }),
    ticket_id: integer()
      .notNull()
      .references(() => tickets.id, { onDelete: "cascade" }),
    entry_id: integer().references(() => ticketEntries.id, { onDelete: "cascade" }),
    payload: jsonb().notNull(),
    /** WAIT → SENT, or FAILED when every attempt failed. */
    state: text().notNull().default("WAIT"),
    attempts: integer().notNull().default(0),
    next_at: instant().notNull().defaultNow(),
    last_error: text(),
    created_at: instant().notNull().defaultNow(),
    sent_at: instant(),
  },
  (t) => [
    index("help_desk_posts_waiting_idx").on(t.company_id, t.id).where(sql`state = 'WAIT'`),
    index("help_desk_posts_entry_idx").on(t.entry_id),
    index("help_desk_posts_ticket_idx").on(t.ticket_id),
  ],
);
