import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { allowed, type Requirement } from "~server/contract/permissions";
import type { Info } from "~server/contract/session";
import { DEFAULT_LIMIT, LARGEST_LIMIT, readForm } from "./body.server";
import { config } from "./config.server";
import { deadlineOf } from "./deadline.server";
import { inPlainText, withErrorScreens } from "./error-screens.server";
import { formatter, type Format } from "./format.server";
import { type Handler, marked } from "./guarded.server";
import { translator, type TFunction } from "./i18n.server";
import { fromOwnPages } from "./incoming.server";
import { me } from "./me.server";
import { errorText } from "./messages.server";
import { preferencesOf, type Lang, type Preferences } from "./preferences.server";
import { screenResponse } from "./screens.server";
import { getToken } from "./session.server";
import { noPermission, SECOND_FACTOR, sessionEnded, setUpFirst, whyEnded } from "./dead-ends.server";
import { vendingFor, type VendingApi } from "./vending.server";

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

/**
 * `limit`: largest body in bytes (1 MB by default, 24 MB at most), fixed or by the address. `byAddress`: the address
 * says everything, and is the permission; the form may come from anywhere (a mail program) and is not read.
 */
export interface ActionOptions {
  byAddress?: true;
  limit?: number | ((place: Place) => number);
}

type Args = LoaderFunctionArgs | ActionFunctionArgs;

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
): Handler<Args, T> {
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
): Handler<Args, T> {
  return marked(async (args) => {
    const form = await received(args, options);
    return withErrorScreens(args, form, async () => fn({ ...(await signedIn(args, requirement)), form: () => form }));
  });
}

/** A loader for anybody. */
export function publicLoader<T>(fn: (context: PublicContext) => T | Promise<T>): Handler<Args, T> {
  return marked((args) =>
    withErrorScreens(args, undefined, async () => fn(await contextOf(args, await getToken(args.request)))),
  );
}

/** An action for anybody. */
export function publicAction<T>(
  fn: (context: PublicContext & WithForm) => T | Promise<T>,
  options: ActionOptions = {},
): Handler<Args, T> {
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
function received(args: Args, { limit = DEFAULT_LIMIT, byAddress }: ActionOptions): Promise<FormData> {
  const { request, params } = args;
  return withErrorScreens(args, undefined, async () => {
    if (request.method !== "POST")
      throw screenResponse(405, { screen: "refused", text: "method_not_allowed" }, { Allow: "GET, POST" });
    if (byAddress) return new FormData();
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
