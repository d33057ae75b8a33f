import { z } from "zod";
import { type Declared, sortsOf } from "./entity";
import type { Field } from "./field-kinds";
import { choice, decimal, integer, money, ref, rows } from "./fields";
import { LARGEST_INTEGER, limitAsked, pageAsked, severalOf, wrong } from "./query";
import { refSchema } from "./record";
import { freshSchema } from "./reports/answer";
import { writtenSchema } from "./schema";
import type { Table } from "./tables";

/** Who sees plans, and who besides makes them. */
export const PLANS_SEEN = ["REPORT"] as const;
export const PLANS_MADE = ["REPORT", "PROJECT"] as const;

/** A month as a plan names it: `2026-11`, of the years 2000 to 2199. */
export const planMonth = z.string(wrong).regex(/^2[01]\d\d-(0[1-9]|1[0-2])$/, wrong);
/** What a plan of more than a month is for: the quarter or the year in which a month lies. */
export const PLAN_SPANS = ["quarter", "year"] as const;

/** Most projects a page, each a line of the form. */
export const MOST_PLANS = 200;
const MOST_KOPECKS = 1_000_000_000_000;
const MOST_VENDS = 1_000_000_000;
const planned = () => ({
  amount: money({ min: 0, max: MOST_KOPECKS }),
  vends: integer({ min: 0, max: MOST_VENDS }),
});

/** Plans of a month. Beside each what it was when the form was drawn: what is still so may be written over, and what nobody touched is let be. */
export const plansForm: Declared = {
  name: "plans",
  fields: {
    plans: rows(
      {
        project: ref("project", { required: true }),
        ...planned(),
        amount_before: money({ min: 0, max: MOST_KOPECKS }),
        vends_before: integer({ min: 0, max: MOST_VENDS }),
      },
      { required: true, empty: "required", unique: "project" },
    ),
  },
  sections: [{ name: "plans", fields: ["plans"] }],
};

/** A plan of a quarter or a year, spread over its months by what weekdays bring. */
export const spreadForm: Declared = {
  name: "spread",
  fields: {
    project: ref("project", { required: true }),
    span: choice("plan_span", PLAN_SPANS, { required: true }),
    ...planned(),
  },
  sections: [{ name: "spread", fields: ["project", "span", "amount", "vends"] }],
};

const number = z.number().nullable();
/** A change of a plan in the history of its project. */
export const PLAN_CHANGE = "plan";
export const planChanged = z.object({ month: planMonth, amount: number, vends: number }).nullable();
const written = z.object({
  project: z.number(),
  amount: number,
  vends: number,
  amount_before: number,
  vends_before: number,
});
export type WrittenPlan = z.infer<typeof written>;
const inMonth = z.object({ month: planMonth });

export const plansBody = z.intersection(
  inMonth,
  writtenSchema(plansForm, "wire", "create").pipe(z.object({ plans: z.array(written).max(MOST_PLANS, wrong) })),
);
/** Of which month plans are taken over: the one before, or the same of the year before. */
export const COPIED = ["month", "year"] as const;
export const copyBody = inMonth.extend({ of: z.enum(COPIED, wrong).default("month") });
/** `replace`: plans that its months have already are written over. */
export const spreadBody = z.intersection(
  inMonth.extend({ replace: z.literal("on", wrong).optional() }),
  writtenSchema(spreadForm, "wire", "create").pipe(
    z.object({ project: z.number(), span: z.enum(PLAN_SPANS), amount: number, vends: number }),
  ),
);

/** What is told of a project's month, each in kopecks and in vends; null: nobody knows, or there is no plan. */
export const PLAN_FIGURES = ["plan", "actual", "done", "due", "expected", "needed", "year_ago"] as const;
export type PlanFigure = (typeof PLAN_FIGURES)[number];

const percent = () => decimal({ scale: 2, unit: "percent", readOnly: true });
const columns: Record<string, Field> = {
  project: ref("project"),
  ...Object.fromEntries(
    PLAN_FIGURES.flatMap((name): [string, Field][] => [
      [`${name}_amount`, name === "done" ? percent() : money({ readOnly: true })],
      [`${name}_vends`, name === "done" ? percent() : integer({ readOnly: true })],
    ]),
  ),
};

/** Plans of a month as a table: its columns for files, and what it is narrowed to. */
export const plansTable: Table = {
  name: "plan_project",
  path: "/plan/project",
  needs: PLANS_SEEN,
  isReport: true,
  fields: { ...columns, company: ref("company") },
  list: { columns: Object.keys(columns), filters: ["project", "company"], sort: "project" },
};

/** A record by its id, or `none`. */
const recordAsked = z
  .string(wrong)
  .regex(/^(none|[1-9]\d{0,9})$/, wrong)
  .refine((id) => id === "none" || Number(id) <= LARGEST_INTEGER, wrong);
/** Which projects: these, or those of some companies as they are now. */
export const plansFilter = { project: severalOf(recordAsked), company: severalOf(recordAsked) };

/** The month, this one when left out. */
export const plansQuery = z.object({
  month: planMonth.optional(),
  sort: z.enum(sortsOf(plansTable), wrong).default(plansTable.list.sort),
  ...plansFilter,
  page: pageAsked,
  limit: limitAsked(MOST_PLANS),
});

const pair = z.object({ amount: number, vends: number });
export type Pair = z.infer<typeof pair>;
export const figuresSchema = z.object({
  plan: pair,
  /** Until now. */
  actual: pair,
  /** Of the plan, percent. */
  done: pair,
  /** Of the plan, what the days before today should have brought. */
  due: pair,
  /** At its end, at this pace. */
  expected: pair,
  /** What each day that is left must bring, today among them. */
  needed: pair,
  /** Of the same month a year before. */
  year_ago: pair,
});
export type PlanFigures = z.infer<typeof figuresSchema>;

/** A page of projects that the viewer sees; the total is over all of them, `done` of those that have a plan. */
export const plansSchema = z.object({
  month: planMonth,
  /** Today and the days after it that are left of the month; 0: it is over. */
  days_left: z.number().int(),
  items: z.array(figuresSchema.extend({ project: refSchema })),
  total: figuresSchema,
  rows: z.number().int(),
  page: z.number().int(),
  limit: z.number().int(),
  fresh: freshSchema,
});
export type PlansPage = z.infer<typeof plansSchema>;
