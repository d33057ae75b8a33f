import { z } from "zod";
import { COMMAND_STATES } from "./commands";
import { formKey, formNumber, pageAsked, wrong } from "./query";
import { moment } from "./record";

/**
 * How far a planogram's prices have come at a machine: nobody told it, it was told and its audit is waited for, it was
 * told in vain, or each cell is known to cost what it should.
 */
export const PRICE_STATES = ["wanted", "sent", "failed", "confirmed"] as const;
export type PriceState = (typeof PRICE_STATES)[number];

/** Machines on one page. */
export const PRICES_PAGE = 50;

/** Prices as a command carries them to a unit, kopecks. */
export const pricesSchema = z.array(z.object({ cell: z.string(), price: z.number().int() }));

/** A cell that does not cost what the planogram says, as far as is known. Kopecks; `known` is null where nobody told. */
const differingCellSchema = z.object({
  cell: z.string(),
  recipe: z.string(),
  wanted: z.number().int(),
  known: z.number().int().nullable(),
});

export const machinePricesSchema = z.object({
  id: z.number().int(),
  serial_number: z.string(),
  location: z.string().nullable(),
  /** It has a unit that can be told. */
  has_unit: z.boolean(),
  state: z.enum(PRICE_STATES),
  cells: z.array(differingCellSchema),
  /** When the audit was read that tells its prices; null where none does. */
  read_at: moment,
  /** The last that somebody told by hand and no later audit does. */
  by_hand: z.object({ author: z.string(), at: z.string() }).nullable(),
  /** The last time that its unit was told prices. */
  command: z
    .object({
      state: z.enum(COMMAND_STATES),
      author: z.string(),
      message: z.string().nullable(),
      created_at: z.string(),
      finished_at: moment,
    })
    .nullable(),
});
export type MachinePrices = z.infer<typeof machinePricesSchema>;

/** How far the prices of its planogram have come at one machine; null where none is asked of it: without a planogram, out of work or hidden. */
export const devicePricesSchema = machinePricesSchema
  .pick({ state: true, cells: true })
  .extend({ planogram: z.number().int() })
  .nullable();
export type DevicePrices = z.infer<typeof devicePricesSchema>;

export const planogramPricesSchema = z.object({
  items: z.array(machinePricesSchema),
  total: z.number().int(),
  states: z.array(z.object({ state: z.enum(PRICE_STATES), count: z.number().int() })),
  /** Stands for the prices that were shown: an order names it, so that nobody sends or confirms what they have not seen. */
  seen: z.string(),
});

export const pricesQuery = z.object({
  /** Machines in this state; all that are not confirmed when left out. */
  state: z.enum(PRICE_STATES, wrong).optional(),
  page: pageAsked,
});

const machines = z.preprocess(
  (value): unknown => (value === undefined ? [] : [value].flat()),
  z.array(formNumber(1)).max(10_000, wrong),
);
/** Form about the named machines, or `all` that are not confirmed, of which there were `expected`. */
export const confirmPricesSchema = z.object({
  seen: z.string(wrong).min(1, wrong).max(64, wrong),
  devices: machines,
  all: z.literal("on").optional(),
  expected: formNumber(0).optional(),
});
export type PricesOrder = z.infer<typeof confirmPricesSchema>;
export const sendPricesSchema = confirmPricesSchema.extend({ key: formKey });
