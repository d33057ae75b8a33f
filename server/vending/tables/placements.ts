import { bigint, index, integer, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { instant } from "./common";
import { devices } from "./objects";

/**
 * What places and machines belonged to, and since when: `field` of a `subject` (a device's location, planogram and crew;
 * a location's project, company, franchise, division and group; a project's company; a group's crew) was `value` from
 * `from_at` (the first: `-infinity`) until the next one. Kept by the triggers `place_…`.
 */
export const heldFacts = pgTable(
  "held_facts",
  {
    subject: text().notNull(),
    subject_id: integer().notNull(),
    field: text().notNull(),
    from_at: instant().notNull(),
    value: integer(),
  },
  (t) => [
    primaryKey({ columns: [t.subject, t.subject_id, t.field, t.from_at] }),
    // The value first: else who is new to the statistics is looked for among all of a kind, not by the key above.
    index("held_facts_value_idx").on(t.value, t.field, t.subject),
  ],
);

/**
 * Where a machine stood, whose it was, who served it and by which planogram it sold: from `from_at` (the first of a
 * machine: `-infinity`) until the next one begins. Made of the facts by the triggers `place_…`, never written by code. What
 * it names may have been deleted since.
 */
export const placements = pgTable(
  "placements",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    device_id: integer()
      .notNull()
      .references(() => devices.id, { onDelete: "cascade" }),
    from_at: instant().notNull(),
    location_id: integer(),
    project_id: integer(),
    company_id: integer(),
    franchise_id: integer(),
    division_id: integer(),
    location_group_id: integer(),
    crew_id: integer(),
    planogram_id: integer(),
    territory_id: integer().notNull(),
  },
  (t) => [
    uniqueIndex("placements_key").on(t.device_id, t.from_at),
    ...[t.location_id, t.project_id, t.franchise_id, t.crew_id, t.planogram_id].map((column) =>
      index(`placements_${column.name.replace("_id", "")}_idx`).on(column),
    ),
  ],
);

/**
 * What a planogram had in a cell: of a `fact` ("recipe", or "price" in kopecks) the `value` from `from_at` (the first:
 * `-infinity`) until the next one; null: nothing. Kept by the trigger `hold_cells`.
 */
export const cellFacts = pgTable(
  "cell_facts",
  {
    planogram_id: integer().notNull(),
    cell: text().notNull(),
    fact: text().notNull(),
    from_at: instant().notNull(),
    value: bigint({ mode: "number" }),
  },
  (t) => [primaryKey({ columns: [t.planogram_id, t.cell, t.fact, t.from_at] })],
);
