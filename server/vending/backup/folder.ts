import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type Embedded, startEmbedded } from "../database/embedded";
import { clusterOf, passwordFileOf } from "../database/postgres/cluster";
import { lockFolder } from "../database/postgres/lock";
import { clearOrphan } from "../database/postgres/postmaster";
import { StartError } from "../start-error";
import { syncFolder } from "./write";

/** The folder within a data folder in which one is built until it is whole. */
const UNFINISHED = "restore.new";

/**
 * Builds an embedded database in a data folder without one: `fill` gets its connection string. It moves to its place
 * when `fill` has succeeded and everything is on the disk; until then the folder is as empty as it was, and what a
 * killed restore left is removed by the next. The folder is ours meanwhile. Throws `StartError` when the product runs
 * there, or when there is a database or a key of another one already.
 */
export async function fillFolder<T>(
  dataDir: string,
  keyFile: { name: string; content: string } | undefined,
  fill: (url: string) => Promise<T>,
): Promise<T> {
  mkdirSync(dataDir, { recursive: true });
  const folder = realpathSync(dataDir);
  const unlock = lockFolder(folder);
  const unfinished = path.join(folder, UNFINISHED);
  let server: Embedded | undefined;
  try {
    refuseFull(folder, keyFile);
    if (existsSync(clusterOf(unfinished))) await clearOrphan(clusterOf(unfinished));
    rmSync(unfinished, { recursive: true, force: true });
    server = await startEmbedded(unfinished);
    const filled = await fill(server.url);
    await server.stop();
    if (keyFile) writeFileSync(path.join(folder, keyFile.name), `${keyFile.content}\n`, { mode: 0o600 });
    renameSync(passwordFileOf(unfinished), passwordFileOf(folder));
    // The last step, and one that happens wholly or not at all.
    renameSync(clusterOf(unfinished), clusterOf(folder));
    await syncFolder(folder);
    return filled;
  } finally {
    await server?.stop();
    rmSync(unfinished, { recursive: true, force: true });
    unlock();
  }
}

function refuseFull(folder: string, keyFile: { name: string; content: string } | undefined): void {
  if (existsSync(clusterOf(folder)))
    throw new StartError(`The data folder ${folder} holds a database already: set DATA_DIR to an empty one`);
  const kept = keyFile && path.join(folder, keyFile.name);
  if (keyFile && kept && existsSync(kept) && readFileSync(kept, "utf8").trim() !== keyFile.content)
    throw new StartError(`${kept} is the key of other data: move it away, or set DATA_DIR to an empty folder`);
}
