import { existsSync } from "node:fs";
import { stat, writeFile } from "node:fs/promises";
import type { Config } from "../config";
import { databaseError } from "../database/query";
import { openUrl, openDatabase } from "../database/open";
import { KEY_FILE, sha256 } from "../secrets";
import { StartError } from "../start-error";
import { fillFolder } from "./folder";
import type { Head, Totals } from "./format";
import { load } from "./load";
import { newer, readBackup } from "./read";
import { knownMigrations } from "./schema";

export interface Restored {
  head: Head;
  totals: Totals;
  /** Where the key of the secrets was put for the administrator, who keeps it in the settings. */
  keyWritten?: string;
}

/**
 * Reads the whole file once before anything is touched, then brings it into the configured database: an empty one of a
 * server, or the embedded one of a folder without any. Throws `StartError` with the reason, and has changed nothing then.
 */
export async function restore(
  config: Config,
  file: string,
  told: (line: string) => void,
  signal: AbortSignal,
): Promise<Restored> {
  const size = await sizeOf(file);
  const head = await check(file, size, told, signal);
  const fill = async (url: string): Promise<Totals> => {
    const pool = openUrl(url);
    try {
      const totals = await load(pool, file, size, told, signal);
      told("Restoring: the database counts its rows for its planner");
      await pool.query("analyze");
      return totals;
    } finally {
      await pool.end();
    }
  };
  try {
    if (!config.databaseUrl) {
      const keyFile = head.secretsKey ? { name: KEY_FILE, content: head.secretsKey } : undefined;
      return { head, totals: await fillFolder(config.dataDir, keyFile, fill) };
    }
    // Says in one line when the server cannot be used.
    await (await openDatabase(config)).close();
    const totals = await fill(config.databaseUrl);
    return { head, totals, keyWritten: await keepKey(config, head, `${file}.key`) };
  } catch (error) {
    if (!(error instanceof Error && databaseError(error))) throw error;
    throw new StartError(`The database refused the backup, and nothing was changed: ${error.message}`);
  }
}

async function sizeOf(file: string): Promise<number> {
  const found = await stat(file).catch((error: Error) => {
    throw new StartError(`${file} cannot be read: ${error.message}`);
  });
  if (!found.isFile()) throw new StartError(`${file} is not a file`);
  return found.size;
}

/** Reads a backup from its first to its last byte; answers its head. Throws `StartError` when this program cannot restore it. */
async function check(file: string, size: number, told: (line: string) => void, signal: AbortSignal): Promise<Head> {
  let found: Head | undefined;
  await readBackup(file, size, {
    head: async (head) => {
      found = head;
      const known = knownMigrations();
      const strange = head.migrations.filter((migration) => !known.includes(migration));
      if (strange.length === 0) return;
      const isNewer = strange.some((migration) => migration > Math.max(...known));
      throw new StartError(
        `${file} ${isNewer ? newer(head.product) : "has a schema that this program has never made"}`,
      );
    },
    table: async (_table, rows) => {
      for await (const _piece of rows) signal.throwIfAborted();
      return undefined;
    },
    progress: (share) => told(`Looking through the file: ${Math.floor(share * 100)} %`),
  });
  if (!found) throw new Error("a backup without a head was read to its end");
  return found;
}

/** A server's key is a setting: where it is not set yet, the administrator finds it beside the backup (mode 0600). */
async function keepKey({ secretsKey }: Config, head: Head, file: string): Promise<string | undefined> {
  if (!head.secretsKey || !head.sealedBy || (secretsKey && sha256(secretsKey) === head.sealedBy)) return undefined;
  if (!existsSync(file)) await writeFile(file, `${head.secretsKey}\n`, { mode: 0o600, flag: "wx" });
  return file;
}
