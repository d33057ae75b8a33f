import { z } from "zod";
import { differenceSchema, noticeSchema, READ_DOUBTS } from "./audit";
import { READ_REASONS } from "./enums";
import { moment } from "./record";
import { tally } from "./tally";

const where = { file_id: z.number(), report: z.number(), at: z.string() };
/** Of amounts, where that is not the hryvnia. */
const inCurrency = { currency: z.string().nullable() };
/** What is wrong with a machine's chain of audits. */
export const auditHealthSchema = z.object({
  reads: z.number(),
  failed: z.number(),
  /** Reads the machine counted that never arrived. */
  gaps: z.array(z.object({ ...where, missing: z.number() })),
  /** Somebody else reset the machine's counters, or they began anew (`kind`). */
  resets: z.array(z.object({ ...where, kind: z.enum(["foreign", "new_chain"]) })),
  /** The machine's clock against the time of the read, seconds ahead; only beyond five minutes. */
  clock: z.array(z.object({ ...where, seconds: z.number() })),
  crc: z.array(z.object(where)),
  /** Not believed; `is_open`: no later read has told what was sold since. */
  held: z.array(z.object({ ...where, doubt: z.enum(READ_DOUBTS), is_open: z.boolean() })),
  skipped: z.array(z.object({ ...where, reason: z.enum(READ_REASONS) })),
  unassigned: z.array(z.object({ ...where, ...inCurrency, count: z.number(), amount: z.number() })),
  flags: z.array(z.object({ ...where, ...inCurrency, notice: noticeSchema })),
  /** Periods that both vend events and the audit tell of, where they disagree. */
  differences: z.array(z.object({ ...where, ...inCurrency, from: moment, sources: z.array(differenceSchema) })),
  /** All such periods together, in kopecks. */
  compared: z.object({ periods: z.number(), audit: tally, events: tally }),
});
export type AuditHealth = z.infer<typeof auditHealthSchema>;
