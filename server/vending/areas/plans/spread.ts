import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import type { copyBody, Pair, spreadBody } from "~server/contract/plans";
import { type Viewer, visibleProjects } from "../../access";
import { rows } from "../../database/query";
import { Fault, invalid } from "../../fault";
import { shifted } from "../sales/spans";
import { daysOf, profileOf, spread, weightOf } from "./pace";
import { todayNow } from "./plans";
import { changing, plansIn, projectsInSight, write } from "./save";
import { firstDay, soldIn, yearBefore } from "./sold";

const NONE: Pair = { amount: null, vends: null };

/** Takes over the plans of the month before, or of the same month a year before, for projects that have none in this one. */
export function copyPlans(
  pool: Pool,
  viewer: Viewer,
  { month, of }: z.infer<typeof copyBody>,
): Promise<{ changed: number }> {
  const before = of === "year" ? yearBefore(month) : shifted(firstDay(month), -1).slice(0, 7);
  return changing(pool, async (tx) => {
    const found = await rows(
      tx,
      z.object({ project: z.number(), amount: z.number().nullable(), vends: z.number().nullable() }),
      sql`select q.project_id as project, q.amount, q.vends from project_plans q join projects p on p.id = q.project_id
        where q.month = ${firstDay(before)} and ${visibleProjects(viewer, sql`p`)}
          and not exists (select 1 from project_plans o where o.project_id = q.project_id and o.month = ${firstDay(month)})
        order by q.project_id`,
    );
    await write(
      tx,
      viewer,
      found.map((one) => ({ ...one, month, current: NONE })),
    );
    return { changed: found.length };
  });
}

type Spread = z.infer<typeof spreadBody>;

/** The months of the quarter or the year in which a month lies. */
export function monthsOf(month: string, span: Spread["span"]): string[] {
  const [year, number] = [month.slice(0, 4), Number(month.slice(5))];
  const [first, count] = span === "year" ? [1, 12] : [number - ((number - 1) % 3), 3];
  return Array.from({ length: count }, (_, index) => `${year}-${String(first + index).padStart(2, "0")}`);
}

/** Spreads a plan over the months of a quarter or a year by what their weekdays bring; plans that are there already are written over on demand alone. */
export async function spreadPlan(pool: Pool, viewer: Viewer, asked: Spread): Promise<{ changed: number }> {
  const { project, amount, vends } = asked;
  if (amount === null && vends === null) throw invalid({ amount: [{ key: "required" }] });
  const months = monthsOf(asked.month, asked.span);
  const today = todayNow();
  const sold = (await soldIn(pool, viewer, { from: asked.month, to: asked.month }, today))(project, asked.month);
  const shares = (sum: number | null, weekdays: readonly number[]) =>
    sum === null
      ? undefined
      : spread(
          sum,
          months.map((month) => weightOf(profileOf(weekdays), daysOf(firstDay(month), today))),
        );
  const [amounts, counts] = [shares(amount, sold.amount.weekdays), shares(vends, sold.vends.weekdays)];
  return changing(pool, async (tx) => {
    if (!(await projectsInSight(tx, viewer, [project])).has(project))
      throw invalid({ project: [{ key: "incorrect" }] });
    const there = await plansIn(tx, [project], months);
    if (there.length && asked.replace === undefined)
      throw new Fault(409, "invalid", { fields: { replace: [{ key: "plans_there", count: there.length }] } });
    const plans = months.map((month, index) => ({
      ...{ project, month, amount: amounts?.[index] ?? null, vends: counts?.[index] ?? null },
      current: there.find((one) => one.month === month) ?? NONE,
    }));
    const changed = plans.filter(
      ({ current, ...plan }) => current.amount !== plan.amount || current.vends !== plan.vends,
    );
    await write(tx, viewer, changed);
    return { changed: changed.length };
  });
}
