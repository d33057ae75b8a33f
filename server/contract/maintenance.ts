import { z } from "zod";
import { toNumber } from "./field-schema";
import { formKey, wrong } from "./query";
import { stockSlotSchema } from "./device-state";
import { words } from "./telemetry-events";

/** What the machine can hold by its planogram and model; a level is null until somebody told of it. */
export const holdsSchema = z.object({
  slots: z.array(stockSlotSchema.extend({ level: z.number().nullable(), filled_at: z.string().nullable() })),
});
export type Holds = z.infer<typeof holdsSchema>;

const flag = z.literal("on", wrong).optional();

/**
 * What somebody did at the machine just now. `filled`: everything to the brim, or
 * `fills`: what is in some slots now, in their units. `cleaned`: vends to the next service count anew. The same key again changes nothing.
 */
export const newMaintenanceSchema = z.object({
  key: formKey,
  filled: flag,
  cleaned: flag,
  note: words.optional(),
  fills: z
    .array(
      z.object({
        slot: z.string(wrong).min(1, wrong).max(40, wrong),
        level: z.preprocess(toNumber, z.number(wrong).min(0, wrong).max(1_000_000, wrong)),
      }),
    )
    .max(100, wrong)
    .default([]),
});
