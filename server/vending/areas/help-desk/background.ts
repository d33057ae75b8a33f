import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";
import { postDue } from "./posts";
import { forgetReaders } from "./readers";
import { openDueTickets } from "./rules";

/** How often it is looked for messages to post, for errors that have lasted long enough, and for readers who have left without a word. */
const POSTS_EVERY_MS = 2_000;
const RULES_EVERY_MS = 30_000;
const READERS_EVERY_MS = 30_000;

/** The help desk's work that nobody asks for; every API process may do it at the same time. */
export function runHelpDesk(pool: Pool): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const done = Promise.all([
    again(POSTS_EVERY_MS, stopping.signal, () => postDue(pool)),
    again(RULES_EVERY_MS, stopping.signal, () => openDueTickets(pool)),
    again(READERS_EVERY_MS, stopping.signal, () => forgetReaders(pool)),
  ]);
  return {
    stop: async () => {
      stopping.abort();
      await done;
    },
  };
}

/** The timer keeps no process alive; whatever goes wrong is said once a round and tried again. */
async function again(pause: number, stopped: AbortSignal, work: () => Promise<number>): Promise<void> {
  while (!stopped.aborted) {
    const did = await work().catch((error: unknown) => {
      if (!stopped.aborted) console.error(error);
      return 0;
    });
    if (!did) await sleep(pause, undefined, { ref: false, signal: stopped }).catch(() => undefined);
  }
}
