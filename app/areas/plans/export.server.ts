import { planYear, plans } from "~server/contract/calls/plans";
import { fieldOf } from "~server/contract/entity";
import { type Listed, titleKey } from "~server/contract/listed";
import { YEAR_FIGURES, planYearTable } from "~server/contract/plan-years";
import { MOST_PLANS, type Pair, PLAN_FIGURES, PLANS_SEEN, plansTable } from "~server/contract/plans";
import type { Ref } from "~server/contract/record";
import { type Context, protectedLoader } from "~server/web/guard.server";
import { type Exported, exported } from "~/resource/exported.server";
import { askedWords } from "~/resource/filters.server";
import { columnsAsked, fileAnswer, fileAsked, fileColumns, formatAsked } from "~/resource/table-file.server";
import { plansAsked } from "./plans.server";
import { yearAsked } from "./year.server";

/** `GET /export/plan_project?format=csv|xlsx&month=2026-11`: the plans of every project in sight that the filters leave. */
export const exportPlansLoader = protectedLoader(
  PLANS_SEEN,
  async (context) => {
    const pageOf = async (page: number): Promise<FilePage> => {
      const found = await context.api.read(plans, {}, paged(plansAsked(context), page));
      const lines = found.items.map(({ project, ...figures }) => valuesOf(project, figures, PLAN_FIGURES));
      return { ...found, span: found.month, lines };
    };
    return plansFile(context, plansTable, pageOf);
  },
  { resource: true },
);

/** `GET /export/plan_project/year?format=csv|xlsx&year=2026`: the same of each month of a year. */
export const exportPlanYearLoader = protectedLoader(
  PLANS_SEEN,
  async (context) => {
    const pageOf = async (page: number): Promise<FilePage> => {
      const found = await context.api.read(planYear, {}, paged(yearAsked(context), page));
      const lines = found.items.flatMap(({ project, months }) =>
        months.map((figures, index) => ({
          ...valuesOf(project, figures, YEAR_FIGURES),
          span: `${found.year}-${String(index + 1).padStart(2, "0")}-01`,
        })),
      );
      return { ...found, span: String(found.year), lines };
    };
    return plansFile(context, planYearTable, pageOf);
  },
  { resource: true },
);

type Line = Record<string, unknown>;
/** A page of projects as lines of a file; `span`: the month or year that was asked for. */
interface FilePage {
  span: string;
  lines: readonly Line[];
  page: number;
  limit: number;
  rows: number;
}

function paged(asked: URLSearchParams, page: number): URLSearchParams {
  asked.set("page", String(page));
  asked.set("limit", String(MOST_PLANS));
  return asked;
}

/** Figures as columns of a file. */
const valuesOf = <N extends string>(project: Ref, figures: Record<N, Pair>, names: readonly N[]): Line => ({
  project,
  ...Object.fromEntries(
    names.flatMap((name) => [
      [`${name}_amount`, figures[name].amount],
      [`${name}_vends`, figures[name].vends],
    ]),
  ),
});

async function plansFile(
  context: Context,
  table: Listed,
  pageOf: (page: number) => Promise<FilePage>,
): Promise<Response> {
  const format = formatAsked(context);
  const columns = columnsAsked(context, table);
  context.api.takesLong();
  // The first page is read before the answer begins, so that a refusal is still an answer.
  const first = await pageOf(1);
  const title = `${context.t(titleKey(table))} ${first.span}`;
  const file = {
    name: table.name,
    title,
    columns: fileColumns(context, table, columns),
    asked: fileAsked(context, title, await askedWords(context, table, context.url)),
  };
  return fileAnswer(context, file, format, linesOf(context, table, columns, first, pageOf));
}

async function* linesOf(
  context: Context,
  table: Listed,
  columns: readonly string[],
  first: FilePage,
  pageOf: (page: number) => Promise<FilePage>,
): AsyncGenerator<Exported[], void> {
  for (let page = first; ; page = await pageOf(page.page + 1)) {
    for (const values of page.lines) yield columns.map((name) => exported(context, fieldOf(table, name), values[name]));
    if (page.page * page.limit >= page.rows) return;
    context.api.takesLong();
  }
}
