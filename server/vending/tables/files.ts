import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { bytea, instant } from "./common";

/**
 * Uploaded files. They stand in the database because several API processes may share one: a disk of one of them would
 * be no place. `entity` and `field` say what a file was uploaded for; the record that keeps it refers to it. A file
 * that nothing refers to is removed after a day.
 */
export const files = pgTable("files", {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  entity: text().notNull(),
  field: text().notNull(),
  name: text().notNull(),
  /** What the content is, not what the sender says it is. */
  mime: text().notNull(),
  size: integer().notNull(),
  /** SHA-256 of the content, hex. */
  sha256: text().notNull(),
  content: bytea().notNull(),
  user_id: integer().notNull(),
  created_at: instant().notNull().defaultNow(),
});
