import { type SQL, sql } from "drizzle-orm";
import { UNPAID_SOURCES } from "~server/contract/enums";

const unpaid: ReadonlySet<string> = new Set(UNPAID_SOURCES);
const UNPAID = sql.raw(`(${UNPAID_SOURCES.map((source) => `'${source}'`).join(", ")})`);

/** Whether sales by a source bring money; test and free vends do not. */
export const isPaid = (source: SQL): SQL => sql`${source} not in ${UNPAID}`;
export const isPaidBy = (source: string): boolean => !unpaid.has(source);
