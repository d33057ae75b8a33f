import { z } from "zod";
import { ALERT_CAUSES } from "./alerts";
import { DEVICE_STATUSES, DEVICE_TYPES, REGIONS } from "./enums";
import { moment, refSchema } from "./record";
import { quietSchema } from "./device-state";
import { tally } from "./tally";
import { idAsked, limitAsked, pageAsked, wordsAsked, wrong } from "./query";
import { DOOR_STATES } from "./telemetry-events";

/** What machines are counted and filtered by (`state`); a machine may be several besides ONLINE, OFFLINE, NEVER. One that need not work is `out_of_work` alone. */
export const COUNTED_STATES = [
  "ONLINE",
  "OFFLINE",
  "NEVER",
  "errors",
  "power",
  "door",
  "quiet",
  "runs_out",
  "out_of_work",
] as const;
export type CountedState = (typeof COUNTED_STATES)[number];

/** What machines by state are filtered by. */
export const statusFilter = z.object({
  project: idAsked.optional(),
  location: idAsked.optional(),
  crew: idAsked.optional(),
  region: z.enum(REGIONS, wrong).optional(),
});
export type StatusFilter = z.infer<typeof statusFilter>;
export const statusesQuery = statusFilter.extend({
  state: z.enum(COUNTED_STATES, wrong).optional(),
  q: wordsAsked,
  page: pageAsked,
  limit: limitAsked(200),
});
export type StatusesQuery = z.infer<typeof statusesQuery>;

export const statusRowSchema = z.object({
  id: z.number(),
  serial_number: z.string(),
  device_type: z.enum(DEVICE_TYPES),
  location: refSchema.nullable(),
  project: refSchema.nullable(),
  city: z.string().nullable(),
  region: z.enum(REGIONS).nullable(),
  status: z.enum(DEVICE_STATUSES),
  /** It stands in a list of machines that work: of another nothing is asked. */
  in_work: z.boolean(),
  status_since: moment,
  last_contact_at: moment,
  last_sale_at: moment,
  mains: z.boolean().nullable(),
  /** Since when its unit has said the same of the mains, and of the door. */
  mains_since: moment,
  door: z.enum(DOOR_STATES).nullable(),
  door_since: moment,
  rssi: z.number().nullable(),
  level: z.number().nullable(),
  temperature: z.number().nullable(),
  errors: z.array(
    z.object({ raw: z.string(), code: z.string().nullable(), text: z.string().nullable(), since: z.string() }),
  ),
  quiet: quietSchema.nullable(),
  /** Open alerts of it whose cause nothing else here tells; none for who sees no alerts. */
  alerts: z.array(z.object({ id: z.number(), cause: z.enum(ALERT_CAUSES), since: z.string() })),
  /** When it is expected to stop for want of something, where that is likely within a day; in the past when it has. */
  stops_at: moment,
  /** What is nearly empty, where it is expected to stop: an ingredient, or a cell by its number, and percent that are left. */
  stock: z.array(z.object({ ingredient: z.string().nullable(), cell: z.string().nullable(), percent: z.number() })),
  /** What is lost by the end of today, kopecks, if nobody comes: what runs out, or usual sales since it sells nothing. Null where nobody knows, and for who sees neither money nor needs. */
  lost: z.number().nullable(),
  /** The open ticket of it whose target is missed, else the last one, for who sees tickets. `due_at`: what must be kept next. */
  ticket: refSchema.extend({ responsible: z.string().nullable(), due_at: moment }).nullable(),
  /** Who serves it now, for who sees crews. */
  crew: refSchema.nullable(),
  /** Null for who sees no money. */
  today: tally.nullable(),
});
export type StatusRow = z.infer<typeof statusRowSchema>;

/** What of one machine needs somebody now, and who may be called about it. What the viewer may not see is null. */
export const deviceAttentionSchema = z.object({
  machine: statusRowSchema,
  address: z.string().nullable(),
  /** Its day of service has come, or its vends until service are over. */
  service_due: z.boolean(),
  /** Kopecks in its box, where they are worth collecting. */
  cash: z.number().nullable(),
  /** Reads of its audits that are not believed. */
  held: z.number(),
  /** Those of its crew that have a telephone, for who sees crews and people. */
  people: z.array(z.object({ name: z.string(), phone: z.string() })).nullable(),
});
export type DeviceAttention = z.infer<typeof deviceAttentionSchema>;

/** What of a network needs somebody now. What the viewer may not see is null. */
export const attentionSchema = z.object({
  /** The worst machines that should work, of how many in which something is wrong. */
  machines: z.array(statusRowSchema),
  troubled: z.number(),
  /** Open tickets whose target is missed. */
  overdue: z.number().nullable(),
  /** Machines with so much cash that it is worth collecting, and the kopecks in them. */
  cash: z.object({ machines: z.number(), amount: z.number() }).nullable(),
  /** Machines with a read that is not believed and that no later one has told of. */
  held: z.number().nullable(),
});
export type Attention = z.infer<typeof attentionSchema>;

export const statusesSchema = z.object({
  counts: z.object({
    total: z.number(),
    states: z.array(z.object({ state: z.enum(COUNTED_STATES), count: z.number() })),
  }),
  regions: z.array(
    z.object({
      region: z.enum(REGIONS),
      total: z.number(),
      online: z.number(),
      offline: z.number(),
      errors: z.number(),
    }),
  ),
  items: z.array(statusRowSchema),
  total: z.number().int(),
  page: z.number().int(),
  limit: z.number().int(),
});
export type Statuses = z.infer<typeof statusesSchema>;

const choicesSchema = z.object({ items: z.array(refSchema), more: z.boolean() });
/** What the screen of states can be filtered by; `more` when there are others. */
export const statusChoicesSchema = z.object({ project: choicesSchema, crew: choicesSchema, location: choicesSchema });
export type StatusChoices = z.infer<typeof statusChoicesSchema>;
