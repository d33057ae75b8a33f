import { z } from "zod";
import { DEVICE_STATUSES, DEVICE_TYPES } from "./enums";
import { COMMAND_STATES, deviceCommandSchema } from "./commands";
import { formKey, formNumber, idAsked, pageAsked, severalOf, wordsAsked, wrong } from "./query";
import { refSchema } from "./record";

export const rolloutsSchema = z.object({
  items: z.array(
    z.object({
      id: z.number().int(),
      emergency: z.boolean(),
      author: z.string(),
      created_at: z.string(),
      expires_at: z.string(),
      total: z.number(),
      states: z.array(z.object({ state: z.enum(COMMAND_STATES), count: z.number() })),
    }),
  ),
});
export const rolloutSchema = rolloutsSchema.shape.items.element.extend({
  devices: z.array(z.object({ device: refSchema, command: deviceCommandSchema, firmware: z.string().nullable() })),
});
/** Units install their own programs; those of machines' boards and bank terminals are not theirs to install. */
export const UNIT_FIRMWARE = "TELEMETRY";

const deviceType = z.enum(DEVICE_TYPES, wrong).optional();
const release = z.string(wrong).min(1, wrong).max(60, wrong).optional();
/** Which machines a rollout may go to. `release`: what their units run now. */
const rolloutFilter = { release, device_type: deviceType, model: idAsked.optional(), project: idAsked.optional() };
export interface RolloutFilter {
  q?: string;
  release?: string;
  device_type?: string;
  model?: number;
  project?: number;
}
/** `devices`: machines that are chosen already. */
export const candidatesQuerySchema = z.object({
  ...rolloutFilter,
  q: wordsAsked,
  page: pageAsked,
  devices: severalOf(idAsked),
});

export const candidateSchema = z.object({
  id: z.number(),
  serial_number: z.string(),
  location: z.string().nullable(),
  status: z.enum(DEVICE_STATUSES),
  release: z.string().nullable(),
});
export const candidatesSchema = z.object({
  items: z.array(candidateSchema),
  chosen: z.array(candidateSchema),
  total: z.number().int(),
  page: z.number().int(),
  limit: z.number().int(),
  releases: z.array(z.string()),
  models: z.array(refSchema),
  projects: z.array(refSchema),
});
export type Candidates = z.infer<typeof candidatesSchema>;

const chosen = z.preprocess(
  (value): unknown => (Array.isArray(value) || value === undefined ? value : [value]),
  z.array(formNumber(1), { error: "required" }).min(1, { error: "required" }).max(10_000, wrong),
);
const order = z.object({ key: formKey, emergency: z.string(wrong).optional() });
/** Form of a rollout: `devices` and, or instead, `all` that the filter finds, of which there were `expected`. */
export const newRolloutSchema = z.union([
  order.extend({
    ...rolloutFilter,
    q: wordsAsked,
    all: z.literal("on"),
    expected: formNumber(1, 10_000),
    devices: chosen.optional(),
  }),
  order.extend({ devices: chosen }),
]);
export const retrySchema = z.object({ key: formKey });
