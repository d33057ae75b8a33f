import Bowser from "bowser";
import { z } from "zod";
import type { Change, Download, Id, ParamNames, Read, Upload } from "~server/contract/call";
import { info } from "~server/contract/calls/session";
import { envelopeSchema, type FieldMessages, SERVER_MESSAGES } from "~server/contract/envelope";
import { plain } from "~server/contract/plain";
import { SESSION_ENDS, type SessionEnd } from "~server/contract/session";
import { deadlineOf } from "./deadline.server";
import { PRIVATE } from "./headers.server";
import { clientAddress } from "./incoming.server";
import { loginPath } from "./redirects.server";
import { notFound, screenResponse, technicalWork } from "./screens.server";
import { clear, getEndedToken } from "./session.server";
import { redirectWithToast, toastCookie } from "./toast.server";
import { type Call, exchange, type Reply, secondsToWait, Unreachable } from "./upstream.server";

/** Answer to a change: the new data, or an expected refusal to be shown beside the form. */
export type PostResult<T> = { ok: true; data: T } | Refusal;

export interface Refusal {
  ok: false;
  /** 4xx; 422 when the API said no with a success status. */
  status: number;
  /** A server message or translation key; see `errorText`. */
  error: string;
  fields: FieldMessages;
  data: unknown;
  /** Seconds to wait before trying again, when the API says so (429). */
  retryAfter?: number;
}

type Body = FormData | URLSearchParams | Record<string, string>;

type Asked = string | number | boolean | null | undefined;
/** What a call is asked besides its records. */
export type QueryOf<Q> = URLSearchParams | { readonly [Name in keyof Q]?: Asked | readonly Asked[] };
type Ids<P extends string> = Readonly<Record<ParamNames<P>, Id | undefined>>;

/** The vending API on behalf of one browser request, by its declared calls. Whatever is not an expected answer is thrown as a Response. */
export interface VendingApi {
  read<P extends string, Q, A>(call: Read<P, Q, A>, ids: Ids<P>, query?: QueryOf<Q>): Promise<A>;
  /** The same for what a page can be drawn without: a refusal gives `otherwise`, and the page a toast (see `refused`). */
  readOr<P extends string, Q, A>(otherwise: A, call: Read<P, Q, A>, ids: Ids<P>, query?: QueryOf<Q>): Promise<A>;
  /** Why the API refused what `readOr` asked for: server messages, each once. */
  refused(): readonly string[];
  change<P extends string, B, A>(call: Change<P, B, A>, ids: Ids<P>, form: Body): Promise<PostResult<A>>;
  /** `headers` as the call declares them. */
  upload<P extends string, Q, A>(
    call: Upload<P, Q, A>,
    ids: Ids<P>,
    query: QueryOf<Q>,
    body: Uint8Array,
    headers: Record<string, string>,
  ): Promise<PostResult<A>>;
  /** The request's time begins anew and is longer: for each part of an export. */
  takesLong(): void;
  /** Passed on with its status and headers as it arrives. */
  download<P extends string>(call: Download<P>, ids: Ids<P>): Promise<Response>;
}

/**
 * What the API made of a call, before anybody decides what the person sees. `change`: no answer came, or none that can
 * be read, and this is what is known of a change nonetheless.
 */
export type Outcome<T> =
  | { kind: "data"; data: T }
  | { kind: "refused"; refusal: Refusal }
  | { kind: "unreachable"; change?: "saved" | "unknown" };

