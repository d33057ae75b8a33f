import { z } from "zod";
import { cardHolder } from "./card-holders";
import { moment } from "./record";

/** Kinds of the event log (specification, section 4). `other`: what a newer unit sends and this version does not know. */
export const EVENT_KINDS = [
  "sale",
  "vend_failed",
  "selection",
  "preparation",
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

/** Those that tell of money, in what the machine counts in. */
export const MONEY_KINDS = [
  "sale",
  "vend_failed",
  "selection",
  "coin_in",
  "coin_out",
  "bill_in",
  "bill_out",
  "rfid",
  "qr",
  "partner",
] as const satisfies readonly EventKind[];

/**
 * Why an event is not booked at the time its unit wrote: the unit's clock was wrong and put right by `sent_at`; or it
 * stood in the future, or longer ago than anything is buffered, and the time of receipt was taken.
 */
export const CLOCK_MARKS = ["corrected", "future", "past"] as const;

/** One line of the event log. `data` by kind, as in EVENTS of telemetry-events.ts (without id and time). */
export const deviceEventSchema = z.object({
  id: z.string(),
  kind: z.enum(EVENT_KINDS),
  at: z.string(),
  received_at: z.string(),
  box_at: moment,
  clock: z.enum(CLOCK_MARKS).nullable(),
  /** What its money is counted in, when that is foreign: hundredths of it; null: kopecks, or no money. */
  currency: z.string().nullable(),
  data: z.record(z.string(), z.unknown()),
});
export type DeviceEvent = z.infer<typeof deviceEventSchema>;

/** An event of a machine's log; of a card that was held before it whose it was. */
const loggedEventSchema = deviceEventSchema.extend({ holder: cardHolder.nullable() });
export type LoggedEvent = z.infer<typeof loggedEventSchema>;

export const deviceEventsSchema = z.object({
  items: z.array(loggedEventSchema),
  total: z.number().int(),
  capped: z.boolean(),
  page: z.number().int(),
  limit: z.number().int(),
});
