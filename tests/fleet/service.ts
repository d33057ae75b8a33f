import { randomBytes } from "node:crypto";
import pg from "pg";
import { type Embedded, startEmbedded } from "~server/vending/database/embedded";
import { ADMIN, freshSettings, processesOf, type Run, serviceOn } from "../ops/product";

/** The built vending API on an empty database that outlives it. */
export interface Service {
  api: string;
  pool: pg.Pool;
  /** Connection string of its database. */
  database: string;
  /** Number of its process now. */
  pid(): number;
  /** Ends it at once, as a power cut would. */
  kill(): Promise<void>;
  /** Starts it, again after `kill`; resolves when it answers. */
  start(): Promise<void>;
  /** Ends everything and removes the data. */
  close(): Promise<void>;
}

export { ADMIN };

/** `more`: further settings of the process. */
export async function startService(more: Record<string, string> = {}): Promise<Service> {
  const settings = await freshSettings();
  const database: Embedded = await startEmbedded(settings.env.DATA_DIR ?? "");
  const env = {
    ...settings.env,
    DATABASE_URL: database.url,
    VENDING_SECRETS_KEY: randomBytes(32).toString("hex"),
    ...more,
  };
  const pool = new pg.Pool({ connectionString: database.url, max: 4, options: "-c TimeZone=UTC" });
  pool.on("error", () => undefined);
  let running: Run | undefined;

  async function start(): Promise<void> {
    running = await serviceOn(settings.api, env);
  }

  await start();
  return {
    api: settings.api,
    pool,
    database: database.url,
    start,
    pid: () => running?.process.pid ?? 0,
    kill: async () => {
      running?.process.kill("SIGKILL");
      await running?.ended;
    },
    close: async () => {
      running?.process.kill("SIGTERM");
      await running?.ended;
      await pool.end();
      await database.stop();
      const left = processesOf(settings.env);
      await settings.remove();
      if (left.length) throw new Error(`processes are left: ${JSON.stringify(left)}`);
    },
  };
}
