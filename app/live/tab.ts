import type { BellData } from "~/frame/bell";
import { notifyDesktop } from "./desktop";
import { isTicket, LEAVING } from "./paths";
import { openRefresh, type Refresh } from "./refresh";
import { type LiveHandlers, type LiveNotice, type LiveStream, openLive, type TabMessage } from "./stream";

/** The page that is open now, and what can be done with it. */
export interface Page {
  pathname: string;
  search: string;
  bell: BellData | null;
  onBell(change: (bell: BellData | null) => BellData | null): void;
  onToast(news: LiveNotice): void;
  navigate(to: string): void;
  revalidate(): void;
}

export interface Tab {
  /** Tells the other tabs. */
  tell(message: TabMessage): void;
  /** The page has been drawn anew. */
  drawn(): void;
  close(): void;
}

const MAX_NEWS = 5;
/** Time in which a tab that shows the ticket can say so; ms. */
const SEEN_MS = 200;

/** Hears live events for the page of this tab until it is closed. */
export function openTab(page: () => Page): Tab {
  const closed = new AbortController();
  const seen = new Set<string>();
  const refresh = openRefresh(
    () => page().pathname,
    () => page().revalidate(),
  );
  let stream: LiveStream | undefined;
  let isLeaving = false;
  const tell = (message: TabMessage) => stream?.tell(message);

  const handlers: LiveHandlers = {
    notice(news, leads) {
      const isHere = isTicket(page().pathname, news.ticket) && !document.hidden;
      if (isHere && document.hasFocus()) {
        tell({ seen: news.id });
        seen.add(news.id);
      }
      if (!isHere) {
        page().onToast(news);
        page().onBell((bell) => withNews(bell, news));
      }
      refresh.news(news.ticket);
      if (leads)
        window.setTimeout(() => {
          if (!seen.has(news.id)) void notifyDesktop(news, news.href);
        }, SEEN_MS);
    },
    changed: (ticket) => refresh.news(ticket),
    stale: () => refresh.news(),
    logout() {
      const { pathname, search } = page();
      if (isLeaving) return;
      window.dispatchEvent(new Event(LEAVING));
      window.location.assign(`/login?redirect=${encodeURIComponent(pathname + search)}`);
    },
    fromTab({ seen: id, bell: theirs, changed }) {
      if (changed !== undefined) refresh.news(changed || undefined);
      if (id) seen.add(id);
      if (theirs) page().onBell((bell) => (bell && bell.last > theirs.last ? bell : theirs));
    },
  };
  const start = () => {
    const { bell } = page();
    stream = openLive(bell ? String(bell.last) : undefined, handlers);
  };
  // Who leaves on purpose (by signing out, say) need not be sent away.
  on("beforeunload", closed.signal, () => {
    isLeaving = true;
  });
  on("pagehide", closed.signal, () => stream?.stop());
  on("pageshow", closed.signal, ({ persisted }) => {
    isLeaving = false;
    if (persisted) start();
  });
  touches(refresh, closed.signal);
  opensOnRequest(page, closed.signal);
  start();

  return {
    tell,
    drawn: refresh.drawn,
    close() {
      closed.abort();
      refresh.stop();
      stream?.stop();
    },
  };
}

const on = <K extends keyof WindowEventMap>(event: K, signal: AbortSignal, act: (event: WindowEventMap[K]) => void) =>
  window.addEventListener(event, act, { signal });

function touches(refresh: Refresh, signal: AbortSignal): void {
  document.addEventListener("change", refresh.touched, { signal });
  document.addEventListener(
    "visibilitychange",
    () => {
      if (!document.hidden) refresh.inSight();
    },
    { signal },
  );
}

/** The worker has brought this window to the front, because its notification was clicked. */
function opensOnRequest(page: () => Page, signal: AbortSignal): void {
  const open = ({ data, ports }: MessageEvent<{ open?: string }>) => {
    if (!data.open) return;
    ports[0]?.postMessage("opened");
    if (page().pathname !== data.open) page().navigate(data.open);
  };
  navigator.serviceWorker?.addEventListener("message", open, { signal });
}

/** The bell with one more; a notice that it counts already changes nothing. */
function withNews(bell: BellData | null, { id, href, title, body, label }: LiveNotice): BellData {
  const { unread, last, items } = bell ?? { unread: 0, last: 0, items: [] };
  const number = bell ? Number(id) : 0;
  if (bell && number <= last) return bell;
  const news = { id, href, title, text: body ? `${label} · ${body}` : label };
  return { unread: unread + 1, last: Math.max(last, number), items: [news, ...items].slice(0, MAX_NEWS) };
}
