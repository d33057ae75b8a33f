import { bigint, date, index, integer, numeric, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { instant } from "./common";

/**
 * The share of its sales that a franchise owes, in percent, from a day in Europe/Kyiv (the first: `-infinity`) until the
 * next one; null: nothing was agreed. Kept by the trigger `hold_royalty`; a franchise that was deleted keeps its past.
 */
export const royaltyPercents = pgTable(
  "royalty_percents",
  {
    franchise_id: integer().notNull(),
    from_day: date({ mode: "string" }).notNull(),
    percent: numeric({ precision: 5, scale: 2, mode: "number" }),
  },
  (t) => [primaryKey({ columns: [t.franchise_id, t.from_day] })],
);

/**
 * What franchises paid, kopecks; a correction is another row, below zero. Rows are written once: the trigger
 * `written_once` refuses anything else. The franchise may have been deleted since.
 */
export const royaltyPayments = pgTable(
  "royalty_payments",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    franchise_id: integer().notNull(),
    /** Europe/Kyiv. */
    day: date({ mode: "string" }).notNull(),
    amount: bigint({ mode: "number" }).notNull(),
    note: text(),
    author_id: integer().notNull(),
    author: text().notNull(),
    entered_at: instant().notNull().defaultNow(),
    /** Chosen by who sends the form: the same form sent twice is one payment. */
    key: text().notNull(),
  },
  (t) => [
    uniqueIndex("royalty_payments_key").on(t.author_id, t.key),
    index("royalty_payments_franchise_idx").on(t.franchise_id, t.day),
  ],
);
