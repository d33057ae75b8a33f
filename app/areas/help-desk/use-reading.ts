import { useEffect, useRef } from "react";

/** How often a page says that it is still there, and how long after the person's last move; ms. */
const SAYS_MS = 60_000;
const IDLE_MS = 600_000;

/**
 * Says at `href` that this page has the ticket open while somebody is at it, and when it is left. `seen`: when the
 * server last heard of it, so that leaving one page does not take back what another one has said since.
 */
export function useReading(href: string, seen: string): void {
  const heard = useRef(seen);
  useEffect(() => {
    heard.current = seen;
  }, [seen]);
  useEffect(() => {
    const over = new AbortController();
    const options = { signal: over.signal, passive: true };
    let moved = Date.now();
    const say = (left = "") =>
      fetch(href, { method: "POST", body: new URLSearchParams({ left }), keepalive: true })
        .then(async (answer) => {
          if (answer.status === 200 && !left) heard.current = await answer.text();
        })
        // Whoever is not heard is taken for gone, and no worse.
        .catch(() => undefined);
    const timer = window.setInterval(() => {
      if (!document.hidden && Date.now() - moved < IDLE_MS) void say();
    }, SAYS_MS);
    for (const event of ["pointermove", "keydown", "scroll"])
      window.addEventListener(
        event,
        () => {
          moved = Date.now();
        },
        options,
      );
    window.addEventListener("pagehide", () => void say(heard.current), options);
    window.addEventListener("pageshow", ({ persisted }) => persisted && void say(), options);
    return () => {
      over.abort();
      window.clearInterval(timer);
      void say(heard.current);
    };
  }, [href]);
}
