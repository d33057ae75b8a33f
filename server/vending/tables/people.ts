import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { user } from "../../contract/entities/users";
import { documentOf, entityColumns, instant, listIndexes } from "./common";
import { franchises } from "./company";
import { files } from "./files";

const ids = () => integer().array().notNull().default(sql`'{}'`);

const accessColumns = {
  access_mode: text().notNull().default("UNRESTRICTED"),
  access_projects: integer().array().notNull().default(sql`'{}'`),
  access_locations: integer().array().notNull().default(sql`'{}'`),
  access_devices: integer().array().notNull().default(sql`'{}'`),
};

export const companies = pgTable(
  "companies",
  {
    ...entityColumns,
    name: text().notNull(),
    phone: text(),
    email: text(),
    logo_id: integer().references(() => files.id),
    note: text(),
    managers: ids(),
    responsible_users: ids(),
    merchant_login: text(),
    merchant_id: text(),
    merchant_password: text(),
    secret_key: text(),
    monobank_token: text(),
    payment_fee_percent: numeric({ precision: 5, scale: 2, mode: "number" }),
    tracking_scripts: text(),
    api_token: text(),
    manager_api_url: text(),
    crew_api_url: text(),
    pin_code: text(),
    user_sync_login: text(),
    user_sync_password: text(),
    help_desk_group: text(),
    help_desk_webhook: text(),
    help_desk_webhook_secret: text(),
  },
  (t) => [uniqueIndex("companies_logo_key").on(t.logo_id)],
);

export const projects = pgTable("projects", {
  ...entityColumns,
  name: text().notNull(),
  company_id: integer().references(() => companies.id),
  note: text(),
});

export const userGroups = pgTable("user_groups", {
  ...entityColumns,
  name: text().notNull(),
  description: text(),
  permissions: text().array().notNull().default(sql`'{}'`),
  second_factor_required: boolean().notNull().default(false),
  ...accessColumns,
});

export const users = pgTable(
  "users",
  {
    ...entityColumns,
    full_name: text().notNull(),
    email: text().notNull(),
    phone: text(),
    /** argon2id, PHC string; none before it is set. */
    password: text(),
    /** Set only for the demonstration's printed account, until its password is changed. */
    demonstration_password: text(),
    user_group_id: integer().references(() => userGroups.id),
    role: text().notNull().default("USUAL"),
    help_desk_responsible: boolean().notNull().default(false),
    companies: ids(),
    franchise_id: integer().references((): AnyPgColumn => franchises.id),
    is_can_all: boolean().notNull().default(false),
    is_root: boolean().notNull().default(false),
    sport_life: boolean().notNull().default(false),
    blocked: boolean().notNull().default(false),
    last_seen_at: instant(),
    ...accessColumns,
    search: documentOf(user),
  },
  (t) => [uniqueIndex("users_email_key").on(sql`lower(${t.email})`), ...listIndexes(user, "users", t)],
);

/** Sign-in tokens; only their SHA-256 is kept. */
export const tokens = pgTable(
  "tokens",
  {
    hash: text().primaryKey(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    created_at: instant().notNull().defaultNow(),
    expires_at: instant().notNull(),
    /** By which its owner names the session; the hash stays here. */
    id: integer().notNull().generatedAlwaysAsIdentity(),
    /** Operating system and browser, as the client calls itself. */
    agent: text(),
    /** Where it was begun. */
    address: text(),
    last_used_at: instant().notNull().defaultNow(),
    /** Why it opens the door no more: one of SESSION_ENDS. */
    ended: text(),
    /** Made for who draws a mail to the person: it reads, and is no session of theirs. */
    for_mail: boolean().notNull().default(false),
  },
  (t) => [index("tokens_user_idx").on(t.user_id)],
);

const owner = () =>
  integer()
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });

/** What a right password has earned a person with two steps: the right to show a code, by the ticket's SHA-256. */
export const signInTickets = pgTable("sign_in_tickets", {
  hash: text().primaryKey(),
  user_id: owner(),
  expires_at: instant().notNull(),
});

/** Secrets of authenticator apps, sealed (secrets.ts): the one that counts, and the one that waits for its first code. */
export const secondFactors = pgTable("second_factors", {
  user_id: owner().primaryKey(),
  secret: text(),
  /** The period of the last code that was taken: neither it nor an older one is taken again. */
  last_step: bigint({ mode: "number" }).notNull().default(0),
  pending: text(),
  pending_at: instant(),
});

/** SHA-256 of recovery codes that are left. */
export const recoveryCodes = pgTable("recovery_codes", { hash: text().primaryKey(), user_id: owner() }, (t) => [
  index("recovery_codes_user_idx").on(t.user_id),
]);

/** Who changed what: one row a change, written in the transaction of the change. */
export const history = pgTable(
  "history",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    entity: text().notNull(),
    entity_id: integer().notNull(),
    at: instant().notNull().defaultNow(),
    author_id: integer(),
    author: text(),
    action: text().notNull(),
    changes: jsonb().notNull(),
  },
  (t) => [index("history_record_idx").on(t.entity, t.entity_id, t.id)],
);

/** Forms whose records are made once (`once` of an entity): by the key that each carried, and what it made. */
export const madeOnce = pgTable(
  "made_once",
  {
    author_id: integer().notNull(),
    entity: text().notNull(),
    key: text().notNull(),
    /** SHA-256 of what was sent with the key. */
    digest: text().notNull(),
    entity_id: integer(),
    at: instant().notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.author_id, t.entity, t.key] })],
);

/** Files of records that were read without a fault and wait to be saved: for a day, a few of a person. */
export const imports = pgTable(
  "imports",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    author_id: integer().notNull(),
    entity: text().notNull(),
    at: instant().notNull().defaultNow(),
    /** Texts by column. */
    rows: jsonb().notNull(),
    /** What they would make, or made. */
    counts: jsonb().notNull(),
    /** The first records of each outcome, when they were tried. */
    told: jsonb().notNull().default([]),
    done: boolean().notNull().default(false),
  },
  (t) => [index("imports_author_idx").on(t.author_id, t.id), index("imports_at_idx").on(t.at)],
);

/** Failed sign-ins, counted by rate-limiter-flexible (its column names). */
export const signInAttempts = pgTable("sign_in_attempts", {
  key: text().primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: "number" }),
});

/** What was deleted, as it lay in the database: so it stays known to who could see it, and can come back (docs/decisions/013). */
export const deletedRecords = pgTable(
  "deleted_records",
  {
    entity: text().notNull(),
    entity_id: integer().notNull(),
    title: text().notNull(),
    at: instant().notNull().defaultNow(),
    author_id: integer(),
    author: text(),
    /** Null for what was deleted before rows were kept. */
    row: jsonb(),
    /** Nested rows by field. */
    nested: jsonb(),
  },
  (t) => [primaryKey({ columns: [t.entity, t.entity_id] }), index("deleted_records_order").on(t.entity, t.at)],
);
