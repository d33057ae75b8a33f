import { request } from "node:http";
import { Agent } from "node:https";
import type { Duplex } from "node:stream";
import { connect as connectTls } from "node:tls";

interface ProxySettings {
  httpsProxy: string | undefined;
  noProxy: string;
}
type Done = (error: Error | null, socket?: Duplex) => void;

const PATIENCE_MS = 10_000;

/** How to reach `url` through the company proxy; undefined when it is reached directly, as plain addresses are. */
export function tunnelTo(url: URL, { httpsProxy, noProxy }: ProxySettings): Agent | undefined {
  if (!httpsProxy || url.protocol !== "wss:" || isExempt(url, noProxy)) return undefined;
  const proxy = new URL(httpsProxy);
  return Object.assign(new Agent(), { createConnection: (_options: unknown, done: Done) => open(url, proxy, done) });
}

function open(url: URL, proxy: URL, done: Done): undefined {
  const target = `${url.hostname}:${url.port || "443"}`;
  const login = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  const headers = {
    host: target,
    ...(proxy.username ? { "proxy-authorization": `Basic ${Buffer.from(login).toString("base64")}` } : {}),
  };
  const asking = request({
    host: proxy.hostname,
    port: proxy.port || 80,
    method: "CONNECT",
    path: target,
    headers,
    agent: false,
    timeout: PATIENCE_MS,
  });
  asking.on("timeout", () => asking.destroy(new Error("the proxy does not answer")));
  asking.on("error", (error) => done(error));
  asking.on("connect", ({ statusCode }, socket) => {
    socket.setTimeout(0);
    if (statusCode === 200) return done(null, connectTls({ socket, servername: url.hostname }));
    socket.destroy();
    done(new Error(`the proxy answered ${statusCode}`));
  });
  asking.end();
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
