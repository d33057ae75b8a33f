import { useLocation, useNavigate, useNavigation, useRevalidator } from "@remix-run/react";
import { type ReactElement, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { BellData } from "~/frame/bell";
import { screenOnly } from "~/theme/print.css";
import * as css from "./live.css";
import { LiveToast } from "./live-toast";
import { isTicket, TICKET, TICKETS } from "./paths";
import type { LiveNotice } from "./stream";
import { openTab, type Page, type Tab } from "./tab";

export interface LiveProps {
  close: string;
  /** What the server said the bell shows, and what it shows now; null when the provider keeps no notices. */
  loaded: BellData | null;
  bell: BellData | null;
  onBell: Page["onBell"];
}

/** Toasts on the page at one time; what they told of stays in the bell. */
const MAX_TOASTS = 3;

/** Live events of the open page: the bell, toasts, the ticket or list in sight, and notifications of the browser. */
export default function Live({ close, loaded, bell, onBell }: LiveProps): ReactElement | null {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const { revalidate, state } = useRevalidator();
  const [toasts, setToasts] = useState<LiveNotice[]>([]);
  const onToast = (news: LiveNotice) =>
    setToasts((all) => [...all.filter(({ href }) => href !== news.href), news].slice(-MAX_TOASTS));
  const page: Page = { pathname, search, bell, onBell, onToast, navigate, revalidate };
  const now = useRef(page);
  useEffect(() => {
    now.current = page;
  });

  const tab = useRef<Tab>();
  useEffect(() => {
    const opened = (tab.current = openTab(() => now.current));
    return opened.close;
  }, []);

  useLayoutEffect(() => {
    // The router scrolls to where the page was in its own effect, which comes after this one.
    if (state === "idle") queueMicrotask(() => tab.current?.drawn());
  }, [state]);

  // Nobody else tells a person's other tabs what they do in this one.
  const { state: sending, formMethod, formAction } = useNavigation();
  const changed = sending === "loading" && formMethod === "POST" && formAction?.startsWith(TICKETS) && formAction;
  useEffect(() => {
    if (changed) tab.current?.tell({ changed: parseInt(changed.slice(TICKET.length)) || 0 });
  }, [changed]);

  // What is read in one tab is read in all.
  useEffect(() => {
    if (loaded) tab.current?.tell({ bell: loaded });
  }, [loaded]);

  // Who opens a ticket, or reads of it elsewhere, has seen what its toast told.
  const fresh = toasts.filter(
    ({ id, ticket }) => !isTicket(pathname, ticket) && (!bell || bell.items.some((one) => one.id === id)),
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
