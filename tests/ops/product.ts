import { spawn, type ChildProcess } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

export const ADMIN = { email: "admin@example.com", password: "correct-horse-battery" };

/** A process of the product and what it has printed so far. */
export interface Run {
  process: ChildProcess;
  output(): string;
  /** Its exit code; null when a signal ended it. */
  ended: Promise<number | null>;
}

/** Runs a script of the project with these settings and none of ours. */
export function run(args: readonly string[], env: Record<string, string>, program = process.execPath): Run {
  const child = spawn(program, args, {
    env: { PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "", NODE_ENV: "production", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8");
    stream.on("data", (text: string) => (printed += text));
  }
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  return { process: child, output: () => printed, ended };
}

/** The built vending API alone, once it answers at `api`. */
export async function serviceOn(api: string, env: Record<string, string>): Promise<Run> {
  const started = run(["build/vending/main.js"], env);
  while (!(await fetch(`${api}/healthz`).catch(() => undefined))?.ok) {
    if (started.process.exitCode !== null) throw new Error(`It did not start: ${started.output()}`);
    await sleep(20);
  }
  return started;
}

/** Settings of a demonstration of its own: data in a folder that `remove` removes unless it was `given`, free ports. */
export async function freshSettings(given?: string): Promise<{
  env: Record<string, string>;
  web: string;
  api: string;
  remove(): Promise<void>;
}> {
  const folder = given ?? (await mkdtemp(path.join(tmpdir(), "vending-ops-")));
  const [port, vendingPort] = [await freePort(), await freePort()];
  return {
    env: {
      DATA_DIR: folder,
      PORT: String(port),
      VENDING_PORT: String(vendingPort),
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
    },
    web: `http://127.0.0.1:${port}`,
    api: `http://127.0.0.1:${vendingPort}`,
    remove: async () => {
      if (given === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** What `npm start` runs; resolves when it has introduced itself. */
export function startProduct(env: Record<string, string>): Promise<Run> {
  return introduced(run(["scripts/start.mjs"], env));
}

/** `npm start` itself. */
export function startWithNpm(env: Record<string, string>): Promise<Run> {
  return introduced(run(["start"], env, "npm"));
}

async function introduced(product: Run): Promise<Run> {
  while (!product.output().includes("Ctrl-C")) {
    if (product.process.exitCode !== null) throw new Error(`It did not start: ${product.output()}`);
    await sleep(50);
  }
  return product;
}

/**
 * Processes that carry this data folder in their environment, as every child of a start does.
 * The text is the command line. Linux only, as the whole test run is.
 */
export function processesOf(env: Record<string, string>): { pid: number; command: string }[] {
  const mark = `DATA_DIR=${env.DATA_DIR}\0`;
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        if (!readFileSync(`/proc/${pid}/environ`, "utf8").includes(mark)) return [];
        return [{ pid: Number(pid), command: readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ") }];
      } catch {
        return [];
      }
    });
}

/** The one process whose command line holds `part`. */
export function processOf(env: Record<string, string>, part: string): number {
  const found = processesOf(env).find(({ command }) => command.includes(part));
  if (!found) throw new Error(`No process of ${part}: ${JSON.stringify(processesOf(env))}`);
  return found.pid;
}

/** Below the ports that outgoing connections take: one of those could have it a moment later. */
const PORTS = { from: 24_000, many: 8_000 };

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const port = PORTS.from + Math.floor(Math.random() * PORTS.many);
  const server = createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    server.once("error", () => resolve(false)).listen(port, "127.0.0.1", () => resolve(true));
  });
  server.close();
  return isFree ? port : freePort();
}
