import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { AuditQuestion } from "~server/contract/audit-questions";
import { type Month, type MonthBooks, monthBooksSchema, monthSchema } from "~server/contract/books";
import { byDevice, isUnlimited, type Viewer } from "../../access";
import { paged } from "../../database/page";
import { type Db, only, rows } from "../../database/query";
import { instantAt } from "../../time";
import { networkDays } from "../sales/rollups";
import { lastDayOf } from "../sales/spans";

const visible = (viewer: Viewer, alias: string): SQL => byDevice()(viewer, sql.raw(alias));

/** What is open of a month `m`: as JSON, of machines that the viewer may see. */
const questionsIn = (viewer: Viewer, month: SQL) => sql`(
  select coalesce(json_agg(json_build_object('question', q.question, 'machines', q.machines) order by q.question), '[]') from (
    select k.question, count(*) as machines from audit_questions k where k.month = ${month} and k.count > k.accepted and ${visible(viewer, "k")} group by k.question) q)`;

/** An hour after its end whatever was under way when it ended is booked. */
const isOverAt = (month: SQL) =>
  sql`now() > ${instantAt(sql`(${month}::date + interval '1 month')`)} + interval '1 hour'`;

const monthColumns = (viewer: Viewer) => sql`m.month, ${isOverAt(sql`m.month`)} as is_over,
  case when c.month is not null then json_build_object('at', c.closed_at, 'by', (select u.full_name from users u where u.id = c.closed_by), 'questions', c.questions) end as closed,
  ${questionsIn(viewer, sql`m.month`)} as questions`;

/** Months from the first sale to the present one, the latest first; a month without sales is there, too. */
const MONTHS = sql`(select generate_series(date_trunc('month', least((select min(from_day) from sales_by_territory where step = 'month'), (select min(day) from sales_changes), (select min(month) from closed_months))), date_trunc('month', now()), interval '1 month')::date as month) m
  left join closed_months c on c.month = m.month`;

export const listMonths = (db: Db, viewer: Viewer, query: { page: number; limit: number }) =>
  paged<Month>(
    db,
    monthSchema,
    {
      columns: sql`${monthColumns(viewer)}, (select count(*) from closed_corrections k where k.month = m.month and ${visible(viewer, "k")}) as corrections`,
      from: sql`from ${MONTHS}`,
      order: sql`m.month desc`,
    },
    query,
  );

export const isOver = async (db: Db, month: string): Promise<boolean> =>
  (await only(db, z.object({ over: z.boolean() }), sql`select ${isOverAt(sql`${month}`)} as over`)).over;

export async function questionsOf(
  db: Db,
  viewer: Viewer,
  month: string,
): Promise<{ question: AuditQuestion; machines: number }[]> {
  const { questions } = await only(
    db,
    monthSchema.pick({ questions: true }),
    sql`select ${questionsIn(viewer, sql`${month}`)} as questions`,
  );
  return questions;
}

/** A month as it was closed, what corrected it and what the books say now, of machines that the viewer may see. */
export async function readMonth(
  db: Db,
  viewer: Viewer,
  month: string,
  query: { page: number; limit: number },
): Promise<MonthBooks> {
  const head = await only(
    db,
    monthSchema.omit({ corrections: true }),
    sql`select ${monthColumns(viewer)} from (select ${month}::date as month) m left join closed_months c on c.month = m.month`,
  );
  const corrections = await paged(
    db,
    monthBooksSchema.shape.corrections.shape.items.element,
    {
      columns: sql`k.id, k.at, json_build_object('id', k.device_id, 'label', d.serial_number) as device, k.source, k.count, k.amount, k.cause, k.file_id as file,
        (select u.full_name from users u where u.id = k.user_id) as by`,
      from: sql`from closed_corrections k join devices d on d.id = k.device_id where k.month = ${month} and ${visible(viewer, "k")}`,
      order: sql`k.id desc`,
    },
    query,
  );
  return { ...head, sources: await sourcesOf(db, viewer, month), corrections, may_close: isUnlimited(viewer) };
}

/** Who sees everything reads what is added up already over all machines. */
function sourcesOf(db: Db, viewer: Viewer, month: string): Promise<MonthBooks["sources"]> {
  const inMonth = sql`s.day >= ${month} and s.day < (${month}::date + interval '1 month')::date`;
  const now = isUnlimited(viewer)
    ? sql`select 'now' as part, s.source, s.count, s.amount from ${networkDays(month, lastDayOf(month))} s`
    : sql`select 'now' as part, s.source, s.count, s.amount from sales_by_device_day s where ${inMonth} and ${visible(viewer, "s")}`;
  const ledger = (part: string, table: string) =>
    sql`select ${part} as part, s.source, s.count, s.amount from ${sql.identifier(table)} s where s.month = ${month} and ${visible(viewer, "s")}`;
  const sum = (part: string) =>
    sql`json_build_object('count', coalesce(sum(x.count) filter (where x.part = ${part}), 0), 'amount', coalesce(sum(x.amount) filter (where x.part = ${part}), 0))`;
  return rows(
    db,
    monthBooksSchema.shape.sources.element,
    sql`
    select x.source, ${sum("closed")} as closed, ${sum("corrections")} as corrections, ${sum("now")} as now
    from (${now} union all ${ledger("closed", "closed_totals")} union all ${ledger("corrections", "closed_corrections")}) x group by x.source order by x.source`,
  );
}
