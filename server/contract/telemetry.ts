import { z } from "zod";
import { COMMAND_NAMES } from "./commands";
import { pricesSchema } from "./prices";
import { DOOR_STATES, instant, terminal, text } from "./telemetry-events";

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

/** A command as a unit gets it; it is repeated in every answer until the unit says that it has it. */
export const unitCommandSchema = z.object({
  id: z.number().int(),
  name: z.enum(COMMAND_NAMES),
  expires_at: z.string(),
  /** Of what an online payment tells: which one, its cell and price; without a cell it is chosen at the machine, up to this price. */
  payment: z.object({ id: z.number().int(), cell: z.string().nullable(), amount: z.number().int() }).optional(),
  /** Of `set_prices`: what each cell shall cost, kopecks. */
  prices: pricesSchema.optional(),
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
