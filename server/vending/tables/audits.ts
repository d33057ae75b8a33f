import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { CARDS } from "../../contract/enums";
import { bytea, instant } from "./common";
import { devices } from "./objects";

/** Audit files as they came: raw, immutable, kept for good. Everything below is derived from them. */
export const auditFiles = pgTable(
  "audit_files",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    device_id: integer()
      .notNull()
      .references(() => devices.id),
    received_at: instant().notNull(),
    raw: bytea().notNull(),
    /** SHA-256 of `raw`, hex. */
    sha256: text().notNull(),
    name: text(),
    reason: text().notNull(),
    user_id: integer(),
    telemetry_id: integer(),
    /** Staff asked to count the first read of a new machine from its initialisation. */
    from_initialisation: boolean().notNull().default(false),
    /** When the machine was read, by the unit's clock put right; null where nobody said. */
    read_at: instant(),
    /** Staff want the file left out: it is kept and derives nothing. */
    skipped: boolean().notNull().default(false),
    /** Staff say that what the file counts is right, whatever speaks against it. */
    released: boolean().notNull().default(false),
    /** Who decided last what becomes of it, and when. */
    decided_by: integer(),
    decided_at: instant(),
  },
  (t) => [index("audit_files_device_idx").on(t.device_id, t.received_at)],
);

/** One report of a file, parsed, with its place in the machine's chain of reads. */
export const auditReads = pgTable(
  "audit_reads",
  {
    file_id: integer()
      .notNull()
      .references(() => auditFiles.id),
    report: integer().notNull(),
    device_id: integer()
      .notNull()
      .references(() => devices.id),
    /** received → processed (in a chain), skipped (a duplicate, cut off between whole reads, or held) or failed (no audit inside). */
    state: text().notNull(),
    /** What the file names (ID4), in letters of ISO 4217; null where it names none. */
    currency: text(),
    /** What its amounts are in, where that is not the hryvnia, and what one of it comes to on the day of `to_at` (areas/sales/revalue.ts). */
    counted_in: text(),
    rate: numeric({ precision: 20, scale: 6, mode: "number" }),
    header: jsonb().notNull(),
    counters: jsonb().notNull(),
    warnings: jsonb().notNull(),
    chain: text(),
    position: integer(),
    previous_file: integer(),
    previous_report: integer(),
    kind: text(),
    /** Why it is held: not believed until a person or a later read confirms it. */
    doubt: text(),
    missing_reads: integer().notNull().default(0),
    /** The derived period that ends with this read, without its lines. */
    period: jsonb(),
    /** The sales it implies, booked or not, in what the machine counts in. */
    lines: jsonb(),
    /** The time the period takes on our clock; `from_at` null: since nobody knows when. */
    from_at: instant(),
    to_at: instant(),
    /** The machine was certainly not read before and not after these; `to_at` is most likely. */
    earliest: instant(),
    latest: instant(),
    /** Vend events tell of this period: of its lines those are booked that they do not tell of. */
    covered: boolean().notNull().default(false),
    /** When the period ended by the vends told, where that is not `to_at`. */
    cut_at: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.file_id, t.report] }),
    index("audit_reads_device_idx").on(t.device_id, t.to_at),
    index("audit_reads_latest_idx").on(t.device_id, t.latest),
    // Almost empty, so that whether a machine has to do with foreign money costs nothing to ask.
    index("audit_reads_foreign_idx").on(t.device_id, t.to_at).where(sql`${t.currency} <> 'UAH'`),
    index("audit_reads_counted_idx").on(t.counted_in, t.device_id).where(sql`${t.counted_in} is not null`),
  ],
);

/** What tells where the next read of a machine goes without looking at all of them (areas/audits/tails.ts). */
export const auditTails = pgTable("audit_tails", {
  device_id: integer()
    .primaryKey()
    .references(() => devices.id),
  /** The process that wrote it. */
  writer: uuid().notNull(),
  tail: jsonb().notNull(),
});

/**
 * Sales: a vend that a unit told of, or what an audit counted between two reads for a product and payment source beyond
 * the vends told. Amounts in kopecks.
 */
