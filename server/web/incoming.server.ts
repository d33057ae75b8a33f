import { randomUUID } from "node:crypto";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";
import { TLSSocket } from "node:tls";
import onHeaders from "on-headers";
import { config } from "./config.server";

/** The part of Node's IncomingMessage that matters here. */
interface Incoming {
  method?: string;
  headers: Record<string, string | string[] | undefined>;
}

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);
const FORWARDED = ["x-forwarded-for", "x-forwarded-host", "x-forwarded-proto"];

/** True when the browser reached us over TLS, directly or through the trusted proxy. */
export function isSecure(request: Request): boolean {
  if (new URL(request.url).protocol === "https:") return true;
  return config().trustProxy && first(request.headers.get("X-Forwarded-Proto")) === "https";
}

/** The browser's address as the machine (or the trusted proxy) in front of us saw it; unknown in tests. */
export function clientAddress(request: Request): string | undefined {
  return request.headers.get("X-Forwarded-For") ?? undefined;
}

/**
 * Whether a changing request comes from our own pages. `Sec-Fetch-Site` cannot be forged by a page, so it
 * decides where it exists; older browsers are judged by Origin, then Referer; a request with none is refused.
 */
export function fromOwnPages(get: (name: string) => string | null | undefined, trustProxy: boolean): boolean {
  const site = get("sec-fetch-site");
  if (site) return site === "same-origin" || site === "none";
  const source = get("origin") ?? get("referer");
  const host = (trustProxy ? first(get("x-forwarded-host")) : undefined) ?? get("host");
  return Boolean(source && host && URL.canParse(source) && new URL(source).host === host);
}

/**
 * Makes the headers of a request trustworthy before anything else reads them: forwarded headers of strangers
 * are dropped, and the verdict on a changing request's origin is settled in `sec-fetch-site`. The Origin header
 * goes away with it, because Remix answers a foreign one with an empty 500 before any route can say why.
 */
export function settle(message: Incoming, address: string | undefined, trustProxy: boolean): void {
  const { headers } = message;
  const get = (name: string) => one(headers[name]);
  // Remix cannot build its request from these and would answer 500 for what is the sender's mistake.
  if (["TRACE", "CONNECT"].includes(message.method ?? "")) message.method = "OPTIONS";
  if (!URL.canParse(`http://${get("host")}`)) headers.host = "localhost";
  if (!SAFE_METHODS.has(message.method ?? "GET")) {
    headers["sec-fetch-site"] = fromOwnPages(get, trustProxy) ? "same-origin" : "cross-site";
    delete headers.origin;
  }
  const forwardedFor = trustProxy ? last(get("x-forwarded-for")) : undefined;
  if (!trustProxy) for (const name of FORWARDED) delete headers[name];
  const sender = forwardedFor ?? address;
  if (sender) headers["x-forwarded-for"] = sender;
}

const SETTLED = Symbol.for("vending-backoffice.settled");

/** Settles every request of this process as it arrives; remix-serve offers no other place before Remix. */
export function settleIncoming(): void {
  if (Reflect.get(globalThis, SETTLED)) return;
  Reflect.set(globalThis, SETTLED, true);
  subscribe("http.server.request.start", (event) => {
    if (!isRequestStart(event)) return;
    const { request, response } = event;
    settle(request, request.socket.remoteAddress, config().trustProxy);
    protect(request, response);
    keepAnswer(request, response);
  });
}

/** What every answer says, also files and redirects, which pass none of our code. Only pages and files may be kept. */
function protect({ headers, socket }: IncomingMessage, response: ServerResponse): void {
  const overTls =
    socket instanceof TLSSocket || (config().trustProxy && first(one(headers["x-forwarded-proto"])) === "https");
  onHeaders(response, () => {
    response.setHeader("X-Content-Type-Options", "nosniff");
    if (overTls) response.setHeader("Strict-Transport-Security", "max-age=31536000");
    if (!response.hasHeader("Cache-Control")) response.setHeader("Cache-Control", "no-store");
  });
}

function isRequestStart(event: unknown): event is { request: IncomingMessage; response: ServerResponse } {
  return typeof event === "object" && event !== null && "request" in event && "response" in event;
}

/** Names the answer of a request within this process. */
const ANSWER = "x-answer";
const answers = new Map<string, ServerResponse>();

/**
 * Remix hides Node's own answer. Its signal does not always tell that the browser has left, which a live stream must know;
 * and it writes whatever it gets without waiting until that is taken, which a long file must not.
 */
function keepAnswer({ headers, url = "" }: IncomingMessage, response: ServerResponse): void {
  delete headers[ANSWER];
  if (!/^\/(events(\?|$)|export\/)/.test(url)) return;
  const name = randomUUID();
  headers[ANSWER] = name;
  answers.set(name, response);
  response.once("close", () => answers.delete(name));
}

/** Node's answer to a request for a live stream or a long file; undefined when it is over, and in tests. */
export const answerOf = (request: Request): ServerResponse | undefined =>
  answers.get(request.headers.get(ANSWER) ?? "");

const one = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);
const first = (list: string | null | undefined) => list?.split(",")[0]?.trim();
const last = (list: string | null | undefined) => list?.split(",").at(-1)?.trim();
