import { existsSync, realpathSync } from "node:fs";
import path from "node:path";
import type { Config } from "../config";
import { openForCommand } from "../database/open";
import { clusterOf } from "../database/postgres/cluster";
import { KEY_FILE } from "../secrets";
import { StartError } from "../start-error";
import { backUp } from "./backup";
import type { Head, Totals } from "./format";
import { restore } from "./restore";

/** A line of progress comes no oftener. */
const TOLD_EVERY_MS = 5_000;

/** `backup <file>`: writes everything that this installation keeps into a new file, while the product runs or not. */
export async function backupCommand(config: Config, words: readonly string[]): Promise<string> {
  const file = fileOf("backup", words);
  if (existsSync(file)) throw new StartError(`${file} is there already: a backup never replaces another`);
  // Without this a database would be made, only to find nothing in it.
  if (!config.databaseUrl && !existsSync(clusterOf(config.dataDir)))
    throw new StartError(`There is nothing to back up: ${config.dataDir} holds no database`);
  // The schema stays as it is: the product that runs beside us may be an older one, about to be upgraded.
  const database = await openForCommand(config);
  try {
    const keyFile = config.databaseUrl ? undefined : path.join(config.dataDir, KEY_FILE);
    const { totals, head } = await untilStopped((signal) => backUp(database.pool, file, keyFile, saying(), signal));
    return `${file} holds ${amount(totals)} in ${megabytes(totals.size)} MB, as of ${head.at}.${aboutKey(head)}`;
  } finally {
    await database.close();
  }
}

/** `restore <file>`: brings a backup into an empty data folder or an empty database of a server. */
export async function restoreCommand(config: Config, words: readonly string[]): Promise<string> {
  const file = fileOf("restore", words);
  const { head, totals, keyWritten } = await untilStopped((signal) => restore(config, file, saying(), signal));
  const where = config.databaseUrl ? "The database" : realpathSync(config.dataDir);
  return `${where} holds ${amount(totals)}, as of ${head.at}. The next start brings it to the newest schema.${
    keyWritten ? ` Its secrets want VENDING_SECRETS_KEY: it is in ${keyWritten}; set it and remove the file.` : ""
  }${head.sealedBy && !head.secretsKey ? " Start with the VENDING_SECRETS_KEY that it was run with." : ""}`;
}

/** A name is meant as seen from where npm was called, which changes folders. */
function fileOf(command: string, words: readonly string[]): string {
  const [file, ...more] = words;
  if (!file || more.length || file.startsWith("-"))
    throw new StartError(`${command} takes the name of one file: npm run ${command} -- <file>`);
  return path.resolve(process.env.INIT_CWD || ".", file);
}

function aboutKey({ secretsKey, sealedBy }: Head): string {
  if (secretsKey) return " Keep it as secret as the data: the key of the secrets in it is in it, too.";
  return sealedBy ? " The key of the secrets in it is not: keep VENDING_SECRETS_KEY elsewhere." : "";
}

const amount = ({ tables, rows }: Totals): string => `${rows.toLocaleString("en")} rows of ${tables} tables`;
const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);

/** Prints a line of progress now and then, so that short work says nothing. */
function saying(): (line: string) => void {
  let last = performance.now();
  return (line) => {
    if (performance.now() - last < TOLD_EVERY_MS) return;
    last = performance.now();
    console.log(line);
  };
}

/** Ctrl-C and SIGTERM break the work off and let it clear up; a second one ends the process as it is. */
async function untilStopped<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stopping = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stopping.abort());
  try {
    return await work(stopping.signal);
  } catch (error) {
    throw stopping.signal.aborted ? new StartError("Broken off: nothing was changed.") : error;
  }
}
