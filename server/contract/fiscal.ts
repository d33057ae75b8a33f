import { z } from "zod";
import type { Declared } from "./entity";
import { money, text } from "./fields";
import { missingOr } from "./messages";
import { days, formNumber, isSpan, pageAsked, wrong, wrongSpan } from "./query";
import { moment, refSchema } from "./record";
import { writtenSchema } from "./schema";
import { idempotencyKey } from "./stock";

/** A receipt of a vend, or one that takes money of another back. */
export const RECEIPT_KINDS = ["sell", "return"] as const;
/**
 * Where a receipt is: `queued` → `sent` (the service may have it, nobody knows yet) → `done`, or `error` (the service says a
 * definite no). `listed` is not sent unless somebody says so, `settled` was seen to by hand, `cancelled` was never sent and
 * its sale is gone.
 */
export const RECEIPT_STATES = ["queued", "sent", "done", "error", "listed", "settled", "cancelled"] as const;
export type ReceiptState = (typeof RECEIPT_STATES)[number];
/** As people read it: a queued one waits while its desk is closed. */
export const SHOWN_STATES = [...RECEIPT_STATES, "waiting"] as const;
/** Why a receipt is listed for the accountant: sold too long ago, paid nobody knows how, or money without a vend. */
export const LISTED_REASONS = ["too_old", "unknown_source", "no_vend"] as const;
/** What a receipt says of how it was paid. */
export const RECEIPT_PAYMENTS = ["CASH", "CASHLESS"] as const;

/** What a desk is asked to do besides receipts. */
export const DESK_OPERATIONS = ["open", "close", "test_access", "x_report", "service_in", "service_out"] as const;
export type DeskOperation = (typeof DESK_OPERATIONS)[number];
export const DESK_OPERATION_STATES = ["queued", "sent", "done", "error"] as const;
/** What is wrong with a desk, the worst first. */
export const DESK_ALARMS = ["close_failed", "shift_old", "unreachable", "lag", "not_fiscalised"] as const;
export type DeskAlarm = (typeof DESK_ALARMS)[number];

/** Largest amount put into or taken out of a desk at once, kopecks. */
const MOST_CASH = 10_000_000_00;
/** Cash that is put into a desk or taken out. */
export const deskCash: Declared = {
  name: "desk_cash",
  fields: { amount: money({ required: true, min: 1, max: MOST_CASH }), reason: text({ max: 300 }) },
  sections: [{ name: "cash", fields: ["amount", "reason"] }],
};
const cash = z.object({ amount: z.number(), reason: z.string().nullable() });
/** Cash as it is entered; sent again with the same key it is not booked again. */
export const deskCashBody = z.intersection(
  z.object({ key: idempotencyKey, type: z.enum(["service_in", "service_out"]) }),
  writtenSchema(deskCash, "wire", "create").pipe(cash),
);

/** What a desk was asked for. `error`: the service's own words, or a key of ours; `amount` in kopecks. */
const operationSchema = z.object({
  id: z.number().int(),
  type: z.enum(DESK_OPERATIONS),
  state: z.enum(DESK_OPERATION_STATES),
  at: z.string(),
  done_at: moment,
  /** Null: the service itself. */
  author: z.string().nullable(),
  amount: z.number().int().nullable(),
  reason: z.string().nullable(),
  error: z.string().nullable(),
  result: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).nullable(),
});
export type DeskOperationSaid = z.infer<typeof operationSchema>;
export const operationAnswer = operationSchema.pick({ id: true, state: true, error: true });

const kopecks = z.number().int();
/** A shift with its sums as the service told them last, kopecks. */
const shiftSchema = z.object({
  serial: z.number().int().nullable(),
  status: z.string(),
  opened_at: moment,
  closed_at: moment,
  balance: kopecks,
  cash_sales: kopecks,
  card_sales: kopecks,
  cash_returns: kopecks,
  card_returns: kopecks,
  service_in: kopecks,
  service_out: kopecks,
  refreshed_at: z.string(),
});

const counted = z.object({ count: z.number().int(), amount: kopecks });

/** A desk as its page shows it. */
export const deskSchema = z.object({
  state: z.enum(["OPEN", "CLOSED"]),
  alarm: z.enum(DESK_ALARMS).nullable(),
  /** What it signs in with is there. */
  complete: z.boolean(),
  shift: shiftSchema.nullable(),
  /** What this product has registered in that shift. */
  ours: counted,
  queue: z.object({ count: z.number().int(), oldest_at: moment, listed: z.number().int(), errors: z.number().int() }),
  /** What the service said last when something went wrong; `over`: it has worked since. */
  error: z.object({ text: z.string(), at: z.string(), over: z.boolean() }).nullable(),
  next_at: moment,
  operations: z.array(operationSchema),
  receipt: z.object({ id: z.number().int(), tax_url: z.string().nullable(), done_at: moment }).nullable(),
});
export type Desk = z.infer<typeof deskSchema>;

