import { z } from "zod";
import type { Declared } from "./entity";
import { INGREDIENT_UNITS, STOCK_KINDS, WRITE_OFF_REASONS } from "./enums";
import { choice, day, decimal, moment, money, ref, rows, text } from "./fields";
import type { Listed } from "./listed";
import { day as dayAsked, idAsked, limitAsked, numberFrom, pageAsked, severalOf, wrong } from "./query";
import { refSchema } from "./record";
import { writtenSchema } from "./schema";
import { BATCH_MAX, idempotencyKey, placeSchema } from "./stock";

/** Lines of the ledger as a table, for screens and files. */
export const stockLines: Listed = {
  name: "stock_line",
  fields: {
    at: moment(),
    kind: choice("move_kind", STOCK_KINDS),
    from: text({ max: 200 }),
    to: text({ max: 200 }),
    warehouse: ref("warehouse"),
    crew: ref("crew"),
    device: ref("device"),
    ingredient: ref("ingredient"),
    quantity: decimal({ scale: 3 }),
    unit: choice("ingredient_unit", INGREDIENT_UNITS),
    batch: text({ max: BATCH_MAX }),
    expires_on: day(),
    price: money(),
    reason: choice("write_off_reason", WRITE_OFF_REASONS),
    comment: text({ max: 500 }),
    author: text({ max: 200 }),
    day: day(),
  },
  list: {
    columns: [
      "at",
      "kind",
      "from",
      "to",
      "ingredient",
      "quantity",
      "unit",
      "batch",
      "expires_on",
      "price",
      "reason",
      "comment",
      "author",
    ],
    filters: ["kind", "warehouse", "crew", "device", "ingredient", "reason", "day"],
    several: ["kind"],
    sort: "-at",
  },
};

/** One of a kind, or that none of the kind is in it. */
const placeAsked = z.union([z.literal("none"), idAsked], wrong).optional();
/** Which lines are asked for; all when nothing is said. Days of Europe/Kyiv on which they happened. */
const asked = {
  kind: severalOf(z.enum(STOCK_KINDS, wrong)),
  warehouse: placeAsked,
  crew: placeAsked,
  device: placeAsked,
  ingredient: placeAsked,
  reason: z.enum(WRITE_OFF_REASONS, wrong).optional(),
  day_from: dayAsked.optional(),
  day_to: dayAsked.optional(),
};
export type LinesAsked = z.infer<z.ZodObject<typeof asked>>;
export const stockLinesQuery = z.object({ ...asked, page: pageAsked, limit: limitAsked(1000) });
/** `before`: the move that was read last; its lines are not in the next page. */
export const stockLinesExportQuery = z.object({ ...asked, before: numberFrom(1, 2_147_483_647).optional() });

/** A line of a move: an ingredient, and of which batch. */
export const stockLineSchema = z.object({
  move: z.number().int(),
  position: z.number().int(),
  at: z.string(),
  kind: z.enum(STOCK_KINDS),
  from: placeSchema.nullable(),
  to: placeSchema.nullable(),
  ingredient: refSchema,
  quantity: z.number(),
  unit: z.enum(INGREDIENT_UNITS),
  batch: z.string().nullable(),
  expires_on: z.string().nullable(),
  /** Kopecks for the whole line. */
  price: z.number().nullable(),
  reason: z.enum(WRITE_OFF_REASONS).nullable(),
  comment: z.string().nullable(),
  author: z.string().nullable(),
});
export type StockLine = z.infer<typeof stockLineSchema>;
export const stockLinesSchema = z.object({
  items: z.array(stockLineSchema),
  total: z.number().int(),
  capped: z.boolean(),
  page: z.number().int(),
  limit: z.number().int(),
});
export const stockLinesExportSchema = z.object({ items: z.array(stockLineSchema), next: z.number().int().nullable() });

/**
 * A count of what lies at a place. Of each thing (or batch of it) that was counted: how much there is. What stands empty
 * was not counted.
 */
