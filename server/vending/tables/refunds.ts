import { sql } from "drizzle-orm";
import { bigint, check, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { refund } from "../../contract/entities/refunds";
import { documentOf, entityColumns, instant, listIndexes } from "./common";
import { keyWallets, qrCodes } from "./keys";
import { devices } from "./objects";
import { tickets } from "./help-desk";

const kopecks = () => bigint({ mode: "number" });

/** Money of vends that is given back. What is returned, how and how much is written once (the trigger `keep_refund`). */
export const refunds = pgTable(
  "refunds",
  {
    ...entityColumns,
    device_id: integer()
      .notNull()
      .references(() => devices.id),
    /** Where it stood then. */
    placement_id: integer(),
    subject: text().notNull(),
    way: text().notNull(),
    amount: kopecks().notNull(),
    reason: text().notNull(),
    ticket_id: integer().references(() => tickets.id),
    note: text(),
    state: text().notNull().default("requested"),
    product: text(),
    selection: text(),
    vended_at: instant(),
    source: text(),
    paid: kopecks(),
    /** Of the key that paid. */
    wallet_id: integer().references(() => keyWallets.id),
    authorisation_id: uuid(),
    voucher_id: integer().references(() => qrCodes.id),
    author_id: integer(),
    author: text(),
    decider_id: integer(),
    decider: text(),
    decided_at: instant(),
    decline_reason: text(),
    search: documentOf(refund),
  },
  (t) => [
    ...listIndexes(refund, "refunds", t),
    index("refunds_subject_idx").on(t.device_id, t.subject),
    index("refunds_vend_idx").on(t.device_id, t.vended_at),
    index("refunds_placement_idx").on(t.placement_id),
    check("refunds_never_more", sql`${t.amount} > 0 and ${t.amount} <= coalesce(${t.paid}, ${t.amount})`),
  ],
);
