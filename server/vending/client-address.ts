import proxyaddr from "proxy-addr";
import type { Context } from "./http";

/**
 * Makes the reader of the address that a call comes from: the peer's or, while the peer is a trusted proxy, the one it
 * names in `X-Forwarded-For`. `trusted`: addresses, networks (`10.0.0.0/8`) and the names `loopback`, `linklocal` and
 * `uniquelocal`; throws a TypeError for anything else. Undefined without a connection (calls within the process).
 */
export function addressReader(trusted: string[]): (c: Context) => string | undefined {
  const trust = proxyaddr.compile(trusted);
  return (c) => (c.env?.incoming ? proxyaddr(c.env.incoming, trust) : undefined);
}
