import { z } from "zod";
import { formNumber } from "./query";
import { recordSchema, refSchema, useSchema } from "./record";

/** Rows of one page of an export. */
export const EXPORT_PAGE = 1000;
/** A page of a whole list in its order; `next` is the cursor of the next page. */
export const exportPageSchema = z.object({ items: z.array(recordSchema), next: z.string().nullable() });
export type ExportPage = z.infer<typeof exportPageSchema>;

/** The records before and after one in a list. */
export const neighboursSchema = z.object({ previous: refSchema.nullable(), next: refSchema.nullable() });
export type Neighbours = z.infer<typeof neighboursSchema>;

/**
 * What refers to a record, for each entity that the viewer may list and each of its fields
 * (`field` is the filter of that entity's list). `total` is exact up to COUNT_CAP.
 */
export const relatedSchema = z.object({
  items: z.array(
    z.object({
      entity: z.string(),
      field: z.string(),
      total: z.number().int(),
      capped: z.boolean(),
      first: z.array(refSchema),
    }),
  ),
});
export type Related = z.infer<typeof relatedSchema>;

/**
 * How many of the records that the query asks for are in each counted view of the list.
 * `capped`: there are more than COUNT_CAP to look at, so each number is the least that there are.
 */
export const scopeCountsSchema = z.object({ counts: z.record(z.string(), z.number().int()), capped: z.boolean() });
export type ScopeCounts = z.infer<typeof scopeCountsSchema>;

/** Most records that one bulk action takes. */
export const MAX_AT_ONCE = 10_000;

/**
 * Either `ids`, or `filter` (a query string of the list, "" for all) with `expected`, the
 * number of records it matched when the person decided. Another number now is refused with 409 `count_changed`.
 */
export const bulkBody = z.object({
  ids: z.preprocess(
    (raw) => (raw === undefined ? [] : [raw].flat()),
    z.array(formNumber(1)).max(MAX_AT_ONCE, `max_value|${MAX_AT_ONCE}`),
  ),
  filter: z.string().max(8000, "max_length|8000").optional(),
  expected: formNumber(0).optional(),
});

/** Each record is a transaction of its own: `done` were changed, the others say why not, and the first of what uses them. */
export const bulkAnswer = z.object({
  done: z.number().int(),
  refused: z.array(
    z.object({ id: z.number().int(), label: z.string(), error: z.string(), usedBy: useSchema.optional() }),
  ),
});
export type BulkAnswer = z.infer<typeof bulkAnswer>;

/** Data of the 409 `count_changed`. */
export const countChanged = z.object({ matching: z.number().int() });

/** A list's search, filters and sort under a name. `query` is in the API's notation, see `filterIdentity`. */
export const savedFilterSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  query: z.string(),
  own: z.boolean(),
  /** Who saved it. */
  owner: z.string(),
  /** The user group it is shared with. */
  group: refSchema.nullable(),
});
export type SavedFilter = z.infer<typeof savedFilterSchema>;

export const savedFiltersSchema = z.object({ items: z.array(savedFilterSchema) });
export const filterGroupsSchema = z.object({ items: z.array(refSchema) });

const group = z.preprocess((raw) => (raw === undefined || raw === "" ? null : raw), formNumber(1).nullable());
const name = z
  .string({ error: () => "required" })
  .trim()
  .min(1, "required")
  .max(80, "max_length|80");

export const savedFilterBody = z.object({
  entity: z.string("incorrect"),
  query: z.string().max(4000, "max_length|4000").default(""),
  name,
  group,
});
export const savedFilterChange = z.object({ name, group });
