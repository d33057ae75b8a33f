import { z } from "zod";
import { ENDS, PAYMENT_COUNTERS, PAYMENT_STATES, REFUND_STATES, STAGE_NAMES } from "./payments";
import { formKey, formNumber, wrong } from "./query";

/** What a machine's public page knows: nobody is signed in there. Money in kopecks of hryvnias. */

/** Languages that customers are spoken to. */
export const PAY_LANGUAGES = ["uk", "en", "pl"] as const;
const language = z.enum(PAY_LANGUAGES, wrong).catch("uk");

/** Of a machine's public page; what cannot be one is simply not found. */
const code = z.string().max(40);
const token = z.string().max(60);

/** Largest callback of a provider, bytes. */
export const CALLBACK_MAX_BYTES = 64 * 1024;

const machine = z.object({ name: z.string(), place: z.string().nullable(), city: z.string().nullable() });

/** Why nothing can be bought now: the machine is offline or not in use, nobody takes its payments, or somebody buys. */
export const CLOSED_WHYS = ["offline", "not_offered", "busy"] as const;

export const menuQuery = z.object({ code });
export const menuSchema = z.object({
  machine,
  closed: z.enum(CLOSED_WHYS).nullable(),
  /** What is in stock and has a price, in the planogram's order; of a product that stands in several cells the first. */
  products: z.array(z.object({ cell: z.string(), name: z.string(), price: z.number().int() })),
});
export type PayMenu = z.infer<typeof menuSchema>;

/** `cell` and `price` as the page showed them; without a cell it is chosen at the machine or later. `key`: the same form sent twice is one payment. `open`: a payment of the same browser that makes way. */
export const beginForm = z.object({
  code,
  key: formKey,
  cell: z.string().max(20).optional(),
  price: formNumber(1, 100_000_000).optional(),
  language,
  open: token.optional(),
});
export const begunSchema = z.object({ token: z.string() });

export const viewQuery = z.object({ code, token });
export const chooseForm = z.object({ code, token, cell: z.string().max(20), price: formNumber(1, 100_000_000) });
export const ofPaymentForm = z.object({ code, token });

export const payViewSchema = z.object({
  machine,
  state: z.enum(PAYMENT_STATES),
  stage: z.enum(STAGE_NAMES).nullable(),
  counter: z.enum(PAYMENT_COUNTERS).nullable(),
  name: z.string().nullable(),
  cell: z.string().nullable(),
  amount: z.number().int().nullable(),
  paid: z.number().int(),
  refunded: z.number().int(),
  /** Of the latest refund. */
  refund: z.enum(REFUND_STATES).nullable(),
  /** Where it is paid, while it can be. */
  url: z.string().nullable(),
  /** Its fiscal receipt: on its way, or where it is to be seen; null where none is made. */
  receipt: z.object({ url: z.string().nullable() }).nullable(),
  /** Its number, for who asks us about it. */
  number: z.number().int(),
  /** Seconds that the stage may still take. */
  left: z.number().int().nullable(),
});
export type PayView = z.infer<typeof payViewSchema>;

/** Whether nothing more happens on a payment's page but that money comes back. */
export const isPayEnd = (state: string): boolean => ENDS.some((end) => end === state);
