import { z } from "zod";
import { differenceSchema, readSchema } from "./audit";
import { AUDIT_QUESTIONS } from "./audit-questions";
import { days, isSpan, pageAsked, wrong, wrongSpan } from "./query";

/**
 * What there is to say of what a machine counted between two reads; nothing at all of a period that is sound and agrees
 * with telemetry.
 * left_out, failed: a file that books nothing, by staff's word or since no audit stands in it.
 * held, cut: a read that is no link of the chain.
 * baseline: the first read of a machine; reset: its counters began again.
 * gap: reads are missing between the two.
 * doubtful: its check value is wrong or counters fell, so that it is booked only where telemetry tells nothing.
 * untold: telemetry told less than the audit counted; beyond: more. alone: it told nothing at all.
 */
export const PERIOD_STATES = [
  "left_out",
  "failed",
  "held",
  "cut",
  "reset",
  "baseline",
  "gap",
  "doubtful",
  "beyond",
  "untold",
  "alone",
] as const;
export type PeriodState = (typeof PERIOD_STATES)[number];

/** What periods of a machine are asked for: days of their ends, and those with one open question only. */
export const periodsQuery = z
  .object({ ...days, question: z.enum(AUDIT_QUESTIONS, wrong).optional(), page: pageAsked })
  .refine(isSpan, wrongSpan);

/** A period, named by the report that it ends with. */
export const auditPeriodSchema = readSchema
  .pick({
    file_id: true,
    report: true,
    name: true,
    doubt: true,
    decision: true,
    missing_reads: true,
    kind: true,
    currency: true,
    rate: true,
    booked: true,
  })
  .extend({
    from: z.string().nullable(),
    to: z.string(),
    states: z.array(z.enum(PERIOD_STATES)),
    sources: z.array(differenceSchema),
  });
export type AuditPeriod = z.infer<typeof auditPeriodSchema>;

export const auditPeriodsSchema = z.object({
  from: z.string(),
  to: z.string(),
  items: z.array(auditPeriodSchema),
  total: z.number(),
  capped: z.boolean(),
  page: z.number(),
  limit: z.number(),
});
export type AuditPeriods = z.infer<typeof auditPeriodsSchema>;
