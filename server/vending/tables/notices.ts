import { sql } from "drizzle-orm";
import { bigint, index, integer, pgSequence, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "./common";
import { users } from "./people";

/** Numbers of notices: one row for all people, so that a browser which changes hands still knows what it has seen. */
export const noticeIds = pgSequence("notice_ids");

/**
 * The newest notice of each person. Writing this row is what orders a person's notices: it stays locked until the
 * transaction ends and the number is taken under the lock, so numbers become visible in ascending order.
 */
export const noticeBoxes = pgTable("notice_boxes", {
  user_id: integer()
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  last: bigint({ mode: "number" }).notNull(),
});

/** What was announced to whom: the store behind the bell, and behind each reconnect of a live stream. */
export const notices = pgTable(
  "notices",
  {
    id: bigint({ mode: "number" }).primaryKey(),
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** One of `NOTICE_TYPES`. */
    type: text().notNull(),
    /** What it is of: a ticket or an alert. */
    ticket_id: integer(),
    alert_id: integer(),
    title: text().notNull(),
    body: text().notNull(),
    created_at: instant().notNull().defaultNow(),
    read_at: instant(),
  },
  (t) => [
    index("notices_user_idx").on(t.user_id, t.id),
    index("notices_unread_idx").on(t.user_id, t.ticket_id).where(sql`${t.read_at} is null`),
  ],
);
