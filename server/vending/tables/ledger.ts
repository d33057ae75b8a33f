import { sql } from "drizzle-orm";
import { bigint, boolean, date, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { CARDS } from "../../contract/enums";
import { AUTHORISATION_STATES, KEY_MOVE_TYPES } from "../../contract/key-moves";
import { instant } from "./common";

const kopecks = () => bigint({ mode: "number" });

/**
 * What machines asked of keys, codes and partners' cards before they vended, and the answer; and what a machine vended
 * without asking (`offline`). One row for each ask of a unit and for each vend: money is held, captured or given back once.
 */
export const authorisations = pgTable(
  "authorisations",
  {
    /** Made from what was told, so that the same thing again is the same row. */
    id: uuid().primaryKey(),
    device_id: integer().notNull(),
    placement_id: integer().notNull(),
    recipe_id: integer(),
    selection: text(),
    card: text({ enum: CARDS }).notNull(),
    code: text().notNull(),
    /** Whose card it was then. */
    wallet_id: integer(),
    client_id: integer(),
    qr_code_id: integer(),
    employee_id: integer(),
    /** Kopecks: what stood on the button, what was taken off it, and what the pockets of a wallet gave. */
    price: kopecks().notNull(),
    discount: kopecks().notNull().default(0),
    main: kopecks().notNull().default(0),
    bonus: kopecks().notNull().default(0),
    /** Of the discount: the employee's own, or a general one. */
    rule: text({ enum: ["own", "general"] }),
    rule_id: integer(),
    /** An outcome of a scan, and a partner's reason. */
    result: text().notNull(),
    reason: text(),
    state: text({ enum: AUTHORISATION_STATES }).notNull(),
    offline: boolean().notNull().default(false),
    /** What the pockets had left after it, for the same answer twice. */
    balance: kopecks(),
    bonus_balance: kopecks(),
    at: instant().notNull(),
    expires_at: instant(),
    ended_at: instant(),
    sale_id: uuid(),
    scan_id: uuid(),
  },
  (t) => [
    uniqueIndex("authorisations_sale_key").on(t.device_id, t.sale_id).where(sql`${t.sale_id} is not null`),
    uniqueIndex("authorisations_scan_key").on(t.device_id, t.scan_id).where(sql`${t.scan_id} is not null`),
    index("authorisations_device_idx").on(t.device_id, t.at),
    index("authorisations_wallet_idx").on(t.wallet_id, t.at),
    index("authorisations_code_idx").on(t.qr_code_id),
    index("authorisations_employee_idx").on(t.employee_id, t.at).where(sql`${t.employee_id} is not null`),
    index("authorisations_client_idx").on(t.at).where(sql`${t.client_id} is not null and ${t.sale_id} is not null`),
    index("authorisations_qr_idx").on(t.at).where(sql`${t.card} = 'qr'`),
    index("authorisations_held_idx").on(t.expires_at).where(sql`${t.state} = 'held'`),
    index("authorisations_held_wallet_idx").on(t.wallet_id).where(sql`${t.state} = 'held'`),
  ],
);

/** Kept by the trigger `keep_handover`: whose key a wallet was until a moment, when it became another's. */
export const keyHandovers = pgTable(
  "key_handovers",
  {
    wallet_id: integer().notNull(),
    until_at: instant().notNull(),
    client_id: integer(),
  },
  (t) => [index("key_handovers_wallet_idx").on(t.wallet_id, t.until_at)],
);

/**
 * Movements of key wallets, kopecks, with their sign. Written once (the trigger `written_once` refuses anything else): a
 * mistake is put right by another row. The wallet may have been deleted since.
 */
export const keyMoves = pgTable(
  "key_moves",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    wallet_id: integer().notNull(),
    /** Whose key it was then. */
    client_id: integer(),
    type: text({ enum: KEY_MOVE_TYPES }).notNull(),
    amount: kopecks().notNull(),
    /** What the pockets had after it. */
    balance: kopecks().notNull(),
    bonus_balance: kopecks().notNull(),
    /** When it happened; a vend that was told late stands where it was. */
    at: instant().notNull(),
    /** Europe/Kyiv. */
    day: date({ mode: "string" }).notNull(),
    entered_at: instant().notNull().defaultNow(),
    /** Of a vend: what it was for, and where. */
    authorisation_id: uuid(),
    price: kopecks(),
    device_id: integer(),
    placement_id: integer(),
    recipe_id: integer(),
    /** Of an earned bonus: its program, and the moments at which the occurrence of its shift began and ended, as its hours were then. */
    program_id: integer(),
    shift_at: instant(),
    shift_end: instant(),
    /** The row that this one takes back. */
    reverses_id: bigint({ mode: "number" }),
    reason: text(),
    author_id: integer(),
    author: text(),
    /** Chosen by who moves: the same again is the same movement. */
    key: text().notNull(),
  },
  (t) => [
    uniqueIndex("key_moves_key").on(t.wallet_id, t.key),
    index("key_moves_wallet_idx").on(t.wallet_id, t.id),
    index("key_moves_wallet_at_idx").on(t.wallet_id, t.at),
    // A wallet's movements are found, counted and summed from these two alone.
    index("key_moves_wallet_day_idx").on(t.wallet_id, t.day, t.id, t.type, t.amount),
    index("key_moves_wallet_type_idx").on(t.wallet_id, t.type, t.id, t.amount),
    index("key_moves_day_idx").on(t.day),
    index("key_moves_client_idx").on(t.client_id, t.day),
    index("key_moves_authorisation_idx").on(t.authorisation_id),
    index("key_moves_reverses_idx").on(t.reverses_id).where(sql`${t.reverses_id} is not null`),
    index("key_moves_shift_idx").on(t.wallet_id, t.shift_at).where(sql`${t.shift_at} is not null`),
  ],
);
