import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, readlinkSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

const HAS_PROC = existsSync("/proc/self/stat");
/** proc(5): `starttime` is field 22; what follows the command's closing bracket begins with field 3. */
const START_TIME = 22 - 3;

/**
 * When a process was born, as a text to compare: with it a process number cannot be mistaken for a later process
 * of the same number. Undefined when there is none (a zombie counts as none).
 */
export function bornAt(pid: number): string | undefined {
  if (!HAS_PROC) {
    return spawnSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).stdout?.trim() || undefined;
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (fields[0] === "Z" || fields[0] === "X") return undefined;
    return `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()}/${fields[START_TIME] ?? ""}`;
  } catch {
    return undefined;
  }
}

/** Whether the process works in `folder`, as a postmaster does in its data folder. */
export function worksIn(pid: number, folder: string): boolean {
  if (!HAS_PROC) {
    return (spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" }).stdout ?? "").includes(folder);
  }
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === folder;
  } catch {
    return false;
  }
}

/** Sends the signal and waits for the end. True when the process is gone within `milliseconds`. */
export async function endWith(pid: number, signal: NodeJS.Signals, milliseconds: number): Promise<boolean> {
  try {
    process.kill(pid, signal);
  } catch {
    return bornAt(pid) === undefined;
  }
  const deadline = Date.now() + milliseconds;
  while (Date.now() < deadline) {
    if (bornAt(pid) === undefined) return true;
    await sleep(20);
  }
  return false;
}
