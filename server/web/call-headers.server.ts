import Bowser from "bowser";
import { clientAddress } from "./incoming.server";

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
