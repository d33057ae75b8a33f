import { z } from "zod";

/** What a new installation needs before it sells and tells of troubles, in this order: names of entities. */
export const FIRST_STEPS = [
  "company",
  "location",
  "device_manufacturer",
  "device_model",
  "device",
  "telemetry",
  "alert_rule",
] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

export const firstStepsSchema = z.object({
  /** Steps that nobody has done yet; none once anything was sold, however the company began. */
  left: z.array(z.enum(FIRST_STEPS)),
});
