import { z } from "zod";
import { figuresSchema, MOST_PLANS, plansFilter, plansTable } from "./plans";
import { limitAsked, numberFrom, pageAsked, wrong } from "./query";
import { refSchema } from "./record";
import { freshSchema } from "./reports/answer";
import { day } from "./fields";
import type { Listed } from "./listed";

/** What is told of months, quarters and the year: each day's need is a month's own. */
export const yearFigures = figuresSchema.omit({ needed: true });
export type YearFigures = z.infer<typeof yearFigures>;
export const YEAR_FIGURES = yearFigures.keyof().options;

/** `done` of a quarter or the year: of its months that have a plan. */
const spans = z.object({
  months: z.array(yearFigures).length(12),
  quarters: z.array(yearFigures).length(4),
  year: yearFigures,
});
export type YearSpans = z.infer<typeof spans>;

/** Projects, falling with a `-`, by the money or vends of the whole year. */
const SORTS = ["project", "amount", "vends"].flatMap((name) => [name, `-${name}`]);

/** The year, this one when left out. */
export const planYearQuery = z.object({
  year: numberFrom(2000, 2199).optional(),
  sort: z.enum(SORTS, wrong).default("project"),
  ...plansFilter,
  page: pageAsked,
  limit: limitAsked(MOST_PLANS),
});

/** A page of projects that the viewer sees with the months of a year; the total is over all of them. */
export const planYearSchema = z.object({
  year: z.number().int(),
  items: z.array(spans.extend({ project: refSchema })),
  total: spans,
  rows: z.number().int(),
  page: z.number().int(),
  limit: z.number().int(),
  fresh: freshSchema,
});
export type PlanYear = z.infer<typeof planYearSchema>;

/** A year as a table for files: a line for each project and month, which its first day names. */
const { fields, list } = plansTable;
export const planYearTable: Listed = {
  ...plansTable,
  fields: { ...fields, span: day({ readOnly: true }) },
  list: {
    ...list,
    columns: ["project", "span", ...list.columns.filter((name) => name !== "project" && !name.startsWith("needed"))],
  },
};
