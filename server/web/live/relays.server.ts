import { endSession } from "../ended.server";
import { forget } from "../me.server";
import { onShutdown } from "../shutdown.server";
import { hashOf } from "../token-hash.server";
import { forgetBell } from "./bell.server";
import { askMissed, sessionHolds } from "./missed.server";
import type { Listener } from "./listener.server";
import { openRelay, type Relay, type RelayOptions } from "./relay.server";
import { connectSocket } from "./socket.server";

/** The relays of this process: one a signed-in token, however many tabs and browsers it has. */
export interface Relays {
  /** Adds a stream to the relay of its token. `headers`: those of calls on its behalf. Answers how to leave. */
  join(token: string, headers: Record<string, string>, listener: Listener, cursor: string | undefined): () => void;
  count(): number;
  /** Whether a relay hears everything that happens to the person of a token. */
  hears(token: string): boolean;
  /** Ends all of them, and opens no more. */
  close(): void;
}

const PROBE_MS = 25_000;
const REPORT_MS = 10_000;

/** `logout` is told of a token whose session the provider has ended. */
export function openRelays(options: Omit<RelayOptions, "report">, logout: (token: string) => void): Relays {
  const open = new Map<string, Relay>();
  const report = reporter();
  let probing: NodeJS.Timeout | undefined;
  let closed = false;

  function relayOf(token: string, headers: Record<string, string>): Relay {
    const key = hashOf(token);
    const known = open.get(key);
    if (known) return known;
    const made = openRelay(token, headers, { ...options, report }, (isLogout) => {
      open.delete(key);
      if (!open.size) clearInterval(probing);
      if (isLogout) logout(token);
    });
    if (!open.size)
      probing = setInterval(() => {
        for (const relay of open.values()) relay.probe();
      }, PROBE_MS);
    open.set(key, made);
    return made;
  }

  return {
    count: () => open.size,
    hears: (token) => open.get(hashOf(token))?.isOpen() ?? false,
    join: (token, headers, listener, cursor) =>
      closed ? () => undefined : relayOf(token, headers).join(listener, cursor),
    close() {
      closed = true;
      for (const relay of [...open.values()]) relay.end();
    },
  };
}

/** One line in a while: when the provider is away, each relay fails again and again. */
function reporter(): (text: string) => void {
  let silentUntil = 0;
  return (text) => {
    if (Date.now() < silentUntil) return;
    silentUntil = Date.now() + REPORT_MS;
    console.error(`live socket: ${text}`);
  };
}

let current: Relays | undefined;

/** The relays to the configured provider. */
export function relays(): Relays {
  if (current) return current;
  current = openRelays(
    {
      connect: connectSocket,
      missed: askMissed,
      sessionHolds,
      linger: 15_000,
      pause: { first: 500, longest: 30_000 },
      changed: forgetBell,
    },
    (token) => {
      endSession(token);
      forget(token);
    },
  );
  onShutdown(current.close);
  return current;
}
