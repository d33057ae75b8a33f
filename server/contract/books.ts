import { z } from "zod";
import { AUDIT_QUESTIONS, month } from "./audit-questions";
import { limitAsked, pageAsked, severalOf, wrong } from "./query";
import { refSchema } from "./record";

/** What a bookkeeper holds (docs/decisions/022). */
export const BOOKKEEPER = ["REPORT", "REPORT_FINANCE"] as const;

/** Why the books of a closed month changed: vends that were told later, an audit, what staff said of one, a rate or what a machine counts in, or everything was derived again. */
export const CORRECTION_CAUSES = ["vends", "audit", "decision", "currency", "rebuild"] as const;
export type CorrectionCause = (typeof CORRECTION_CAUSES)[number];

/** Vends, and what they took in kopecks. */
const tally = z.object({ count: z.number(), amount: z.number() });
export type Tally = z.infer<typeof tally>;

/** Machines whose audits ask something of a month. */
const questions = z.array(z.object({ question: z.enum(AUDIT_QUESTIONS), machines: z.number() }));

const closed = z.object({
  at: z.string(),
  by: z.string().nullable(),
  /** What was open and accepted when it was closed. */
  questions,
});

export const monthSchema = z.object({
  /** Its first day. */
  month,
  /** It is over, so that it can be closed. */
  is_over: z.boolean(),
  closed: closed.nullable(),
  /** What is open now; of a closed month what came after. */
  questions,
  /** Times that it was changed since it was closed. */
  corrections: z.number(),
});
export type Month = z.infer<typeof monthSchema>;

/** What a machine's books of a month were when it was closed, of all paid sources, and what corrected them since. */
const machineSchema = z.object({ device: refSchema, closed: tally, corrections: tally });

/** A page of them, by serial number. */
export const monthMachinesSchema = z.object({
  items: z.array(machineSchema),
  total: z.number(),
  capped: z.boolean(),
  page: z.number(),
  limit: z.number(),
});
export type MonthMachines = z.infer<typeof monthMachinesSchema>;

/** Months from the first sale on, the latest first. */
export const monthsSchema = z.object({
  items: z.array(monthSchema),
  total: z.number(),
  capped: z.boolean(),
  page: z.number(),
  limit: z.number(),
});

const correctionSchema = z.object({
  id: z.number(),
  at: z.string(),
  device: refSchema,
  source: z.string(),
  /** What was added to the books, or taken out of them. */
  count: z.number(),
  amount: z.number(),
  cause: z.enum(CORRECTION_CAUSES),
  /** Of an audit or a decision, its file; of a decision, whose it was. */
  file: z.number().nullable(),
  by: z.string().nullable(),
});
export type Correction = z.infer<typeof correctionSchema>;

export const monthBooksSchema = monthSchema.omit({ corrections: true }).extend({
  /** By payment source, of the machines that the person may see; a month that is not closed has the present books alone. */
  sources: z.array(z.object({ source: z.string(), closed: tally, corrections: tally, now: tally })),
  corrections: z.object({
    items: z.array(correctionSchema),
    total: z.number(),
    capped: z.boolean(),
    page: z.number(),
    limit: z.number(),
  }),
  /** Only who sees every machine closes a month. */
  may_close: z.boolean(),
});
export type MonthBooks = z.infer<typeof monthBooksSchema>;

export const monthsQuery = z.object({ page: pageAsked, limit: limitAsked(200) });

/** The open questions with which a month is closed all the same, by name. */
export const closeForm = z.object({ accepted: severalOf(z.enum(AUDIT_QUESTIONS, wrong)) });
