import type { z } from "zod";
import type { Change, Download, Id, ParamNames, Read, Stream, Upload } from "~server/contract/call";
import { plain } from "~server/contract/plain";
import { callHeaders } from "./call-headers.server";
import { deadEnd, isDeadEnd } from "./dead-ends.server";
import { deadlineOf } from "./deadline.server";
import { download } from "./download.server";
import { type Lines, linesOf } from "./lines.server";
import { ask, type Outcome, type PostResult } from "./outcome.server";
import { notFound, screenResponse, technicalWork } from "./screens.server";
import type { Call } from "./upstream.server";

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
  /** Lines as they come, however many. */
  stream<P extends string, Q, H, L>(call: Stream<P, Q, H, L>, ids: Ids<P>, query?: QueryOf<Q>): Promise<Lines<H, L>>;
}

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
    stream: async (call, ids, query) =>
      linesOf(request, { method: "GET", path: pathOf(call, ids, query), headers, signal: request.signal }, call),
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

function urlencoded(body: Body): string {
  if (!(body instanceof FormData)) return new URLSearchParams(body).toString();
  const params = new URLSearchParams();
  for (const [name, value] of body) {
    if (typeof value !== "string") throw new TypeError(`field "${name}" is a file: use upload()`);
    params.append(name, value);
  }
  return params.toString();
}
