import { z } from "zod";

/** A related record as it is read: its id and the text people know it by; what else they know it by, the name of its colour and the unit of its quantities, if it has them. */
export const refSchema = z.object({
  id: z.number().int(),
  label: z.string(),
  about: z.string().nullish(),
  colour: z.string().optional(),
  unit: z.string().optional(),
});
export type Ref = z.infer<typeof refSchema>;
/** Whether a related record is out of the viewer's sight: then it is told by its number alone, and there is nothing to open. */
export const isOutOfSight = ({ id, label }: Ref): boolean => label === `#${id}`;

/** When something was, if it ever was: UTC, ISO 8601. */
export const moment = z.string().nullable();

/** A record as the API reads it: bookkeeping plus one value per declared field (relations as {@link Ref}). */
export const recordSchema = z.looseObject({ id: z.number().int(), version: z.number().int(), title: z.string() });
export type RecordData = z.infer<typeof recordSchema>;

/**
 * How far a list is counted exactly; beyond it `total` is this number and `capped` is true. What words find is counted
 * only while it is few (500 to 1,500 by the size of the list), unless the call says otherwise by `count`.
 */
export const COUNT_CAP = 10_000;
export const PAGE_SIZES = [20, 50, 100, 200] as const;
/** Default page size of the specification, section 9. */
export const DEFAULT_PAGE_SIZE = 50;

export const pageSchema = z.object({
  items: z.array(recordSchema),
  total: z.number().int(),
  capped: z.boolean(),
  page: z.number().int(),
  limit: z.number().int(),
});
export type Page = z.infer<typeof pageSchema>;

/** Picker choices; at most 50, `more` when there are others. */
export const optionsSchema = z.object({ items: z.array(refSchema), more: z.boolean() });

/** Field by field what changed. */
export const changesSchema = z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() }));

export const historySchema = z.object({
  items: z.array(
    z.object({
      id: z.number().int(),
      /** UTC, ISO 8601. */
      at: z.string(),
      author: z.string().nullable(),
      action: z.string(),
      changes: changesSchema,
    }),
  ),
  total: z.number().int(),
});
export type HistoryPage = z.infer<typeof historySchema>;

/** What is left of a deleted record besides its history. */
export const deletedSchema = z.object({
  id: z.number().int(),
  title: z.string(),
  /** When and by whom it was deleted. */
  at: z.string(),
  author: z.string().nullable(),
});
export type Deleted = z.infer<typeof deletedSchema>;
export const deletedPage = pageSchema.extend({ items: z.array(deletedSchema) });
export type DeletedPage = z.infer<typeof deletedPage>;

/**
 * Records that refer to another by a field, as the viewer may see them: how many, and the first five. `{field}={id}` asks
 * the entity's list for all of them.
 */
export const useSchema = z.object({
  entity: z.string(),
  field: z.string(),
  total: z.number().int(),
  items: z.array(refSchema),
});
/** What stands in the way of a deletion: `data` of the answer `in_use`. Empty when all of it is out of the viewer's sight. */
export const usageSchema = z.object({ usedBy: z.array(useSchema) });
export type Uses = z.infer<typeof usageSchema>["usedBy"];

/** Answer of a creation, of whatever kind; `title`: what people know a new record by. */
export const createdAnswer = z.object({ id: z.number().int(), title: z.string().optional() });
/** Answer of a record's creation or change. */
export const writtenAnswer = createdAnswer.extend({ version: z.number().int() });
/** Answer of an action; `revealed` is shown once and never again. */
export const actionAnswer = z.object({ revealed: z.string().optional() });
/** Data of a 409: the record as it stands now. */
export const conflictSchema = z.object({ current: recordSchema });
