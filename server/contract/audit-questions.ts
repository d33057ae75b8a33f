import { z } from "zod";
import { day, limitAsked, numberFrom, pageAsked, wordsAsked, wrong } from "./query";
import { refSchema } from "./record";

/**
 * What of a machine's audits waits for a person, the most urgent first.
 * held: a read that is not believed, and no later one has told what was sold since.
 * currency: it counts in another currency than the hryvnia.
 * difference: audit and telemetry tell different sums of one time.
 * gap: reads that the machine counted never arrived.
 * clockless: neither the machine nor its unit said when it was read, so that its sales stand on the day of receipt.
 */
export const AUDIT_QUESTIONS = ["held", "currency", "difference", "gap", "clockless"] as const;
export type AuditQuestion = (typeof AUDIT_QUESTIONS)[number];

/** What the list of questions is sorted by; the most urgent questions first, of one kind the largest, where it does not say. */
export const QUESTION_SORTS = ["device", "question", "count", "amount", "last"] as const;

/** A month as its first day. */
export const month = day.refine((text) => text.endsWith("-01"), wrong);

/** What questions are asked for: `least` are hryvnias that a machine's discrepancies come to, where they ask anything. */
export const questionsQuery = z.object({
  question: z.enum(AUDIT_QUESTIONS, wrong).optional(),
  month: month.optional(),
  least: numberFrom(0, 1_000_000).optional(),
  q: wordsAsked,
  sort: z.enum([...QUESTION_SORTS, ...QUESTION_SORTS.map((one) => `-${one}` as const)], wrong).optional(),
  page: pageAsked,
  limit: limitAsked(200),
});
export type QuestionsQuery = z.infer<typeof questionsQuery>;

/** What one machine's audits ask: how many reads, differing periods or missing reads; kopecks that discrepancies come to; of which time. */
const questionRow = z.object({
  device: refSchema,
  location: refSchema.nullable(),
  city: z.string().nullable(),
  question: z.enum(AUDIT_QUESTIONS),
  count: z.number(),
  amount: z.number(),
  first: z.string(),
  last: z.string(),
});
export type QuestionRow = z.infer<typeof questionRow>;

export const questionsSchema = z.object({
  /** Machines by question, under all that is asked but the question; `total` counts a machine once for each. */
  counts: z.object({
    total: z.number(),
    questions: z.array(z.object({ question: z.enum(AUDIT_QUESTIONS), count: z.number() })),
  }),
  /** Months that have questions, the latest first. */
  months: z.array(z.string()),
  items: z.array(questionRow),
  total: z.number(),
  capped: z.boolean(),
  page: z.number(),
  limit: z.number(),
});
export type Questions = z.infer<typeof questionsSchema>;