/** The API client of a request; `token` null means nobody is signed in. `deadline`: of all its calls together. */
export function vendingFor(request: Request, token: string | null, deadline = deadlineOf(request)): VendingApi {
  const headers = callHeaders(request, token);
  const { signal } = deadline;
  const refused = new Set<string>();
  async function asked<P extends string, Q, A>(call: Read<P, Q, A>, ids: Ids<P>, query?: QueryOf<Q>) {
    return ask({ method: "GET", path: pathOf(call, ids, query), headers, signal }, call.answer);
  }
  return {
    read: async (call, ids, query) => dataOf(request, await asked(call, ids, query)),
    async readOr(otherwise, call, ids, query) {
      const outcome = await asked(call, ids, query);
      if (outcome.kind !== "refused" || isDeadEnd(outcome.refusal)) return dataOf(request, outcome);
      refused.add(outcome.refusal.error);
      return otherwise;
    },
    refused: () => [...refused],
    async change(call, ids, form) {
      const sent = { ...headers, "content-type": "application/x-www-form-urlencoded" };
      const post = { method: "POST", path: pathOf(call, ids), headers: sent, body: urlencoded(form), signal } as const;
      return change(request, token, post, call.answer);
    },
    async upload(call, ids, query, body, extra) {
      deadline.extend();
      const sent = { ...headers, "content-type": call.type, ...extra };
      const post = { method: "POST", path: pathOf(call, ids, query), headers: sent, body, signal } as const;
      return change(request, token, post, call.answer);
    },
    takesLong: deadline.extend,
    download: async (call, ids) =>
      // What has begun to come may take its time.
      download(request, { method: "GET", path: pathOf(call, ids), headers, signal: request.signal }),
  };
}

/** The path of a call for the records that an address names; what names none is not found. */
function pathOf<P extends string, Q>(call: { path: P }, ids: Ids<P>, query: QueryOf<Q> = {}): string {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const id = String(Reflect.get(ids, name));
    if (!/^\d{1,10}$/.test(id)) throw notFound();
    return id;
  });
  const text = paramsOf(query).toString();
  return text ? `${path}?${text}` : path;
}

/** The parts of a query that are there. */
function paramsOf<Q>(query: QueryOf<Q>): URLSearchParams {
  if (query instanceof URLSearchParams) return query;
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries<unknown>(query))
    for (const one of [value].flat().map(plain)) if (one) params.append(name, one);
  return params;
}

/** Makes a call and holds the answer against the envelope and `schema`. Throws only when the browser went away. */
export async function ask<T>(call: Call, schema: z.ZodType<T>): Promise<Outcome<T>> {
  try {
    return understand(call, await exchange(call, (answer) => answer.body.text()), schema);
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    console.error(`vending API: ${error.message}`);
    return { kind: "unreachable", change: error.change };
  }
}

/** Headers of every call (specification, section 7), and the browser's address for the API's throttle. */
export function callHeaders(request: Request, token: string | null): Record<string, string> {
  const agent = request.headers.get("User-Agent") ?? "";
  const address = clientAddress(request);
  return {
    accept: "application/json",
    authorization: token ?? "",
    UserAgent: agentName(agent),
    "user-agent": agent,
    ...(address ? { "x-forwarded-for": address } : {}),
  };
}

function understand<T>(call: Call, reply: Reply<string>, schema: z.ZodType<T>): Outcome<T> {
  if (reply.status >= 500) throw new Unreachable(`${call.method} ${call.path} answered ${reply.status}`);
  const envelope = envelopeSchema.safeParse(json(reply.body));
  if (!envelope.success) {
    if (reply.status < 400)
      throw new Unreachable(`${call.method} ${call.path} answered ${reply.status} without the envelope`, {
        change: "unknown",
      });
    return {
      kind: "refused",
      refusal: {
        ok: false,
        status: reply.status,
        error: errorOf(reply.status),
        fields: {},
        data: null,
        ...waiting(reply),
      },
    };
  }
  const { result, error, data, fields = {} } = envelope.data;
  if (!result || reply.status >= 400) {
    const status = reply.status >= 400 ? reply.status : 422;
    return {
      kind: "refused",
      refusal: { ok: false, status, error: error || errorOf(status), fields, data, ...waiting(reply) },
    };
  }
  const parsed = schema.safeParse(data);
  if (!parsed.success) {
    throw new Unreachable(
      `${call.method} ${call.path} answered data of another shape: ${z.prettifyError(parsed.error)}`,
      { change: "saved" },
    );
  }
  return { kind: "data", data: parsed.data };
}

