import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync, readFileSync, renameSync, statSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { StartError } from "~server/vending/start-error";
import type { Account } from "./account";
import type { Binaries } from "./binaries";
import { clusterOf, lastLines } from "./cluster";
import { readPostmaster } from "./postmaster";

interface Server {
  pid: number;
  port: number;
  exited: Promise<number | null>;
}

/** Another may take a port that was found free, and what a killed server's connections hold goes when they notice. */
const PASSES = /Address already in use|pre-existing shared memory block/;
const PASSES_WITHIN_MS = 60_000;
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

/** Tries again while the reason is one that passes. */
export async function startServer(folder: string, binaries: Binaries, account: Account): Promise<Server> {
  const log = path.join(folder, "postgres.log");
  if (existsSync(log) && statSync(log).size > LOG_LIMIT_BYTES) renameSync(log, `${log}.1`);
  const tries = performance.now() + PASSES_WITHIN_MS;
  for (;;) {
    const port = await freePort();
    const from = existsSync(log) ? statSync(log).size : 0;
    const { pid, exited } = spawnServer(folder, binaries, account, port, log);
    if (await becomesReady(pid, exited, clusterOf(folder))) return { pid, port, exited };
    const said = readFileSync(log).subarray(from).toString("utf8");
    if (!PASSES.test(said) || performance.now() > tries) {
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
