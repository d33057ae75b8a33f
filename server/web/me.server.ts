import { info } from "~server/contract/calls/session";
import type { Info } from "~server/contract/session";
import { config } from "./config.server";
import { technicalWork } from "./screens.server";
import { callHeaders } from "./call-headers.server";
import { sessionEnded } from "./dead-ends.server";
import { ask, type Outcome } from "./outcome.server";

const FRESH = 5_000;
const MAX_TOKENS = 1_000;

const perToken = new Map<string, { asked: number; outcome: Promise<Outcome<Info>> }>();
const perRequest = new WeakMap<object, Promise<Outcome<Info>>>();

/**
 * The signed-in user: asked once per browser request (`context` is the object Remix shares between the loaders of
 * one request) and kept at most five seconds per token. Throws the way to the sign-in form, or technical work.
 */
export async function me(request: Request, token: string, context: object): Promise<Info> {
  const asked = perRequest.get(context) ?? recent(request, token);
  perRequest.set(context, asked);
  const outcome = await asked;
  if (outcome.kind === "data") return outcome.data;
  forget(token);
  const busy = outcome.kind === "unreachable" || outcome.refusal.status === 429;
  throw busy
    ? technicalWork()
    : await sessionEnded(request, outcome.kind === "refused" ? outcome.refusal.error : undefined);
}

/** Drops what is remembered of a token: after signing out, or when the user's own data changed. */
export function forget(token: string): void {
  perToken.delete(token);
}

function recent(request: Request, token: string): Promise<Outcome<Info>> {
  const known = perToken.get(token);
  if (known && Date.now() - known.asked < FRESH) return known.outcome;
  const signal = AbortSignal.timeout(config().patience);
  const outcome = ask({ method: "GET", path: info.path, headers: callHeaders(request, token), signal }, info.answer);
  perToken.delete(token);
  perToken.set(token, { asked: Date.now(), outcome });
  const oldest = perToken.size > MAX_TOKENS ? perToken.keys().next().value : undefined;
  if (oldest !== undefined) perToken.delete(oldest);
  return outcome;
}
