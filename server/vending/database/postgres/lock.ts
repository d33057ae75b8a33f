import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { StartError } from "~server/vending/start-error";
import { bornAt } from "./processes";

const ticket = z.object({ pid: z.number().int(), born: z.string() });

/**
 * Takes the one lock of a data folder, so that a second vending process cannot stop the first one's database.
 * A lock whose process has died is taken over. Returns the release. Throws `StartError` when it is taken.
 */
export function lockFolder(folder: string): () => void {
  const lock = path.join(folder, "vending.lock");
  const mine = path.join(folder, `vending.lock.${process.pid}`);
  writeFileSync(mine, JSON.stringify({ pid: process.pid, born: bornAt(process.pid) ?? "" }));
  try {
    while (!tryLink(mine, lock)) removeIfDead(lock, folder);
  } finally {
    rmSync(mine, { force: true });
  }
  return () => rmSync(lock, { force: true });
}

/** Whether a live process keeps the folder. */
export function isLocked(folder: string): boolean {
  const content = readLock(path.join(folder, "vending.lock"));
  return content !== undefined && liveHolder(content) !== undefined;
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

function removeIfDead(lock: string, folder: string): void {
  const seen = readLock(lock);
  if (seen === undefined) return;
  const pid = liveHolder(seen);
  if (pid !== undefined) {
    throw new StartError(
      `The data folder ${folder} is in use by another vending process (${pid}): stop it, or set DATA_DIR`,
    );
  }
  // Moved away, not deleted: whoever came first may already have put their own lock here, which must go back.
  const aside = `${lock}.${process.pid}.dead`;
  renameSync(lock, aside);
  if (readLock(aside) !== seen) tryLink(aside, lock);
  rmSync(aside, { force: true });
}

function readLock(lock: string): string | undefined {
  try {
    return readFileSync(lock, "utf8");
  } catch {
    return undefined;
  }
}

function liveHolder(content: string): number | undefined {
  const holder = ticket.safeParse(parseJson(content));
  return holder.success && bornAt(holder.data.pid) === holder.data.born ? holder.data.pid : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
