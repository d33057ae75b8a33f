import { afterAll, beforeAll, beforeEach } from "vitest";
import { startStandIn, type StandIn } from "../../setup/stand-in";
import { commit } from "~server/web/session.server";

export const ORIGIN = "http://web.test";

/** Settings the web needs; the API's address may point nowhere. */
export function configureWeb(apiUrl = "http://127.0.0.1:9"): void {
  process.env.SESSION_SECRET = "a secret that is only used by tests, long enough";
  process.env.VENDING_API_URL = apiUrl;
}

/** Starts a stand-in for the vending API and points the web's settings to it; clean before every test. */
export function withStandIn(): () => StandIn {
  let standIn: StandIn | undefined;
  const started = () => {
    if (!standIn) throw new Error("the stand-in is not up");
    return standIn;
  };
  beforeAll(async () => {
    standIn = await startStandIn();
    configureWeb(standIn.url);
  });
  beforeEach(() => started().reset());
  afterAll(() => standIn?.stop());
  return started;
}

/** A request of a page's own form or link. */
export function browserRequest(path: string, init: RequestInit & { cookie?: string; duplex?: "half" } = {}): Request {
  const headers = new Headers(init.headers);
  if (!headers.has("Sec-Fetch-Site")) headers.set("Sec-Fetch-Site", "same-origin");
  if (init.cookie) headers.set("Cookie", init.cookie);
  return new Request(ORIGIN + path, { ...init, headers });
}

/** A form as a browser posts it. */
export const post = (
  path: string,
  fields: Record<string, string>,
  more: { cookie?: string; headers?: HeadersInit } = {},
) => browserRequest(path, { method: "POST", body: new URLSearchParams(fields), ...more });

/** What a loader or action gets. */
export const argsOf = (request: Request, params: Record<string, string> = {}) => ({ request, params, context: {} });

/** `Cookie` header of a signed-in browser. */
export async function sessionCookie(token: string): Promise<string> {
  return cookieOf(await commit(token));
}

/** The `name=value` of a `Set-Cookie` value. */
export const cookieOf = (setCookie: string): string => setCookie.split(";")[0] ?? "";

/** What `work` throws, which must be a Response. */
export async function thrownResponse(work: Promise<unknown>): Promise<Response> {
  const thrown = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(thrown instanceof Response)) throw new Error(`expected a thrown Response, got ${String(thrown)}`);
  return thrown;
}
