import { customType, integer, timestamp } from "drizzle-orm/pg-core";

/** Columns that every entity has; `version` grows with each change and guards against lost updates. */
export const entityColumns = {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  version: integer().notNull().default(1),
  created_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  updated_at: timestamp({ withTimezone: true }).notNull().defaultNow(),
};

export const instant = () => timestamp({ withTimezone: true });

export const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });
