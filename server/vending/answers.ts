import { sql } from "drizzle-orm";
import type { H } from "hono/types";
import { z } from "zod";
import {
  type Call,
  type Change,
  type Download,
  entityOf,
  methodOf,
  type Needs,
  type ParamNames,
  type Read,
  type Stream,
  type Upload,
  wantsSession,
} from "~server/contract/call";
import type { FieldMessages } from "~server/contract/envelope";
import { allowed } from "~server/contract/permissions";
import { queryFields } from "~server/contract/query";
import { parseMessage } from "~server/contract/messages";
import type { Viewer } from "./access";
import { sessionByToken } from "./areas/session/tokens";
import type { Partner } from "./areas/sport-life/partner";
import type { Unit } from "./areas/telemetry/units";
import { one } from "./database/query";
import { Fault, forbidden, notFound } from "./fault";
import { ndjson } from "./ndjson";
import { type App, atMost, body, type Context, type Deps, idParam, ok, rawBody } from "./http";
import { findDeleted } from "./resource/deleted";
import { type Resource, resourceNamed } from "./resource/resource";
import { sha256 } from "./secrets";

/** Largest form, bytes. */
const MAX_BYTES = 1024 * 1024;

/** What every answer may look at. */
interface Asked<P extends string> {
  c: Context;
  /** The record's id in the path. */
  param(name: ParamNames<P>): number;
}
interface Searched<Q> {
  query: Q;
  /** The query as it was written. */
  search: URLSearchParams;
}
interface SignedIn {
  viewer: Viewer;
  tokenHash: string;
}
type Promised<T> = T | Promise<T>;

/** Answers of calls whose callers passed the same guard, which tells `Who` they are. */
interface AnswersFor<Who> {
  read<P extends string, Q, A>(call: Read<P, Q, A>, give: (asked: Who & Asked<P> & Searched<Q>) => Promised<A>): void;
  change<P extends string, B, A>(
    call: Change<P, B, A>,
    give: (asked: Who & Asked<P> & { form: B }) => Promised<A>,
  ): void;
  upload<P extends string, Q, A>(
    call: Upload<P, Q, A>,
    give: (asked: Who & Asked<P> & Searched<Q> & { bytes(most?: number): Promise<Uint8Array> }) => Promised<A>,
  ): void;
  download<P extends string>(call: Download<P>, give: (asked: Who & Asked<P>) => Promised<Response>): void;
  /** Lines as the JSON that they are, some at a time. */
  stream<P extends string, Q, H, L>(
    call: Stream<P, Q, H, L>,
    give: (asked: Who & Asked<P> & Searched<Q>) => Promised<{ head: H; lines: AsyncGenerator<string[], void> }>,
  ): void;
}

/** How declared calls are answered. Nothing else answers: see `check`. */
export interface Answers extends AnswersFor<SignedIn> {
  anyone: AnswersFor<object>;
  units: AnswersFor<{ unit: Unit }>;
  mailer: AnswersFor<object>;
  partners: AnswersFor<{ partner: Partner }>;
  /** Throws when the app has a route that no call declares, or a declared call without an answer. */
  check(calls: ReadonlyMap<string, Call>, beside: readonly H[]): void;
}

/** Who calls that is nobody signed in; `mailSecret`: of who sends mail, without one nobody does. */
interface Callers {
  unitOf(c: Context): Promise<Unit>;
  partnerOf(c: Context): Promise<Partner>;
  mailSecret: string | undefined;
}

