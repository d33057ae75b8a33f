import { useLocation, useNavigate, useNavigation, useRevalidator } from "@remix-run/react";
import { type ReactElement, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { BellData } from "~/frame/bell";
import { screenOnly } from "~/theme/print.css";
import { notifyDesktop } from "./desktop";
import * as css from "./live.css";
import { isTicket, LEAVING, TICKET, TICKETS } from "./paths";
import { openRefresh, type Refresh } from "./refresh";
import { LiveToast } from "./live-toast";
import { type LiveNotice, type LiveStream, openLive } from "./stream";

export interface LiveProps {
  close: string;
  /** What the server said the bell shows, and what it shows now; null when the provider keeps no notices. */
  loaded: BellData | null;
  bell: BellData | null;
  onBell(change: (bell: BellData | null) => BellData | null): void;
}

/** Toasts on the page at one time; what they told of stays in the bell. */
const MOST_TOASTS = 3;
const MOST_NEWS = 5;
/** Time in which a tab that shows the ticket can say so; ms. */
const SEEN_MS = 200;

/** Live events of the open page: the bell, toasts, the ticket or list in sight, and notifications of the browser. */
export default function Live(props: LiveProps): ReactElement | null {
  const { close, loaded } = props;
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const { revalidate, state } = useRevalidator();
  const [toasts, setToasts] = useState<LiveNotice[]>([]);
  const stream = useRef<LiveStream>();
  const refreshing = useRef<Refresh>();
  const now = useRef({ ...props, pathname, search, navigate, revalidate });
  useEffect(() => {
    now.current = { ...props, pathname, search, navigate, revalidate };
  });

  useEffect(() => {
    const over = new AbortController();
    const { signal } = over;
    const seen = new Set<string>();
    const refresh = (refreshing.current = openRefresh(
      () => now.current.pathname,
      () => now.current.revalidate(),
    ));
    let leaving = false;

    const notice = (news: LiveNotice, leads: boolean) => {
      const isHere = isTicket(now.current.pathname, news.ticket) && !document.hidden;
      if (isHere && document.hasFocus()) {
        stream.current?.tell({ seen: news.id });
        seen.add(news.id);
      }
      if (!isHere) {
        setToasts((all) => [...all.filter(({ ticket }) => ticket !== news.ticket), news].slice(-MOST_TOASTS));
        now.current.onBell((bell) => withNews(bell, news, TICKET + news.ticket));
      }
      refresh.news(news.ticket);
      if (leads)
        window.setTimeout(() => {
          if (!seen.has(news.id)) void notifyDesktop(news, TICKET + news.ticket);
        }, SEEN_MS);
    };
    const start = () => {
      const { bell } = now.current;
      stream.current = openLive(bell ? String(bell.last) : undefined, {
        notice,
        changed: (ticket) => refresh.news(ticket),
        stale: () => refresh.news(),
        logout() {
          const { pathname: at, search: query } = now.current;
          if (leaving) return;
          window.dispatchEvent(new Event(LEAVING));
          window.location.assign(`/login?redirect=${encodeURIComponent(at + query)}`);
        },
        told({ seen: id, bell: theirs, changed }) {
          if (changed !== undefined) refresh.news(changed || undefined);
          if (id) seen.add(id);
          if (theirs) now.current.onBell((bell) => (bell && bell.last > theirs.last ? bell : theirs));
        },
      });
    };
    // The worker has brought this window to the front, because its notification was clicked.
    const open = ({ data, ports }: MessageEvent<{ open?: string }>) => {
      if (!data.open) return;
      ports[0]?.postMessage("opened");
      if (now.current.pathname !== data.open) now.current.navigate(data.open);
    };
    // Who leaves on purpose (by signing out, say) need not be sent away.
    window.addEventListener(
      "beforeunload",
      () => {
        leaving = true;
      },
      { signal },
    );
    window.addEventListener("pagehide", () => stream.current?.stop(), { signal });
    window.addEventListener(
      "pageshow",
      ({ persisted }) => {
        leaving = false;
        if (persisted) start();
      },
      { signal },
    );
    document.addEventListener("change", refresh.touched, { signal });
    document.addEventListener(
      "visibilitychange",
      () => {
        if (!document.hidden) refresh.inSight();
      },
      { signal },
    );
    navigator.serviceWorker?.addEventListener("message", open, { signal });
    start();
    return () => {
      over.abort();
      refresh.stop();
      stream.current?.stop();
    };
  }, []);

  useLayoutEffect(() => {
    // The router scrolls to where the page was in its own effect, which comes after this one.
    if (state === "idle") queueMicrotask(() => refreshing.current?.drawn());
  }, [state]);

  // Nobody else tells a person's other tabs what they do in this one.
  const { state: sending, formMethod, formAction } = useNavigation();
  const changed = sending === "loading" && formMethod === "POST" && formAction?.startsWith(TICKETS) && formAction;
  useEffect(() => {
    if (changed) stream.current?.tell({ changed: parseInt(changed.slice(TICKET.length)) || 0 });
  }, [changed]);

  // What is read in one tab is read in all.
  useEffect(() => {
    if (loaded) stream.current?.tell({ bell: loaded });
  }, [loaded]);

  // Who opens a ticket, or reads of it elsewhere, has seen what its toast told.
  const fresh = toasts.filter(
    ({ id, ticket }) => !isTicket(pathname, ticket) && (!props.bell || props.bell.items.some((one) => one.id === id)),
  );
  if (fresh.length < toasts.length) setToasts(fresh);

  return (
    <div className={`${css.corner} ${screenOnly}`} role="status">
      {fresh.map((news) => (
        <LiveToast
          key={news.id}
          news={news}
          close={close}
          onGone={() => setToasts((all) => all.filter((one) => one !== news))}
        />
      ))}
    </div>
  );
}

/** The bell with one more; a notice that it counts already changes nothing. */
function withNews(bell: BellData | null, { id, title, body, label }: LiveNotice, href: string): BellData {
  const { unread, last, items } = bell ?? { unread: 0, last: 0, items: [] };
  const number = bell ? Number(id) : 0;
  if (bell && number <= last) return bell;
  return {
    unread: unread + 1,
    last: Math.max(last, number),
    items: [{ id, href, title, text: body ? `${label} · ${body}` : label }, ...items].slice(0, MOST_NEWS),
  };
}
