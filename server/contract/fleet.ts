import { z } from "zod";
import { differenceSchema, noticeSchema } from "./audit";
import { DEVICE_STATUSES, INGREDIENT_UNITS, READ_REASONS } from "./enums";
import { day, formNumber, wrong } from "./query";
import { refSchema } from "./record";
import { CLOCK_MARKS, COMMAND_NAMES, COMMAND_STATES, DOOR_STATES, EVENT_KINDS } from "./telemetry";

/** What the vending API tells about machines as they stand. Money in kopecks, instants in UTC, durations in seconds, volumes in ml, weights in g. */

/** sales: no vends where there should be some; cashless: only cash sells. */
export const QUIET_KINDS = ["sales", "cashless"] as const;

/** Chosen by who sends a form: the same form sent twice is one. */
export const formKey = z.string(wrong).min(8, wrong).max(100, wrong);
export const tally = z.object({ count: z.number(), amount: z.number() });
export const moment = z.string().nullable();

export const openErrorSchema = z.object({
  raw: z.string(),
  /** Standard code (`locales/<lang>/evadts.json`), null for a maker's own. */
  code: z.string().nullable(),
  /** The maker's own words, where staff gave some. */
  text: z.string().nullable(),
  opened_at: z.string(),
});

/** A canister or spiral. `level` and `capacity` in `unit`. */
export const stockSlotSchema = z.object({
  slot: z.string(),
  kind: z.enum(["bunker", "cell"]),
  label: z.string(),
  ingredient: refSchema.nullable(),
  unit: z.enum(INGREDIENT_UNITS),
  capacity: z.number(),
  level: z.number(),
  filled_at: z.string(),
});
export type StockSlot = z.infer<typeof stockSlotSchema>;

export const quietSchema = z.object({ kind: z.enum(QUIET_KINDS), since: z.string(), expected: z.number() });

/** How a machine stands. */
export const deviceStateSchema = z.object({
  status: z.enum(DEVICE_STATUSES),
  /** Since when it is online or offline. */
  status_since: moment,
  last_contact_at: moment,
  /** `offline_minutes` of the settings. */
  offline_minutes: z.number(),
  unit: z
    .object({ id: z.number(), serial: z.string(), type: z.string(), sim_operator: z.string().nullable() })
    .nullable(),
  firmware: z.string().nullable(),
  uptime: z.number().nullable(),
  /** How far the unit's clock is ahead of ours. */
  clock: z.number().nullable(),
  /** `level` 0…4 bars of `rssi` dBm. */
  network: z
    .object({
      operator: z.string().nullable(),
      rssi: z.number().nullable(),
      level: z.number().nullable(),
      type: z.string().nullable(),
      at: z.string(),
    })
    .nullable(),
  power: z.object({ mains: z.boolean(), millivolts: z.number().nullable(), at: z.string() }).nullable(),
  door: z.object({ state: z.enum(DOOR_STATES), at: z.string() }).nullable(),
  temperature: z.object({ values: z.array(z.number()), at: z.string() }).nullable(),
  errors: z.array(openErrorSchema),
  quiet: quietSchema.nullable(),
  last_sale_at: moment,
  last_visit_at: moment,
  serviced_at: moment,
  next_service_on: z.string().nullable(),
  last_received: z.object({ file_id: z.number(), at: z.string(), skipped: z.boolean() }).nullable(),
  last_processed: z.object({ file_id: z.number(), at: z.string() }).nullable(),
  today: tally,
  /**
   * Means of paid vends over the last 30 whole days, or those since its first sale; what `left` of what it holds gives; all vends
   * since the last service (since the first, when none is known), and until the next, which may be negative.
   */
  vends: z.object({
    per_hour: z.number(),
    per_day: z.number(),
    left: z.number().nullable(),
    since_service: z.number(),
    until_service: z.number().nullable(),
  }),
  /** The last 24 hours, oldest first; `usual` is the mean of the same hours of its week. */
  strip: z.array(z.object({ hour: z.string(), count: z.number(), amount: z.number(), usual: z.number().nullable() })),
  /** By the last audit: in the box since the last collection, in the tubes by sum (CA15) and by coins (CA17). `differs`: these two disagree. */
  cash: z
    .object({
      box: z.number().nullable(),
      tubes: z.number().nullable(),
      coins: z.number().nullable(),
      differs: z.boolean(),
      at: z.string(),
    })
    .nullable(),
  tubes: z.array(z.object({ coin: z.number().nullable(), count: z.number().nullable(), full: z.boolean().nullable() })),
  stocks: z.array(stockSlotSchema),
  open_commands: z.number(),
});
export type DeviceState = z.infer<typeof deviceStateSchema>;

/** One line of the event log. `data` by kind, as in EVENTS of telemetry.ts (without id and time). */
export const deviceEventSchema = z.object({
  id: z.string(),
  kind: z.enum(EVENT_KINDS),
  at: z.string(),
  received_at: z.string(),
  box_at: moment,
  clock: z.enum(CLOCK_MARKS).nullable(),
  data: z.record(z.string(), z.unknown()),
});
export type DeviceEvent = z.infer<typeof deviceEventSchema>;

export const deviceEventsSchema = z.object({
  items: z.array(deviceEventSchema),
  total: z.number().int(),
  capped: z.boolean(),
  page: z.number().int(),
  limit: z.number().int(),
});

