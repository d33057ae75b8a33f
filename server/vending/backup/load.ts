import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { sql } from "drizzle-orm";
import type { Pool, PoolClient } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { MIGRATIONS_LOCK } from "../database/migrate";
import { run, textOf } from "../database/query";
import { placeOf, settle } from "./catalog";
import type { Head, Table, Totals } from "./format";
import { readBackup } from "./read";
import { makeSchema, setAside } from "./schema";

/** For building indexes; no more than a machine of 2 GB can lend. */
const MEMORY = "256MB";

/**
 * Brings a backup into an empty database, in one transaction: all of it is there in the end, or nothing. Foreign keys and
 * unique indexes are made over the rows, so rows that do not fit together are refused. `told` hears how far it is.
 */
export async function load(
  pool: Pool,
  file: string,
  size: number,
  told: (line: string) => void,
  signal: AbortSignal,
): Promise<Totals> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    await settle(client);
    await client.query(`set local maintenance_work_mem = '${MEMORY}'`);
    // A product that starts on this database meanwhile waits here, and finds it full.
    await client.query("select pg_advisory_xact_lock($1)", [MIGRATIONS_LOCK]);
    let back: string[] = [];
    let sequences: Head["sequences"] = [];
    const totals = await readBackup(file, size, {
      head: async (head) => {
        await makeSchema(client, head);
        back = await setAside(client);
        // Some migrations put rows into their tables, and rows of a table that was emptied here need no log.
        await run(client, sql`truncate ${sql.join(head.tables.map(placeOf), sql`, `)}`);
        sequences = head.sequences;
      },
      table: (table, rows) => copyInto(client, table, rows, signal),
      progress: (share) => told(`Restoring: ${Math.floor(share * 100)} % of the rows`),
    });
    for (const { last, called, ...sequence } of sequences)
      await run(client, sql`select setval(${textOf(placeOf(sequence))}::regclass, ${last}::bigint, ${called})`);
    for (const [nth, statement] of back.entries()) {
      signal.throwIfAborted();
      told(`Restoring: ${nth} of ${back.length} indexes, keys and triggers`);
      await client.query(statement);
    }
    await client.query("commit");
    client.release();
    return totals;
  } catch (error) {
    // The server rolls back what a connection leaves; one in the middle of COPY hears nothing else.
    client.release(true);
    throw error;
  }
}

async function copyInto(
  client: PoolClient,
  table: Table,
  rows: AsyncIterable<Buffer>,
  signal: AbortSignal,
): Promise<number> {
  const columns = table.columns.map(({ name }) => sql.identifier(name));
  // Frozen: nobody else sees the table yet, and no later vacuum has to write its rows once more.
  const copying = client.query(
    copyFrom(textOf(sql`copy ${placeOf(table)} (${sql.join(columns, sql`, `)}) from stdin with (freeze)`)),
  );
  await pipeline(Readable.from(rows), copying, { signal });
  return copying.rowCount;
}
