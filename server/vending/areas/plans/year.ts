import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Pair, PlanFigures } from "~server/contract/plans";
import type { PlanYear, planYearQuery, YearFigures, YearSpans } from "~server/contract/plan-years";
import { refSchema } from "~server/contract/record";
import type { Viewer } from "../../access";
import { type Db, rows } from "../../database/query";
import { freshFor } from "../reports/fresh";
import { daysOf, figuresOf, paired, totalOf } from "./pace";
import { BY_NAME, byValue, chosenProjects, type Narrowed, todayNow } from "./plans";
import { firstDay, soldIn } from "./sold";

const kopecks = z.number().nullable();
const planned = z.object({
  project: refSchema,
  plans: z.array(z.object({ month: z.string(), amount: kopecks, vends: kopecks })),
});

/** Projects in sight by name, each with its plans of a year. */
const plansOf = (db: Db, viewer: Viewer, year: number, narrowed: Narrowed) =>
  rows(
    db,
    planned,
    sql`
    select json_build_object('id', p.id, 'label', p.name) as project, (
      select coalesce(json_agg(json_build_object('month', to_char(q.month, 'YYYY-MM'), 'amount', q.amount, 'vends', q.vends)), '[]')
      from project_plans q where q.project_id = p.id and q.month between ${`${year}-01-01`} and ${`${year}-12-31`}) as plans
    from projects p where ${chosenProjects(viewer, narrowed)} order by ${BY_NAME}`,
  );

const MONTHS = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, "0"));
const NONE: Pair = { amount: null, vends: null };

/** Months, of which each has figures of some projects, and of them quarters and the year. */
function spansOf(months: readonly (readonly PlanFigures[])[]): YearSpans {
  const sum = (from: number, to: number) => told(totalOf(months.slice(from, to).flat()));
  return {
    months: months.map((_, month) => sum(month, month + 1)),
    quarters: [0, 3, 6, 9].map((first) => sum(first, first + 3)),
    year: sum(0, 12),
  };
}
/** What each day must bring is a month's own: of several months it is no sum. */
const told = ({ needed: _, ...figures }: PlanFigures): YearFigures => figures;

/** A page of the projects that a viewer sees with the months of a year. All are reckoned, for the total is over all. */
export async function plansOfYear(
  db: Db,
  viewer: Viewer,
  { year = Number(todayNow().slice(0, 4)), sort, page, limit, ...narrowed }: z.infer<typeof planYearQuery>,
): Promise<PlanYear> {
  const today = todayNow();
  const months = MONTHS.map((month) => `${year}-${month}`);
  const [projects, soldOf] = await Promise.all([
    plansOf(db, viewer, year, narrowed),
    soldIn(db, viewer, { from: `${year}-01`, to: `${year}-12` }, today),
  ]);
  const reckoned = projects.map(({ project, plans }) => ({
    project,
    months: months.map((month) => {
      const { amount, vends }: Pair = plans.find((plan) => plan.month === month) ?? NONE;
      const [sold, days] = [soldOf(project.id, month), daysOf(firstDay(month), today)];
      return paired(figuresOf(amount, sold.amount, days), figuresOf(vends, sold.vends, days));
    }),
  }));
  const items = reckoned.map((one) => ({ project: one.project, ...spansOf(one.months.map((month) => [month])) }));
  const total = spansOf(months.map((_, index) => reckoned.flatMap((one) => one.months[index] ?? [])));
  return {
    year,
    items: inOrder(items, sort).slice((page - 1) * limit, page * limit),
    total,
    rows: items.length,
    page,
    limit,
    fresh: await freshFor(db, viewer),
  };
}

/** By name, or by what the year brought. */
function inOrder(items: readonly PlanYear["items"][number][], sort: string): readonly PlanYear["items"][number][] {
  const [column, falls] = [sort.replace(/^-/, ""), sort.startsWith("-")];
  if (column === "project") return falls ? items.toReversed() : items;
  return byValue(items, ({ year: { actual } }) => actual[column === "vends" ? "vends" : "amount"], falls);
}
