import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import {
  AUDIT_QUESTIONS,
  type Questions,
  type QuestionsQuery,
  questionsSchema,
} from "~server/contract/audit-questions";
import { type Viewer, visibleDevices } from "../../access";
import { paged } from "../../database/page";
import { allOf, always, type Db, rows, run } from "../../database/query";
import { clockTime } from "../../time";
import { containing } from "../fleet/statuses";
import { inHryvnias, rateOn } from "../sales/currency";
import { isPaid } from "../sales/paid";
import { ASKS } from "./question-of";

/** The month that an instant belongs to, as its first day. */
const monthOf = (at: SQL): SQL => sql`date_trunc('month', ${clockTime(at)})::date`;

/**
 * Keeps what of a machine's audits waits for a person, in the transaction that books them: of the months of these days, or
 * of all.
 */
export function keepQuestions(tx: Db, device: number, days: Iterable<string> | "all"): Promise<number> {
  const months = days === "all" ? [] : [...new Set([...days].map((day) => `${day.slice(0, 7)}-01`))];
  const within = (month: SQL) => (days === "all" ? always : sql`${month} = any(${sql.param(months)}::date[])`);
  // By the column of an index, and a day more on either side for the clock.
  const near = (at: SQL) =>
    days === "all"
      ? always
      : sql`${at} >= ${months.toSorted()[0] ?? null}::date - 1 and ${at} < ${months.toSorted().at(-1) ?? null}::date + 33`;
  return run(
    tx,
    sql`
  with differing as (
    select d.file_id, d.report, sum(abs(d.event_amount - d.audit_amount)) as amount
    from audit_differences d where d.device_id = ${device} and ${isPaid(sql`d.source`)} and ${near(sql`d.to_at`)} group by 1, 2),
  unrated as (
    select ${monthOf(sql`s.sold_at`)} as month, 'currency' as question, count(distinct s.day)::integer as count, 0::bigint as amount, min(s.sold_at) as first_at, max(s.sold_at) as last_at
    from sales s where s.device_id = ${device} and s.currency is not null and s.file_id is null and ${near(sql`s.sold_at`)} and ${within(monthOf(sql`s.sold_at`))} and ${rateOn(sql`s.currency`, sql`s.day`)} is null group by 1),
  asked as (
    select ${monthOf(sql`r.to_at`)} as month, q.question, sum(q.count)::integer as count, sum(${inHryvnias(sql`q.amount`, sql`r.counted_in`, sql`r.rate`)})::bigint as amount, min(r.to_at) as first_at, max(r.to_at) as last_at
    from audit_reads r join audit_files f on f.id = r.file_id left join differing x on x.file_id = r.file_id and x.report = r.report
      cross join lateral (values ('held', ${ASKS.held}, 1, 0), ('currency', ${ASKS.currency}, 1, 0), ('difference', x.file_id is not null, 1, x.amount),
        ('gap', ${ASKS.gap}, r.missing_reads, 0), ('clockless', ${ASKS.clockless}, 1, 0)) q(question, asks, count, amount)
    where r.device_id = ${device} and r.to_at is not null and ${near(sql`r.to_at`)} and ${within(monthOf(sql`r.to_at`))} and q.asks group by 1, 2
    union all select * from unrated u where not exists (
      select 1 from audit_reads r where r.device_id = ${device} and ${ASKS.currency} and ${monthOf(sql`r.to_at`)} = u.month)),
  gone as (
    delete from audit_questions k where k.device_id = ${device} and ${within(sql`k.month`)} and not exists (select 1 from asked a where a.month = k.month and a.question = k.question))
  insert into audit_questions as k (device_id, month, question, count, amount, first_at, last_at)
  select ${device}, month, question, count, amount, first_at, last_at from asked
  on conflict (device_id, month, question) do update set count = excluded.count, amount = excluded.amount, first_at = excluded.first_at, last_at = excluded.last_at
  where (k.count, k.amount, k.first_at, k.last_at) is distinct from (excluded.count, excluded.amount, excluded.first_at, excluded.last_at)`,
  );
}

/** One machine's questions of one kind over the months. */
const row = z
  .object({
    device_id: z.number(),
    serial_number: z.string(),
    location_id: z.number().nullable(),
    location: z.string().nullable(),
  })
  .extend(questionsSchema.shape.items.element.omit({ device: true, location: true }).shape);

const URGENCY = sql`array_position(array[${sql.join(
  AUDIT_QUESTIONS.map((one) => sql`${one}`),
  sql`, `,
)}]::text[], question)`;
const NEWEST = sql`${URGENCY}, amount desc, last desc, device_id`;
const ORDERS: Record<string, SQL> = {
  device: sql`serial_number collate "uk-x-icu"`,
  question: URGENCY,
  count: sql`count`,
  amount: sql`amount`,
  last: sql`last`,
};

function orderOf(sort: string | undefined): SQL {
  const column = ORDERS[sort?.replace("-", "") ?? ""];
  return column ? sql`${column} ${sort?.startsWith("-") ? sql`desc` : sql`asc`}, ${NEWEST}` : NEWEST;
}

/** Machines whose audits wait for a person, of those that the viewer may see. Of one month also what was accepted when it was closed. */
export async function listQuestions(db: Db, viewer: Viewer, query: QuestionsQuery): Promise<Questions> {
  const { question, month, least, q, sort } = query;
  const from = sql`from audit_questions k join devices d on d.id = k.device_id left join locations l on l.id = d.location_id`;
  const seen = allOf([visibleDevices(viewer, sql`d`), ...containing(q)]);
  const asked = sql`
    select d.id as device_id, d.serial_number, l.id as location_id, l.name as location, l.city, k.question, sum(k.count) as count, sum(k.amount) as amount,
      min(k.first_at) as first, max(k.last_at) as last
    ${from} where ${allOf([seen, month ? sql`k.month = ${month}` : sql`k.count > k.accepted`])} group by d.id, l.id, k.question
    ${least === undefined ? sql`` : sql`having k.question <> 'difference' or sum(k.amount) >= ${least * 100}`}`;
  const [counts, months, { items, ...page }] = await Promise.all([
    rows(
      db,
      questionsSchema.shape.counts.shape.questions.element,
      sql`select question, count(*) as count from (${asked}) a group by question`,
    ),
    rows(db, z.object({ month: z.string() }), sql`select distinct k.month ${from} where ${seen} order by k.month desc`),
    paged(
      db,
      row,
      {
        columns: sql`*`,
        from: sql`from (${asked}) a where ${question ? sql`question = ${question}` : sql`true`}`,
        order: orderOf(sort),
      },
      query,
    ),
  ]);
  const countOf = (one: string) => counts.find((found) => found.question === one)?.count ?? 0;
  return {
    counts: {
      total: counts.reduce((sum, one) => sum + one.count, 0),
      questions: AUDIT_QUESTIONS.map((one) => ({ question: one, count: countOf(one) })),
    },
    months: months.map((one) => one.month),
    items: items.map(({ device_id, serial_number, location_id, location, ...rest }) => ({
      ...rest,
      device: { id: device_id, label: serial_number },
      location: location_id === null ? null : { id: location_id, label: location ?? "" },
    })),
    ...page,
  };
}
