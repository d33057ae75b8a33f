import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { StartError } from "~server/vending/start-error";
import { chooseAccount, type Account } from "./postgres/account";
import { findBinaries, type Binaries } from "./postgres/binaries";
import { isLocked, lockFolder } from "./postgres/lock";
import { clearOrphan, readPostmaster, stopPostmaster } from "./postgres/postmaster";

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

interface Server {
  pid: number;
  port: number;
  exited: Promise<number | null>;
}

const USER = "vending";
const DATABASE = "vending";
const START_ATTEMPTS = 3;
const LOG_LIMIT_BYTES = 10_000_000;

/** For a machine of 2 cores and 2–4 GB that also runs the product. Durability stays at PostgreSQL's safe defaults. */
const SETTINGS = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "60",
  shared_buffers: "128MB",
  effective_cache_size: "1GB",
  work_mem: "16MB",
  maintenance_work_mem: "64MB",
  max_wal_size: "1GB",
  checkpoint_timeout: "15min",
  wal_level: "minimal",
  max_wal_senders: "0",
  random_page_cost: "1.1",
  jit: "off",
  io_workers: "1",
  fsync: "on",
  synchronous_commit: "on",
  idle_in_transaction_session_timeout: "60s",
  timezone: "UTC",
  log_timezone: "UTC",
  log_checkpoints: "off",
};

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

function clusterOf(folder: string): string {
  return path.join(folder, "postgres");
}

function passwordFileOf(folder: string): string {
  return path.join(folder, "postgres.password");
}

function connectionString(folder: string, port: number, database: string): string {
  const password = readFileSync(passwordFileOf(folder), "utf8").trim();
  return `postgres://${USER}:${password}@127.0.0.1:${port}/${database}`;
}

/** Made beside its final place and moved there when complete: an interrupted first start leaves no half a database. */
function createCluster(folder: string, binaries: Binaries, account: Account): void {
  const unfinished = path.join(folder, "postgres.new");
  const secret = path.join(folder, "postgres.password.new");
  rmSync(unfinished, { recursive: true, force: true });
  rmSync(secret, { force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  const password = randomBytes(24).toString("hex");
  writeFileSync(passwordFileOf(folder), password, { mode: 0o600 });
  writeFileSync(secret, password, { mode: 0o600 });
  if (account.owner) {
    for (const file of [unfinished, secret]) chownSync(file, account.owner.uid, account.owner.gid);
  }
  const { file, args, options } = account.command(binaries.initdb, [
    "-D",
    unfinished,
    "--username",
    USER,
    "--pwfile",
    secret,
    "--auth",
    "scram-sha-256",
    "--encoding",
    "UTF8",
    "--locale-provider",
    "icu",
    "--icu-locale",
    "uk",
    "--locale",
    process.platform === "linux" ? "C.UTF-8" : "C",
    "--data-checksums",
  ]);
  const { uid, gid } = options;
  const made = spawnSync(file, args, { uid, gid, cwd: folder, encoding: "utf8" });
  rmSync(secret, { force: true });
  if (made.status !== 0) {
    throw new StartError(
      `The database could not be created in ${folder}: ${lastLines(made.stderr ?? String(made.error))}`,
    );
  }
  renameSync(unfinished, clusterOf(folder));
}

/** A port found free may be taken a moment later, and a killed server's memory is released late: hence attempts. */
async function startServer(folder: string, binaries: Binaries, account: Account): Promise<Server> {
  const log = path.join(folder, "postgres.log");
  if (existsSync(log) && statSync(log).size > LOG_LIMIT_BYTES) renameSync(log, `${log}.1`);
  for (let attempt = 1; ; attempt += 1) {
    const port = await freePort();
    const from = existsSync(log) ? statSync(log).size : 0;
    const { pid, exited } = spawnServer(folder, binaries, account, port, log);
    if (await becomesReady(pid, exited, clusterOf(folder))) return { pid, port, exited };
    if (attempt === START_ATTEMPTS) {
      const said = readFileSync(log).subarray(from).toString("utf8");
      throw new StartError(`The database in ${folder} did not start: ${lastLines(said)}`);
    }
    await sleep(500);
  }
}

function spawnServer(
  folder: string,
  binaries: Binaries,
  account: Account,
  port: number,
  log: string,
): Omit<Server, "port"> {
  const settings = Object.entries({ ...SETTINGS, port: String(port) }).flatMap(([name, value]) => [
    "-c",
    `${name}=${value}`,
  ]);
  const { file, args, options } = account.command(binaries.postgres, ["-D", clusterOf(folder), ...settings]);
  const output = openSync(log, "a", 0o600);
  try {
    // Its own session: Ctrl-C in a terminal must reach us alone, so that requests finish before the database ends.
    const child = spawn(file, args, { ...options, cwd: folder, stdio: ["ignore", output, output], detached: true });
    const exited = new Promise<number | null>((resolve) => {
      child.once("exit", resolve);
      child.once("error", () => resolve(null));
    });
    return { pid: child.pid ?? 0, exited };
  } finally {
    closeSync(output);
  }
}

/** Waits as long as the server lives: recovery after a power cut takes the time it takes. */
async function becomesReady(pid: number, exited: Promise<unknown>, cluster: string): Promise<boolean> {
  const lives = exited.then(() => false);
  for (;;) {
    const server = readPostmaster(cluster);
    if (server?.ready && server.pid === pid) return true;
    if (!(await Promise.race([lives, sleep(20, true)]))) return false;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new StartError("No free port on 127.0.0.1");
  return address.port;
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

function lastLines(text: string): string {
  return text.trim().split("\n").slice(-3).join(" · ");
}
