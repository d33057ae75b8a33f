import { type SQL, sql } from "drizzle-orm";

const tally = (side: string): SQL => sql.raw(`json_build_object('count', d.${side}_count, 'amount', d.${side}_amount)`);

/** A row `d` of `audit_differences` as the contract has it. */
export const DIFFERENCE = sql`json_build_object('source', d.source, 'audit', ${tally("audit")}, 'events', ${tally("event")}, 'booked', ${tally("booked")}, 'beyond', ${tally("beyond")})`;

/** The rows `d` of one period. */
export const SOURCES = sql`json_agg(${DIFFERENCE} order by d.source)`;

/** What the amounts of the period of the rows `d` are in, where that is not the hryvnia. */
export const CURRENCY_OF_PERIOD = sql`(select r.counted_in from audit_reads r where r.file_id = d.file_id and r.report = d.report)`;

const NOTHING = sql`json_build_object('count', 0, 'amount', 0)`;

/** Every source that the read `r` or vend events of its time know: where the two agree nothing is kept of it. Null where neither knows any. */
export const SOURCES_OF_READ = sql`(
  select json_agg(coalesce(x.difference, json_build_object('source', l.source, 'audit', l.tally, 'events', case when r.covered then l.tally else ${NOTHING} end,
    'booked', case when r.covered then ${NOTHING} else l.tally end, 'beyond', ${NOTHING})) order by coalesce(x.source, l.source))
  from (select k.source, json_build_object('count', sum(k.count), 'amount', sum(k.amount)) as tally from jsonb_to_recordset(r.lines) as k(source text, count bigint, amount bigint) group by k.source) l
  full join (select d.source, ${DIFFERENCE} as difference from audit_differences d where d.file_id = r.file_id and d.report = r.report) x on x.source = l.source)`;
