import { z } from "zod";
import { PAYMENT_SOURCES } from "./enums";
import { ERROR_CODE_MAX } from "./error-code";
import { LARGEST_INTEGER } from "./query";
import { cleanText } from "./text";

/**
 * What a telemetry unit says to `POST /telemetry/batch`, as JSON, gzip allowed. It signs in with its serial in `X-Device`
 * and its secret in `Authorization`. A batch without events is a ping. Money in kopecks, times ISO 8601 with a zone.
 *
 * The rules: an event keeps its id for ever, so sending it again is harmless; a unit keeps what was not answered for at
 * least a week and sends it again, in any order; `sent_at` is its clock at the moment of sending, by which a wrong clock
 * is put right; what is listed in `refused` must not be sent again.
 */
/** More is answered 413: then a unit sends less at once. */
export const BATCH_MAX_BYTES = 512 * 1024;
export const BATCH_MAX_EVENTS = 1_000;
/** One event may not be longer, as JSON. */
export const EVENT_MAX_BYTES = 4 * 1024;

/** Kinds of the event log (specification, section 4). `other`: what a newer unit sends and this version does not know. */
export const EVENT_KINDS = [
  "sale",
  "vend_failed",
  "coin_in",
  "coin_out",
  "bill_in",
  "bill_out",
  "door_opened",
  "door_closed",
  "door_disabled",
  "power_lost",
  "power_restored",
  "online",
  "offline",
  "restart_request",
  "restarted",
  "terminal",
  "maintenance",
  "collection",
  "firmware",
  "temperature",
  "error_opened",
  "error_closed",
  "rfid",
  "qr",
  "partner",
  "command",
  "other",
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/**
 * Why an event is not booked at the time its unit wrote: the unit's clock was wrong and put right by `sent_at`; or it
 * stood in the future, or longer ago than anything is buffered, and the time of receipt was taken.
 */
export const CLOCK_MARKS = ["corrected", "future", "past"] as const;

/** Why a unit restarted, where it says so in our words; after a command it writes that command's name, and a maker's own word is kept as it came. */
export const RESTART_REASONS = ["power_on", "watchdog"] as const;

export const DOOR_STATES = ["opened", "closed", "disabled"] as const;
/** Sources that a single vend can have. */
export const VEND_SOURCES = PAYMENT_SOURCES;
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
const text = (most: number) => z.string().overwrite(cleanText).max(most);
const id = z.union([z.string().min(1).max(64), z.number().int().nonnegative()]).transform(String);
const instant = z.iso.datetime({ offset: true });
const cell = z.union([text(20).min(1), z.number().int().nonnegative()]).transform(String);
const money = z.number().int().min(0).max(100_000_000);
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

/** What a bank terminal says of itself; `serial` where a machine has several, `rssi` in dBm. A terminal that does not answer is not heard. */
const terminal = {
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
    source: z.enum(VEND_SOURCES),
    result: z.enum(["vend_success", "vend_fail"]).default("vend_success"),
    code: words.optional(),
  }),
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
  rfid: z.object({ t: z.literal("rfid"), ...scan }),
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

/** What a unit tells about itself; a part that cannot be read is left out, the rest counts. */
export const batchSchema = z.object({
  imei: text(40).optional().catch(undefined),
  seq: z.number().int().nonnegative().optional().catch(undefined),
  sent_at: instant.optional().catch(undefined),
  fw: text(60).min(1).optional().catch(undefined),
  uptime_s: z.number().int().min(0).max(2_000_000_000).optional().catch(undefined),
  /** `operator`: MCC and MNC, or its name; `rssi` in dBm. */
  net: z
    .object({
      operator: text(60).optional().catch(undefined),
      rssi: z.number().min(-200).max(0).transform(Math.round).optional().catch(undefined),
      type: text(20).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
  power: z
    .object({
      mains: z.boolean().optional().catch(undefined),
      mv: z.number().int().min(0).max(1_000_000).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
  door: z.enum(DOOR_STATES).optional().catch(undefined),
  temp_c: z.array(z.number().min(-100).max(300)).min(1).max(8).optional().catch(undefined),
  /** The bank terminal beside the unit, now. */
  terminal: z.object(terminal).optional().catch(undefined),
  /** At most {@link BATCH_MAX_EVENTS}. */
  events: z.array(z.unknown()).default([]),
});
export type Batch = z.infer<typeof batchSchema>;
/** As a unit writes it. */
export type BatchInput = Omit<z.input<typeof batchSchema>, "events"> & { events?: readonly object[] };

/** Why a single event was refused. */
export const REFUSALS = ["no_object", "too_large", "no_id", "no_time", "no_type", "incorrect"] as const;

export const COMMAND_NAMES = [
  "restart",
  "restart_telemetry",
  "request_statistics",
  "skip_statistics",
  "firmware_update",
  "emergency_update",
] as const;
export type CommandName = (typeof COMMAND_NAMES)[number];
/** queued → sent (in an answer) → delivered (the unit has it) → done or failed; or expired, or cancelled. */
export const COMMAND_STATES = ["queued", "sent", "delivered", "done", "failed", "expired", "cancelled"] as const;
export type CommandState = (typeof COMMAND_STATES)[number];

/** A command as a unit gets it; it is repeated in every answer until the unit says that it has it. */
export const unitCommandSchema = z.object({
  id: z.number().int(),
  name: z.enum(COMMAND_NAMES),
  expires_at: z.string(),
  /** `GET /telemetry/firmware/{id}` gives the image, in ranges. */
  firmware: z
    .object({ id: z.number().int(), release: z.string(), size: z.number().int(), sha256: z.string() })
    .optional(),
});
export type UnitCommand = z.infer<typeof unitCommandSchema>;

/** `data` of the answer to a batch. Events that are neither refused nor answered by an error are kept for good. */
export const batchAnswerSchema = z.object({
  server_time: z.string(),
  /** New events. */
  accepted: z.number().int(),
  /** Events that had come before. */
  duplicate: z.number().int(),
  /** Events that will never be taken, by their place in the batch; `field` where one is at fault. */
  refused: z.array(
    z.object({
      index: z.number().int(),
      id: z.string().nullable(),
      reason: z.enum(REFUSALS),
      field: z.string().optional(),
    }),
  ),
  commands: z.array(unitCommandSchema),
});
export type BatchAnswer = z.infer<typeof batchAnswerSchema>;
