import { serverInfo } from "~server/contract/calls/service";
import { callHeaders } from "./call-headers.server";
import { ask } from "./outcome.server";

const FRESH = 60_000;
/** A page does not wait for its footer; ms. */
const PATIENCE = 2_000;

let known: { asked: number; version: Promise<string | null> } | undefined;

/** Version of the vending API for the footer; null when it does not tell. Asked at most once a minute. */
export function coreVersion(request: Request, token: string): Promise<string | null> {
  if (known && Date.now() - known.asked < FRESH) return known.version;
  known = { asked: Date.now(), version: read(request, token) };
  return known.version;
}

async function read(request: Request, token: string): Promise<string | null> {
  const headers = callHeaders(request, token);
  const signal = AbortSignal.timeout(PATIENCE);
  const outcome = await ask({ method: "GET", path: serverInfo.path, headers, signal }, serverInfo.answer);
  return outcome.kind === "data" ? outcome.data.core_version : null;
}
