import { randomBytes } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { allowed, type Requirement } from "~server/contract/permissions";
import type { Info } from "~server/contract/session";
import { DEFAULT_LIMIT, LARGEST_LIMIT, readForm } from "./body.server";
import { config } from "./config.server";
import { secured } from "./cookies.server";
import { deadlineOf } from "./deadline.server";
import { formatter, type Format } from "./format.server";
import { heldOf, type Held } from "./held";
import { pick, translator, type TFunction } from "./i18n.server";
import { fromOwnPages } from "./incoming.server";
import { me } from "./me.server";
import { errorText } from "./messages.server";
import { preferencesOf, type Lang, type Preferences } from "./preferences.server";
import { formPath, pathOf } from "./redirects.server";
import { screenOf, screenResponse, type ScreenData, type ScreenName } from "./screens.server";
import { getToken } from "./session.server";
import { signInLabels } from "./sign-in-labels";
import {
  noPermission,
  SECOND_FACTOR,
  sessionEnded,
  setUpFirst,
  vendingFor,
  type VendingApi,
  whyEnded,
} from "./vending.server";

/** What every guarded loader and action gets. */
export interface PublicContext {
  request: Request;
  params: LoaderFunctionArgs["params"];
  url: URL;
  /** The vending API with the browser's token, if it has one. */
  api: VendingApi;
  t: TFunction;
  lang: Lang;
  format: Format;
  preferences: Preferences;
}

/** The same for a signed-in person. */
export interface Context extends PublicContext {
  me: Info;
  token: string;
}

/** What an action gets besides: the form, read and held against the size limit. */
export interface WithForm {
  form(): FormData;
}

export interface ActionContext extends Context, WithForm {}

type Place = Pick<PublicContext, "request" | "params" | "url">;

/** A fixed requirement, or one that depends on the address; a Response ends the request (unknown address: 404). */
export type RequirementOf = Requirement | ((place: Place) => Requirement | Response);

/** `limit`: largest body in bytes (1 MB by default, 24 MB at most), fixed or by the address. */
export interface ActionOptions {
  limit?: number | ((place: Place) => number);
}

type Args = LoaderFunctionArgs | ActionFunctionArgs;
type Handler<T> = (args: Args) => Promise<T>;

/**
 * `resource`: the route has no page (a download), so failures are said in plain text. `stream`: whoever listens comes
 * again by itself, so an ended session is a 204, by which browsers stop coming.
 */
export interface LoaderOptions {
  resource?: boolean;
  stream?: boolean;
}

/** A loader for people who meet `requirement`. */
export function protectedLoader<T>(
  requirement: RequirementOf,
  fn: (context: Context) => T | Promise<T>,
  { resource = false, stream = false }: LoaderOptions = {},
): Handler<T> {
  return marked(async (args) => {
    try {
      return await withErrorScreens(args, undefined, async () => {
        const context = await signedIn(args, requirement);
        return withRefusals(context, await fn(context));
      });
    } catch (thrown) {
      if (stream && thrown instanceof Response && thrown.status === 302)
        throw new Response(null, { status: 204, headers: { "Cache-Control": "no-store" } });
      throw (resource || stream) && thrown instanceof Response ? await inPlainText(args.request, thrown) : thrown;
    }
  });
}

/** Data of a page that something was refused for; the frame shows it in a toast. */
export interface Refused {
  refused?: string;
}

/** Adds to a page's data what the API refused of it, in words. */
function withRefusals<T>({ t, api }: Context, result: T): T {
  const refused = api.refused().map((error) => errorText(t, error));
  if (!refused.length || !(result instanceof Object)) return result;
  const page: object = "data" in result && result.data instanceof Object ? result.data : result;
  Object.assign(page, { refused: refused.join(". ") } satisfies Refused);
  return result;
}

/** An action for people who meet `requirement`; what they typed is held when the session or the API is gone. */
export function protectedAction<T>(
  requirement: RequirementOf,
  fn: (context: ActionContext) => T | Promise<T>,
  options: ActionOptions = {},
): Handler<T> {
  return marked(async (args) => {
    const form = await received(args, options);
    return withErrorScreens(args, form, async () => fn({ ...(await signedIn(args, requirement)), form: () => form }));
  });
}

/** A loader for anybody. */
export function publicLoader<T>(fn: (context: PublicContext) => T | Promise<T>): Handler<T> {
  return marked((args) =>
    withErrorScreens(args, undefined, async () => fn(await contextOf(args, await getToken(args.request)))),
  );
}

/** An action for anybody. */
export function publicAction<T>(
  fn: (context: PublicContext & WithForm) => T | Promise<T>,
  options: ActionOptions = {},
): Handler<T> {
  return marked(async (args) => {
    const form = await received(args, options);
    return withErrorScreens(args, form, async () =>
      fn({ ...(await contextOf(args, await getToken(args.request))), form: () => form }),
    );
  });
}

async function contextOf(args: Args, token: string | null): Promise<PublicContext> {
  const { request, params } = args;
  const [{ t, lang }, preferences] = await Promise.all([translator(request), preferencesOf(request)]);
  return {
    request,
    params,
    url: new URL(request.url),
    api: vendingFor(request, token, deadlineOf(request, args.context)),
    t,
    lang,
    format: await formatter(lang),
    preferences,
  };
}

