import { lookup as resolve, type LookupAddress } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { Agent, type Dispatcher, EnvHttpProxyAgent } from "undici";

/** Names and addresses within the company's network that it allows, see {@link allowPrivateHosts}. */
let allowed: ReadonlySet<string> = new Set();

/** Says which hosts that are not of the public internet may be called all the same. */
export function allowPrivateHosts(hosts: readonly string[]): void {
  allowed = new Set(hosts.map(plainHost));
}

/** As addresses compare: lower case, an IPv6 address without its brackets. */
const plainHost = (host: string) => host.toLowerCase().replace(/^\[|\]$|\.$/g, "");

/** An address that anybody on the internet has, or one that the company allows. */
const isOpen = (address: string, own: ReadonlySet<string>): boolean =>
  allowed.has(address) || own.has(address) || ipaddr.process(address).range() === "unicast";

/** What no way leads to says so as the system does; whether anything listens there is nobody's business. */
function unreachable(code: "EHOSTUNREACH" | "ENOTFOUND", host: string): Error {
  console.error(`${host} is no public address: VENDING_PRIVATE_HOSTS may allow it`);
  return Object.assign(new Error(code), { code });
}

/** Resolves a name to those of its addresses that may be called. Asked for the very connection, so no other answer can follow. */
const lookupOpen =
  (own: ReadonlySet<string>): LookupFunction =>
  (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, found) => {
      if (error) return done(error, "");
      const name = plainHost(host);
      const isKnown = allowed.has(name) || own.has(name);
      const open = isKnown ? found : found.filter(({ address }) => isOpen(address, own));
      const [first]: (LookupAddress | undefined)[] = open;
      if (!first) return done(unreachable("ENOTFOUND", host), "");
      if (options.all) done(null, open);
      else done(null, first.address, first.family);
    });
  };

/**
 * For calls to addresses that people set: they reach the public internet and what the company allows, whatever a name
 * resolves to at the moment of connecting. Through the company's proxy where one is set, which resolves names itself.
 * `ownHosts`: hosts that the operator named for these calls, wherever they are.
 */
export function outgoing(connectMs: number, ownHosts: readonly string[] = []): Dispatcher {
  const own: ReadonlySet<string> = new Set(ownHosts.map(plainHost));
  const connect = { timeout: connectMs, lookup: lookupOpen(own) };
  const hasProxy = process.env.HTTPS_PROXY || process.env.https_proxy;
  const agent = hasProxy ? new EnvHttpProxyAgent({ connect }) : new Agent({ connect });
  // An address is not looked up.
  return agent.compose((dispatch) => (options, handler) => {
    const host = plainHost(new URL(options.origin ?? "").hostname);
    if (isIP(host) !== 0 && !isOpen(host, own)) throw unreachable("EHOSTUNREACH", host);
    return dispatch(options, handler);
  });
}
