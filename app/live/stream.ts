import { createParser } from "eventsource-parser";

import type { BellData } from "~/frame/bell";

const NOTICES = ["ticketReply", "ticketCreated", "ticketAssigned"] as const;

/** A notice as `/events` sends it. */
export interface LiveNotice {
  event: (typeof NOTICES)[number];
  /** The provider's number of the message. */
  id: string;
  ticket: number;
  title: string;
  body: string;
  /** What kind of notice it is, in words. */
  label: string;
}

export interface LiveHandlers {
  /** `leads`: this tab holds the stream, and does what is done once for all tabs. */
  notice(notice: LiveNotice, leads: boolean): void;
  /** A ticket looks different; nobody needs to be told. */
  changed(ticket: number): void;
  /** Something may have been missed. */
  stale(): void;
  /** The session is over. */
  logout(): void;
  /** What another tab has to say. */
  told(message: Told): void;
}

/** What tabs tell each other: a message is in sight already; the bell has changed. */
export interface Told {
  seen?: string;
  bell?: BellData;
  /** The person has changed something in this ticket, or in any when it is 0. */
  changed?: number;
}

export interface LiveStream {
  /** Tells the other tabs. */
  tell(message: Told): void;
  stop(): void;
}

/** One event of the stream, as it travels between tabs. */
interface Sent {
  event: string;
  cursor: string;
  data: string;
}

const NAME = "live";
/** The server says something every 15 s; ms. */
const SILENCE_MS = 40_000;
const FIRST_MS = 10_000;
const BRIEF_MS = 10_000;
const PAUSE_MS = { first: 1_000, longest: 30_000 };
const REMEMBERED = 200;

/**
 * Hears `/events` from `last` on. Browsers allow six connections to a site, so one tab holds the stream and tells the
 * others; a tab without the means (they need a secure page) has its own while it is in sight.
 */
export function openLive(last: string | undefined, handlers: LiveHandlers): LiveStream {
  const stopped = new AbortController();
  const channel = "BroadcastChannel" in window ? new BroadcastChannel(NAME) : undefined;
  const seen = new Set<string>();
  let cursor = last;
  let begun = false;
  let running: AbortController | undefined;

  // What the tab that held the stream before has told, the next one hears again.
  const isNew = (at: string) => {
    const isKnown = seen.has(at);
    const [oldest] = seen.add(at);
    if (seen.size > REMEMBERED && oldest !== undefined) seen.delete(oldest);
    return !isKnown;
  };
  const hear = ({ event, cursor: at, data }: Sent, leads: boolean) => {
    if (at) cursor = at;
    if (event === "logout") handlers.logout();
    else if (event === "stale") handlers.stale();
    else if (event === "changed") handlers.changed(Number(data));
    begun ||= !leads;
    if (event === "ready") {
      // Notices are sent again after a pause, changes are not.
      if (begun) handlers.stale();
      begun = true;
    }
    const kind = NOTICES.find((one) => one === event);
    if (kind && isNew(at)) {
      const content: unknown = JSON.parse(data);
      if (isContent(content)) handlers.notice({ event: kind, ...content }, leads);
    }
  };
  const lead = (signal: AbortSignal) =>
    follow(
      () => cursor,
      signal,
      (sent) => {
        channel?.postMessage({ sent });
        hear(sent, true);
      },
    );

  if (channel)
    channel.onmessage = ({ data }: MessageEvent<Told & { sent?: Sent }>) =>
      data.sent ? hear(data.sent, false) : handlers.told(data);
  if (channel && navigator.locks) {
    navigator.locks.request(NAME, { signal: stopped.signal }, () => lead(stopped.signal)).catch(() => undefined);
  } else {
    const look = () => {
      running?.abort();
      if (document.hidden) return;
      running = new AbortController();
      void lead(running.signal);
    };
    document.addEventListener("visibilitychange", look, { signal: stopped.signal });
    look();
  }

  return {
    tell: (message) => channel?.postMessage(message),
    stop() {
      stopped.abort();
      running?.abort();
      channel?.close();
    },
  };
}

/** Keeps a stream open, again and again, until the signal or the end of the session. */
async function follow(
  cursor: () => string | undefined,
  signal: AbortSignal,
  send: (sent: Sent) => void,
): Promise<void> {
  let failures = 0;
  let isHeldBack = false;
  while (!signal.aborted) {
    let parts = 0;
    let base = PAUSE_MS.first;
    const attempt = new AbortController();
    const stop = () => attempt.abort();
    signal.addEventListener("abort", stop);
    let timer = setTimeout(stop, FIRST_MS);
    try {
      const last = cursor();
      const answer = await fetch(`/events${isHeldBack ? "?brief" : ""}`, {
        headers: last ? { "Last-Event-ID": last } : {},
        cache: "no-store",
        signal: attempt.signal,
      });
      if (answer.status === 204) return send({ event: "logout", cursor: "", data: "" });
      const reader =
        answer.ok && answer.headers.get("Content-Type")?.startsWith("text/event-stream")
          ? answer.body?.getReader()
          : undefined;
      const parser = createParser({
        onEvent: ({ event = "", id = "", data }) => send({ event, cursor: id, data }),
        onRetry: (ms) => {
          base = ms;
        },
      });
      const decoder = new TextDecoder();
      for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
        parts += 1;
        clearTimeout(timer);
        timer = setTimeout(stop, SILENCE_MS);
        parser.feed(decoder.decode(part.value, { stream: true }));
      }
    } catch {
      // A proxy that waits for the end of an answer lets nothing through, not even the beginning.
      isHeldBack ||= attempt.signal.aborted && !parts;
    }
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
    failures = parts ? 0 : failures + 1;
    if (!signal.aborted)
      await pause(
        isHeldBack && parts ? BRIEF_MS : Math.min(PAUSE_MS.longest, base * 2 ** failures) * (0.5 + Math.random() / 2),
        signal,
      );
  }
}

const isContent = (value: unknown): value is Omit<LiveNotice, "event"> =>
  typeof value === "object" && value !== null && "ticket" in value;

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((done) => {
    const timer = setTimeout(done, ms);
    signal.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        done();
      },
      { once: true },
    );
  });
