import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import {
  DESK_OPERATION_STATES,
  DESK_OPERATIONS,
  LISTED_REASONS,
  RECEIPT_KINDS,
  RECEIPT_PAYMENTS,
  RECEIPT_STATES,
} from "../../contract/fiscal";
import { instant } from "./common";
import { fiscalCashiers } from "./terminals";

const kopecks = () => bigint({ mode: "number" });
const sum = () => kopecks().notNull().default(0);
const desk = () =>
  integer()
    .notNull()
    .references(() => fiscalCashiers.id);

/**
 * One receipt for each vend of money, and one for each return of it. What it says is written once (the trigger
 * `keep_receipt` refuses anything else); how far it got changes. A desk takes them in the order of `number`.
 */
export const receipts = pgTable(
  "receipts",
  {
    id: uuid().primaryKey().defaultRandom(),
    number: bigint({ mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    desk_id: desk(),
    kind: text({ enum: RECEIPT_KINDS }).notNull(),
    device_id: integer().notNull(),
    placement_id: integer().notNull(),
    location_id: integer().notNull(),
    /** What it stands for: the told sale, or one line of an audit; and which of that one's receipts it is. */
    subject: uuid().notNull(),
    nth: integer().notNull(),
    told: boolean().notNull(),
    source: text().notNull(),
    payment: text({ enum: RECEIPT_PAYMENTS }).notNull(),
    /** Paid with a key, while the settings wanted receipts for those. */
    by_key: boolean().notNull().default(false),
    sold_at: instant().notNull(),
    day: date({ mode: "string" }).notNull(),
    code: text().notNull(),
    name: text().notNull(),
    department: text().notNull(),
    tax_code: integer(),
    footer: text(),
    amount: kopecks().notNull(),
    /** Of a sale: what was taken back, or is on its way to be; all of it when its sale is gone from the books (`withdrawn`). */
    returned: sum(),
    withdrawn: boolean().notNull().default(false),
    /** Of a return: what it takes back, why, and the key by which it is the same one. */
    original_id: uuid(),
    reason: text(),
    key: text(),
    why: text({ enum: LISTED_REASONS }),
    state: text({ enum: RECEIPT_STATES }).notNull().default("queued"),
    /** What the service knows it by: stored before it is sent, another one only after a definite no. */
    request_id: uuid().notNull().defaultRandom(),
    attempts: smallint().notNull().default(0),
    error: text(),
    shift_id: uuid(),
    serial: integer(),
    fiscal_code: text(),
    tax_url: text(),
    created_at: instant().notNull().defaultNow(),
    sent_at: instant(),
    done_at: instant(),
  },
  (t) => [
    uniqueIndex("receipts_subject_key").on(t.device_id, t.subject, t.nth).where(sql`${t.kind} = 'sell'`),
    uniqueIndex("receipts_told_key")
      .on(t.device_id, t.subject)
      .where(sql`${t.kind} = 'sell' and ${t.told} and not ${t.withdrawn}`),
    uniqueIndex("receipts_request_key").on(t.request_id),
    uniqueIndex("receipts_return_key").on(t.key).where(sql`${t.key} is not null`),
    index("receipts_queue_idx").on(t.desk_id, t.number).where(sql`${t.state} in ('queued', 'sent')`),
    index("receipts_error_idx").on(t.desk_id).where(sql`${t.state} = 'error'`),
    index("receipts_open_idx").on(t.number).where(sql`${t.state} in ('error', 'listed')`),
    index("receipts_device_idx").on(t.device_id, t.day),
    index("receipts_location_idx").on(t.location_id, t.sold_at),
    index("receipts_shift_idx").on(t.shift_id).where(sql`${t.shift_id} is not null`),
    index("receipts_done_idx").on(t.desk_id, t.done_at).where(sql`${t.done_at} is not null`),
    index("receipts_original_idx").on(t.original_id).where(sql`${t.original_id} is not null`),
  ],
);

/** Kopecks of vends that have a fiscal receipt, and of those that wait for one, by where and in which month they were; kept by the trigger of `receipts`. */
export const receiptMonths = pgTable(
  "receipt_months",
  {
    month: date({ mode: "string" }).notNull(),
    placement_id: integer().notNull(),
    fiscalised: sum(),
    waiting: sum(),
  },
  (t) => [primaryKey({ columns: [t.month, t.placement_id] })],
);

/** What a desk was asked for besides receipts, by people and by the clock: its queue, and the record of it. */
export const fiscalOperations = pgTable(
  "fiscal_operations",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    desk_id: desk(),
    type: text({ enum: DESK_OPERATIONS }).notNull(),
    state: text({ enum: DESK_OPERATION_STATES }).notNull().default("queued"),
    at: instant().notNull().defaultNow(),
    sent_at: instant(),
    done_at: instant(),
    author_id: integer(),
    author: text(),
    amount: kopecks(),
    reason: text(),
    key: text().notNull(),
    request_id: uuid().notNull().defaultRandom(),
    shift_id: uuid(),
    attempts: smallint().notNull().default(0),
    error: text(),
    result: jsonb(),
  },
  (t) => [
    uniqueIndex("fiscal_operations_key").on(t.desk_id, t.key),
    index("fiscal_operations_desk_idx").on(t.desk_id, t.id),
    index("fiscal_operations_queue_idx").on(t.desk_id, t.id).where(sql`${t.state} in ('queued', 'sent')`),
  ],
);

/** Shifts of desks with their sums, as the service told them last. */
export const fiscalShifts = pgTable(
  "fiscal_shifts",
  {
    id: uuid().primaryKey(),
    desk_id: desk(),
    serial: integer(),
    status: text().notNull(),
    opened_at: instant(),
    closed_at: instant(),
    balance: sum(),
    cash_sales: sum(),
    card_sales: sum(),
    cash_returns: sum(),
    card_returns: sum(),
    service_in: sum(),
    service_out: sum(),
    refreshed_at: instant().notNull().defaultNow(),
  },
  (t) => [index("fiscal_shifts_desk_idx").on(t.desk_id, t.opened_at)],
);

/** How a desk's work goes: who does it (one process at a time, until `leased_until`), when there is more, what went wrong. */
export const fiscalDesks = pgTable("fiscal_desks", {
  desk_id: integer()
    .primaryKey()
    .references(() => fiscalCashiers.id, { onDelete: "cascade" }),
  worker: uuid(),
  leased_until: instant(),
  next_at: instant().notNull().defaultNow(),
  /** After a failure, or as long as there is nothing to be done: nobody looks at it until then. */
  rest_until: instant().notNull().defaultNow(),
  shift_id: uuid(),
  /** Closed by a person: opens by itself no earlier. */
  closed_until: instant(),
  failures: integer().notNull().default(0),
  error: text(),
  error_at: instant(),
});
