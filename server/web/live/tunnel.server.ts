import type { ClientRequest, IncomingMessage } from "node:http";
import { HttpsProxyAgent } from "https-proxy-agent";

interface ProxySettings {
  httpsProxy: string | undefined;
  noProxy: string;
}

const PATIENCE_MS = 10_000;

/** The way to `url` through the company proxy, for one connection; undefined when it is reached directly, as plain addresses are. */
export function tunnelTo(url: URL, { httpsProxy, noProxy }: ProxySettings): HttpsProxyAgent<string> | undefined {
  if (!httpsProxy || url.protocol !== "wss:" || isExempt(url, noProxy)) return undefined;
  const given = new AbortController();
  const agent = new HttpsProxyAgent(httpsProxy, { signal: given.signal });
  const late = setTimeout(() => given.abort(new Error("the proxy does not answer")), PATIENCE_MS).unref();
  agent.on("proxyConnect", ({ statusCode }: Pick<IncomingMessage, "statusCode">, request: ClientRequest) => {
    clearTimeout(late);
    // It would look like an answer of the provider.
    if (statusCode !== 200) request.destroy(new Error(`the proxy answered ${statusCode}`));
  });
  return agent;
}

/** Hosts and domains of NO_PROXY, as curl and undici read them. */
function isExempt({ hostname }: URL, noProxy: string): boolean {
  const exempt = noProxy
    .split(/[\s,]+/)
    .map((entry) =>
      entry
        .replace(/:\d+$/, "")
        .replace(/^\*?\./, "")
        .toLowerCase(),
    )
    .filter(Boolean);
  return exempt.some((entry) => entry === "*" || hostname === entry || hostname.endsWith(`.${entry}`));
}
