import { Semaphore } from "async-mutex";
import { type SQL, sql } from "drizzle-orm";
import pg from "pg";
import { z } from "zod";
import { type Db, rows, run, SUMMING } from "./query";

/** Rows that are held at once. */
const AT_ONCE = 250;
/** Cursors that are open at once; others wait their turn. */
const MOST_OPEN = 4;
/** Whoever takes nothing for so long has gone, and makes room. */
const PATIENCE_MS = 5 * 60_000;

const seats = new Semaphore(MOST_OPEN);

/**
 * The texts of a query's one column `line`, some at a time, all of one moment. Each has a connection of its own: however
 * slowly somebody reads, nobody else waits for a connection of the pool.
 */
export async function* linesOf(pool: pg.Pool, query: SQL): AsyncGenerator<string[], void> {
  const [, leave] = await seats.acquire();
  const client = new pg.Client(pool.options);
  // One that breaks between two queries would end the process; the next query fails, which is heard.
  client.on("error", () => undefined);
  const close = () => {
    void client.end().catch(() => undefined);
    leave();
  };
  try {
    await client.connect();
    for await (const lines of read(client, query)) {
      const patience = setTimeout(close, PATIENCE_MS).unref();
      yield lines;
      clearTimeout(patience);
    }
  } finally {
    close();
  }
}

const lineRow = z.object({ line: z.string() });

async function* read(db: Db, query: SQL): AsyncGenerator<string[], void> {
  await run(db, sql`begin read only`);
  await run(db, sql.raw(SUMMING));
  // All of it is wanted.
  await run(db, sql`set local cursor_tuple_fraction = 1`);
  await run(db, sql`declare lines no scroll cursor for ${query}`);
  for (;;) {
    const found = await rows(db, lineRow, sql`fetch ${sql.raw(String(AT_ONCE))} from lines`);
    if (!found.length) return;
    yield found.map(({ line }) => line);
  }
}
