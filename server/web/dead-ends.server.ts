import { z } from "zod";
import { info } from "~server/contract/calls/session";
import { SERVER_MESSAGES } from "~server/contract/envelope";
import { SESSION_ENDS, type SessionEnd } from "~server/contract/session";
import { callHeaders } from "./call-headers.server";
import { ask, type Refusal } from "./outcome.server";
import { loginPath } from "./redirects.server";
import { notFound, screenResponse } from "./screens.server";
import { clear, getEndedToken } from "./session.server";
import { redirectWithToast, toastCookie } from "./toast.server";

/** Refusals that no page is drawn after: who is asking may not, or there is no such thing. */
export const isDeadEnd = ({ status, error }: Refusal) =>
  [401, 403, 404].includes(status) || error === SERVER_MESSAGES.noPermission;

/** The response for a refusal that leaves nothing to show on the page itself. */
export async function deadEnd(request: Request, refusal: Refusal): Promise<Response> {
  if (refusal.status === 401) return sessionEnded(request, refusal.error);
  if (refusal.error === "second_factor_missing") return setUpFirst(request);
  if (refusal.status === 403 || refusal.error === SERVER_MESSAGES.noPermission) return noPermission(request);
  if (refusal.status === 404) return notFound();
  return screenResponse(refusal.status, { screen: "refused", text: refusal.error }, waitHeader(refusal));
}

/**
 * Back to the sign-in form: a page by a redirect, a form at the same address so that its content can be held. `error`
 * is what the API says, which may be why.
 */
export async function sessionEnded(request: Request, error?: string): Promise<Response> {
  const why = SESSION_ENDS.find((end) => end === error);
  if (request.method === "GET" || request.method === "HEAD") return toSignIn(loginPath(request), why);
  return screenResponse(401, { screen: "sign_in", text: why }, { "Set-Cookie": await clear() });
}

/** To the sign-in form at `path`, which says why. */
export async function toSignIn(path: string, why: SessionEnd | undefined): Promise<Response> {
  const headers = new Headers([["Set-Cookie", await clear()]]);
  if (why) headers.append("Set-Cookie", await toastCookie({ tone: "warn", key: `errors:${why}` }));
  headers.set("Location", path);
  return new Response(null, { status: 302, headers });
}

/** Why the browser's session has ended while we were connected; undefined when it has not, or nobody says. */
export async function whyEnded(request: Request): Promise<SessionEnd | undefined> {
  const token = await getEndedToken(request);
  if (token === null) return undefined;
  const outcome = await ask({ method: "GET", path: info.path, headers: callHeaders(request, token) }, z.unknown());
  return outcome.kind === "refused" ? SESSION_ENDS.find((end) => end === outcome.refusal.error) : undefined;
}

/** Where a person sets up the second step of signing in. */
export const SECOND_FACTOR = "/profile/second_factor";

/** Nothing else is done before; a form is left to the browser's way back. */
export const setUpFirst = (request: Request): Response =>
  request.method === "GET" || request.method === "HEAD"
    ? new Response(null, { status: 302, headers: { Location: SECOND_FACTOR } })
    : screenResponse(403, { screen: "refused", text: "second_factor_missing" });

/** Specification, section 6: an error toast and the dashboard; on the dashboard itself, a screen. */
export async function noPermission(request: Request): Promise<Response> {
  if (new URL(request.url).pathname === "/")
    return screenResponse(403, { screen: "refused", text: SERVER_MESSAGES.noPermission });
  return redirectWithToast("/", { tone: "bad", key: "errors:no_permission" });
}

const waitHeader = ({ retryAfter }: Refusal): HeadersInit =>
  retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) };