async function change<T>(
  request: Request,
  token: string | null,
  call: Call,
  schema: z.ZodType<T>,
): Promise<PostResult<T>> {
  const outcome = await ask(call, schema);
  if (outcome.kind === "data") return { ok: true, data: outcome.data };
  if (outcome.kind === "unreachable")
    throw outcome.change && token !== null ? screenResponse(502, { screen: outcome.change }) : technicalWork();
  const { refusal } = outcome;
  // Without a session a 401 is about the credentials being sent, not about a session that ended.
  if (token !== null && isDeadEnd(refusal)) throw await deadEnd(request, refusal);
  return refusal;
}

async function dataOf<T>(request: Request, outcome: Outcome<T>): Promise<T> {
  if (outcome.kind === "data") return outcome.data;
  throw outcome.kind === "unreachable" ? technicalWork() : await deadEnd(request, outcome.refusal);
}

/** Refusals that no page is drawn after: who is asking may not, or there is no such thing. */
const isDeadEnd = ({ status, error }: Refusal) =>
  [401, 403, 404].includes(status) || error === SERVER_MESSAGES.noPermission;

/** The response for a refusal that leaves nothing to show on the page itself. */
async function deadEnd(request: Request, refusal: Refusal): Promise<Response> {
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

async function download(request: Request, call: Call): Promise<Response> {
  try {
    const { status, headers, body } = await exchange(call, async (answer) => answer.body);
    if (status < 400) return new Response(readable(body), { status, headers: passedOn(headers) });
    const refused = understand(call, { status, headers, body: await body.text() }, z.unknown());
    throw refused.kind === "refused" ? await deadEnd(request, refused.refusal) : technicalWork();
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    console.error(`vending API: ${error.message}`);
    throw technicalWork();
  }
}

function readable(source: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const next: IteratorResult<Uint8Array, unknown> = await chunks.next();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
    async cancel() {
      await chunks.return?.();
    },
  });
}

function passedOn(headers: Headers): Headers {
  const kept = pickHeaders(headers, ["Content-Type", "Content-Disposition", "Content-Language"]);
  // Whatever it is that somebody uploaded: it runs nothing, not even when it is opened as a page.
  return new Headers({
    ...kept,
    "Cache-Control": PRIVATE,
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; sandbox",
  });
}

const pickHeaders = (headers: Headers, names: string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name.toLowerCase(), value]];
    }),
  );

function urlencoded(body: Body): string {
  if (!(body instanceof FormData)) return new URLSearchParams(body).toString();
  const params = new URLSearchParams();
  for (const [name, value] of body) {
    if (typeof value !== "string") throw new TypeError(`field "${name}" is a file: use upload()`);
    params.append(name, value);
  }
  return params.toString();
}

const errorOf = (status: number) => (status === 429 ? "too_many_requests" : "unexpected");

function waiting(reply: Reply<string>): { retryAfter?: number } {
  const retryAfter = secondsToWait(reply.headers);
  return retryAfter === undefined ? {} : { retryAfter };
}

const waitHeader = ({ retryAfter }: Refusal): HeadersInit =>
  retryAfter === undefined ? {} : { "Retry-After": String(retryAfter) };

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const agents = new Map<string, string>();
const MAX_AGENTS = 500;

/** "{OS} {browser}" of a browser's User-Agent, e.g. "Windows Chrome". */
export function agentName(userAgent: string): string {
  const known = agents.get(userAgent);
  if (known) return known;
  const { os, browser } = userAgent ? Bowser.parse(userAgent) : { os: {}, browser: {} };
  const name = `${os.name ?? "unknown"} ${browser.name || "unknown"}`.replace(/[^\x20-\x7e]/g, "");
  if (agents.size >= MAX_AGENTS) agents.clear();
  agents.set(userAgent, name);
  return name;
}
