import { sql } from "drizzle-orm";
import { bigint, date, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { CARDS } from "../../contract/enums";
import { instant } from "./common";

/** What stays of an event for good: where its machine stood, and what its cell held. Prices in kopecks. */
const facts = () => ({
  device_id: integer().notNull(),
  /** Made from what was told, so that the same thing again is the same row. */
  id: uuid().notNull(),
  placement_id: integer().notNull(),
  recipe_id: integer(),
  at: instant().notNull(),
  /** Europe/Kyiv. */
  day: date({ mode: "string" }).notNull(),
  selection: text(),
  price: bigint({ mode: "number" }),
});

/** Cards and codes held before a machine's reader, and what came of it. */
export const scans = pgTable(
  "scans",
  {
    ...facts(),
    card: text({ enum: CARDS }).notNull(),
    code: text(),
    partner: text(),
    result: text().notNull(),
    /** Of a key that is known: the key, and whose it was then. */
    wallet_id: integer(),
    client_id: integer(),
    /** Of what was vended for it. */
    sale_id: uuid(),
  },
  (t) => [
    primaryKey({ columns: [t.device_id, t.id] }),
    index("scans_device_idx").on(t.device_id, t.at),
    index("scans_sale_idx").on(t.device_id, t.sale_id),
    index("scans_day_idx").on(t.day),
    index("scans_qr_idx").on(t.code).where(sql`${t.card} = 'qr'`),
    index("scans_partner_idx").on(t.code, t.at).where(sql`${t.card} = 'partner'`),
    // What clients' keys paid for, of all that was held before readers.
    index("scans_client_idx").on(t.day).where(sql`${t.client_id} is not null and ${t.sale_id} is not null`),
  ],
);

/** Vends that a machine began and did not end: no sales. */
export const failedVends = pgTable(
  "failed_vends",
  { ...facts(), territory_id: integer().notNull(), source: text().notNull() },
  (t) => [
    primaryKey({ columns: [t.device_id, t.id] }),
    index("failed_vends_device_idx").on(t.device_id, t.at),
    index("failed_vends_day_idx").on(t.day),
  ],
);
