import { sql } from "drizzle-orm";
import { type AnyPgColumn, bigint, date, index, integer, numeric, pgTable } from "drizzle-orm/pg-core";
import { crews } from "./logistics";
import { devices, locations } from "./objects";

const percent = () => numeric({ precision: 5, scale: 2, mode: "number" });

/** Figures of the 30 whole days (Europe/Kyiv) that end with `until`, as lists show them; null: not known. */
const figures = () => ({
  until: date({ mode: "string" }).notNull(),
  available_30_days: percent(),
  failed_share_30_days: percent(),
  /** Seconds. */
  repair_time_30_days: bigint({ mode: "number" }),
  first_fix_30_days: percent(),
  /** Kopecks. */
  lost_30_days: bigint({ mode: "number" }),
  /** The day of the last visit, in days since 2000-01-01; of several machines in work the mean. */
  visited: numeric({ precision: 8, scale: 1, mode: "number" }),
});

/** Lists are ordered by each of them; the longer ago a visit was, the more days there are since. */
const indexes = (
  table: string,
  id: AnyPgColumn,
  t: Record<Exclude<keyof ReturnType<typeof figures>, "until">, AnyPgColumn>,
) => [
  ...[t.available_30_days, t.failed_share_30_days, t.repair_time_30_days, t.first_fix_30_days, t.lost_30_days].map(
    (column) => index(`${table}_${column.name.replace("_30_days", "")}_idx`).on(column, id),
  ),
  index(`${table}_visited_idx`).on(sql`(- ${t.visited})`, id),
];

export const deviceFigures = pgTable(
  "device_figures",
  {
    device_id: integer()
      .primaryKey()
      .references(() => devices.id, { onDelete: "cascade" }),
    ...figures(),
  },
  (t) => indexes("device_figures", t.device_id, t),
);

/** Of machines that stood at a place, as long as they did. */
export const locationFigures = pgTable(
  "location_figures",
  {
    location_id: integer()
      .primaryKey()
      .references(() => locations.id, { onDelete: "cascade" }),
    ...figures(),
  },
  (t) => indexes("location_figures", t.location_id, t),
);

/** Of machines that a crew served, as long as it did. */
export const crewFigures = pgTable(
  "crew_figures",
  {
    crew_id: integer()
      .primaryKey()
      .references(() => crews.id, { onDelete: "cascade" }),
    ...figures(),
  },
  (t) => indexes("crew_figures", t.crew_id, t),
);
