import type { Pool } from "pg";
import { isUnfit } from "../../database/query";
import { type News, together } from "../fleet/news";
import { tell } from "../fleet/state";
import { halvesOf } from "./gathered";

/** Pings wait this long for others, to be written in one statement. */
const WAIT_MS = 1_000;

/**
 * Keeps what units say of themselves between events: nothing that must not be lost, so it is answered at once and
 * written a moment later, one row for a machine however often it called.
 */
export function createPings(pool: Pool) {
  let waiting = new Map<number, News>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  function add(news: News): void {
    const known = waiting.get(news.device);
    waiting.set(news.device, known ? together(known, news) : news);
    timer ??= setTimeout(() => void flush(), WAIT_MS).unref();
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const taken = [...waiting.values()];
    waiting = new Map();
    if (!taken.length) return writing;
    writing = writing
      .then(() => write(taken))
      .catch((error: unknown) => console.error("Pings could not be written:", error));
    return writing;
  }

  /** One that cannot be kept is tried apart from the others, and lost alone. */
  async function write(taken: readonly News[]): Promise<void> {
    try {
      await tell(pool, taken);
    } catch (error) {
      if (taken.length === 1 || !isUnfit(error)) throw error;
      for (const half of halvesOf(taken))
        await write(half).catch((reason: unknown) => console.error("A ping could not be written:", reason));
    }
  }

  return { add, flush };
}
