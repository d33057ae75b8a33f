import type { Notice } from "~server/contract/notices";
import type { Db } from "../../database/query";
import { unsent } from "./store";

/** Sends notices of this process's listeners on, each person's in the order of their numbers. */
export interface Feed {
  /** Delivers every notice of `user` above `after`, the first ones soon; returns how to stop. */
  follow(user: number, after: number, deliver: (notice: Notice) => void): () => void;
  /** There may be something new for these people (or for anybody). */
  wake(users?: readonly number[]): void;
  stop(): void;
}

interface Follower {
  after: number;
  deliver(notice: Notice): void;
}

/** Rows of one question to the database. */
const ROWS_AT_ONCE = 1_000;
const AGAIN_MS = 1_000;

/** One question at a time serves everybody who was woken meanwhile. */
export function openFeed(db: Db): Feed {
  const followers = new Map<number, Set<Follower>>();
  const woken = new Set<number>();
  let running = false;
  let retry: NodeJS.Timeout | undefined;
  let stopped = false;

  function wake(users: Iterable<number> = followers.keys()): void {
    for (const user of users) if (followers.has(user)) woken.add(user);
    if (!running && woken.size && !stopped) void deliverAll();
  }

  async function deliverAll(): Promise<void> {
    running = true;
    while (woken.size && !stopped) {
      const users = [...woken];
      woken.clear();
      try {
        if ((await deliverTo(users)) === ROWS_AT_ONCE) for (const user of users) woken.add(user);
      } catch (error) {
        console.error(`Live events: ${error instanceof Error ? error.message : String(error)}`);
        retry = setTimeout(() => wake(users), AGAIN_MS);
        break;
      }
    }
    running = false;
  }

  async function deliverTo(users: readonly number[]): Promise<number> {
    const people = users.flatMap((user) => {
      const all = followers.get(user);
      return all ? [{ user, after: Math.min(...[...all].map(({ after }) => after)) }] : [];
    });
    if (!people.length) return 0;
    const found = await unsent(db, people, ROWS_AT_ONCE);
    for (const { user, ...notice } of found) {
      for (const follower of followers.get(user) ?? []) {
        if (follower.after >= notice.id) continue;
        follower.after = notice.id;
        follower.deliver(notice);
      }
    }
    return found.length;
  }

  return {
    wake,
    follow(user, after, deliver) {
      const follower = { after, deliver };
      const all = followers.get(user) ?? new Set();
      followers.set(user, all.add(follower));
      wake([user]);
      return () => {
        all.delete(follower);
        if (!all.size && followers.get(user) === all) followers.delete(user);
      };
    },
    stop() {
      stopped = true;
      clearTimeout(retry);
    },
  };
}
