import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { ROOT } from "./prepare.mjs";

const PATIENCE_MS = 10_000;

/**
 * Starts a Node program of the product. It is in a session of its own, so that Ctrl-C reaches only the supervisor,
 * which ends everything in order; over the channel it sees the death of the supervisor.
 *
 * @param {string} name as told to the operator
 * @param {string[]} args Node's arguments
 * @param {{ env: NodeJS.ProcessEnv, quiet?: boolean }} options quiet: only errors are shown
 */
export function startChild(name, args, { env, quiet = false }) {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ["ignore", quiet ? "ignore" : "inherit", "inherit", "ipc"],
    detached: process.platform !== "win32",
  });
  const exited = new Promise((resolve) => {
    child.once("exit", (code, signal) => resolve(signal ? `signal ${signal}` : `code ${code}`));
    child.once("error", (error) => resolve(error.message));
  });
  return { name, process: child, exited };
}

/** Ends a child: politely, then by force. */
export async function stopChild(child) {
  if (child.process.exitCode !== null || child.process.signalCode !== null) return;
  child.process.kill("SIGTERM");
  const ended = await Promise.race([child.exited, sleep(PATIENCE_MS, undefined, { ref: false })]);
  if (ended === undefined) child.process.kill("SIGKILL");
  await child.exited;
}

/** Ends the database server of a vending process that was killed before it could do so. */
export async function stopOrphan(pid) {
  if (pid === undefined || !isAlive(pid)) return;
  process.kill(pid, "SIGINT");
  for (const deadline = Date.now() + PATIENCE_MS; isAlive(pid) && Date.now() < deadline; ) await sleep(50);
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    // Ended but not yet collected by its new parent: /proc shows the state Z.
    return process.platform !== "linux" || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}
