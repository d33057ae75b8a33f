import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import {
  PLAN_FIGURES,
  type PlanFigures,
  PLANS_SEEN,
  type plansFilter,
  type PlansPage,
  type plansQuery,
} from "~server/contract/plans";
import { allowed } from "~server/contract/permissions";
import { refSchema } from "~server/contract/record";
import type { Dashboard } from "~server/contract/sales";
import { isUnlimited, type Viewer, visibleDevices, visibleProjects } from "../../access";
import { allOf, type Db, rows } from "../../database/query";
import { isAmong } from "../../resource/filter";
import { localTime } from "../../time";
import { freshFor } from "../reports/fresh";
import { daysOf, figuresOf, paired, totalOf } from "./pace";
import { firstDay, soldIn } from "./sold";

/** Today in Kyiv. */
export const todayNow = (): string => localTime(Date.now()).slice(0, 10);

/** Which projects are asked for; of no filter all. */
export type Narrowed = Readonly<Record<keyof typeof plansFilter, readonly string[]>>;
const ALL: Narrowed = { project: [], company: [] };
/** Projects `p` in sight that the filters leave. */
export const chosenProjects = (viewer: Viewer, { project, company }: Narrowed): SQL =>
  allOf([
    visibleProjects(viewer, sql`p`),
    ...(project.length ? [isAmong(sql`p.id`, project)] : []),
    ...(company.length ? [isAmong(sql`p.company_id`, company)] : []),
  ]);
/** As people of the country order names. */
export const BY_NAME = sql`p.name collate "uk-x-icu", p.id`;

const plan = z.object({ project: refSchema, amount: z.number().nullable(), vends: z.number().nullable() });

/** Projects in sight by name, each with its plan of a month. */
const plansOf = (db: Db, viewer: Viewer, month: string, narrowed: Narrowed) =>
  rows(
    db,
    plan,
    sql`
    select json_build_object('id', p.id, 'label', p.name) as project, q.amount, q.vends
    from projects p left join project_plans q on q.project_id = p.id and q.month = ${firstDay(month)}
    where ${chosenProjects(viewer, narrowed)} order by ${BY_NAME}`,
  );

type Item = PlansPage["items"][number];

/** Every project in sight with its figures of a month, by name. */
export async function figuresIn(
  db: Db,
  viewer: Viewer,
  month: string,
  narrowed = ALL,
): Promise<{ items: Item[]; total: PlanFigures; daysLeft: number }> {
  const today = todayNow();
  const [plans, soldOf] = await Promise.all([
    plansOf(db, viewer, month, narrowed),
    soldIn(db, viewer, { from: month, to: month }, today),
  ]);
  const days = daysOf(firstDay(month), today);
  const items = plans.map(({ project, amount, vends }) => {
    const sold = soldOf(project.id, month);
    return { project, ...paired(figuresOf(amount, sold.amount, days), figuresOf(vends, sold.vends, days)) };
  });
  return { items, total: totalOf(items), daysLeft: days.today.length + days.after.length };
}

/**
 * How this month's plans in money stand, of the projects that have one and whose machines the viewer all sees: beside
 * the whole plan a part of what was sold would look like a failure. Null where there is none, or the viewer sees no plans.
 */
export async function planOfNow(db: Db, viewer: Viewer): Promise<Dashboard["plan"]> {
  const month = todayNow().slice(0, 7);
  if (!allowed(viewer, PLANS_SEEN) || !(await plansOf(db, viewer, month, ALL)).some(({ amount }) => amount !== null))
    return null;
  const [{ items }, inPart] = await Promise.all([figuresIn(db, viewer, month), seenInPart(db, viewer)]);
  const planned = items.filter(({ plan, project }) => plan.amount !== null && !inPart.has(project.id));
  if (planned.length === 0) return null;
  const { plan, actual, done, expected } = totalOf(planned);
  return { plan: plan.amount ?? 0, actual: actual.amount ?? 0, done: done.amount, expected: expected.amount };
}

/** Projects with machines that the viewer does not see. */
async function seenInPart(db: Db, viewer: Viewer): Promise<ReadonlySet<number>> {
  if (isUnlimited(viewer)) return new Set();
  const hidden = await rows(
    db,
    z.object({ id: z.number() }),
    sql`
    select distinct d.project_id as id from devices d
    where d.project_id is not null and (${visibleDevices(viewer, sql`d`)}) is not true`,
  );
  return new Set(hidden.map(({ id }) => id));
}

/** A page of the projects that a viewer sees. There are some hundreds of projects: all are reckoned, for the total is over all. */
export async function listPlans(
  db: Db,
  viewer: Viewer,
  { month = todayNow().slice(0, 7), sort, page, limit, ...narrowed }: z.infer<typeof plansQuery>,
): Promise<PlansPage> {
  const { items, total, daysLeft } = await figuresIn(db, viewer, month, narrowed);
  const sorted = inOrder(items, sort);
  return {
    month,
    days_left: daysLeft,
    items: sorted.slice((page - 1) * limit, page * limit),
    total,
    rows: items.length,
    page,
    limit,
    fresh: await freshFor(db, viewer),
  };
}

/** By name, or by a figure of money or of vends: what is not known stands last, equals by name. */
function inOrder(items: readonly Item[], sort: string): readonly Item[] {
  const [column, falls] = [sort.replace(/^-/, ""), sort.startsWith("-")];
  const figure = PLAN_FIGURES.find((name) => column === `${name}_amount` || column === `${name}_vends`);
  if (!figure) return falls ? items.toReversed() : items;
  const kind = column.endsWith("_vends") ? "vends" : "amount";
  return byValue(items, (item) => item[figure][kind], falls);
}

/** What is not known stands last, equals as they stood. */
export const byValue = <T>(items: readonly T[], valueOf: (item: T) => number | null, falls: boolean): T[] =>
  items.toSorted((a, b) => {
    const [one, other] = [valueOf(a), valueOf(b)];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return falls ? other - one : one - other;
  });
