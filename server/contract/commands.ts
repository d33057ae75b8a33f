import { z } from "zod";
import { formKey, formNumber, wrong } from "./query";
import { moment } from "./record";

/** What staff tell a machine. */
export const STAFF_COMMANDS = [
  "restart",
  "restart_telemetry",
  "request_statistics",
  "skip_statistics",
  "firmware_update",
  "emergency_update",
] as const;
/** Beside them, the prices of its planogram (prices.ts) and what an online payment tells it (payments.ts). */
export const COMMAND_NAMES = [...STAFF_COMMANDS, "set_prices", "credit_added", "paid", "start"] as const;
export type StaffCommand = (typeof STAFF_COMMANDS)[number];
export type CommandName = (typeof COMMAND_NAMES)[number];
/** queued → sent (in an answer) → delivered (the unit has it) → done or failed; or expired, or cancelled. */
export const COMMAND_STATES = ["queued", "sent", "delivered", "done", "failed", "expired", "cancelled"] as const;
export type CommandState = (typeof COMMAND_STATES)[number];

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
  name: z.enum(STAFF_COMMANDS, wrong),
  key: formKey,
  firmware: formNumber(1).optional(),
});
