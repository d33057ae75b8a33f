import { z } from "zod";
import { DEVICE_STATUSES, DEVICE_TYPES } from "./enums";
import { deviceCommandSchema, formKey, formNumber, lenientId, lenientWords, pageNumber, wrong } from "./fleet";
import { refSchema } from "./record";
import { COMMAND_STATES } from "./telemetry";

/**
 * `GET /firmwares/{id}/rollouts`; `POST` there (form: key, emergency=on, devices (repeated) and, or instead, all=on with the filter of the candidates
 * and the `expected` number of them) makes one and answers its id.
 */
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
/** `GET /firmwares/{id}/rollouts/{rollout}`: the machines that the viewer may see. `POST …/cancel` calls back what was not delivered; `POST …/retry` (form: key) makes another rollout for those where it failed or expired. */
export const rolloutSchema = rolloutsSchema.shape.items.element.extend({
  devices: z.array(z.object({ device: refSchema, command: deviceCommandSchema, firmware: z.string().nullable() })),
});
/** Units install their own programs; those of machines' boards and bank terminals are not theirs to install. */
export const UNIT_FIRMWARE = "TELEMETRY";

/** Which machines a rollout may go to; what makes no sense is left out. `release`: what their units run now. */
export const rolloutFilterSchema = z.object({
  q: lenientWords,
  release: z.string().min(1).max(60).optional().catch(undefined),
  device_type: z.enum(DEVICE_TYPES).optional().catch(undefined),
  model: lenientId,
  project: lenientId,
});
export type RolloutFilter = z.infer<typeof rolloutFilterSchema>;
export const candidatesQuerySchema = rolloutFilterSchema.extend({ page: pageNumber });

export const candidateSchema = z.object({
  id: z.number(),
  serial_number: z.string(),
  location: z.string().nullable(),
  status: z.enum(DEVICE_STATUSES),
  release: z.string().nullable(),
});
/** `GET /firmwares/{id}/rollouts/candidates?q=&release=&device_type=&model=&project=&page=&devices=` (devices may repeat: chosen already, given back as `chosen`). */
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
export const newRolloutSchema = z.union([
  order.extend({
    ...rolloutFilterSchema.shape,
    all: z.literal("on"),
    expected: formNumber(1, 10_000),
    devices: chosen.optional(),
  }),
  order.extend({ devices: chosen }),
]);
export const retrySchema = z.object({ key: formKey });
