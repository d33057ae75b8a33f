import { bigint, boolean, date, index, integer, jsonb, pgTable, primaryKey, real, text } from "drizzle-orm/pg-core";
import { instant } from "./common";
import { devices } from "./objects";

const ofDevice = () =>
  integer()
    .notNull()
    .references(() => devices.id, { onDelete: "cascade" });

/** What each cell of a machine sold in its last weeks, as far as it stood there and had the recipe: what forecasts are made of. Made anew a few times a day. */
export const deviceRates = pgTable(
  "device_rates",
  {
    device_id: ofDevice(),
    selection: text().notNull(),
    recipe_id: integer(),
    vends: real().notNull(),
    /** In which it could have been sold: without outages, and without times at which it was sold out. */
    weeks: real().notNull(),
    /** Kopecks, mean of paid vends; null where there were none. */
    price: real(),
  },
  (t) => [primaryKey({ columns: [t.device_id, t.selection] })],
);

/** What machines of one kind sell, by planogram and project (0: none): it stands in for a machine's own sales where these are few. */
export const rateKinds = pgTable(
  "rate_kinds",
  {
    planogram_id: integer().notNull(),
    project_id: integer().notNull(),
    /** Vends a week of each cell. */
    products: jsonb().notNull(),
    /** Mean vends of each hour of a usual week, Monday 0 h in Kyiv first. */
    hours: real().array().notNull(),
    made_at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.planogram_id, t.project_id] })],
);

/** When a slot was empty by the books: since its last vend until it was filled. */
export const slotOutages = pgTable(
  "slot_outages",
  {
    device_id: ofDevice(),
    slot: text().notNull(),
    from_at: instant().notNull(),
    to_at: instant(),
  },
  (t) => [primaryKey({ columns: [t.device_id, t.slot, t.from_at] })],
);

/** What a machine needs and what it costs if nobody comes; made anew as it sells, is filled, and time goes. Money in kopecks. */
export const deviceForecasts = pgTable(
  "device_forecasts",
  {
    device_id: ofDevice().primaryKey(),
    made_at: instant().notNull(),
    /** When its rates were made. */
    rates_at: instant().notNull(),
    /** The moment its levels are of: when it was last heard. */
    told_at: instant().notNull(),
    first_out_at: instant(),
    /** When a third of its takings is lost, and since when that is likely. */
    stops_at: instant(),
    stops_early_at: instant(),
    per_day: bigint({ mode: "number" }).notNull(),
    /** Lost until the end of `lost_from` and of each of the seven days after it. */
    lost: real().array().notNull(),
    lost_from: date({ mode: "string" }).notNull(),
    /** Days of its best cycle, and what a day of that costs. */
    cycle_days: integer().notNull(),
    cycle_cost: real().notNull(),
    slots: integer().notNull(),
    /** Slots of which nobody knows the level, and those whose books contradicted what was found. */
    unknown: integer().notNull(),
    drifting: integer().notNull(),
    blocked: boolean().notNull(),
    /** Vends until the next service; negative when it is overdue. */
    until_service: integer(),
    /** Cash in the box since the last collection, by audits; in hryvnias only. */
    cash: bigint({ mode: "number" }),
  },
  (t) => [index("device_forecasts_made_idx").on(t.made_at)],
);

/** What fills a machine to the brim, by ingredient and in its unit. `guessed`: some of it is reckoned by what is sold, for nobody told the level. */
export const deviceWants = pgTable(
  "device_wants",
  {
    device_id: ofDevice(),
    ingredient_id: integer().notNull(),
    amount: real().notNull(),
    guessed: boolean().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.device_id, t.ingredient_id] }),
    index("device_wants_ingredient_idx").on(t.ingredient_id),
  ],
);

/** Machines whose forecast is to be made anew at once: somebody filled them. Written by a trigger in the transaction of the filling. */
export const deviceForecastsDue = pgTable("device_forecasts_due", { device_id: integer().notNull() });
