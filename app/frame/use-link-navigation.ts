import { useNavigate } from "@remix-run/react";
import { useEffect } from "react";

/**
 * Turns clicks on plain links into navigation without a new document, so that components need no special links.
 * Left to the browser: other sites, `target`, `download`, new tabs, places within the page, and a crew's route, whose
 * documents the worker (`public/worker-v3.js`) keeps for where there is no network.
 */
export function useLinkNavigation(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const path = pathToFollow(event);
      if (path === undefined) return;
      event.preventDefault();
      // Without a new document an open popup would stay and cover the page that follows.
      if (event.target instanceof Element) event.target.closest("details[data-popup]")?.removeAttribute("open");
      navigate(path);
    };
    document.addEventListener("click", follow);
    return () => document.removeEventListener("click", follow);
  }, [navigate]);
}

function pathToFollow(event: MouseEvent): string | undefined {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (!link?.href || link.hasAttribute("download") || (link.target && link.target !== "_self")) return;
  const url = new URL(link.href);
  const here = window.location;
  if (url.origin !== here.origin || /^\/my_route(\/|$)/.test(url.pathname)) return;
  if (url.hash && url.pathname === here.pathname && url.search === here.search) return;
  return url.pathname + url.search + url.hash;
}