/** Answers calls of `app` under the guards that they declare. */
export function openAnswers(app: App, { pool }: Deps, { unitOf, partnerOf, mailSecret }: Callers): Answers {
  const answered = new Set<Call>();
  const handlers = new Set<H>();

  function answersFor<Who>(
    passes: (needs: Needs) => boolean,
    guard: (c: Context, call: Call) => Promise<Who>,
  ): AnswersFor<Who> {
    function answer(call: Call, give: (c: Context, who: Who) => Promise<Response>): void {
      if (!passes(call.needs)) throw new Error(`call ${call.path} is answered under another guard than it needs`);
      if (answered.has(call)) throw new Error(`call ${call.path} is answered twice`);
      answered.add(call);
      const own: H[] = [
        ...(call.kind === "change" ? [small] : []),
        async (c: Context) => give(c, await guard(c, call)),
      ];
      for (const handler of own) handlers.add(handler);
      app.on(methodOf(call), [patternOf(call.path)], ...own);
    }
    return {
      read: (call, give) =>
        answer(call, async (c, who) => ok(c, await give({ ...who, ...asked(c), ...searched(c, call.query) }))),
      change: (call, give) =>
        answer(call, async (c, who) =>
          ok(c, await give({ ...who, ...asked(c), form: await body(c, call.form) }), call.status),
        ),
      upload: (call, give) =>
        answer(call, async (c, who) => {
          const bytes = (most = call.most) => rawBody(c, Math.min(most, call.most));
          return ok(c, await give({ ...who, ...asked(c), ...searched(c, call.query), bytes }), call.status);
        }),
      download: (call, give) => answer(call, async (c, who) => give({ ...who, ...asked(c) })),
      stream: (call, give) =>
        answer(call, async (c, who) => {
          const { head, lines } = await give({ ...who, ...asked(c), ...searched(c, call.query) });
          return ndjson(JSON.stringify(head), lines);
        }),
    };
  }

  /** Who calls, when they may: signed in, holding what is needed, and in sight of the record. */
  async function signedIn(c: Context, call: Call): Promise<SignedIn> {
    const token = (c.req.header("authorization") ?? "").replace(/^Bearer /, "");
    const session = token ? await sessionByToken(pool, token) : undefined;
    if (!session) throw new Fault(401, "unauthorized");
    if ("end" in session) throw new Fault(401, session.end);
    // Whoever draws a mail reads, in the person's name; more is the person's own to do.
    if (session.isForMail && call.kind !== "read" && call.kind !== "stream") throw forbidden();
    if (session.isBare && !call.beforeSecondStep) throw new Fault(403, "second_factor_missing");
    const { viewer } = session;
    if (!meets(viewer, call.needs)) throw forbidden();
    const entity = entityOf(call);
    if (entity && !(await isInSight(resourceNamed(entity.name), viewer, idParam(c), call.evenDeleted)))
      throw notFound();
    const tokenHash = sha256(token);
    return { viewer: { ...viewer, session: tokenHash }, tokenHash };
  }

  async function isInSight(resource: Resource, viewer: Viewer, id: number, evenDeleted = false): Promise<boolean> {
    const { table, visible } = resource;
    const t = sql`t`;
    const living = sql`select 1 as one from ${sql.identifier(table)} t where t.id = ${id} and ${visible(viewer, t)}`;
    if ((await one(pool, z.unknown(), living)) !== undefined) return true;
    return evenDeleted && (await findDeleted(pool, resource, viewer, id)) !== undefined;
  }

  return {
    ...answersFor(wantsSession, signedIn),
    anyone: answersFor(
      (needs) => needs === "nothing",
      async () => ({}),
    ),
    units: answersFor(
      (needs) => needs === "unit",
      async (c) => ({ unit: await unitOf(c) }),
    ),
    partners: answersFor(
      (needs) => needs === "partner",
      async (c) => ({ partner: await partnerOf(c) }),
    ),
    mailer: answersFor(
      (needs) => needs === "mailer",
      async (c) => {
        if (mailSecret === undefined || sha256(c.req.header("authorization") ?? "") !== sha256(mailSecret))
          throw new Fault(401, "unauthorized");
        return {};
      },
    ),
    check(calls, beside) {
      for (const call of calls.values())
        if (!answered.has(call)) throw new Error(`call ${methodOf(call)} ${call.path} has no answer`);
      const declared = new Set(calls.values());
      for (const call of answered)
        if (!declared.has(call)) throw new Error(`call ${methodOf(call)} ${call.path} is not among the declared`);
      for (const { method, path, handler } of app.routes)
        if (!handlers.has(handler) && !beside.includes(handler))
          throw new Error(`route ${method} ${path} is not declared`);
    },
  };
}

const small = atMost(MAX_BYTES);

/** A path as the router writes it. */
const patternOf = (path: string) => path.replace(/\{(\w+)\}/g, ":$1{[0-9]+}");

const asked = (c: Context) => ({ c, param: (name: string) => idParam(c, name) });

function meets(viewer: Viewer, needs: Needs): boolean {
  if (!wantsSession(needs)) return false;
  if (typeof needs === "object" && "anyOf" in needs) return needs.anyOf.some((one) => allowed(viewer, one));
  return allowed(viewer, needs);
}

/** The query by its schema; 400 with what is wrong beside each name. */
function searched<Q>(c: Context, schema: z.ZodType<Q>): Searched<Q> {
  const search = new URL(c.req.url).searchParams;
  const parsed = schema.safeParse(queryFields(search));
  if (parsed.success) return { query: parsed.data, search };
  const fields: FieldMessages = {};
  for (const { path, message } of parsed.error.issues) fields[String(path[0] ?? "")] = [parseMessage(message)];
  throw new Fault(400, "bad_request", { fields });
}
