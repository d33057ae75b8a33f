import { setMaxListeners } from "node:events";
import { type ConnectionOptions, keepConnected } from "./connection.server";
import { type LiveEvent, understood } from "./event.server";
import type { Listener, Member } from "./listener.server";
import type { Missed } from "./missed.server";
import { openRing, ringCursor } from "./ring.server";
import { cursorInStore, passStored, replayStored, storeCursor } from "./store.server";

/** What a relay needs of the world; times in ms. */
export interface RelayOptions extends ConnectionOptions {
  missed(headers: Record<string, string>, after: number | undefined, signal: AbortSignal): Promise<Missed>;
  /** After the last stream has left. */
  linger: number;
  /** Something has come, or may come unseen from now on. */
  changed(token: string): void;
}

export interface Relay {
  /** Whether everything that happens is heard. */
  isOpen(): boolean;
  /** Adds a stream that has come as far as `cursor`; answers how to leave. */
  join(listener: Listener, cursor: string | undefined): () => void;
  probe(): void;
  /** Ends on purpose; with `logout` the streams are told that the session is over. */
  end(logout?: boolean): void;
}

/** Connections on which a provider may fail to answer whether it has a store. */
const TRIES = 3;

/** The one connection to the provider of a token, and the streams that it serves. */
export function openRelay(
  token: string,
  headers: Record<string, string>,
  options: RelayOptions,
  gone: (logout: boolean) => void,
): Relay {
  const members = new Set<Member>();
  const ring = openRing();
  const over = new AbortController();
  // Each question of each stream listens to it.
  setMaxListeners(0, over.signal);
  /** Whether the provider keeps notices; undefined until it has said so, and the ring helps meanwhile. */
  let stored: boolean | undefined;
  let rounds = 0;
  let linger: NodeJS.Timeout | undefined;

  const connection = keepConnected(token, headers, options, over.signal, {
    open() {
      options.changed(token);
      void catchUp([...members]);
    },
    message: hear,
    broken() {
      options.changed(token);
      for (const member of members) member.held = [];
    },
    ended: () => end(true),
  });

  function hear(text: string): void {
    const event = understood(text);
    if (event === "logout") return end(true);
    if (!event) return options.report("a message that makes no sense");
    if ("changed" in event) return tellChange(event.changed);
    options.changed(token);
    if (!stored) ring.remember(event);
    for (const member of members) {
      if (member.held) member.held.push(event);
      else pass(member, event);
    }
  }

  function tellChange(ticket: number | "any"): void {
    for (const { listener } of members) {
      if (ticket === "any") listener.stale();
      else listener.changed(ticket);
    }
  }

  const pass = (member: Member, event: LiveEvent) => (stored ? passStored : ring.pass)(member, event);

  /** Sends streams what they have missed; what happens meanwhile waits for them, and then they hear all as it happens. */
  async function catchUp(some: readonly Member[]): Promise<void> {
    if (!some.length) return;
    const round = ++rounds;
    const again = new Set(some.filter((member) => member.round));
    for (const member of some) Object.assign(member, { round, held: [] });
    const waiting = () =>
      connection.isOpen() ? some.filter((member) => members.has(member) && member.round === round) : [];
    if (stored !== false && !(await isReplayed(some, waiting))) return;
    for (const member of waiting()) {
      const held = member.held ?? [];
      member.held = undefined;
      if (stored) for (const event of held) passStored(member, event);
      else ring.replay(member, again.has(member));
      member.listener.ready(stored ? cursorInStore(member) : ring.cursor());
    }
  }

  /** Asks the store; false when streams have to wait for another connection, or the session is over. */
  async function isReplayed(some: readonly Member[], waiting: () => Member[]): Promise<boolean> {
    const outcome = await replayStored(some, waiting, async (after) => {
      const missed = await options.missed(headers, after, over.signal);
      if (missed.kind === "some") stored = true;
      return missed;
    });
    if (outcome === "done") return true;
    if (outcome === "left") return false;
    // A provider that only fails when asked for notices has none to give.
    const isSilent = outcome === "unreachable" && connection.attempts() >= TRIES;
    if (outcome === "ended") end(true);
    else if (stored === undefined && (outcome === "no store" || isSilent)) stored = false;
    else connection.cut();
    return stored === false;
  }

  function end(logout = false): void {
    if (over.signal.aborted) return;
    over.abort();
    clearTimeout(linger);
    connection.leave();
    gone(logout);
    if (logout) for (const { listener } of members) listener.ended();
    members.clear();
  }

  function join(listener: Listener, cursor: string | undefined): () => void {
    const [last, place] = [storeCursor(cursor), ringCursor(cursor)];
    const member: Member = { listener, last, ring: place, joined: ring.count(), held: [], round: 0 };
    members.add(member);
    clearTimeout(linger);
    if (connection.isOpen()) void catchUp([member]);
    return () => {
      if (members.delete(member) && !members.size && !over.signal.aborted) linger = setTimeout(end, options.linger);
    };
  }

  return { end, join, isOpen: connection.isOpen, probe: connection.probe };
}
