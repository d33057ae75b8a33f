import { z } from "zod";
import { day, instantAsked, wrong } from "./query";
import { DOOR_STATES } from "./telemetry-events";

const span = { from: z.string(), to: z.string() };
const LONGEST_TIMELINE = 31 * 24 * 3_600_000;
const instant = z.union([instantAsked, day], wrong);
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
