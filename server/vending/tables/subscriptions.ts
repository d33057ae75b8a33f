import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { instant } from "./common";
import { users } from "./people";

/** Reports that people get by e-mail. */
export const reportSubscriptions = pgTable(
  "report_subscriptions",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    created_at: instant().notNull().defaultNow(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    report: text().notNull(),
    query: text().notNull(),
    period: text().notNull(),
    frequency: text().notNull(),
    on_day: integer().notNull(),
    hour: integer().notNull(),
    format: text().notNull(),
    lang: text().notNull(),
    paused: boolean().notNull().default(false),
    /** Its next occasion, or the next attempt at one that failed. */
    next_at: instant().notNull(),
    /** One to try was asked for then. */
    try_at: instant(),
    last_sent_at: instant(),
    trouble: text(),
    trouble_at: instant(),
    /** Attempts that failed one after another, and since when. */
    attempts: integer().notNull().default(0),
    failed_since: instant(),
    /** SHA-256 of the token of whoever is sending it now, and until when that is believed. */
    lease: text(),
    leased_until: instant(),
    /** SHA-256 of what the links of the last mails say, by which they are unsubscribed. */
    links: text().array().notNull().default(sql`'{}'`),
  },
  (t) => [
    uniqueIndex("report_subscriptions_key").on(
      t.user_id,
      t.report,
      sql`md5(${t.query})`,
      t.period,
      t.frequency,
      t.on_day,
      t.hour,
    ),
    uniqueIndex("report_subscriptions_lease").on(t.lease),
    index("report_subscriptions_due").on(t.next_at).where(sql`not ${t.paused}`),
    index("report_subscriptions_try").on(t.try_at).where(sql`${t.try_at} is not null`),
  ],
);