async function signedIn(args: Args, requirement: RequirementOf): Promise<Context> {
  const { request, params } = args;
  const needed =
    typeof requirement === "function" ? requirement({ request, params, url: new URL(request.url) }) : requirement;
  if (needed instanceof Response) throw needed;
  const token = await getToken(request);
  if (token === null) throw await sessionEnded(request, await whyEnded(request));
  const [info, context] = await Promise.all([me(request, token, args.context), contextOf(args, token)]);
  if (info.second_factor_missing && context.url.pathname !== SECOND_FACTOR) throw setUpFirst(request);
  if (!allowed(info, needed)) throw await noPermission(request);
  return { ...context, me: info, token };
}

/** The form of an action, once method, origin and size are found in order. */
function received(args: Args, { limit = DEFAULT_LIMIT }: ActionOptions): Promise<FormData> {
  const { request, params } = args;
  return withErrorScreens(args, undefined, async () => {
    if (request.method !== "POST")
      throw screenResponse(405, { screen: "refused", text: "method_not_allowed" }, { Allow: "GET, POST" });
    if (!fromOwnPages((name) => request.headers.get(name), config().trustProxy)) {
      throw screenResponse(403, { screen: "refused", text: "foreign_origin" });
    }
    return readForm(
      request,
      Math.min(
        LARGEST_LIMIT,
        typeof limit === "function" ? limit({ request, params, url: new URL(request.url) }) : limit,
      ),
    );
  });
}

/** Runs the work and turns whatever it throws into something a person can read. */
async function withErrorScreens<T>(args: Args, form: FormData | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof Response) throw await readable(args.request, thrown, form);
    if (args.request.signal.aborted) throw new Response(null, { status: 499 });
    throw unexpected(args.request, thrown);
  }
}

/** Adds to an error response what its screen needs: words, and the form that must not be lost. */
async function readable(request: Request, thrown: Response, form: FormData | undefined): Promise<Response> {
  if (thrown.status < 400) return thrown;
  const { t } = await translator(request);
  const screen: ScreenData = screenOf(thrown) ?? { screen: thrown.status === 404 ? "not_found" : "refused" };
  const words: Partial<ScreenData> = screen.text ? { text: errorText(t, screen.text) } : {};
  const held = form && HOLDING.has(screen.screen) ? { held: holding(request, heldOf(form)) } : {};
  const labels = screen.screen === "sign_in" ? { labels: pick(t, signInLabels) } : {};
  return screenResponse(thrown.status, { ...screen, ...words, ...held, ...labels }, headersToKeep(thrown));
}

/** Screens on which a form waits to be sent again. */
const HOLDING = new Set<ScreenName>(["technical_work", "sign_in", "unknown"]);

/** An error response in words, for addresses that have no page to show it. */
async function inPlainText(request: Request, thrown: Response): Promise<Response> {
  const screen = screenOf(thrown);
  if (!screen) return thrown;
  const { t } = await translator(request);
  const words = screen.text ?? t(PLAIN_WORDS[screen.screen]);
  const headers = headersToKeep(thrown);
  headers.set("Content-Type", "text/plain; charset=utf-8");
  return new Response(`${words}${screen.id ? ` (${screen.id})` : ""}\n`, { status: thrown.status, headers });
}

const PLAIN_WORDS: Record<ScreenName, string> = {
  technical_work: "frame:technical_work.text",
  not_found: "errors:not_found",
  sign_in: "session:login.expired",
  refused: "errors:bad_request",
  saved: "frame:saved.title",
  unknown: "frame:unknown.title",
  error: "errors:unexpected",
};

const holding = (request: Request, entries: Held) => ({ to: formPath(request), entries });

function headersToKeep(response: Response): Headers {
  const headers = new Headers(response.headers);
  headers.delete("Content-Type");
  headers.delete("Content-Length");
  headers.delete("Refresh");
  return headers;
}

/** Logs what nobody foresaw under a short number; the person sees only the number. */
function unexpected(request: Request, error: unknown): Response {
  const id = randomBytes(4).toString("hex");
  console.error(`[${id}] ${request.method} ${pathOf(request)}`, error);
  return screenResponse(500, { screen: "error", id });
}

const GUARDED = Symbol.for("vending-backoffice.guarded");

/** What every handler has in common, whoever may call it. */
function marked<T>(handler: Handler<T>): Handler<T> {
  const guarded: Handler<T> = async (args) => {
    try {
      return secured(args.request, await handler(args));
    } catch (thrown) {
      throw secured(args.request, thrown);
    }
  };
  return Object.assign(guarded, { [GUARDED]: true });
}

interface RouteWithModule {
  id: string;
  module: { loader?: unknown; action?: unknown };
}

/** Throws when a route's loader or action is not guarded: a forgotten requirement must not boot. */
export function assertGuarded(routes: Record<string, RouteWithModule | undefined>): void {
  const bare = Object.values(routes).flatMap((route) =>
    (["loader", "action"] as const).filter((part) => isBare(route?.module[part])).map((part) => `${route?.id} ${part}`),
  );
  if (bare.length > 0) throw new Error(`without a guard: ${bare.join(", ")}`);
}

const isBare = (handler: unknown) =>
  handler !== undefined && !(typeof handler === "function" && Reflect.get(handler, GUARDED) === true);
