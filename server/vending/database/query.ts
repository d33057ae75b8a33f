import { type SQL, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import pg from "pg";
import type { z } from "zod";
import { nameAlways, nameOf, renameAll } from "./names";

// Sums and counts fit a double; as strings they would only be converted everywhere.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);
// A day is a day, not an instant in the server's zone.
pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day);
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (moment) => new Date(moment.replace(/\+00$/, "Z")).toISOString());

const dialect = new PgDialect();

/** A connection or a pool: whatever can run a statement. */
export interface Db {
  query(statement: Statement): Promise<{ rows: unknown[]; rowCount: number | null }>;
}

interface Statement {
  /** By which the connection knows its text from the second time on. */
  name?: string | undefined;
  text: string;
  values: unknown[];
}

/** The text of a statement without values: COPY takes none. */
export function textOf(statement: SQL): string {
  const { sql: text, params } = dialect.sqlToQuery(statement);
  if (params.length) throw new Error(`a statement that takes no values was given some: ${text}`);
  return text;
}

/** Runs a statement; answers the number of rows it touched. */
export async function run(db: Db, statement: SQL): Promise<number> {
  return (await ask(db, statement)).rowCount ?? 0;
}

/** Runs a query and holds every row against `schema`. Instants arrive as ISO strings, days as `YYYY-MM-DD`. */
export async function rows<T>(db: Db, schema: z.ZodType<T>, query: SQL): Promise<T[]> {
  return (await ask(db, query)).rows.map((row) => schema.parse(row));
}

async function ask(db: Db, query: SQL) {
  const { sql: text, params: values } = dialect.sqlToQuery(query);
  try {
    return await db.query({ name: nameOf(text), text, values });
  } catch (error) {
    if (!isOutdated(error)) throw error;
    renameAll();
    // Nothing was done yet; but a transaction is broken off and takes nothing more.
    return db.query({ text, values }).catch(() => {
      throw error;
    });
  }
}

/** Another version of the product has changed a table since the connection learnt the statement (plancache.c). */
const isOutdated = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === "0A000" && error.routine === "RevalidateCachedQuery";

/** The first row, or undefined. */
export async function one<T>(db: Db, schema: z.ZodType<T>, query: SQL): Promise<T | undefined> {
  return (await rows(db, schema, query))[0];
}

/** The only row of a query that always has one. */
export async function only<T>(db: Db, schema: z.ZodType<T>, query: SQL): Promise<T> {
  const found = await one(db, schema, query);
  if (found === undefined) throw new Error("a query that always answers one row answered none");
  return found;
}

/** A database that knows every text by name from its first time on: for work that says the same few texts all day. */
export const planned = (db: Db): Db => ({
  query: ({ text, values }) => db.query({ name: nameAlways(text), text, values }),
});

/** Runs `work` in one transaction; any error rolls it back. */
export const transaction = <T>(pool: pg.Pool, work: (tx: Db) => Promise<T>): Promise<T> =>
  within(pool, "begin", (client) => work(client));

/** The same for work that sums up much and changes nothing. */
export const summingTransaction = <T>(pool: pg.Pool, work: (tx: Db) => Promise<T>): Promise<T> =>
  within(pool, `begin read only; ${SUMMING}`, (client) => work(client));

/**
 * Within a transaction that sums up much: what a query makes for itself (days in parts, what is known of recipes) are a few
 * lines of which the planner knows nothing, and it would sort a million to merge them with.
 */
export const SUMMING = "set local enable_mergejoin = off";

/** The same for work whose statements are `planned`. */
export const plannedTransaction = <T>(pool: pg.Pool, work: (tx: Db) => Promise<T>): Promise<T> =>
  within(pool, "begin; set local plan_cache_mode = force_generic_plan", (client) => work(planned(client)));

async function within<T>(pool: pg.Pool, begin: string, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query(begin);
    const result = await work(client);
    await client.query("commit");
    client.release();
    return result;
  } catch (error) {
    // A connection that cannot even roll back is of no more use.
    await client.query("rollback").then(
      () => client.release(),
      (broken: Error) => client.release(broken),
    );
    throw error;
  }
}

/** `true`, so that conditions can always be joined with `and`. */
export const always = sql`true`;
export const never = sql`false`;
export const allOf = (conditions: SQL[]): SQL =>
  conditions.length ? sql`(${sql.join(conditions, sql` and `)})` : always;
export const anyOf = (conditions: SQL[]): SQL =>
  conditions.length ? sql`(${sql.join(conditions, sql` or `)})` : never;
/** A name of a table or a column that comes from a declaration, never from a request. */
export const name = (identifier: string): SQL => sql`${sql.identifier(identifier)}`;
/** A PostgreSQL array parameter (a bare array would become a list of parameters). */
export const list = (values: readonly (number | string)[], type: "integer" | "text"): SQL =>
  sql`${sql.param(values)}::${sql.raw(type)}[]`;

/**
 * Rows handed to a statement in one parameter, as `k` with the columns that `shape` names. The limit tells the planner how
 * many they are, and one that plans for whatever comes that they are few.
 */
export const given = (rows: readonly object[], shape: string): SQL =>
  sql`(select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as k(${sql.raw(shape)}) limit ${rows.length}::bigint) k`;

/** PostgreSQL's error code and constraint, when `error` is one of its errors. */
export function databaseError(error: unknown): { code: string; constraint: string } | undefined {
  return error instanceof pg.DatabaseError ? { code: error.code ?? "", constraint: error.constraint ?? "" } : undefined;
}

/** The database refuses a value for what it is (SQLSTATE classes 22 and 23): the statement would do without it. */
export const isUnfit = (error: unknown): boolean => /^2[23]/.test(databaseError(error)?.code ?? "");
