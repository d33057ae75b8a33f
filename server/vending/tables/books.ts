import { bigint, date, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant } from "./common";

// Rows are written once: triggers refuse to change or delete them (docs/decisions/022).

/** Months whose books were closed, by their first day (Europe/Kyiv). */
export const closedMonths = pgTable("closed_months", {
  month: date({ mode: "string" }).primaryKey(),
  closed_at: instant().notNull(),
  closed_by: integer().notNull(),
  /** What was open and accepted: `[{ question, machines }]`. */
  questions: jsonb().notNull(),
});

/** The books of a closed month as they stood: machine × payment source. */
export const closedTotals = pgTable(
  "closed_totals",
  {
    month: date({ mode: "string" }).notNull(),
    device_id: integer().notNull(),
    source: text().notNull(),
    count: bigint({ mode: "number" }).notNull(),
    amount: bigint({ mode: "number" }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.month, t.device_id, t.source] })],
);

/** What changed the books of a closed month afterwards, by how much; written in the transaction that changed them. */
export const closedCorrections = pgTable(
  "closed_corrections",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    month: date({ mode: "string" }).notNull(),
    device_id: integer().notNull(),
    source: text().notNull(),
    count: bigint({ mode: "number" }).notNull(),
    amount: bigint({ mode: "number" }).notNull(),
    at: instant().notNull(),
    cause: text().notNull(),
    /** Of an audit or a decision. */
    file_id: integer(),
    user_id: integer(),
  },
  (t) => [index("closed_corrections_month_idx").on(t.month, t.device_id)],
);
