import { z } from "zod";
import { STEPS } from "../enums";
import { moment } from "../record";
import { day, isSpanWithin, limitAsked, pageAsked, severalOf, wrong, wrongSpan } from "../query";
import { described } from "../shapes";
import { type CutName, isCut } from "./cuts";
import type { MeasureName } from "./measures";
import { type Choice, COMPARISONS, hasSpans, type Report, rowsBy, sortsBy } from "./report";

/** Longest period of a report, days. */
export const LONGEST_PERIOD = 3 * 366;
/** Its days are in order and not too many; where one is left out, that is known when the other is put for it. */
export const isPeriod = (ends: Parameters<typeof isSpanWithin>[1]): boolean => isSpanWithin(LONGEST_PERIOD, ends);

/** Days in Europe/Kyiv, both included; the last 30 when left out. */
const asked = z.object({
  from: day.optional(),
  to: day.optional(),
  compare: z.enum(COMPARISONS, wrong).optional(),
  page: pageAsked,
  limit: limitAsked(10_000),
});
type Asked = z.infer<typeof asked>;

/**
 * What a report is asked for. Filters by name, `step` where rows are spans of days, `by` the cuts that were chosen,
 * `measures` those that are wanted: what is not asked for is not counted, and costs no time.
 */
export interface ReportQuery extends Asked {
  step: (typeof STEPS)[number] | undefined;
  by: readonly CutName[];
  measures: readonly MeasureName[];
  /** Cuts of which sub-totals are wanted; by the first one the rows then stand together. */
  subtotals: readonly CutName[];
  sort: string;
  filters: Readonly<Record<string, readonly string[]>>;
}

/** Values of a filter; what they must be is said by its field. */
const several = severalOf(z.string(wrong).max(200, wrong));

export function reportQuery(report: Report): z.ZodType<ReportQuery> {
  const { list, fields } = report;
  const narrowed = Object.fromEntries(
    list.filters.map((name) => [name, fields[name] ? described(several, { filter: fields[name] }) : several]),
  );
  const cuts = [...report.rows, ...(report.by?.cuts ?? [])];
  const ways: z.ZodRawShape = {
    measures: severalOf(z.enum(report.measures, wrong)),
    ...(hasSpans(report) && { step: z.enum(STEPS, wrong).default("day") }),
    ...(report.by && { by: chosenOf(report.by) }),
    ...(cuts.length > 1 && { subtotals: severalOf(z.enum(cuts, wrong)) }),
  };
  return asked
    .extend({
      sort: z.enum(sortsBy(report, report.by?.cuts ?? []), wrong).default(list.sort),
      ...ways,
      ...narrowed,
    })
    .refine(isPeriod, wrongSpan)
    .transform(({ from, to, compare, page, limit, sort, ...rest }) => {
      const { step, by, measures, subtotals, ...values } = more.parse(rest);
      return {
        from,
        to,
        compare: report.compares === false ? undefined : compare,
        page,
        limit,
        sort,
        step: report.step ?? step,
        by,
        // One cut is told apart by its rows.
        subtotals: rowsBy(report, by).length > 1 ? rowsBy(report, by).filter((cut) => subtotals.includes(cut)) : [],
        measures: report.measures.filter(
          (one) => !measures.length || measures.includes(one) || sort.replace(/^-/, "") === one,
        ),
        filters: values,
      };
    })
    .refine(({ by, sort }) => sortsBy(report, by).includes(sort), { ...wrong, path: ["sort"] });
}
const cutNames = z
  .array(z.string())
  .default([])
  .transform((names) => names.filter(isCut));
const more = z
  .object({
    step: z.enum(STEPS).optional(),
    by: cutNames,
    subtotals: cutNames,
    measures: z.array(z.string()).default([]),
  })
  .catchall(z.array(z.string()));

/** Cuts by choice, each once: `?by=model&by=region`. */
const chosenOf = ({ cuts, most, usual }: Choice) =>
  severalOf(z.enum(cuts, wrong))
    .refine((by) => by.length <= most && new Set(by).size === by.length, wrong)
    .transform((by) => (by.length ? by : [...usual]));

/** Figures by measure; null where there is none: a mean of nothing, a cost that is not known. */
const figures = z.record(z.string(), z.number().nullable());
export type Figures = z.infer<typeof figures>;

/**
 * Machines that the viewer may see: when the last of them was heard, how many are silent, and of how many days before
 * yesterday are still to be summed up.
 */
export const freshSchema = z.object({
  heard_at: moment,
  machines: z.number().int(),
  silent: z.number().int(),
  unsummed: z.number().int(),
});
export type Fresh = z.infer<typeof freshSchema>;

/**
 * A page of a report: the rows of which the measures asked for say something. `before`: the same figures of the period that this one is set beside. `total` is over all rows that
 * the filters leave and the viewer may see, whatever the page; machines count once in it.
 */
export const reportSchema = z.object({
  from: z.string(),
  to: z.string(),
  compared: z.object({ from: z.string(), to: z.string() }).nullable(),
  items: z.array(z.object({ cuts: z.record(z.string(), z.unknown()), figures, before: figures.nullable() })),
  total: z.object({ figures, before: figures.nullable() }),
  /** Of each cut that sub-totals were asked of, and its values on this page: the sums over all rows of it. */
  subtotals: z.array(z.object({ cuts: z.record(z.string(), z.unknown()), figures, before: figures.nullable() })),
  rows: z.number().int(),
  page: z.number().int(),
  limit: z.number().int(),
  fresh: freshSchema,
});
export type ReportPage = z.infer<typeof reportSchema>;
