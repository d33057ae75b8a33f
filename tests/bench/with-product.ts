import { randomBytes } from "node:crypto";
import { startEmbedded } from "~server/vending/database/embedded";
import { freshSettings, processOf, type Run, startProduct } from "../ops/product";
import { INSPECTABLE } from "./inspector";
import { family, type Product, type ProductProcess } from "./processes";

/**
 * Works with the built product in a temporary folder. The embedded database is started here and named to the product: it
 * then takes the data for real and plays no demonstration on it.
 */
export async function withProduct(work: (product: Omit<Product, "browser">) => Promise<void>): Promise<void> {
  const { env, web, api, remove } = await freshSettings();
  const database = await startEmbedded(env.DATA_DIR ?? "");
  const settings = {
    ...env,
    ...INSPECTABLE,
    SESSION_SECRET: randomBytes(32).toString("hex"),
    DATABASE_URL: database.url,
    VENDING_SECRETS_KEY: randomBytes(32).toString("hex"),
  };
  try {
    const product = await startProduct(settings);
    await whileRunning(product, () =>
      work({ env: settings, web, api, database, product, processes: processesOf(env, database.pid) }),
    );
  } finally {
    await database.stop();
    await remove();
  }
}

/** Works while a process runs, and ends it then. */
export async function whileRunning<T>(running: Run, work: () => Promise<T>): Promise<T> {
  const stop = () => running.process.kill("SIGTERM");
  process.once("SIGINT", stop).once("SIGTERM", stop);
  try {
    return await work();
  } catch (error) {
    console.error(running.output().slice(-2_000));
    throw error;
  } finally {
    process.removeListener("SIGINT", stop).removeListener("SIGTERM", stop);
    stop();
    await running.ended;
  }
}

/** The processes of a product on a database. */
function processesOf(env: Record<string, string>, postmaster: number): ProductProcess[] {
  const web = processOf(env, "remix-run/serve");
  const vending = processOf(env, "build/vending/main.js");
  return [
    { name: "web", pids: () => [web] },
    { name: "vending", pids: () => [vending] },
    { name: "postgres", pids: () => family(postmaster) },
  ];
}
