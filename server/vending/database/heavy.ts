import { Semaphore } from "async-mutex";
import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import { Fault } from "../fault";
import { databaseError, type Db, only, summingTransaction, run } from "./query";

/** So many of the pool's connections at once: whoever asks for something light finds one at any time. */
const MOST_AT_ONCE = 4;
/** A page waits 15 seconds for all its answers (decision 014): what takes longer nobody reads. */
const LONGEST_MS = 12_000;
/** SQLSTATE of a statement that was told to leave off. */
const CANCELLED = "57014";

const seats = new Semaphore(MOST_AT_ONCE);
const begun = z.object({ pid: z.number() });

/**
 * Does `work`, which reads much, in a transaction of its own, when it is its turn; the database is told to leave off when
 * `caller` has gone. Throws a `Fault` (422) when waiting and reading took longer than `longest` milliseconds.
 */
export async function heavily<T>(
  pool: Pool,
  caller: AbortSignal,
  work: (db: Db) => Promise<T>,
  longest = LONGEST_MS,
): Promise<T> {
  // Not `AbortSignal.any` with `AbortSignal.timeout`: Node 20 lets the latter be collected as garbage before its time.
  const over = new AbortController();
  const end = () => over.abort();
  const timer = setTimeout(end, longest);
  caller.addEventListener("abort", end, { once: true });
  if (caller.aborted) end();
  try {
    return await seats.runExclusive(() => summingTransaction(pool, (tx) => until(over.signal, pool, tx, work)));
  } finally {
    clearTimeout(timer);
    caller.removeEventListener("abort", end);
  }
}

async function until<T>(over: AbortSignal, pool: Pool, tx: Db, work: (db: Db) => Promise<T>): Promise<T> {
  const { pid } = await only(tx, begun, sql`select pg_backend_pid() as pid`);
  let ended: Promise<unknown> | undefined;
  const end = () => {
    ended = run(pool, sql`select pg_cancel_backend(${pid}::integer)`).catch(() => undefined);
  };
  over.addEventListener("abort", end, { once: true });
  try {
    if (over.aborted) throw tooMuch();
    return await work(tx);
  } catch (error) {
    throw databaseError(error)?.code === CANCELLED ? tooMuch() : error;
  } finally {
    over.removeEventListener("abort", end);
    // Or it would be told in the middle of what somebody else asks next.
    await ended;
  }
}

const tooMuch = () => new Fault(422, "too_much_to_sum");
