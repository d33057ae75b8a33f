import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { sql } from "drizzle-orm";
import type { Pool, PoolClient } from "pg";
import { to as copyTo } from "pg-copy-streams";
import { z } from "zod";
import { MIGRATIONS_LOCK } from "../database/migrate";
import { type Db, one, only, rows, run, textOf } from "../database/query";
import { sha256 } from "../secrets";
import { StartError } from "../start-error";
import { placeOf, sequencesOf, settle, tablesOf } from "./catalog";
import { FORMAT, type Head, type Table, type Totals } from "./format";
import { VERSION } from "./version";
import { type Rows, writeBackup } from "./write";

/**
 * Writes everything that the database holds, as it is at one moment, into a new file, while others go on reading and writing.
 * `keyFile` is where the data folder keeps the key of its secrets, if it does. `told` hears how far it is, in a line.
 */
export async function backUp(
  pool: Pool,
  file: string,
  keyFile: string | undefined,
  told: (line: string) => void,
  signal: AbortSignal,
): Promise<{ totals: Totals & { size: number }; head: Head }> {
  const client = await pool.connect();
  try {
    const keyKept = keyFile && existsSync(keyFile) ? await readFile(keyFile, "utf8") : "";
    const head = await snapshot(client, keyKept);
    const totals = await writeBackup(
      file,
      head,
      (table) => rowsOf(client, table),
      (tables, bytes) =>
        told(`Backing up: ${tables} of ${head.tables.length} tables, ${Math.round(bytes / 1e6)} MB of rows`),
      signal,
    );
    await client.query("commit");
    client.release();
    return { totals, head };
  } catch (error) {
    // It may be in the middle of a table, where no other word is heard.
    client.release(true);
    throw error;
  }
}

/** Begins a transaction that sees one moment of the database and keeps its tables as they are, and tells what is there. */
async function snapshot(client: PoolClient, keyKept: string): Promise<Head> {
  // No migration may stand between the list of tables and the locks; then it may, and waits at the first table.
  await client.query("select pg_advisory_lock($1)", [MIGRATIONS_LOCK]);
  await client.query("begin isolation level repeatable read read only");
  await settle(client);
  const tables = await tablesOf(client);
  if (!tables.some(({ schema, name }) => schema === "drizzle" && name === "__drizzle_migrations"))
    throw new StartError("There is nothing to back up: the database holds no data of this product");
  const { at, postgres } = await only(
    client,
    z.object({ at: z.string(), postgres: z.string() }),
    sql`select now() as at, current_setting('server_version') as postgres`,
  );
  await run(client, sql`lock table ${sql.join(tables.map(placeOf), sql`, `)} in access share mode`);
  await client.query("select pg_advisory_unlock($1)", [MIGRATIONS_LOCK]);
  const migrations = await rows(
    client,
    z.object({ created_at: z.number() }),
    sql`select created_at from drizzle.__drizzle_migrations order by created_at`,
  );
  const sealedBy = await fingerprintOf(client, tables);
  const secretsKey = /^[0-9a-f]{64}$/.exec(keyKept.trim().toLowerCase())?.[0];
  return {
    format: FORMAT,
    product: VERSION,
    at,
    postgres,
    migrations: migrations.map(({ created_at }) => created_at),
    tables,
    sequences: await sequencesOf(client),
    // Another key than the one that sealed them would open nothing.
    secretsKey: secretsKey && (!sealedBy || sealedBy === sha256(Buffer.from(secretsKey, "hex"))) ? secretsKey : null,
    sealedBy: sealedBy ?? null,
  };
}

async function fingerprintOf(db: Db, tables: readonly Table[]): Promise<string | undefined> {
  if (!tables.some(({ name }) => name === "secrets_key")) return undefined;
  return (await one(db, z.object({ fingerprint: z.string() }), sql`select fingerprint from secrets_key`))?.fingerprint;
}

function rowsOf(client: PoolClient, table: Table): Rows {
  const columns = table.columns.map(({ name }) => sql.identifier(name));
  // A query reads a partitioned table as well, whatever the server's version.
  const copying = client.query(
    copyTo(textOf(sql`copy (select ${sql.join(columns, sql`, `)} from ${placeOf(table)}) to stdout`)),
  );
  return {
    pieces: copying,
    count: async () => {
      // The count may come in a packet of its own after the last row, in any case before the next answer.
      await client.query("select");
      return copying.rowCount;
    },
  };
}
