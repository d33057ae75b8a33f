import { existsSync, mkdirSync, realpathSync } from "node:fs";
import pg from "pg";
import { chooseAccount } from "./postgres/account";
import { findBinaries } from "./postgres/binaries";
import { clusterOf, connectionString, createCluster } from "./postgres/cluster";
import { isLocked, lockFolder } from "./postgres/lock";
import { clearOrphan, readPostmaster, stopPostmaster } from "./postgres/postmaster";
import { startServer } from "./postgres/server";

/** A PostgreSQL server that runs as our child. */
export interface Embedded {
  /** Connection string of the database `vending`; the user may create further databases. */
  url: string;
  /** Process number of the server. */
  pid: number;
  /** Ends the server: sessions are cut, everything is on disk. */
  stop(): Promise<void>;
  /** Settles when the server has ended, wanted or not, with its exit code (null: by a signal). */
  exited: Promise<number | null>;
}

const DATABASE = "vending";

/**
 * Starts the database of a data folder, creating it on first use. A server left by a killed process is ended first.
 * Throws `StartError` when another vending process has the folder or the server cannot start.
 */
export async function startEmbedded(dataDir: string): Promise<Embedded> {
  mkdirSync(dataDir, { recursive: true });
  const folder = realpathSync(dataDir);
  const unlock = lockFolder(folder);
  try {
    return await startLocked(folder, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Connection string of a database that another live process keeps running, for commands beside the service. */
export function findRunning(dataDir: string): string | undefined {
  if (!existsSync(dataDir) || !isLocked(realpathSync(dataDir))) return undefined;
  const server = readPostmaster(clusterOf(realpathSync(dataDir)));
  return server?.ready ? connectionString(dataDir, server.port, DATABASE) : undefined;
}

async function startLocked(folder: string, unlock: () => void): Promise<Embedded> {
  const binaries = findBinaries();
  const cluster = clusterOf(folder);
  const account = chooseAccount(cluster, [binaries.initdb, binaries.postgres]);
  if (existsSync(cluster)) await clearOrphan(cluster);
  else createCluster(folder, binaries, account);

  const { pid, port, exited } = await startServer(folder, binaries, account);
  let runs = true;
  const unlocked = exited.finally(() => {
    runs = false;
    unlock();
  });
  try {
    await createDatabase(connectionString(folder, port, "postgres"));
  } catch (error) {
    await stopPostmaster(pid);
    throw error;
  }
  return {
    url: connectionString(folder, port, DATABASE),
    pid,
    exited: unlocked,
    stop: async () => {
      if (runs) await stopPostmaster(pid);
      await unlocked;
    },
  };
}

async function createDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const found = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [DATABASE]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
  } finally {
    await client.end();
  }
}
