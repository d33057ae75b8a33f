import { z } from "zod";
import { CARDS, PAYMENT_SOURCES } from "./enums";
import { ERROR_CODE_MAX } from "./error-code";
import { LARGEST_INTEGER } from "./query";
import { FORMATS } from "./formats";
import { cleanText } from "./text";

/** Why a unit restarted, where it says so in our words; after a command it writes that command's name, and a maker's own word is kept as it came. */
export const RESTART_REASONS = ["power_on", "watchdog"] as const;

export const DOOR_STATES = ["opened", "closed", "disabled"] as const;
/** Outcomes of a scanned card or code (specification, section 8); `vended`: it was paid with. */
export const SCAN_RESULTS = [
  "accepted",
  "vended",
  "expired",
  "already_used",
  "blocked",
  "not_found",
  "other_device",
  "insufficient_balance",
  "denied",
] as const;

/** A text of a unit: cleaned before anything else is asked of it. */
export const text = (most: number) => z.string().overwrite(cleanText).max(most);
const id = z.union([z.string().min(1).max(64), z.number().int().nonnegative()]).transform(String);
export const instant = z.iso.datetime({ offset: true });
export const cell = z.union([text(20).min(1), z.number().int().nonnegative()]).transform(String);
export const money = z.number().int().min(0).max(100_000_000);
export const words = text(200);

const base = { id, at: instant };
const cash = { ...base, value: money, count: z.number().int().min(1).max(10_000).default(1) };
const scan = {
  ...base,
  code: words.optional(),
  result: z.enum(SCAN_RESULTS),
  reason: words.optional(),
  cell: cell.optional(),
  price: money.optional(),
};

/** A key's number as wallets have it, however a reader writes it. */
export const codeOf = (card: (typeof CARDS)[number], code: string): string =>
  card === "rfid" ? FORMATS.rfid.normal(code) : code;

/**
 * The card that a vend was paid with; `hold`: the id that the unit asked with, none where it could not ask. A vend is
 * worth more than its card: what cannot be read is left out.
 */
const paid = z
  .object({ card: z.enum(CARDS), code: words.min(1), hold: text(64).min(1).optional() })
  .transform((one) => ({ ...one, code: codeOf(one.card, one.code) }))
  .optional()
  .catch(undefined);

/** An online payment by the number that its commands have; a vend is worth more than what it was vended for. */
const paymentId = z.number().int().positive().max(LARGEST_INTEGER);
const payment = paymentId.optional().catch(undefined);

/** What a bank terminal says of itself; `serial` where a machine has several, `rssi` in dBm. A terminal that does not answer is not heard. */
export const terminal = {
  answers: z.boolean(),
  serial: text(40).min(1).optional(),
  fw: text(60).min(1).optional(),
  rssi: z.number().min(-200).max(0).transform(Math.round).optional(),
};

/** One event by its `t`. Anything beyond these fields is dropped; a `t` that is not here is kept as it came. */
export const EVENTS = {
  /** A vend. `price` is what was taken for it, which a card or a code may have lowered; of a test or free vend what stands on the button. */
  sale: z.object({
    t: z.literal("sale"),
    ...base,
    cell: cell.nullish(),
    name: words.optional(),
    price: money,
    source: z.enum(PAYMENT_SOURCES),
    result: z.enum(["vend_success", "vend_fail"]).default("vend_success"),
    code: words.optional(),
    paid,
    /** The online payment that it was vended for, or should have been. */
    payment,
  }),
  /** A product was chosen at the machine for an online payment; `price`: what stands on the button. */
  selection: z.object({ t: z.literal("selection"), ...base, payment: paymentId, cell, price: money }),
  /** What an online payment is for is being made now. */
  preparation: z.object({ t: z.literal("preparation"), ...base, payment: paymentId, cell: cell.nullish() }),
  coin_in: z.object({ t: z.literal("coin_in"), ...cash }),
  coin_out: z.object({ t: z.literal("coin_out"), ...cash }),
  bill_in: z.object({ t: z.literal("bill_in"), ...cash }),
  bill_out: z.object({ t: z.literal("bill_out"), ...cash }),
  door: z.object({ t: z.literal("door"), ...base, state: z.enum(DOOR_STATES) }),
  power: z.object({
    t: z.literal("power"),
    ...base,
    mains: z.boolean(),
    mv: z.number().int().min(0).max(1_000_000).optional(),
  }),
  temperature: z.object({
    t: z.literal("temperature"),
    ...base,
    value: z.number().min(-100).max(300),
    sensor: z.number().int().min(0).max(7).default(0),
  }),
  error: z.object({
    t: z.literal("error"),
    ...base,
    code: text(ERROR_CODE_MAX).min(1),
    active: z.boolean(),
    text: words.optional(),
  }),
  /** Somebody serviced it: `filled` everything, or these cells and canisters; `cleaned`: the count of vends to the next service begins anew. */
  maintenance: z.object({
    t: z.literal("maintenance"),
    ...base,
    who: words.optional(),
    filled: z.boolean().default(false),
    cleaned: z.boolean().default(false),
    fills: z
      .array(z.object({ slot: text(40).min(1), level: z.number().min(0).max(1_000_000) }))
      .max(100)
      .default([]),
  }),
  /** Cash was taken out. */
  collection: z.object({ t: z.literal("collection"), ...base, who: words.optional(), bag: words.optional() }),
  rfid: z.object({ t: z.literal("rfid"), ...scan, code: words.transform(FORMATS.rfid.normal).optional() }),
  qr: z.object({ t: z.literal("qr"), ...scan }),
  partner: z.object({ t: z.literal("partner"), ...scan, partner: words.optional() }),
  restart: z.object({ t: z.literal("restart"), ...base, reason: words.optional() }),
  /** The bank terminal of the machine, when it begins or ceases to answer and whenever it was asked how it is. */
  terminal: z.object({ t: z.literal("terminal"), ...base, ...terminal }),
  firmware: z.object({
    t: z.literal("firmware"),
    ...base,
    version: words,
    result: z.enum(["installed", "failed"]).default("installed"),
  }),
  /** Answer to a command: `command` is its id; `progress` in percent while it goes on. */
  command_result: z.object({
    t: z.literal("command_result"),
    ...base,
    command: z.number().int().positive().max(LARGEST_INTEGER),
    state: z.enum(["delivered", "done", "failed"]),
    progress: z.number().min(0).max(100).optional(),
    message: words.optional(),
  }),
} as const;
export type EventType = keyof typeof EVENTS;
/** An event of a unit, once read. */
export type UnitEvent = z.output<(typeof EVENTS)[EventType]>;
