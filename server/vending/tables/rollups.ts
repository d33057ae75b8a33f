import { bigint, date, integer, pgTable, primaryKey, smallint, text, unique } from "drizzle-orm/pg-core";
import { STEPS } from "../../contract/enums";

/**
 * To whom sales belong, whatever machine and place they are of: what reports over the whole network are cut by. Made by the
 * trigger `name_territory` as placements need them, and kept for good.
 */
export const territories = pgTable(
  "territories",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    project_id: integer(),
    company_id: integer(),
    franchise_id: integer(),
    division_id: integer(),
    location_group_id: integer(),
    crew_id: integer(),
  },
  (t) => [
    unique("territories_key")
      .on(t.project_id, t.company_id, t.franchise_id, t.division_id, t.location_group_id, t.crew_id)
      .nullsNotDistinct(),
  ],
);

/**
 * What daily facts (`sales_by_product_day`, and failed vends as a source of their own) changed by since the rollups below
 * were last brought up to them: written by triggers in the transaction of the change, taken away by `foldSales`. Adding a
 * line never waits for anybody, as counting into one row for many machines would; a reader adds these lines to the rollups.
 */
export const salesChanges = pgTable("sales_changes", {
  day: date({ mode: "string" }).notNull(),
  placement_id: integer().notNull(),
  territory_id: integer().notNull(),
  recipe_id: integer(),
  selection: text(),
  name: text(),
  source: text().notNull(),
  count: bigint({ mode: "number" }).notNull(),
  amount: bigint({ mode: "number" }).notNull(),
});

const vends = () => bigint({ mode: "number" }).notNull();
/** Vends and kopecks of each source; test, free and failed vends bring none. */
const takings = () => ({
  cash_count: vends(),
  cash_amount: vends(),
  cashless1_count: vends(),
  cashless1_amount: vends(),
  cashless2_count: vends(),
  cashless2_amount: vends(),
  token_count: vends(),
  token_amount: vends(),
  unknown_count: vends(),
  unknown_amount: vends(),
  test_count: vends(),
  free_count: vends(),
  failed_count: vends(),
});

/** A day, or the week (from Monday) or month that begins with it. */
const span = () => ({ step: text({ enum: STEPS }).notNull(), from_day: date({ mode: "string" }).notNull() });
/**
 * What was sold: a recipe; or, where nothing is known of one, what the machine calls its product. A week or month in which
 * what is known of the recipe changed (`recipe_splits`) has a row for each part: `part` days of the span lie before it.
 */
const product = () => ({
  recipe_id: integer(),
  selection: text().notNull(),
  name: text().notNull(),
  part: smallint().notNull().default(0),
});

/** Where machines stood × span. */
export const salesByPlacement = pgTable(
  "sales_by_placement",
  { ...span(), placement_id: integer().notNull(), ...takings() },
  (t) => [unique("sales_by_placement_key").on(t.step, t.from_day, t.placement_id)],
);

/** Whose they were × span. */
export const salesByTerritory = pgTable(
  "sales_by_territory",
  { ...span(), territory_id: integer().notNull(), ...takings() },
  (t) => [unique("sales_by_territory_key").on(t.step, t.from_day, t.territory_id)],
);

/** Where machines stood × span × what was sold. */
export const productsByPlacement = pgTable(
  "products_by_placement",
  { ...span(), placement_id: integer().notNull(), ...product(), ...takings() },
  (t) => [
    unique("products_by_placement_key")
      .on(t.step, t.from_day, t.placement_id, t.recipe_id, t.selection, t.name, t.part)
      .nullsNotDistinct(),
  ],
);

/** Whose they were × span × what was sold. */
export const productsByTerritory = pgTable(
  "products_by_territory",
  { ...span(), territory_id: integer().notNull(), ...product(), ...takings() },
  (t) => [
    unique("products_by_territory_key")
      .on(t.step, t.from_day, t.territory_id, t.recipe_id, t.selection, t.name, t.part)
      .nullsNotDistinct(),
  ],
);

/**
 * Days (Europe/Kyiv) on which what is known of a recipe changed, as far as the rollups of products have their weeks and
 * months in parts that begin with them. Written by `foldSales`; a day that tells nothing any more does no harm.
 */
export const recipeSplits = pgTable(
  "recipe_splits",
  { recipe_id: integer().notNull(), day: date({ mode: "string" }).notNull() },
  (t) => [primaryKey({ columns: [t.recipe_id, t.day] })],
);
