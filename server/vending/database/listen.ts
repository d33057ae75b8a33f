import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";

/** A standing connection that hears PostgreSQL's notifications. */
export interface Listening {
  close(): Promise<void>;
}

const PROBE_MS = 30_000;
const QUERY_MS = 10_000;
const PAUSE_MS = { first: 250, longest: 10_000 };

/**
 * Hears the notifications of `channels` until closed. A connection that breaks is made again; what was notified
 * meanwhile is lost, so `missed` is called then. Rejects when the first connection cannot be made.
 */
export async function listen(
  pool: pg.Pool,
  channels: Readonly<Record<string, (payload: string) => void>>,
  missed: () => void,
): Promise<Listening> {
  const closing = new AbortController();
  let client = await connect();

  async function connect(): Promise<pg.Client> {
    const made = new pg.Client({
      connectionString: pool.options.connectionString,
      keepAlive: true,
      query_timeout: QUERY_MS,
    });
    // The end of a connection is heard as "end", with or without an error before it.
    made.on("error", () => undefined);
    made.on("notification", ({ channel, payload }) => channels[channel]?.(payload ?? ""));
    await made.connect();
    for (const channel of Object.keys(channels)) await made.query(`listen ${pg.escapeIdentifier(channel)}`);
    made.once("end", () => void again());
    return made;
  }

  async function again(): Promise<void> {
    for (let wait = PAUSE_MS.first; !closing.signal.aborted; wait = Math.min(2 * wait, PAUSE_MS.longest)) {
      try {
        await pause(wait, undefined, { signal: closing.signal });
        client = await connect();
        return missed();
      } catch (error) {
        if (!closing.signal.aborted)
          console.error(
            `Live events: the database cannot be listened to: ${error instanceof Error ? error.message : String(error)}`,
          );
      }
    }
  }

  // A connection that is dead without a word answers no question either.
  const probe = setInterval(() => {
    const probed = client;
    probed.query("select 1").catch(() => probed.end());
  }, PROBE_MS);

  return {
    async close() {
      closing.abort();
      clearInterval(probe);
      await client.end();
    },
  };
}
