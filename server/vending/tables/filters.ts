import { index, integer, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { instant } from "./common";
import { userGroups, users } from "./people";

/** Filters of lists that people keep; `query` is written in one way only, so that a filter is kept once. */
export const savedFilters = pgTable(
  "saved_filters",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    created_at: instant().notNull().defaultNow(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    entity: text().notNull(),
    query: text().notNull(),
    name: text().notNull(),
    /** Shared with the people of this group. */
    user_group_id: integer().references(() => userGroups.id, { onDelete: "set null" }),
  },
  (t) => [
    uniqueIndex("saved_filters_key").on(t.user_id, t.entity, t.query),
    index("saved_filters_group_idx").on(t.user_group_id, t.entity),
  ],
);
