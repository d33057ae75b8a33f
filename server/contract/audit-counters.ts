import { z } from "zod";

// What a report tells beside the sales it brings. Amounts in hundredths of the report's own currency; times are the
// machine's own clock, local and without zone; null: the machine does not say.

const amount = z.number().nullable();
const clock = z.string().nullable();

/** Counters since initialisation, in the order they are shown; 1 and 2 are the cashless devices. */
export const LIFETIME_COUNTERS = [
  "paid",
  "cash",
  "cashless1",
  "cashless2",
  "token",
  "mixed1",
  "mixed2",
  "test",
  "free",
  "discounts",
  "surcharges",
  "debited1",
  "debited2",
  "revalued1",
  "revalued2",
  "overpay",
  "exact_change",
] as const;
export type LifetimeCounter = (typeof LIFETIME_COUNTERS)[number];

const lifetimeSchema = z.object({ counter: z.enum(LIFETIME_COUNTERS), count: amount, value: amount });

/** Since initialisation, but for what is in the tubes now. `inserted` is all of the box, the tubes and the bills. */
const cashSchema = z.object({
  inserted: amount,
  box: amount,
  to_tubes: amount,
  bills: amount,
  dispensed: amount,
  dispensed_by_hand: amount,
  filled_by_hand: amount,
  in_tubes: amount,
  tubes: z.array(z.object({ tube: z.string(), coin: amount, count: amount, full: z.boolean().nullable() })),
  coins: z.array(z.object({ value: z.number(), inserted: amount, box: amount, tubes: amount })),
  bills_in: z.array(z.object({ value: z.number(), inserted: amount, stacked: amount })),
});

/** `planned`: what the machine's current planogram has in that cell, its price in kopecks. */
const productSchema = z.object({
  selection: z.string(),
  name: z.string().nullable(),
  price: amount,
  count: amount,
  sold_out: z.object({ at: clock, times: amount }).nullable(),
  planned: z.object({ name: z.string(), price: z.number() }).nullable(),
});

/** EA1: what happened and when. */
const logSchema = z.object({
  raw: z.string(),
  code: z.string().nullable(),
  at: clock,
  minutes: amount,
  text: z.string().nullable(),
});

/** Quantities in the machine's own unit, which it does not tell. */
const ingredientSchema = z.object({ id: z.string(), quantity: amount, since_reset: amount });

export const reportCountersSchema = z.object({
  /** ISO 4217 letters, else what the machine says; null: nothing, and it is taken for UAH. */
  currency: z.string().nullable(),
  lifetime: z.array(lifetimeSchema),
  cash: cashSchema,
  products: z.array(productSchema),
  log: z.array(logSchema),
  ingredients: z.array(ingredientSchema),
  /** `unit`: C, F or unsaid. */
  temperatures: z.array(z.object({ label: z.string(), value: z.number(), unit: z.string().nullable() })),
  power_cuts: z.object({ count: amount, since_reset: amount }),
  services: z.array(z.object({ at: clock, text: z.string().nullable() })),
});
export type ReportCounters = z.infer<typeof reportCountersSchema>;
