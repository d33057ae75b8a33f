import { sql } from "drizzle-orm";
import { type Db, run } from "../../database/query";
import { holdersOf, recipientsOf } from "./recipients";

/** Channel on which a commit says that a ticket looks different; the payload is the ticket, or `*` for any, and who changed it. */
export const CHANGES_CHANNEL = "vending_ticket_changes";

/**
 * Says, by the commit of `tx`, that a ticket looks different: the pages of others who may see it draw it anew. Nothing
 * is stored, for nobody is told: whoever was away at that moment loads the page when they come back. `*`: any number of
 * tickets may, and it is said once.
 */
export async function announceChange(tx: Db, ticket: number | "*", author: number | null): Promise<void> {
  await run(tx, sql`select pg_notify(${CHANGES_CHANNEL}, ${`${ticket} ${author ?? ""}`})`);
}

/** Hands changes on to this process's listeners. */
export interface Changes {
  /** The payload of a notification. */
  tell(change: string): void;
  stop(): void;
}

/** Finds out who may see what has changed, one change after the other; the same one waits only once. */
export function openChanges(
  db: Db,
  deliver: (people: ReadonlySet<number>, ticket: number | undefined) => void,
): Changes {
  const waiting = new Set<string>();
  let running = false;
  let stopped = false;

  async function deliverAll(): Promise<void> {
    running = true;
    for (const change of waiting) {
      waiting.delete(change);
      const [which, author] = change.split(" ");
      const ticket = which === "*" ? undefined : Number(which);
      const except = Number(author) || null;
      try {
        deliver(
          new Set(
            ticket === undefined
              ? (await holdersOf(db, except)).map(({ id }) => id)
              : await recipientsOf(db, ticket, except),
          ),
          ticket,
        );
      } catch (error) {
        if (!stopped) console.error(`Live events: ${error instanceof Error ? error.message : String(error)}`);
      }
      if (stopped) break;
    }
    running = false;
  }

  return {
    tell(change) {
      waiting.add(change);
      if (!running && !stopped) void deliverAll();
    },
    stop() {
      stopped = true;
      waiting.clear();
    },
  };
}
