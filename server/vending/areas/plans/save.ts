import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import type { FieldMessages } from "~server/contract/envelope";
import { type Pair, PLAN_CHANGE, type WrittenPlan } from "~server/contract/plans";
import { type Viewer, visibleProjects } from "../../access";
import { type Db, list, rows, run, transaction } from "../../database/query";
import { Fault, invalid } from "../../fault";
import { record } from "../../resource/history";
import { resourceNamed } from "../../resource/resource";
import { firstDay } from "./sold";

const planRow = z.object({
  project: z.number(),
  month: z.string(),
  amount: z.number().nullable(),
  vends: z.number().nullable(),
});
export type Plan = z.infer<typeof planRow>;
const NONE: Pair = { amount: null, vends: null };
const isSame = (a: Pair, b: Pair) => a.amount === b.amount && a.vends === b.vends;

/** Runs a change of plans; one at a time, so that each sees what the other said. */
export const changing = <T>(pool: Pool, change: (tx: Db) => Promise<T>): Promise<T> =>
  transaction(pool, async (tx) => {
    await run(tx, sql`lock table project_plans in share row exclusive mode`);
    return change(tx);
  });

/** Which of some projects there are and the viewer sees. */
export async function projectsInSight(tx: Db, viewer: Viewer, projects: readonly number[]): Promise<Set<number>> {
  const found = await rows(
    tx,
    z.object({ id: z.number() }),
    sql`select p.id from projects p where p.id = any(${list([...projects], "integer")}) and ${visibleProjects(viewer, sql`p`)} order by p.id for key share`,
  );
  return new Set(found.map(({ id }) => id));
}

/** Plans of some projects in some months, `2026-11`. */
export const plansIn = (tx: Db, projects: readonly number[], months: readonly string[]): Promise<Plan[]> =>
  rows(
    tx,
    planRow,
    sql`select project_id as project, to_char(month, 'YYYY-MM') as month, amount, vends from project_plans
      where project_id = any(${list([...projects], "integer")}) and to_char(month, 'YYYY-MM') = any(${list([...months], "text")})`,
  );

/** Saves plans of a month that somebody wrote: all of them, or none where one is of no project in sight or was changed meanwhile. How many it changed. */
export function savePlans(
  pool: Pool,
  viewer: Viewer,
  month: string,
  written: readonly WrittenPlan[],
): Promise<{ changed: number }> {
  return changing(pool, async (tx) => {
    const projects = written.map(({ project }) => project);
    const seen = await projectsInSight(tx, viewer, projects);
    const unseen = written.flatMap(({ project }, index): [string, FieldMessages[string]][] =>
      seen.has(project) ? [] : [[`plans[${index}].project`, [{ key: "incorrect" }]]],
    );
    if (unseen.length) throw invalid(Object.fromEntries(unseen));
    const now = new Map((await plansIn(tx, projects, [month])).map((one) => [one.project, one]));
    const touched = written.flatMap((one, index) => {
      const before = { amount: one.amount_before, vends: one.vends_before };
      const current: Pair = now.get(one.project) ?? NONE;
      if (isSame(one, before) || isSame(one, current)) return [];
      return [{ index, month, one, current, isStale: !isSame(before, current) }];
    });
    const stale = touched.filter(({ isStale }) => isStale);
    if (stale.length)
      throw new Fault(409, "invalid", {
        fields: Object.fromEntries(stale.map(({ index }) => [`plans[${index}].amount`, [{ key: "plan_changed" }]])),
      });
    await write(
      tx,
      viewer,
      touched.map(({ one: { project, amount, vends }, current }) => ({ project, month, amount, vends, current })),
    );
    return { changed: touched.length };
  });
}

/** Writes plans and who changed them, beside what they were. A plan of neither money nor vends is none. */
export async function write(tx: Db, viewer: Viewer, plans: readonly (Plan & { current: Pair })[]): Promise<void> {
  for (const { project, month, amount, vends, current } of plans) {
    await run(
      tx,
      amount === null && vends === null
        ? sql`delete from project_plans where project_id = ${project} and month = ${firstDay(month)}`
        : sql`insert into project_plans (project_id, month, amount, vends) values (${project}, ${firstDay(month)}, ${amount}, ${vends})
            on conflict (project_id, month) do update set amount = excluded.amount, vends = excluded.vends`,
    );
    const of = (plan: Pair) => (isSame(plan, NONE) ? null : { month, amount: plan.amount, vends: plan.vends });
    await record(tx, resourceNamed("project"), project, viewer, "update", [
      { field: PLAN_CHANGE, before: of(current), after: of({ amount, vends }) },
    ]);
  }
}
