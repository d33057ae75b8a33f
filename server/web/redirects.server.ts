const BASE = "http://same.site";

/** `target` when it is a path of this site, else `fallback`: other hosts and schemes never pass, however spelled. */
export function safeRedirect(target: unknown, fallback = "/"): string {
  if (typeof target !== "string" || !target.startsWith("/")) return fallback;
  // Browsers read a backslash as a slash and drop control characters, which makes "/\evil" another host.
  if (/[\\\p{Cc}]/u.test(target) || !URL.canParse(target, BASE)) return fallback;
  const url = new URL(target, BASE);
  if (url.origin !== BASE) return fallback;
  const path = url.pathname + url.search + url.hash;
  return /^\/(?!\/)/.test(path) ? path : fallback;
}

/** Where a person without a session goes, with the way back to the page they wanted. */
export function loginPath(request: Request): string {
  return `/login?redirect=${encodeURIComponent(pathOf(request))}`;
}

/**
 * Where a form must be sent again to reach the route that it was sent to: Remix takes `index` away before a route sees
 * the address, and without it the form would go to the frame around the page. Other routes ignore it.
 */
export function formPath(request: Request): string {
  const path = pathOf(request);
  return `${path}${path.includes("?") ? "&" : "?"}index`;
}

/** Full path of a request: path and query. */
export function pathOf(request: Request): string {
  const url = new URL(request.url);
  return url.pathname + url.search;
}
