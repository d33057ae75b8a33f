import { z } from "zod";
import { formKey, formNumber, limitAsked, pageAsked, wordsAsked, wrong } from "./query";
import { moment, refSchema } from "./record";

const collectionSchema = z.object({
  id: z.number(),
  at: z.string(),
  file_id: z.number().nullable(),
  bag: z.string().nullable(),
  /** Who took it out, and who counted it. */
  author: z.string().nullable(),
  counted_by: z.string().nullable(),
  note: z.string().nullable(),
  /** From counter differences since the collection before; null where no audits tell. */
  expected: z.number().nullable(),
  counted: z.number().nullable(),
  difference: z.number().nullable(),
});
export type Collection = z.infer<typeof collectionSchema>;

export const collectionsSchema = z.object({
  /** Since the last collection, by the last audit. */
  waiting: z.object({ expected: z.number().nullable(), at: moment }),
  items: z.array(collectionSchema),
});
export type Collections = z.infer<typeof collectionsSchema>;
/** Form of a count: `counted` in kopecks; `collection`: the one that is not counted yet. */
export const newCollectionSchema = z.object({
  key: formKey,
  counted: formNumber(0, 100_000_000),
  bag: z.string(wrong).trim().max(60, wrong).optional(),
  note: z.string(wrong).trim().max(1000, wrong).optional(),
  collection: formNumber(1).optional(),
});

/** Bags that wait at the office to be counted, or those that were. */
export const BAG_STATES = ["waiting", "counted"] as const;
/** Counts in one form. */
const MOST_BAGS = 200;
export const bagsQuery = z.object({
  state: z.enum(BAG_STATES, wrong).default("waiting"),
  q: wordsAsked,
  page: pageAsked,
  limit: limitAsked(MOST_BAGS),
});
export type BagsQuery = z.infer<typeof bagsQuery>;

export const bagSchema = collectionSchema.extend({
  device: refSchema,
  location: refSchema.nullable(),
  city: z.string().nullable(),
  /** The route sheet on which it was taken out. */
  sheet: refSchema.nullable(),
});
export type Bag = z.infer<typeof bagSchema>;
export const bagsSchema = z.object({
  items: z.array(bagSchema),
  total: z.number(),
  page: z.number(),
  limit: z.number(),
});
/** What was counted of several bags, in kopecks. */
export const countBagsForm = z.object({
  key: formKey,
  counts: z
    .array(z.object({ collection: formNumber(1), counted: formNumber(0, 100_000_000) }), wrong)
    .min(1, wrong)
    .max(MOST_BAGS, wrong),
});
