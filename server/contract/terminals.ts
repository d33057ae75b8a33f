import { z } from "zod";
import { moment, refSchema } from "./record";
import { deviceEventSchema } from "./device-events";
import { tally } from "./tally";

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