export const sales = pgTable(
  "sales",
  {
    device_id: integer()
      .notNull()
      .references(() => devices.id),
    /** Made from what the sale came from, so that the same thing again is the same row. */
    id: uuid().notNull().defaultRandom(),
    /** Set when it came from an audit. */
    file_id: integer(),
    report: integer(),
    line: integer(),
    /** Where the machine stood then (`placements`; no reference, for the triggers that move sales keep it right). */
    placement_id: integer().notNull(),
    /** What its cell held then by the planogram (`cell_facts`); null: nothing is known of it. */
    recipe_id: integer(),
    /** What was held before the reader for it (`scans`). */
    paid_with: text({ enum: CARDS }),
    /** Of the vend, or of the later read; and its day in Europe/Kyiv. */
    sold_at: instant().notNull(),
    /** Of a vend whose unit had a wrong clock, what that clock said. */
    box_at: instant(),
    day: date({ mode: "string" }).notNull(),
    selection: text(),
    name: text(),
    source: text().notNull(),
    count: bigint({ mode: "number" }).notNull(),
    /** In hryvnias; of foreign money none where its day has no rate (areas/sales/revalue.ts). */
    amount: bigint({ mode: "number" }).notNull(),
    /** What it was paid in where that is not the hryvnia, and hundredths of it. */
    currency: text(),
    foreign_amount: bigint({ mode: "number" }),
    price_guessed: boolean().notNull().default(false),
    /** `sold_at` is right to the hour. */
    timed: boolean().notNull().default(false),
  },
  (t) => [
    uniqueIndex("sales_key").on(t.device_id, t.id),
    index("sales_device_sold_idx").on(t.device_id, t.sold_at),
    index("sales_sold_idx").on(t.sold_at),
    index("sales_box_idx").on(t.device_id, t.box_at).where(sql`${t.box_at} is not null`),
    index("sales_currency_idx").on(t.currency, t.device_id).where(sql`${t.currency} is not null`),
    index("sales_foreign_idx").on(t.device_id, t.sold_at).where(sql`${t.currency} is not null`),
    index("sales_file_idx").on(t.file_id).where(sql`${t.file_id} is not null`),
  ],
);

/** Rollup that the dashboard and lists read: device × day × source × placement: reports cut it by where the machine stood. */
export const salesByDeviceDay = pgTable(
  "sales_by_device_day",
  {
    device_id: integer()
      .notNull()
      .references(() => devices.id),
    day: date({ mode: "string" }).notNull(),
    source: text().notNull(),
    placement_id: integer().notNull(),
    count: bigint({ mode: "number" }).notNull(),
    amount: bigint({ mode: "number" }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.device_id, t.day, t.source, t.placement_id] }),
    index("sales_by_device_day_day_idx").on(t.day),
  ],
);

/** Rollup device × day × source × placement × product (no selection: not assigned to one) × what its cell held. */
export const salesByProductDay = pgTable(
  "sales_by_product_day",
  {
    device_id: integer()
      .notNull()
      .references(() => devices.id),
    day: date({ mode: "string" }).notNull(),
    source: text().notNull(),
    placement_id: integer().notNull(),
    /** Of the placement: whoever changes that changes this. */
    territory_id: integer().notNull(),
    selection: text().notNull(),
    recipe_id: integer(),
    name: text(),
    count: bigint({ mode: "number" }).notNull(),
    amount: bigint({ mode: "number" }).notNull(),
  },
  (t) => [
    unique("sales_by_product_day_key")
      .on(t.device_id, t.day, t.source, t.placement_id, t.selection, t.recipe_id)
      .nullsNotDistinct(),
  ],
);

/** What an audit counted between two reads and what vend events told of the same time, by source, where these differ. Of what is beyond the other side: `booked` as not told, and told `beyond` a sound audit. Amounts in what the machine counts in. */
export const auditDifferences = pgTable(
  "audit_differences",
  {
    device_id: integer()
      .notNull()
      .references(() => devices.id),
    file_id: integer().notNull(),
    report: integer().notNull(),
    source: text().notNull(),
    from_at: instant(),
    to_at: instant().notNull(),
    day: date({ mode: "string" }).notNull(),
    audit_count: bigint({ mode: "number" }).notNull(),
    audit_amount: bigint({ mode: "number" }).notNull(),
    event_count: bigint({ mode: "number" }).notNull(),
    event_amount: bigint({ mode: "number" }).notNull(),
    booked_count: bigint({ mode: "number" }).notNull().default(0),
    booked_amount: bigint({ mode: "number" }).notNull().default(0),
    beyond_count: bigint({ mode: "number" }).notNull().default(0),
    beyond_amount: bigint({ mode: "number" }).notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.file_id, t.report, t.source] }),
    index("audit_differences_device_idx").on(t.device_id, t.to_at),
  ],
);

/**
 * What of a machine's audits waits for a person, by month (Europe/Kyiv, its first day): how many reads, and what they come
 * to. Made anew with whatever is booked of the machine.
 */
export const auditQuestions = pgTable(
  "audit_questions",
  {
    device_id: integer()
      .notNull()
      .references(() => devices.id),
    month: date({ mode: "string" }).notNull(),
    question: text().notNull(),
    count: integer().notNull(),
    /** Of these, those that were accepted when the month was closed: they ask no more. */
    accepted: integer().notNull().default(0),
    /** Kopecks, of discrepancies whichever side is short. */
    amount: bigint({ mode: "number" }).notNull(),
    first_at: instant().notNull(),
    last_at: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.device_id, t.month, t.question] }),
    index("audit_questions_month_idx").on(t.month, t.question),
  ],
);