const paged = { total: z.number().int(), capped: z.boolean(), page: z.number().int(), limit: z.number().int() };
/** Its number is its id. */
export const receiptSchema = z.object({
  id: z.number().int(),
  kind: z.enum(RECEIPT_KINDS),
  state: z.enum(SHOWN_STATES),
  /** Of a listed one. */
  why: z.enum(LISTED_REASONS).nullable(),
  payment: z.enum(RECEIPT_PAYMENTS),
  amount: kopecks,
  returned: kopecks,
  name: z.string(),
  sold_at: z.string(),
  done_at: moment,
  /** In the service's words. */
  error: z.string().nullable(),
  fiscal_code: z.string().nullable(),
  tax_url: z.string().nullable(),
  /** Those that the viewer may see. */
  desk: refSchema.nullable(),
  device: refSchema.nullable(),
  location: refSchema.nullable(),
});
export type Receipt = z.infer<typeof receiptSchema>;
export const receiptsSchema = z.object({ ...paged, items: z.array(receiptSchema) });
export type Receipts = z.infer<typeof receiptsSchema>;

/** Which receipts are wanted; `not_fiscalised` are those that an accountant must look at. */
export const RECEIPT_VIEWS = ["not_fiscalised", ...SHOWN_STATES] as const;
export const receiptsQuery = z
  .object({ ...days, page: pageAsked, state: z.enum(RECEIPT_VIEWS, wrong).optional() })
  .refine(isSpan, wrongSpan);

/** A receipt, and what returns it or what it returns. */
export const receiptAnswer = z.object({ receipt: receiptSchema, others: z.array(receiptSchema) });

/** What a location's desk did for it: shifts and receipts. */
export const FISCAL_OPERATIONS = [
  "shift_opening",
  "shift_closing",
  "cash_sale",
  "cashless_sale",
  "cash_return",
  "cashless_return",
] as const;
export const locationFiscalQuery = z
  .object({ ...days, page: pageAsked, type: z.enum(FISCAL_OPERATIONS, wrong).optional() })
  .refine(isSpan, wrongSpan);
export const locationFiscalSchema = z.object({
  ...paged,
  settings: z.object({
    enabled: z.boolean(),
    since: moment,
    desk: refSchema.nullable(),
    tax_code: z.number().int().nullable(),
    footer: z.string().nullable(),
  }),
  items: z.array(
    z.object({
      type: z.enum(FISCAL_OPERATIONS),
      at: z.string(),
      state: z.enum(SHOWN_STATES),
      amount: kopecks.nullable(),
      name: z.string().nullable(),
      error: z.string().nullable(),
      receipt: z.number().int().nullable(),
      fiscal_code: z.string().nullable(),
      tax_url: z.string().nullable(),
      device: refSchema.nullable(),
    }),
  ),
});
export type LocationFiscal = z.infer<typeof locationFiscalSchema>;

/** What a sale's receipts came to: `done` of `count`, and the last of them. */
export const saleReceipt = z.object({
  id: z.number().int(),
  state: z.enum(SHOWN_STATES),
  count: z.number().int(),
  done: z.number().int(),
  returned: kopecks,
  tax_url: z.string().nullable(),
});
export type SaleReceipt = z.infer<typeof saleReceipt>;

/** Most receipts that are decided about at once. */
const MOST_DECIDED = 500;
/** What becomes of receipts that were not fiscalised: they are sent, or somebody has seen to them by hand. */
export const RECEIPT_DECISIONS = ["send", "settle"] as const;
export const receiptsDecision = z.object({
  decision: z.enum(RECEIPT_DECISIONS, missingOr("incorrect")),
  receipt: z.preprocess(
    (raw) => (raw === undefined ? [] : [raw].flat()),
    z.array(formNumber(1, Number.MAX_SAFE_INTEGER)).min(1, "required").max(MOST_DECIDED, `max_value|${MOST_DECIDED}`),
  ),
});
export const decidedAnswer = z.object({ count: z.number().int() });

/** Desks that somebody must look at, for the dashboard. */
export const deskAlarms = z.array(z.object({ desk: refSchema, alarm: z.enum(DESK_ALARMS) }));
