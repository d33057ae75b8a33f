import type { BellData } from "~/frame/bell";
import { follow, type Sent } from "./follow";

/** A notice as `/events` sends it. */
export interface LiveNotice {
  /** The provider's number of the message. */
  id: string;
  /** The ticket that it is of; 0: it is of none. */
  ticket: number;
  /** What it leads to. */
  href: string;
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
  fromTab(message: TabMessage): void;
}

/** What tabs tell each other: a message is in sight already; the bell has changed. */
export interface TabMessage {
  seen?: string;
  bell?: BellData;
  /** The person has changed something in this ticket, or in any when it is 0. */
  changed?: number;
}

export interface LiveStream {
  /** Tells the other tabs. */
  tell(message: TabMessage): void;
  stop(): void;
}

const NAME = "live";
const REMEMBERED = 200;

/**
 * Hears `/events` from `last` on. Browsers allow six connections to a site, so one tab holds the stream and tells the
 * others; a tab without the means (they need a secure page) has its own while it is in sight.
 */
export function openLive(last: string | undefined, handlers: LiveHandlers): LiveStream {
  const stopped = new AbortController();
  const channel = "BroadcastChannel" in window ? new BroadcastChannel(NAME) : undefined;
  const hear = hearing(handlers);
  let cursor = last;
  const lead = (signal: AbortSignal) =>
    follow(
      () => cursor,
      signal,
      (sent) => {
        channel?.postMessage({ sent });
        take(sent, true);
      },
    );
  const take = (sent: Sent, leads: boolean) => {
    if (sent.cursor) cursor = sent.cursor;
    hear(sent, leads);
  };

  if (channel)
    channel.onmessage = ({ data }: MessageEvent<TabMessage & { sent?: Sent }>) =>
      data.sent ? take(data.sent, false) : handlers.fromTab(data);
  if (channel && navigator.locks)
    navigator.locks.request(NAME, { signal: stopped.signal }, () => lead(stopped.signal)).catch(() => undefined);
  else leadInSight(lead, stopped.signal);

  return {
    tell: (message) => channel?.postMessage(message),
    stop() {
      stopped.abort();
      channel?.close();
    },
  };
}

/** A stream of the tab's own, open while the tab is in sight. */
function leadInSight(lead: (signal: AbortSignal) => Promise<void>, stopped: AbortSignal): void {
  let running: AbortController | undefined;
  const look = () => {
    running?.abort();
    if (document.hidden || stopped.aborted) return;
    running = new AbortController();
    void lead(running.signal);
  };
  document.addEventListener("visibilitychange", look, { signal: stopped });
  stopped.addEventListener("abort", look);
  look();
}

/** Tells the handlers what an event of the stream means. */
function hearing(handlers: LiveHandlers): (sent: Sent, leads: boolean) => void {
  const isNew = unheard();
  let begun = false;
  return ({ event, cursor, data }, leads) => {
    if (event === "logout") handlers.logout();
    else if (event === "stale") handlers.stale();
    else if (event === "changed") handlers.changed(Number(data));
    begun ||= !leads;
    if (event === "ready") {
      // Notices are sent again after a pause, changes are not.
      if (begun) handlers.stale();
      begun = true;
    }
    // Whatever else there is are notices, and tells itself what it is of.
    if (data.startsWith("{") && isNew(cursor)) {
      const content: unknown = JSON.parse(data);
      if (isContent(content)) handlers.notice(content, leads);
    }
  };
}

/** What the tab that held the stream before has told, the next one hears again. */
function unheard(): (cursor: string) => boolean {
  const heard = new Set<string>();
  return (cursor) => {
    const isKnown = heard.has(cursor);
    const [oldest] = heard.add(cursor);
    if (heard.size > REMEMBERED && oldest !== undefined) heard.delete(oldest);
    return !isKnown;
  };
}

const isContent = (value: unknown): value is LiveNotice =>
  typeof value === "object" && value !== null && "href" in value;
