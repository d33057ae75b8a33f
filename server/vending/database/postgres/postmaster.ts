import { readFileSync, realpathSync, rmSync } from "node:fs";
import path from "node:path";
import { StartError } from "~server/vending/start-error";
import { bornAt, endWith, worksIn } from "./processes";

/** A live server process of a cluster, as its `postmaster.pid` tells. */
export interface Postmaster {
  pid: number;
  port: number;
  /** It takes connections. */
  ready: boolean;
}

/**
 * Reads `postmaster.pid` (PostgreSQL's `pidfile.h`: line 1 the process, 4 the port, 8 the state). Undefined when
 * there is none or when its process is gone; a number that another program has got since does not deceive it.
 */
export function readPostmaster(cluster: string): Postmaster | undefined {
  let lines: string[];
  try {
    lines = readFileSync(path.join(cluster, "postmaster.pid"), "utf8").split("\n");
  } catch {
    return undefined;
  }
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  if (!pid || bornAt(pid) === undefined || !worksIn(pid, realpathSync(cluster))) return undefined;
  return { pid, port, ready: lines[7]?.trim() === "ready" };
}

/** Ends a server that outlived its parent, and removes what a dead one left, so that a new one can start. */
export async function clearOrphan(cluster: string): Promise<void> {
  const orphan = readPostmaster(cluster);
  if (orphan && !(await stopPostmaster(orphan.pid))) {
    throw new StartError(
      `A database process of an earlier start (${orphan.pid}) does not end: stop it and start again`,
    );
  }
  rmSync(path.join(cluster, "postmaster.pid"), { force: true });
}

/** Fast shutdown (sessions are ended, everything is written), then the immediate one, which recovers at the next start. */
export async function stopPostmaster(pid: number): Promise<boolean> {
  return (await endWith(pid, "SIGINT", 20_000)) || (await endWith(pid, "SIGQUIT", 10_000));
}