export const deviceCommandSchema = z.object({
  id: z.number().int(),
  name: z.enum(COMMAND_NAMES),
  state: z.enum(COMMAND_STATES),
  firmware: z.object({ id: z.number(), name: z.string(), release: z.string() }).nullable(),
  rollout_id: z.number().nullable(),
  progress: z.number().nullable(),
  message: z.string().nullable(),
  author: z.string(),
  created_at: z.string(),
  expires_at: z.string(),
  sent_at: moment,
  delivered_at: moment,
  finished_at: moment,
});
export type DeviceCommand = z.infer<typeof deviceCommandSchema>;

export const deviceCommandsSchema = z.object({ items: z.array(deviceCommandSchema), total: z.number().int() });

/** Form of a new command. */
export const newCommandSchema = z.object({
  name: z.enum(COMMAND_NAMES, wrong),
  key: formKey,
  firmware: formNumber(1).optional(),
});

const span = { from: z.string(), to: z.string() };
const LONGEST_TIMELINE = 31 * 24 * 3_600_000;
const instant = z
  .union([z.iso.datetime({ offset: true, ...wrong }), day], wrong)
  .refine((text) => text >= "1900" && text < "2200", wrong);
/** Instants or days; without ends the last 24 hours. */
export const timelineQuery = z
  .object({ from: instant.optional(), to: instant.optional() })
  .transform(({ from, to }) => {
    const end = to === undefined ? Date.now() : Date.parse(to);
    const start = from === undefined ? end - 24 * 3_600_000 : Date.parse(from);
    return { from: new Date(start).toISOString(), to: new Date(end).toISOString() };
  })
  .refine(({ from, to }) => from < to && Date.parse(to) - Date.parse(from) <= LONGEST_TIMELINE, {
    ...wrong,
    path: ["from"],
  });

/** States of a machine as pieces that cover what is known of a span. */
export const timelineSchema = z.object({
  ...span,
  online: z.array(z.object({ ...span, online: z.boolean() })),
  power: z.array(z.object({ ...span, mains: z.boolean() })),
  door: z.array(z.object({ ...span, state: z.enum(DOOR_STATES) })),
  errors: z.array(z.object({ ...span, raw: z.string(), code: z.string().nullable(), text: z.string().nullable() })),
  temperature: z.array(z.object({ at: z.string(), value: z.number(), sensor: z.number() })),
  sales: z.array(z.object({ hour: z.string(), count: z.number(), amount: z.number() })),
});
export type Timeline = z.infer<typeof timelineSchema>;

export const collectionsSchema = z.object({
  /** Since the last collection, by the last audit. */
  waiting: z.object({ expected: z.number().nullable(), at: moment }),
  items: z.array(
    z.object({
      id: z.number(),
      at: z.string(),
      file_id: z.number().nullable(),
      bag: z.string().nullable(),
      author: z.string().nullable(),
      note: z.string().nullable(),
      /** From counter differences since the collection before; null where no audits tell. */
      expected: z.number().nullable(),
      counted: z.number().nullable(),
      difference: z.number().nullable(),
    }),
  ),
});
export type Collections = z.infer<typeof collectionsSchema>;
/** Form of a count: `counted` in kopecks; `collection`: the one that is not counted yet. */
export const newCollectionSchema = z.object({
  key: formKey,
  counted: formNumber(0, 100_000_000),
  bag: z.string(wrong).trim().max(60, wrong).optional(),
  note: z.string(wrong).trim().max(1000, wrong).optional(),
  collection: formNumber(1).optional(),
});

const where = { file_id: z.number(), report: z.number(), at: z.string() };
/** What is wrong with a machine's chain of audits. */
export const auditHealthSchema = z.object({
  reads: z.number(),
  failed: z.number(),
  /** Reads the machine counted that never arrived. */
  gaps: z.array(z.object({ ...where, missing: z.number() })),
  /** Somebody else reset the machine's counters, or they began anew (`kind`). */
  resets: z.array(z.object({ ...where, kind: z.enum(["foreign", "new_chain"]) })),
  /** The machine's clock against the time of the read, seconds ahead; only beyond five minutes. */
  clock: z.array(z.object({ ...where, seconds: z.number() })),
  crc: z.array(z.object(where)),
  skipped: z.array(z.object({ ...where, reason: z.enum(READ_REASONS) })),
  unassigned: z.array(z.object({ ...where, count: z.number(), amount: z.number() })),
  flags: z.array(z.object({ ...where, notice: noticeSchema })),
  /** Periods that both vend events and the audit tell of, where they disagree. */
  differences: z.array(z.object({ ...where, from: moment, sources: z.array(differenceSchema) })),
  /** All such periods together. */
  compared: z.object({ periods: z.number(), audit: tally, events: tally }),
});
export type AuditHealth = z.infer<typeof auditHealthSchema>;

/** A bank terminal as it tells of itself, and by the sales of its machine (payment source cashless 2). */
export const paxStateSchema = z.object({
  device: refSchema.nullable(),
  location: refSchema.nullable(),
  last_contact_at: moment,
  /** What it last said of itself when it was asked; null while that is unknown. */
  said: z
    .object({ at: z.string(), answers: z.boolean(), firmware: z.string().nullable(), rssi: z.number().nullable() })
    .nullable(),
  /** Day in Kyiv of the last sale paid by a terminal at this machine. */
  last_sale_on: z.string().nullable(),
  today: tally,
  days30: tally,
  /** The machine's latest events that concern it, newest first: payments by a terminal and what it said of itself. */
  log: z.array(deviceEventSchema),
});
