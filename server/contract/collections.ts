import { z } from "zod";
import { formKey, formNumber, wrong } from "./query";
import { moment } from "./record";

export const collectionsSchema = z.object({
  /** Since the last collection, by the last audit. */
  waiting: z.object({ expected: z.number().nullable(), at: moment }),
  items: z.array(
    z.object({
      id: z.number(),
      at: z.string(),
      file_id: z.number().nullable(),
      bag: z.string().nullable(),
      author: z.string().nullable(),
      note: z.string().nullable(),
      /** From counter differences since the collection before; null where no audits tell. */
      expected: z.number().nullable(),
      counted: z.number().nullable(),
      difference: z.number().nullable(),
    }),
  ),
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
