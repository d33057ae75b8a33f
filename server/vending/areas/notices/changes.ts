import { sql } from "drizzle-orm";
import type { Viewer } from "../../access";
import { type Db, run } from "../../database/query";
import { holdersOf, recipientsOf } from "./recipients";

/**
 * Channel on which a commit says that a ticket looks different. The payload, between spaces: the ticket or `*` for any,
 * the session in which it was changed, the people whom alone it concerns with commas between them.
 */
export const CHANGES_CHANNEL = "vending_ticket_changes";

/**
 * Says, by the commit of `tx`, that a ticket looks different: pages of those who may see it draw it anew, also in other
 * browsers of who changed it; the one in which it was changed shows it anyway. Nothing is stored, for nobody is told:
 * whoever was away at that moment loads the page when they come back. `*`: any number of tickets may, and it is said
 * once. `only`: nobody else sees a difference, or others are told by a notice.
 */
export async function announceChange(
  tx: Db,
  ticket: number | "*",
  { session = "" }: Pick<Viewer, "session">,
  only?: readonly number[],
): Promise<void> {
  const change = [ticket, session, ...(only ? [only.join(",")] : [])].join(" ");
  await run(tx, sql`select pg_notify(${CHANGES_CHANNEL}, ${change})`);
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
  deliver: (people: ReadonlySet<number>, ticket: number | undefined, session: string) => void,
): Changes {
  const waiting = new Set<string>();
  let running = false;
  let stopped = false;

  async function deliverAll(): Promise<void> {
    running = true;
    for (const change of waiting) {
      waiting.delete(change);
      const [which, session = "", only] = change.split(" ");
      const ticket = which === "*" ? undefined : Number(which);
      try {
        const seeing =
          ticket === undefined ? (await holdersOf(db, null)).map(({ id }) => id) : await recipientsOf(db, ticket, null);
        const concerned = only?.split(",").map(Number);
        deliver(new Set(concerned ? seeing.filter((id) => concerned.includes(id)) : seeing), ticket, session);
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
