import { z } from "zod";
import { cardHolder } from "./card-holders";
import { CARDS } from "./enums";
import { differenceSchema } from "./audit";
import { deskAlarms, saleReceipt } from "./fiscal";
import { attentionSchema, COUNTED_STATES } from "./statuses";
import { refSchema } from "./record";
import { tally } from "./tally";
import { SCAN_RESULTS } from "./telemetry-events";

/** Paid vends and kopecks, with the payment sources they came by. `compared`: this period and the one before it, both until the same hour of their last day. */
export const salesFigure = tally.extend({
  compared: z.object({ now: tally, before: tally }),
  sources: z.array(tally.extend({ source: z.string() })),
});

export const PERIODS = ["today", "yesterday", "days7", "days30", "month"] as const;
export type Period = (typeof PERIODS)[number];

const ranked = z.object({
  device: refSchema,
  location: z.string().nullable(),
  count: z.number(),
  amount: z.number(),
  before: z.number(),
});

/** Each period beside the comparable one before it; everything within what the viewer may see. */
export const dashboardSchema = z.object({
  /** The last full hour in Kyiv ("14:00"): periods that are not over are compared until it. Null as sales are. */
  until: z.string().nullable(),
  /** Null for who sees no money; `days`, `best` and `worst` are empty then. */
  sales: z.record(z.enum(PERIODS), salesFigure).nullable(),
  /** The last 30 days in Europe/Kyiv, oldest first, none left out. */
  days: z.array(z.object({ day: z.string(), sources: z.record(z.string(), tally) })),
  statuses: z.array(z.object({ status: z.string(), count: z.number() })),
  /** Machines by state, as the screen of states counts them. */
  states: z.array(z.object({ state: z.enum(COUNTED_STATES), count: z.number() })),
  /** Fiscal desks that somebody must look at; none for who has no CHECKBOX. */
  desks: deskAlarms,
  /** Open errors by code, the commonest first; at most 10. */
  errors: z.array(z.object({ code: z.string().nullable(), raw: z.string(), count: z.number() })),
  /** Machines by takings of the last 7 days; `before`: the 7 days before them, until the same hour. Only those that are in work and not hidden. */
  best: z.array(ranked),
  worst: z.array(ranked),
  /**
   * Cashless payments of today by what became of the vend (states of section 4 of the specification), and the failed ones
   * by the code that the machine gave (empty where it gave none). Null where nobody pays so.
   */
  payments: z
    .object({
      states: z.array(z.object({ state: z.enum(["vend_success", "vend_fail"]), count: z.number() })),
      failures: z.array(z.object({ code: z.string(), count: z.number() })),
    })
    .nullable(),
  /**
   * Of the projects that have a plan in money for this month: the plan, what they sold so far, how much of it that is in
   * percent, and what may be expected at its end. Null where there is none, and for who has no REPORT.
   */
  plan: z
    .object({
      plan: z.number(),
      actual: z.number(),
      done: z.number().nullable(),
      expected: z.number().nullable(),
    })
    .nullable(),
  attention: attentionSchema,
});
export type Dashboard = z.infer<typeof dashboardSchema>;

export const deviceSalesSchema = z.object({
  from: z.string(),
  to: z.string(),
  total: tally,
  days: z.array(z.object({ day: z.string(), sources: z.record(z.string(), tally) })),
  products: z.array(
    tally.extend({ selection: z.string().nullable(), name: z.string().nullable(), recipe: z.string().nullable() }),
  ),
  /** How the paid sales are known: told by telemetry; counted by audits beside it, but not told; known by audits alone. */
  known: z.object({ told: tally, untold: tally, audits: tally }),
  /** Paid sales in foreign money whose days have no rate: vends as above, and hundredths of the currency, which are in no sum. */
  unrated: z.array(tally.extend({ currency: z.string() })),
  /** Paid vends that telemetry told beyond sound audits; among those told. */
  beyond: tally,
  /** The periods of audits that end in these days and differ from telemetry, newest first; at most 20. */
  differences: z.array(
    z.object({
      file_id: z.number().int(),
      from: z.string().nullable(),
      to: z.string(),
      /** Of its amounts, where that is not the hryvnia. */
      currency: z.string().nullable(),
      sources: z.array(differenceSchema),
    }),
  ),
});
export type DeviceSales = z.infer<typeof deviceSalesSchema>;

/**
 * Single sales. One that an audit counted (`file_id`) stands for all of its product and source between two reads that
 * telemetry did not tell of.
 */
export const saleListSchema = z.object({
  from: z.string(),
  to: z.string(),
  total: z.number().int(),
  capped: z.boolean(),
  page: z.number().int(),
  limit: z.number().int(),
  items: z.array(
    tally.extend({
      id: z.string(),
      at: z.string(),
      selection: z.string().nullable(),
      name: z.string().nullable(),
      recipe: z.string().nullable(),
      source: z.string(),
      /** What was held before the reader for it. */
      paid_with: z.enum(CARDS).nullable(),
      /** Whose it was. */
      holder: cardHolder.nullable(),
      /** What its receipts came to; null: it has none. */
      receipt: saleReceipt.nullable(),
      /** What it was paid in where that is not the hryvnia, and hundredths of it; `amount` is 0 where its day has no rate. */
      currency: z.string().nullable(),
      foreign_amount: z.number().nullable(),
      file_id: z.number().nullable(),
      /** An audit counted it in a time of which telemetry tells, too: it is what was not told. */
      untold: z.boolean(),
      price_guessed: z.boolean(),
    }),
  ),
});
export type SaleList = z.infer<typeof saleListSchema>;

const product = { selection: z.string().nullable(), name: z.string().nullable(), recipe: z.string().nullable() };

/** Paid sales by product and source, and by source alone with test and free vends. */
export const aggregatedSalesSchema = z.object({
  from: z.string(),
  to: z.string(),
  sources: z.array(tally.extend({ source: z.string() })),
  products: z.array(z.object({ ...product, sources: z.record(z.string(), tally) })),
});
export type AggregatedSales = z.infer<typeof aggregatedSalesSchema>;

/** What came of scanned QR codes. Events are kept as long as the settings say. */
export const qrSalesSchema = z.object({
  from: z.string(),
  to: z.string(),
  outcomes: z.array(tally.extend({ result: z.enum(SCAN_RESULTS) })),
  products: z.array(tally.extend(product)),
  days: z.array(tally.extend({ day: z.string() })),
});
export type QrSales = z.infer<typeof qrSalesSchema>;
