import { z } from "zod";
import { PAYMENT_PROVIDERS } from "./payment-accounts";
import {
  CAUSES,
  DIFFERENCES,
  ENDS,
  PAYERS,
  PAYMENT_COUNTERS,
  PAYMENT_NEWS,
  PAYMENT_STATES,
  PLACES,
  REFUND_STATES,
  STAGE_NAMES,
} from "./payments";
import { days, formKey, idAsked, limitAsked, pageAsked, wordsAsked, wrong } from "./query";
import { moment, refSchema } from "./record";

/** What staff see of online payments. Money in kopecks, days in Europe/Kyiv. */

const paymentRow = z.object({
  id: z.number().int(),
  begun_at: z.string(),
  device: refSchema,
  state: z.enum(PAYMENT_STATES),
  stage: z.enum(STAGE_NAMES).nullable(),
  /** Why it went no further. */
  counter: z.enum(PAYMENT_COUNTERS).nullable(),
  selection: z.string().nullable(),
  name: z.string().nullable(),
  /** Its price. */
  amount: z.number().int().nullable(),
  /** What the provider took, and gave back. */
  paid: z.number().int(),
  refunded: z.number().int(),
  /** Of the latest refund. */
  refund: z.enum(REFUND_STATES).nullable(),
  provider: z.enum(PAYMENT_PROVIDERS),
  /** A test payment of staff: paid and given back, nothing vended. */
  is_test: z.boolean(),
  ended_at: moment,
});

/** Payments by when they were begun, Europe/Kyiv; the last 30 days when left out. `q`: an order's key, a provider's reference, an RRN. */
export const paymentsQuery = z.object({
  ...days,
  device: idAsked.optional(),
  state: z.enum(PAYMENT_STATES, wrong).optional(),
  counter: z.enum(PAYMENT_COUNTERS, wrong).optional(),
  provider: z.enum(PAYMENT_PROVIDERS, wrong).optional(),
  refund: z.enum(REFUND_STATES, wrong).optional(),
  q: wordsAsked,
  page: pageAsked,
  limit: limitAsked(1_000),
});
export type PaymentsQuery = z.infer<typeof paymentsQuery>;

/** Payments, the latest first. `sums`: of all of them, whatever the page. */
export const paymentsSchema = z.object({
  from: z.string(),
  to: z.string(),
  items: z.array(paymentRow),
  total: z.number().int(),
  page: z.number().int(),
  limit: z.number().int(),
  sums: z.object({ paid: z.number().int(), refunded: z.number().int(), sold: z.number().int() }),
});
export type Payments = z.infer<typeof paymentsSchema>;
export type PaymentRow = z.infer<typeof paymentRow>;

export const paymentSchema = paymentRow.extend({
  order_key: z.string(),
  /** Of the provider. */
  reference: z.string().nullable(),
  word: z.string().nullable(),
  card: z.string().nullable(),
  rrn: z.string().nullable(),
  approval: z.string().nullable(),
  /** Whose merchant account it is. */
  account: z.string(),
  location: refSchema.nullable(),
  /** Until when the stage may take. */
  deadline: moment,
  /** The sale that came of it. */
  sale: z.object({ id: z.string(), at: z.string(), selection: z.string().nullable() }).nullable(),
  /** Whether what was vended brought no money: it went back. */
  given_away: z.boolean(),
  steps: z.array(
    z.object({
      at: z.string(),
      from: z.enum(PLACES),
      on: z.enum(PAYMENT_NEWS),
      by: z.enum(CAUSES),
      to: z.enum(PLACES),
      counter: z.enum(PAYMENT_COUNTERS).nullable(),
      /** Said by the unit or the provider. */
      words: z.string().nullable(),
      author: z.string().nullable(),
    }),
  ),
  refunds: z.array(
    z.object({
      id: z.number().int(),
      amount: z.number().int(),
      state: z.enum(REFUND_STATES),
      /** Asked for by staff (`/refunds`), and by whom; nobody: it goes by itself. */
      refund: z.number().int().nullable(),
      author: z.string().nullable(),
      reason: z.string().nullable(),
      tries: z.number().int(),
      next_at: moment,
      /** The provider's words when it was last refused. */
      words: z.string().nullable(),
      requested_at: z.string(),
      done_at: moment,
    }),
  ),
  /** What reconciliation found and nobody has put right. */
  differences: z.array(
    z.object({
      what: z.enum(DIFFERENCES),
      ours: z.number().nullable(),
      theirs: z.number().nullable(),
      found_at: z.string(),
    }),
  ),
  /** Whether the person may send a failed refund again. */
  may_retry: z.boolean(),
});
export type Payment = z.infer<typeof paymentSchema>;

export const funnelQuery = paymentsQuery.pick({ from: true, to: true, device: true, provider: true });
/** How many payments of some days came to each stage, and to which end. */
export const funnelSchema = z.object({
  from: z.string(),
  to: z.string(),
  begun: z.number().int(),
  stages: z.array(z.object({ stage: z.enum(STAGE_NAMES), reached: z.number().int() })),
  ends: z.array(z.object({ state: z.enum(ENDS), count: z.number().int() })),
  /** Not over yet. */
  open: z.number().int(),
});
export type Funnel = z.infer<typeof funnelSchema>;

/** Error counters of some days by machine and stage, the most first. */
export const countersSchema = z.object({
  from: z.string(),
  to: z.string(),
  items: z.array(
    z.object({
      device: refSchema,
      stage: z.enum(STAGE_NAMES),
      counter: z.enum(PAYMENT_COUNTERS),
      count: z.number().int(),
    }),
  ),
});
export type Counters = z.infer<typeof countersSchema>;

/** Today's payments by state, and what waits for a person. */
export const paymentsTodaySchema = z.object({
  states: z.array(z.object({ state: z.enum(PAYMENT_STATES), count: z.number().int() })),
  counters: z.array(z.object({ counter: z.enum(PAYMENT_COUNTERS), count: z.number().int() })),
  failed_refunds: z.number().int(),
  differences: z.number().int(),
  /** Providers at which payments fail now, as an alert rule without a limit of its own sees it. */
  failing: z.array(z.enum(PAYMENT_PROVIDERS)),
});

/** What reconciliation found, the latest first. */
export const differencesSchema = z.object({
  items: z.array(
    z.object({
      payment: z.number().int(),
      device: refSchema,
      order_key: z.string(),
      provider: z.enum(PAYMENT_PROVIDERS),
      what: z.enum(DIFFERENCES),
      ours: z.number().nullable(),
      theirs: z.number().nullable(),
      found_at: z.string(),
    }),
  ),
  total: z.number().int(),
});
export const differencesQuery = z.object({ ...days, page: pageAsked });

/** How a machine takes payments. `account`: which provider's account that is now; null where none can. */
export const devicePaySchema = z.object({
  payer: z.enum(PAYERS),
  code: z.string(),
  account: z.object({ provider: z.enum(PAYMENT_PROVIDERS), owner: refSchema }).nullable(),
});
export type DevicePay = z.infer<typeof devicePaySchema>;
export const devicePayForm = z.object({ payer: z.enum(PAYERS, wrong) });
/** A test payment of 1 ₴: where it is paid; it goes back by itself. */
export const testPaymentForm = z.object({ key: formKey });
