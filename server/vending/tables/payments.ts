import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  date,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { PAYMENT_OWNERS, PAYMENT_PROVIDERS } from "../../contract/payment-accounts";
import {
  CAUSES,
  DIFFERENCES,
  PAYMENT_COUNTERS,
  PAYMENT_NEWS,
  PLACES,
  REFUND_STATES,
  SETTLEMENTS,
  STAGE_NAMES,
} from "../../contract/payments";
import { instant } from "./common";

const kopecks = () => bigint({ mode: "number" });

/** Merchant accounts that have been paid to, of a company or a franchise: what callbacks are bound to. Made when first used; the owner may have been deleted since. */
export const paymentAccounts = pgTable(
  "payment_accounts",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    provider: text({ enum: PAYMENT_PROVIDERS }).notNull(),
    owner: text({ enum: PAYMENT_OWNERS }).notNull(),
    owner_id: integer().notNull(),
  },
  (t) => [uniqueIndex("payment_accounts_key").on(t.owner, t.owner_id, t.provider)],
);

/** Payments by phone, one row for each attempt; where it stands follows from `payment_steps`, and nothing but the transitions of the contract moves it. */
export const payments = pgTable(
  "payments",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Of its page: whoever has it sees this payment. */
    token: text().notNull(),
    /** Our name for it at the provider: taken here before the provider hears of it. */
    order_key: uuid().notNull(),
    /** Chosen by the page that began it: the same form sent twice is one payment. */
    key: text().notNull(),
    device_id: integer().notNull(),
    placement_id: integer().notNull(),
    account_id: integer()
      .notNull()
      .references(() => paymentAccounts.id),
    provider: text({ enum: PAYMENT_PROVIDERS }).notNull(),
    language: text({ enum: ["uk", "en", "pl"] }).notNull(),
    is_test: boolean().notNull().default(false),
    place: text({ enum: PLACES }).notNull(),
    /** Of the step that ended it. */
    counter: text({ enum: PAYMENT_COUNTERS }),
    /** What was chosen, and its price in kopecks. */
    selection: text(),
    name: text(),
    recipe_id: integer(),
    amount: kopecks(),
    /** Money is held first, and taken when the product is made. */
    hold: boolean().notNull().default(false),
    /** Where the customer pays, and what the provider says of it. */
    url: text(),
    reference: text(),
    word: text(),
    card: text(),
    rrn: text(),
    approval: text(),
    /** What the provider took or holds, and gave back, as far as we know. */
    paid: kopecks().notNull().default(0),
    refunded: kopecks().notNull().default(0),
    /** What the provider keeps of it, as its account said when it was begun. */
    fee_percent: numeric({ precision: 5, scale: 2, mode: "number" }),
    /** What was vended for it, and when by the unit's clock. */
    sale_id: uuid(),
    made_at: instant(),
    given_away: boolean().notNull().default(false),
    begun_at: instant().notNull().defaultNow(),
    /** When this place was come to, and until when the stage may take. */
    since: instant().notNull().defaultNow(),
    deadline: instant(),
    ended_at: instant(),
    /** When somebody has to look at it next (none: it is over), by whom until, and how often the provider was asked here. */
    due_at: instant(),
    leased_until: instant(),
    tries: integer().notNull().default(0),
    /** So long the provider is asked what became of it. */
    watched_until: instant(),
    reconciled_at: instant(),
  },
  (t) => [
    uniqueIndex("payments_token_key").on(t.token),
    uniqueIndex("payments_order_key").on(t.order_key),
    uniqueIndex("payments_key").on(t.device_id, t.key),
    // A machine serves one customer at a time.
    uniqueIndex("payments_open_key").on(t.device_id).where(sql`${t.ended_at} is null and not ${t.is_test}`),
    index("payments_reference_idx").on(t.reference),
    index("payments_device_idx").on(t.device_id, t.id),
    index("payments_begun_idx").on(t.begun_at),
    index("payments_due_idx").on(t.due_at).where(sql`${t.due_at} is not null`),
    index("payments_sale_idx").on(t.device_id, t.sale_id).where(sql`${t.sale_id} is not null`),
  ],
);

/** What happened to payments. Written once (the trigger `written_once` refuses anything else). */
export const paymentSteps = pgTable(
  "payment_steps",
  {
    payment_id: integer()
      .notNull()
      .references(() => payments.id),
    number: smallint().notNull(),
    at: instant().notNull().defaultNow(),
    from_place: text({ enum: PLACES }).notNull(),
    news: text({ enum: PAYMENT_NEWS }).notNull(),
    cause: text({ enum: CAUSES }).notNull(),
    to_place: text({ enum: PLACES }).notNull(),
    counter: text({ enum: PAYMENT_COUNTERS }),
    words: text(),
    author_id: integer(),
    author: text(),
  },
  (t) => [primaryKey({ columns: [t.payment_id, t.number] })],
);

/** Error counters by machine, day (Europe/Kyiv) and stage. */
export const paymentErrors = pgTable(
  "payment_errors",
  {
    device_id: integer().notNull(),
    day: date({ mode: "string" }).notNull(),
    stage: text({ enum: STAGE_NAMES }).notNull(),
    counter: text({ enum: PAYMENT_COUNTERS }).notNull(),
    count: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.device_id, t.day, t.stage, t.counter] }), index("payment_errors_day_idx").on(t.day)],
);

/** What the provider is to do after a payment: give money back, or take what it holds. A payment's go one after another. */
export const paymentSettlements = pgTable(
  "payment_settlements",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    payment_id: integer()
      .notNull()
      .references((): AnyPgColumn => payments.id),
    kind: text({ enum: SETTLEMENTS }).notNull(),
    /** The same again is the same: `auto`, or chosen by who sends the form. */
    key: text().notNull(),
    amount: kopecks().notNull(),
    state: text({ enum: REFUND_STATES }).notNull().default("requested"),
    reason: text(),
    author_id: integer(),
    author: text(),
    requested_at: instant().notNull().defaultNow(),
    /** When it first went out. */
    sent_at: instant(),
    done_at: instant(),
    tries: integer().notNull().default(0),
    /** How often the provider said a definite no, and its words. */
    refusals: integer().notNull().default(0),
    words: text(),
    due_at: instant(),
    leased_until: instant(),
    /** The ticket that says that it is to be done by hand. */
    ticket_id: integer(),
  },
  (t) => [
    uniqueIndex("payment_settlements_key").on(t.payment_id, t.kind, t.key),
    index("payment_settlements_due_idx").on(t.due_at).where(sql`${t.due_at} is not null`),
    index("payment_settlements_failed_idx").on(t.payment_id).where(sql`${t.state} = 'failed'`),
  ],
);

/** What differs between a provider's books and ours, as a day's reconciliation found it; gone when it is put right. */
export const paymentDifferences = pgTable(
  "payment_differences",
  {
    payment_id: integer()
      .notNull()
      .references(() => payments.id),
    what: text({ enum: DIFFERENCES }).notNull(),
    ours: kopecks(),
    theirs: kopecks(),
    found_at: instant().notNull().defaultNow(),
    settled_at: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.payment_id, t.what] }),
    index("payment_differences_open_idx").on(t.found_at).where(sql`${t.settled_at} is null`),
  ],
);
