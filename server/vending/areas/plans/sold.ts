import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { byCarriedDevice, isUnlimited, type Viewer } from "../../access";
import { always, type Db, name, rows } from "../../database/query";
import { PAID_SOURCES, soldIn } from "../sales/rollups";
import { lastDayOf, shifted, type Step } from "../sales/spans";
import { NOTHING, type Sold, WEEKS } from "./pace";

const row = z.object({ project: z.number(), part: z.string(), amount: z.number(), vends: z.number() });

/** What a project sold in money and in vends. */
export interface SoldBy {
  amount: Sold;
  vends: Sold;
}
const NEVER: SoldBy = { amount: NOTHING, vends: NOTHING };

/** What projects sold in a month (by its first day), a year before and on the weekdays of the last weeks, as far as the viewer sees it; sales belong to the project of then. */
export async function soldBy(
  db: Db,
  viewer: Viewer,
  month: string,
  today: string,
): Promise<(project: number) => SoldBy> {
  const ago = `${Number(month.slice(0, 4)) - 1}${month.slice(4)}`;
  const found = await rows(
    db,
    row,
    sql`${salesOf(viewer, month, lastDayOf(month), "day", sql`case when x.from_day < ${today} then 'done' else 'today' end`)}
      union all ${salesOf(viewer, ago, lastDayOf(ago), "month", sql`'year_ago'`)}
      union all ${salesOf(viewer, shifted(today, -7 * WEEKS), shifted(today, -1), "day", sql`'weekday_' || extract(isodow from x.from_day)`)}`,
  );
  const projects = new Map<number, SoldBy>();
  for (const { project, part, ...sums } of found) {
    const known = projects.get(project) ?? NEVER;
    projects.set(project, {
      amount: withPart(known.amount, part, sums.amount),
      vends: withPart(known.vends, part, sums.vends),
    });
  }
  return (project) => projects.get(project) ?? NEVER;
}

function withPart(sold: Sold, part: string, sum: number): Sold {
  if (part === "done" || part === "today" || part === "year_ago") return { ...sold, [part]: sum };
  const weekday = Number(part.replace("weekday_", "")) - 1;
  return { ...sold, weekdays: sold.weekdays.with(weekday, sum) };
}

/** Paid sales of projects by some part of the days; of territories where the viewer sees everything. */
function salesOf(viewer: Viewer, from: string, to: string, step: Step, part: SQL): SQL {
  const all = isUnlimited(viewer);
  const of = all ? "territory" : "placement";
  return sql`
    select p.project_id as project, ${part} as part, sum(v.amount) as amount, sum(v.count) as vends
    from ${soldIn(`sales_by_${of}`, from, to, step)} x join ${name(all ? "territories" : "placements")} p on p.id = x.${name(`${of}_id`)} ${PAID_SOURCES}
    where p.project_id is not null and ${all ? always : byCarriedDevice(viewer, sql`p`)} group by 1, 2`;
}
