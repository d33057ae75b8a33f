import { index, integer, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "./common";

/**
 * What somebody wants done with many records at once, line by line: looked through first, and done as a whole and once
 * when it is confirmed. Forgotten a while after (`upkeep.ts`).
 */
export const drafts = pgTable(
  "drafts",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** What is done with its lines: a name of IMPORTS. */
    kind: text().notNull(),
    author_id: integer().notNull(),
    made_at: instant().notNull().defaultNow(),
    /** What holds for all lines, as the kind needs it. */
    options: jsonb().notNull(),
    lines: jsonb().notNull(),
    /** How many lines there are. */
    count: integer().notNull(),
    done_at: instant(),
  },
  (t) => [index("drafts_made_idx").on(t.made_at)],
);
