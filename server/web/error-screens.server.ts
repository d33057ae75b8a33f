import { randomBytes } from "node:crypto";
import { heldOf, type Held } from "./held";
import { pick, translator } from "./i18n.server";
import { errorText } from "./messages.server";
import { formPath, pathOf } from "./redirects.server";
import { screenOf, screenResponse, type ScreenData, type ScreenName } from "./screens.server";
import { signInLabels } from "./sign-in-labels";
import { accountsOffered } from "./sign-in.server";

/** Runs the work and turns whatever it throws into something a person can read. */
export async function withErrorScreens<T>(
  { request }: { request: Request },
  form: FormData | undefined,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof Response) throw await readable(request, thrown, form);
    if (request.signal.aborted) throw new Response(null, { status: 499 });
    throw unexpected(request, thrown);
  }
}

/** Adds to an error response what its screen needs: words, and the form that must not be lost. */
async function readable(request: Request, thrown: Response, form: FormData | undefined): Promise<Response> {
  if (thrown.status < 400) return thrown;
  const { t } = await translator(request);
  const screen: ScreenData = screenOf(thrown) ?? { screen: thrown.status === 404 ? "not_found" : "refused" };
  const words: Partial<ScreenData> = screen.text ? { text: errorText(t, screen.text) } : {};
  const held = form && HOLDING.has(screen.screen) ? { held: holding(request, heldOf(form)) } : {};
  const labels =
    screen.screen === "sign_in" ? { labels: pick(t, signInLabels), accounts: await accountsOffered(request, t) } : {};
  return screenResponse(thrown.status, { ...screen, ...words, ...held, ...labels }, headersToKeep(thrown));
}

/** Screens on which a form waits to be sent again. */
const HOLDING = new Set<ScreenName>(["technical_work", "sign_in", "unknown"]);

/** An error response in words, for addresses that have no page to show it. */
export async function inPlainText(request: Request, thrown: Response): Promise<Response> {
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
