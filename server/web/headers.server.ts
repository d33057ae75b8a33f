/** `Cache-Control` of whatever a signed-in person gets: after they have left the browser, nobody finds it there. */
export const PRIVATE = "private, no-store";

/** Sets what a browser may do with a page: run only our scripts, talk only to us, stand in nobody's frame. */
export function secureHeaders(headers: Headers, nonce: string): void {
  headers.set("Referrer-Policy", "same-origin");
  headers.set("X-Frame-Options", "DENY");
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=()");
  // Vite's development client adds styles and scripts of its own.
  if (process.env.NODE_ENV === "production") headers.set("Content-Security-Policy", policy(nonce));
}

// 'self' beside the nonce: the preload hints that Remix writes for modules carry no nonce.
const policy = (nonce: string) =>
  [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