export const stockCount: Declared = {
  name: "stock_count",
  fields: {
    comment: text({ max: 500 }),
    lines: rows(
      {
        ingredient: ref("ingredient", { required: true }),
        batch: text({ max: BATCH_MAX }),
        expires_on: day(),
        counted: decimal({ unitOf: "ingredient", scale: 3, min: 0, max: 1_000_000 }),
      },
      { required: true, empty: "no_lines" },
    ),
  },
  sections: [
    { name: "move", fields: ["comment"] },
    { name: "lines", fields: ["lines"] },
  ],
};

/** What the sheet said lay there when it was drawn: ingredient, batch (0: none), quantity. */
const seenRow = z.tuple([z.number().int(), z.number().int(), z.number().min(0)]);
export type Seen = z.infer<typeof seenRow>;
const seenSchema = z
  .string(wrong)
  .max(100_000, wrong)
  .transform((text, context): Seen[] => {
    try {
      return z.array(seenRow).parse(JSON.parse(text));
    } catch {
      context.addIssue({ code: "custom", message: "incorrect" });
      return z.NEVER;
    }
  });
const countLine = z.object({
  ingredient: z.number(),
  batch: z.string().nullable(),
  expires_on: z.string().nullable(),
  counted: z.number().nullable(),
});
/** Form of a count. `seen`: JSON of {@link Seen}; what was moved since the sheet was drawn stays moved. */
export const countBody = z.intersection(
  z.object({ key: idempotencyKey, seen: seenSchema }),
  writtenSchema(stockCount, "wire", "create").pipe(
    z.object({ comment: z.string().nullable(), lines: z.array(countLine) }),
  ),
);
export type WrittenCount = z.infer<typeof countBody>;

const thing = {
  ingredient: refSchema,
  unit: z.enum(INGREDIENT_UNITS),
  batch: z.string().nullable(),
  expires_on: z.string().nullable(),
};
/** Counts of a place, the latest first, each with what was found of every thing. */
export const countsSchema = z.object({
  items: z.array(
    z.object({
      id: z.number().int(),
      at: z.string(),
      author: z.string().nullable(),
      comment: z.string().nullable(),
      lines: z.array(z.object({ ...thing, expected: z.number(), counted: z.number() })),
    }),
  ),
  total: z.number().int(),
});
export type StockCount = z.infer<typeof countsSchema>["items"][number];

/** Longest look ahead at what expires, days. */
export const EXPIRES_WITHIN = { usual: 30, most: 730 };
export const batchesQuery = z.object({
  warehouse: idAsked.optional(),
  within: numberFrom(0, EXPIRES_WITHIN.most).default(EXPIRES_WITHIN.usual),
});
/** Batches that expire soon or have expired, wherever they lie, the first to expire first. */
export const batchesSchema = z.object({
  items: z.array(
    z.object({
      ...thing,
      place: placeSchema,
      quantity: z.number(),
      /** Days that are left; below zero it has expired. */
      days: z.number().int(),
    }),
  ),
});

/** Days that a purchase is to last, and over which the run rate is reckoned. */
export const PURCHASE_DAYS = { usual: 14, most: 180, rate: 28 };
export const purchaseQuery = z.object({
  warehouse: idAsked.optional(),
  days: numberFrom(1, PURCHASE_DAYS.most).default(PURCHASE_DAYS.usual),
});
/**
 * What each warehouse should buy: where less is free (neither expired nor reserved) than the minimum, or than leaves the
 * warehouse in the days that a purchase is to last; in whole packs of the supplier where these are known.
 */
export const purchaseSchema = z.object({
  items: z.array(
    z.object({
      warehouse: refSchema,
      ingredient: refSchema,
      unit: z.enum(INGREDIENT_UNITS),
      free: z.number(),
      reserved: z.number(),
      minimum: z.number().nullable(),
      /** What leaves the warehouse in a day. */
      rate: z.number(),
      /** Days until nothing is left; null where nothing leaves. */
      lasts: z.number().nullable(),
      /** What to buy; `packs` of `pack` each. */
      buy: z.number(),
      pack: z.number().nullable(),
      packs: z.number().int().nullable(),
      /** By the last receipt's price, kopecks; null without one. */
      cost: z.number().nullable(),
    }),
  ),
});
