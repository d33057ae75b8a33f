import { type SQL, sql } from "drizzle-orm";

const tally = (side: string): SQL => sql.raw(`json_build_object('count', d.${side}_count, 'amount', d.${side}_amount)`);

/** A row `d` of `audit_differences` as the contract has it. */
export const DIFFERENCE = sql`json_build_object('source', d.source, 'audit', ${tally("audit")}, 'events', ${tally("event")}, 'booked', ${tally("booked")}, 'beyond', ${tally("beyond")})`;

/** The rows `d` of one period. */
export const SOURCES = sql`json_agg(${DIFFERENCE} order by d.source)`;
