import { plans } from "~server/contract/calls/plans";
import { fieldOf } from "~server/contract/entity";
import { titleKey } from "~server/contract/listed";
import { MOST_PLANS, PLAN_FIGURES, PLANS_SEEN, type PlansPage, plansTable } from "~server/contract/plans";
import { type Context, protectedLoader } from "~server/web/guard.server";
import { type Exported, exported } from "~/resource/exported.server";
import { columnsAsked, fileAnswer, fileAsked, fileColumns, formatAsked } from "~/resource/table-file.server";
import { plansAsked } from "./plans.server";

/** `GET /export/plan_project?format=csv|xlsx&month=2026-11`: the plans of every project in sight. */
export const exportPlansLoader = protectedLoader(
  PLANS_SEEN,
  async (context) => {
    const format = formatAsked(context);
    const columns = columnsAsked(context, plansTable);
    // The first page is read before the answer begins, so that a refusal is still an answer.
    const first = await pageOf(context, 1);
    const title = `${context.t(titleKey(plansTable))} ${first.month}`;
    const { name } = plansTable;
    const table = {
      name,
      title,
      columns: fileColumns(context, plansTable, columns),
      asked: fileAsked(context, title, []),
    };
    return fileAnswer(context, table, format, linesOf(context, columns, first));
  },
  { resource: true },
);

function pageOf(context: Context, page: number): Promise<PlansPage> {
  context.api.takesLong();
  const { month, sort } = plansAsked(context);
  return context.api.read(plans, {}, { month, sort, page, limit: MOST_PLANS });
}

async function* linesOf(
  context: Context,
  columns: readonly string[],
  first: PlansPage,
): AsyncGenerator<Exported[], void> {
  for (let page = first; ; page = await pageOf(context, page.page + 1)) {
    for (const { project, ...figures } of page.items) {
      const values: Record<string, unknown> = {
        project,
        ...Object.fromEntries(
          PLAN_FIGURES.flatMap((name) => [
            [`${name}_amount`, figures[name].amount],
            [`${name}_vends`, figures[name].vends],
          ]),
        ),
      };
      yield columns.map((name) => exported(context, fieldOf(plansTable, name), values[name]));
    }
    if (page.page * page.limit >= page.rows) return;
  }
}
