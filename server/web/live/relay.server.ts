import { randomBytes } from "node:crypto";
import { setMaxListeners } from "node:events";
import { type LiveEvent, understood } from "./event.server";
import type { Missed } from "./missed.server";
import type { ProviderSocket, SocketEvents } from "./socket.server";

/** One stream's end of a relay. `cursor` says how far the stream has come, for coming back later. */
export interface Listener {
  notice(event: LiveEvent, cursor: string): void;
  /** A ticket looks different; nothing to tell, and nothing to remember. */
  changed(ticket: number): void;
  /** Everything up to `cursor` has been sent; what follows is sent as it happens. */
  ready(cursor: string): void;
  /** Any ticket may look different, or something may have been missed that nobody can send any more. */
  stale(): void;
  /** The session is over. */
  ended(): void;
}

/** What a relay needs of the world; times in ms. */
export interface RelayOptions {
  connect(token: string, events: SocketEvents): ProviderSocket;
  missed(headers: Record<string, string>, after: number | undefined, signal: AbortSignal): Promise<Missed>;
  sessionHolds(headers: Record<string, string>, signal: AbortSignal): Promise<boolean | undefined>;
  /** After the last stream has left. */
  linger: number;
  pause: { first: number; longest: number };
  report(text: string): void;
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

interface Member {
  listener: Listener;
  /** Number of the last notice it was sent; undefined before the first, and with a provider without a store. */
  last: number | undefined;
  /** Place in the ring that it came back with or has come to, for such a provider; and where the ring was when it came. */
  ring: string | undefined;
  joined: number;
  /** While it catches up, what happens meanwhile waits here. */
  held: LiveEvent[] | undefined;
  round: number;
}

/** Notices that are remembered for a provider without a store. */
const RING = 100;
/** Pages of the store that are replayed; beyond them a stream is told to look at the list instead. */
const MOST_PAGES = 5;
/** Connections on which a provider may fail to answer whether it has a store. */
const TRIES = 3;
/** A connection that held this long was a good one. */
const GOOD_MS = 5_000;

/** The one connection to the provider of a token, and the streams that it serves. */
export function openRelay(
  token: string,
  headers: Record<string, string>,
  options: RelayOptions,
  gone: (logout: boolean) => void,
): Relay {
  const members = new Set<Member>();
  const epoch = randomBytes(4).toString("hex");
  const ring: { seq: number; event: LiveEvent }[] = [];
  const fetching = new AbortController();
  // Each question of each stream listens to it.
  setMaxListeners(0, fetching.signal);
  let seq = 0;
  let stored: boolean | undefined;
  let socket: ProviderSocket | undefined;
  let open = false;
  let openedAt = 0;
  let attempt = 0;
  let rounds = 0;
  let over = false;
  let retry: NodeJS.Timeout | undefined;
  let linger: NodeJS.Timeout | undefined;

  const place = () => `${epoch}.${seq}`;

  function connect(): void {
    socket = options.connect(token, {
      open() {
        open = true;
        options.changed(token);
        openedAt = Date.now();
        void catchUp([...members]);
      },
      message: heard,
      close({ refused, text }) {
        if (open && Date.now() - openedAt >= GOOD_MS) attempt = 0;
        open = false;
        options.changed(token);
        socket = undefined;
        for (const member of members) member.held = [];
        if (!over) void reconnect(refused, text);
      },
    });
  }

  async function reconnect(refused: boolean, text: string): Promise<void> {
    options.report(text);
    const holds = refused ? await options.sessionHolds(headers, fetching.signal) : undefined;
    if (over) return;
    if (holds === false) return end(true);
    // Half of the pause is left to chance, so that many do not come back together.
    const pause = Math.min(options.pause.longest, options.pause.first * 2 ** attempt++) * (0.5 + Math.random() / 2);
    retry = setTimeout(connect, pause);
  }

  function heard(text: string): void {
    const event = understood(text);
    if (event === "logout") return end(true);
    if (!event) return options.report("a message that makes no sense");
    if ("changed" in event) {
      for (const { listener } of members) {
        if (event.changed === "any") listener.stale();
        else listener.changed(event.changed);
      }
      return;
    }
    options.changed(token);
    if (stored !== true) {
      ring.push({ seq: ++seq, event });
      if (ring.length > RING) ring.shift();
    }
    for (const member of members) {
      if (member.held) member.held.push(event);
      else pass(member, event);
    }
  }

  /** Hands a notice on, unless the stream has it. */
  function pass(member: Member, event: LiveEvent): void {
    if (stored !== true) return member.listener.notice(event, (member.ring = place()));
    const number = numberOf(event);
    if (number !== undefined && member.last !== undefined && number <= member.last) return;
    member.last = number ?? member.last;
    member.listener.notice(event, String(member.last ?? 0));
  }

  async function catchUp(some: Member[]): Promise<void> {
    const round = ++rounds;
    const again = some.filter((member) => member.round);
    for (const member of some) Object.assign(member, { round, held: [] });
    const waiting = () => (open ? some.filter((member) => members.has(member) && member.round === round) : []);
    if (!some.length) return;
    if (stored !== false && !(await fromStore(some, waiting))) return;
    for (const member of waiting()) {
      const held = member.held ?? [];
      member.held = undefined;
      if (stored === false) fromRing(member, again.includes(member));
      else for (const event of held) pass(member, event);
      member.listener.ready(stored === false ? place() : String(member.last ?? 0));
    }
  }

  /** Sends what the store has above each stream's last number; false when that failed or the session is over. */
  async function fromStore(some: readonly Member[], waiting: () => Member[]): Promise<boolean> {
    const known = some.flatMap(({ last }) => last ?? []);
    let after = known.length ? Math.min(...known) : undefined;
    for (let page = 1; ; page++) {
      const missed = await options.missed(headers, after, fetching.signal);
      if (over || !waiting().length) return false;
      if (missed.kind === "ended") end(true);
      // A provider that only fails when asked for notices has none to give.
      const isSilent = missed.kind === "unreachable" && attempt >= TRIES;
      if (stored === undefined && (missed.kind === "no store" || isSilent)) stored = false;
      else if (missed.kind === "unreachable" || missed.kind === "no store") socket?.cut();
      if (missed.kind !== "some") return stored === false;
      stored = true;
      for (const member of waiting()) {
        // A number that nobody gave (of another server, say) would make the stream deaf until it is reached.
        if (member.last !== undefined && member.last > missed.last) {
          member.last = missed.last;
          member.listener.stale();
        }
        if (member.ring !== undefined) member.listener.stale();
        member.ring = undefined;
        member.last ??= missed.last;
        for (const event of missed.events) pass(member, event);
        if (missed.more && page === MOST_PAGES) {
          member.last = Math.max(member.last, missed.last);
          member.listener.stale();
        }
      }
      if (!missed.more || page === MOST_PAGES) return true;
      after = numberOf(missed.events.at(-1)) ?? missed.last;
    }
  }

  /** All that has happened since the stream left. What happened while nobody was connected is told nowhere. */
  function fromRing(member: Member, again: boolean): void {
    const [known, at = "0"] = member.ring?.split(".") ?? [];
    const isKnown = known === epoch && Number(at) >= (ring[0]?.seq ?? seq + 1) - 1;
    const isFresh = member.ring === undefined && member.last === undefined;
    const from = isKnown ? Number(at) : member.joined;
    member.last = undefined;
    if (again || !(isKnown || isFresh)) member.listener.stale();
    for (const one of ring) if (one.seq > from) member.listener.notice(one.event, `${epoch}.${one.seq}`);
    member.ring = place();
  }

  function end(logout = false): void {
    if (over) return;
    over = true;
    clearTimeout(retry);
    clearTimeout(linger);
    fetching.abort();
    socket?.leave();
    gone(logout);
    if (logout) for (const { listener } of members) listener.ended();
    members.clear();
  }

  connect();
  return {
    end,
    isOpen: () => open,
    probe: () => socket?.probe(),
    join(listener, cursor) {
      const member: Member = {
        listener,
        last: storeCursor(cursor),
        ring: ringCursor(cursor),
        joined: seq,
        held: [],
        round: 0,
      };
      members.add(member);
      clearTimeout(linger);
      if (open) void catchUp([member]);
      return () => {
        if (members.delete(member) && !members.size && !over) linger = setTimeout(end, options.linger);
      };
    },
  };
}

/** A number that a store could have given. */
function numberOf(event: LiveEvent | undefined): number | undefined {
  return event && /^\d{1,15}$/.test(event.id) ? Number(event.id) : undefined;
}

const storeCursor = (cursor = "") => (/^\d{1,15}$/.test(cursor) ? Number(cursor) : undefined);
const ringCursor = (cursor = "") => (/^[0-9a-f]{8}\.\d{1,15}$/.test(cursor) ? cursor : undefined);
