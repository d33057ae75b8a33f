/** What is booked of a machine's periods beside the vends told: read, and written anew. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, given, rows, run } from "../../database/query";
import { dayOf, type Moment } from "../../time";
import { inHryvnias } from "../sales/currency";
import { belonging } from "../sales/placement";
import type { Period } from "./periods";
import type { Line, Told } from "./untold";

/** Sales of a period no longer than this are right to the hour. */
const SHORT = sql`interval '90 minutes'`;

const KEYS = "file integer, report integer";

const tally = z.object({ count: z.number(), amount: z.number() });
const line: z.ZodType<Line> = tally.extend({
  selection: z.string().nullable(),
  name: z.string().nullable(),
  source: z.string(),
  guessed: z.boolean(),
});
/** What is booked of a period and said of it, in the machine's currency. */
const bookSchema = z.object({
  covered: z.boolean(),
  cut_at: z
    .string()
    .transform((text) => new Date(text).toISOString())
    .nullable(),
  lines: z.array(line),
  differences: z.array(z.object({ source: z.string(), audit: tally, events: tally, booked: tally, beyond: tally })),
});
export type Book = z.infer<typeof bookSchema>;

const keptRow = z.object({
  lines: z.array(line),
  warnings: z.array(z.object({ code: z.string() })),
  flags: z.array(z.object({ code: z.string(), params: z.record(z.string(), z.unknown()).optional() })),
  book: bookSchema,
});
export type Kept = z.infer<typeof keptRow>;

const pair = (name: string) => sql.raw(`json_build_object('count', d.${name}_count, 'amount', d.${name}_amount)`);

/** What audits of these periods say, and what is booked of it now. */
export const keptOf = (tx: Db, periods: readonly Period[]) =>
  rows(
    tx,
    keptRow,
    sql`
    select r.lines, r.warnings || coalesce(p.warnings, '[]') as warnings, coalesce(r.period->'flags', '[]') as flags,
      json_build_object('covered', r.covered, 'cut_at', r.cut_at,
        'lines', (select coalesce(json_agg(json_build_object('selection', s.selection, 'name', s.name, 'source', s.source, 'count', s.count, 'amount', coalesce(s.foreign_amount, s.amount), 'guessed', s.price_guessed) order by s.line), '[]')
          from sales s where s.file_id = r.file_id and s.report = r.report),
        'differences', (select coalesce(json_agg(json_build_object('source', d.source, 'audit', ${pair("audit")}, 'events', ${pair("event")}, 'booked', ${pair("booked")}, 'beyond', ${pair("beyond")})), '[]')
          from audit_differences d where d.file_id = r.file_id and d.report = r.report)) as book
    from ${given(
      periods.map(({ file, report }, place) => ({ file, report, place })),
      `${KEYS}, place integer`,
    )} join audit_reads r on r.file_id = k.file and r.report = k.report
    left join audit_reads p on p.file_id = r.previous_file and p.report = r.previous_report order by k.place`,
  );

const toldRow: z.ZodType<Told> = tally.extend({
  at: z.string().transform((text) => Date.parse(text)),
  selection: z.string().nullable(),
  source: z.string(),
});

/** The vends told of a machine after a moment and until another one, in order of time and in the machine's currency. */
export const toldOf = (tx: Db, device: number, from: Moment, to: Moment) =>
  rows(
    tx,
    toldRow,
    sql`
    select s.sold_at as at, s.selection, s.source, s.count, coalesce(s.foreign_amount, s.amount) as amount from sales s where s.device_id = ${device} and s.file_id is null
      and s.sold_at > ${iso(from)} and s.sold_at <= ${iso(to)}
    order by s.sold_at`,
  );

const iso = (at: number) => new Date(at).toISOString();

/** Writes books in place of the old ones; answers the days of these periods and those that lost or got sales. */
export async function rewrite(
  tx: Db,
  device: number,
  changed: readonly { file: number; report: number; book: Book }[],
): Promise<string[]> {
  if (!changed.length) return [];
  const these = given(
    changed.map(({ file, report, book: { covered, cut_at } }) => ({ file, report, covered, cut_at })),
    `${KEYS}, covered boolean, cut_at timestamptz`,
  );
  const ofThese = (table: string) => sql`${sql.raw(table)}.file_id = k.file and ${sql.raw(table)}.report = k.report`;
  const dayRow = z.object({ day: z.string() });
  const read = await rows(
    tx,
    dayRow,
    sql`update audit_reads r set covered = k.covered, cut_at = k.cut_at from ${these} where ${ofThese("r")} returning ${dayOf(sql`r.to_at`)} as day`,
  );
  await run(tx, sql`delete from audit_differences d using ${these} where ${ofThese("d")}`);
  const gone = await rows(tx, dayRow, sql`delete from sales s using ${these} where ${ofThese("s")} returning s.day`);
  await run(
    tx,
    sql`
    insert into audit_differences (device_id, file_id, report, source, from_at, to_at, day, audit_count, audit_amount, event_count, event_amount, booked_count, booked_amount, beyond_count, beyond_amount)
    select r.device_id, r.file_id, r.report, k.source, r.from_at, r.to_at, ${dayOf(sql`r.to_at`)}, k.ac, k.aa, k.ec, k.ea, k.bc, k.ba, k.oc, k.oa
    from ${given(
      changed.flatMap(({ file, report, book }) =>
        book.differences.map(({ source, audit, events, booked, beyond }) => ({
          ...{ file, report, source, ac: audit.count, aa: audit.amount, ec: events.count, ea: events.amount },
          ...{ bc: booked.count, ba: booked.amount, oc: beyond.count, oa: beyond.amount },
        })),
      ),
      `${KEYS}, source text, ac bigint, aa bigint, ec bigint, ea bigint, bc bigint, ba bigint, oc bigint, oa bigint`,
    )} join audit_reads r on ${ofThese("r")}`,
  );
  const booked = await rows(
    tx,
    dayRow,
    sql`
    insert into sales (device_id, id, placement_id, recipe_id, file_id, report, line, sold_at, day, selection, name, source, count, currency, foreign_amount, amount, price_guessed, timed)
    select r.device_id, md5('audit/' || r.file_id || '/' || r.report || '/' || k.line + 1)::uuid, p.id, c.recipe, r.file_id, r.report, k.line, r.to_at, ${dayOf(sql`r.to_at`)},
      k.selection, k.name, k.source, k.count, r.counted_in, case when r.counted_in is not null then k.amount end, ${inHryvnias(sql`k.amount`, sql`r.counted_in`, sql`r.rate`)}, k.guessed, r.from_at is not null and r.to_at - r.from_at <= ${SHORT}
    from ${given(
      changed.flatMap(({ file, report, book }) =>
        book.lines.map((one, place) => ({ file, report, line: place, ...one })),
      ),
      `${KEYS}, line integer, selection text, name text, source text, count bigint, amount bigint, guessed boolean`,
    )} join audit_reads r on ${ofThese("r")} ${belonging(sql`r.device_id`, sql`k.selection`, sql`r.to_at`)} returning day`,
  );
  return [...read, ...gone, ...booked].map(({ day }) => day);
}
