import { z } from "zod";
import { DEVICE_STATUSES, INGREDIENT_UNITS } from "./enums";
import { moment, refSchema } from "./record";
import { DOOR_STATES } from "./telemetry-events";
import { tally } from "./tally";

/** What the vending API tells of a machine as it stands. Money in kopecks, instants in UTC, durations in seconds, volumes in ml, weights in g. */

/** sales: no vends where there should be some; cashless: only cash sells. */
export const QUIET_KINDS = ["sales", "cashless"] as const;

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
      /** Of these sums and of the coins, when it is foreign: hundredths of it; null: kopecks. */
      currency: z.string().nullable(),
      at: z.string(),
    })
    .nullable(),
  tubes: z.array(z.object({ coin: z.number().nullable(), count: z.number().nullable(), full: z.boolean().nullable() })),
  stocks: z.array(stockSlotSchema),
  open_commands: z.number(),
});
export type DeviceState = z.infer<typeof deviceStateSchema>;
