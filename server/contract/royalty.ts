import { z } from "zod";
import type { Declared } from "./entity";
import { day, money, text } from "./fields";
import { days, isSpanWithin, pageAsked, wrongSpan } from "./query";
import { moment, refSchema } from "./record";
import { LONGEST_PERIOD } from "./reports/answer";
import { writtenSchema } from "./schema";
import { idempotencyKey } from "./stock";

/** Largest payment and largest correction, kopecks. */
const MOST = 100_000_000_00;

/** The form of a payment of royalty: a correction of one is another, below zero. */
export const royaltyPayment: Declared = {
  name: "royalty_payment",
  fields: {
    day: day({ required: true }),
    amount: money({ required: true, min: -MOST, max: MOST }),
    note: text({ max: 500 }),
  },
  sections: [{ name: "payment", fields: ["day", "amount", "note"] }],
};

const written = z.object({
  day: z.string(),
  amount: z.number().refine((amount) => amount !== 0, "not_zero"),
  note: z.string().nullable(),
});
export type WrittenPayment = z.infer<typeof written>;

/** A payment as it is entered; sent again with the same key it is not booked again. */
export const paymentBody = z.intersection(
  z.object({ key: idempotencyKey }),
  writtenSchema(royaltyPayment, "wire", "create").pipe(written),
);

/** Payments of a page. */
export const PAYMENTS_PAGE = 50;
/** Of which days; all when left out. */
export const paymentsQuery = z.object({ ...days, page: pageAsked });

/** What a franchise and those below it paid, the latest first. Kopecks. */
export const paymentsSchema = z.object({
  items: z.array(
    z.object({
      id: z.number().int(),
      franchise: refSchema,
      day: z.iso.date(),
      amount: z.number().int(),
      note: z.string().nullable(),
      author: z.string(),
      entered_at: moment,
    }),
  ),
  /** Of all of them, whatever the page. */
  amount: z.number().int(),
  total: z.number().int(),
  /** Whether the person may enter one: a franchise's own people may not. */
  may_enter: z.boolean(),
});
export type RoyaltyPayments = z.infer<typeof paymentsSchema>;

/** Days whose months a financial report is of; the last 30 days when left out. */
export const financialReportQuery = z.object(days).refine((ends) => isSpanWithin(LONGEST_PERIOD, ends), wrongSpan);
