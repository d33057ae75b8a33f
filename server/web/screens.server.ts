import type { Held } from "./held";

/**
 * Full-screen replacements of a page: what a person sees when the page itself cannot be shown.
 * `refused` stands for every request we understood and will not serve; its text says why. `saved` and `unknown` stand
 * for a change whose answer cannot be read.
 */
export type ScreenName = "technical_work" | "not_found" | "sign_in" | "refused" | "error" | "saved" | "unknown";

/** Data of an error response; the root module draws the screen from it. */
export interface ScreenData {
  screen: ScreenName;
  /** A sentence of its own for `refused`; for `sign_in`, why the session has ended. */
  text?: string;
  /** Number of an unexpected error in the server's log. */
  id?: string;
  /** What was typed, and the address it was going to. */
  held?: { to: string; entries: Held };
  /** Words of the sign-in form; only on that screen. */
  labels?: Record<string, string>;
  /** Beside that form, in a demonstration. */
  accounts?: OfferedAccount[];
}

/** An account that anybody may enter: its button's value and words. */
export interface OfferedAccount {
  value: string;
  label: string;
}

/** Seconds after which a browser should ask again. */
export const RETRY_SECONDS = 30;

const made = new WeakMap<Response, ScreenData>();

/** An error response that shows a screen. */
export function screenResponse(status: number, data: ScreenData, headers: HeadersInit = {}): Response {
  const response = Response.json(data, { status, headers });
  if (status === 503) response.headers.set("Retry-After", String(RETRY_SECONDS));
  // A browser without scripts asks again by itself, unless a form waits on the page to be sent again.
  if (status === 503 && !data.held) response.headers.set("Refresh", String(RETRY_SECONDS));
  made.set(response, data);
  return response;
}

/** What a response made by `screenResponse` shows. */
export const screenOf = (response: Response): ScreenData | undefined => made.get(response);

export const technicalWork = () => screenResponse(503, { screen: "technical_work" });
export const notFound = () => screenResponse(404, { screen: "not_found" });
