import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Config } from "../config";
import { StartError } from "../start-error";
import { findRunning, startEmbedded } from "./embedded";
import { allowNames, NAMES_LAST_S } from "./names";

/** An open database, whoever runs it. */
export interface Database {
  pool: pg.Pool;
  mode: "embedded" | "server";
  /** Process number of the embedded server that we started. */
  serverPid: number | undefined;
  /** Ends the connections, and the embedded server if we started it. */
  close(): Promise<void>;
  /** Settles when an embedded server ends unasked; a server elsewhere may come back, so its failures do not count. */
  failed: Promise<Error>;
}

const CONNECTIONS = 10;
const CONNECT_TIMEOUT_MS = 10_000;
const CLOSE_MS = 2_000;

/** Opens the configured database for the service: starts the embedded one or connects to the server. */
export async function openDatabase(config: Config): Promise<Database> {
  allowNames(config.prepared);
  if (config.databaseUrl) return reach(connect(config.databaseUrl, "server"));
  const embedded = await startEmbedded(config.dataDir);
  const { pool, close } = connect(embedded.url, "embedded");
  let wanted = false;
  return {
    pool,
    mode: "embedded",
    serverPid: embedded.pid,
    close: async () => {
      wanted = true;
      // What still runs then is cut by the server's end.
      await Promise.race([close(), sleep(CLOSE_MS)]);
      await embedded.stop();
    },
    failed: new Promise((resolve) => {
      void embedded.exited.then((code) => {
        if (!wanted)
          resolve(
            new Error(`The database ended by itself (code ${code ?? "none"}); see ${config.dataDir}/postgres.log`),
          );
      });
    }),
  };
}

/** Opens the database for a command, which may run beside the service: then it uses the server that the service keeps. */
export async function openForCommand(config: Config): Promise<Database> {
  const running = config.databaseUrl ? undefined : findRunning(config.dataDir);
  return running ? connect(running, "embedded") : openDatabase(config);
}

/** Says in one line why a server cannot be used, before anything else is tried on it. */
async function reach(database: Database): Promise<Database> {
  try {
    await database.pool.query("SELECT 1");
    return database;
  } catch (error) {
    await database.pool.end();
    const reason =
      error instanceof Error ? error.message || ("code" in error ? String(error.code) : error.name) : String(error);
    throw new StartError(`The database of DATABASE_URL cannot be used: ${reason}`);
  }
}

function connect(url: string, mode: Database["mode"]): Database {
  const pool = openUrl(url);
  return { pool, mode, serverPid: undefined, close: () => pool.end(), failed: new Promise(() => {}) };
}

/** Connections to a database of which nothing else is known than where it is. */
export function openUrl(url: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    maxLifetimeSeconds: NAMES_LAST_S,
    // These hide what the environment says, unless it is said again.
    options: `${process.env.PGOPTIONS ?? ""} -c TimeZone=UTC`,
  });
  // Without a listener a connection that breaks while idle would end the process; the pool replaces it by itself.
  pool.on("error", (error) => console.error(`A database connection broke: ${error.message}`));
  // So would one that breaks between two queries of a transaction; the next of them fails, which is heard.
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}
