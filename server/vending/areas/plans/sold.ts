import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { byCarriedDevice, isUnlimited, type Viewer } from "../../access";
import { always, type Db, name, rows } from "../../database/query";
import { PAID_SOURCES, soldIn as soldOn } from "../sales/rollups";
import { lastDayOf, shifted, type Step } from "../sales/spans";
import { NOTHING, type Sold, WEEKS } from "./pace";

/** Of a month, `2026-11`. */
export const firstDay = (month: string): string => `${month}-01`;

/** `month`: which one it was, or a year before which; of weekdays none. */
const row = z.object({
  project: z.number(),
  month: z.string().nullable(),
  part: z.string(),
  amount: z.number(),
  vends: z.number(),
});
type Line = z.infer<typeof row>;

/** What a project sold in money and in vends. */
export interface SoldBy {
  amount: Sold;
  vends: Sold;
}
const NEVER: SoldBy = { amount: NOTHING, vends: NOTHING };

const monthText = (day: SQL) => sql`to_char(${day}, 'YYYY-MM')`;
const earlier = (a: string, b: string) => (a < b ? a : b);
const later = (a: string, b: string) => (a < b ? b : a);

/**
 * What projects sold in some months (`2026-11`, from the first to the last of them), in each a year before and on the
 * weekdays of the last weeks, as far as the viewer sees it; sales belong to the project of then.
 */
export async function soldIn(
  db: Db,
  viewer: Viewer,
  months: { from: string; to: string },
  today: string,
): Promise<(project: number, month: string) => SoldBy> {
  const [from, to] = [firstDay(months.from), lastDayOf(firstDay(months.to))];
  const [begin, end] = [firstDay(today.slice(0, 7)), lastDayOf(firstDay(today.slice(0, 7)))];
  const x = sql`x.from_day`;
  const spans: Part[] = [
    { from, to: earlier(to, shifted(begin, -1)), step: "month", month: monthText(x), part: sql`'done'` },
    {
      ...{ from: later(from, begin), to: earlier(to, end), step: "day", month: monthText(x) },
      part: sql`case when ${x} < ${today} then 'done' else 'today' end`,
    },
    { from: later(from, shifted(end, 1)), to, step: "month", month: monthText(x), part: sql`'today'` },
    {
      ...{ from: yearBefore(from), to: lastDayOf(yearBefore(firstDay(months.to))), step: "month" },
      ...{ month: monthText(sql`${x} + interval '1 year'`), part: sql`'year_ago'` },
    },
    {
      ...{ from: shifted(today, -7 * WEEKS), to: shifted(today, -1), step: "day" },
      ...{ month: sql`null::text`, part: sql`'weekday_' || extract(isodow from ${x})` },
    },
  ];
  const asked = spans.filter((span) => span.from <= span.to).map((span) => salesOf(viewer, span));
  const lines = new Map<number, Line[]>();
  for (const line of await rows(db, row, sql.join(asked, sql` union all `)))
    lines.set(line.project, [...(lines.get(line.project) ?? []), line]);
  return (project, month) =>
    (lines.get(project) ?? []).filter((line) => line.month === null || line.month === month).reduce(withLine, NEVER);
}

/** The same day or month a year before. */
export const yearBefore = (day: string): string => `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;

const withLine = ({ amount, vends }: SoldBy, line: Line): SoldBy => ({
  amount: withPart(amount, line.part, line.amount),
  vends: withPart(vends, line.part, line.vends),
});

function withPart(sold: Sold, part: string, sum: number): Sold {
  if (part === "done" || part === "today" || part === "year_ago") return { ...sold, [part]: sum };
  const weekday = Number(part.replace("weekday_", "")) - 1;
  return { ...sold, weekdays: sold.weekdays.with(weekday, sum) };
}

/** Days, and what of them is told apart: the `month` and the `part` that a line is of. */
interface Part {
  from: string;
  to: string;
  step: Step;
  month: SQL;
  part: SQL;
}

/** Paid sales of projects; of territories where the viewer sees everything. */
function salesOf(viewer: Viewer, { from, to, step, month, part }: Part): SQL {
  const all = isUnlimited(viewer);
  const of = all ? "territory" : "placement";
  return sql`
    select p.project_id as project, ${month} as month, ${part} as part, sum(v.amount) as amount, sum(v.count) as vends
    from ${soldOn(`sales_by_${of}`, from, to, step)} x join ${name(all ? "territories" : "placements")} p on p.id = x.${name(`${of}_id`)} ${PAID_SOURCES}
    where p.project_id is not null and ${all ? always : byCarriedDevice(viewer, sql`p`)} group by 1, 2, 3`;
}
