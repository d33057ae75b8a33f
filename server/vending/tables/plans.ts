import { bigint, date, integer, pgTable, primaryKey } from "drizzle-orm/pg-core";

/**
 * What a project should bring in a month, by its first day: kopecks and paid vends, of which one may be missing. Who
 * changed it when is in the project's history. Plans of a deleted project stay, for it may be restored.
 */
export const projectPlans = pgTable(
  "project_plans",
  {
    project_id: integer().notNull(),
    month: date({ mode: "string" }).notNull(),
    amount: bigint({ mode: "number" }),
    vends: integer(),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.month] })],
);
