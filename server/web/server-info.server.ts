import { serverInfo } from "~server/contract/calls/service";
import type { ServerInfo } from "~server/contract/session";
import { callHeaders } from "./call-headers.server";
import { ask } from "./outcome.server";
import { getToken } from "./session.server";

const FRESH = 60_000;
/** Nobody answered: asked again so soon. */
const AGAIN = 2_000;
/** A page does not wait for its footer; ms. */
const PATIENCE = 2_000;

interface Known {
  asked: number;
  info: ServerInfo | null;
}
let known: Known | undefined;
let asking: Promise<Known> | undefined;

/** What the vending API tells of itself; null when it does not. Only the first pages wait for it: later ones have what was told last. */
export async function knownInfo(request: Request): Promise<ServerInfo | null> {
  const age = known ? Date.now() - known.asked : Infinity;
  if (age > (known?.info ? FRESH : AGAIN))
    asking ??= askServer(request)
      .catch(() => null)
      .then((info) => (known = { asked: Date.now(), info: info ?? known?.info ?? null }))
      .finally(() => (asking = undefined));
  return (known ?? (await asking))?.info ?? null;
}

/** The same as it is now. */
export async function askServer(request: Request): Promise<ServerInfo | null> {
  const headers = callHeaders(request, await getToken(request));
  const signal = AbortSignal.timeout(PATIENCE);
  const outcome = await ask({ method: "GET", path: serverInfo.path, headers, signal }, serverInfo.answer);
  return outcome.kind === "data" ? outcome.data : null;
}
