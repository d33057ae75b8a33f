import type { ProviderSocket, SocketEvents } from "./socket.server";

/** What a connection needs of the world; times in ms. */
export interface ConnectionOptions {
  connect(token: string, events: SocketEvents): ProviderSocket;
  sessionHolds(headers: Record<string, string>, signal: AbortSignal): Promise<boolean | undefined>;
  pause: { first: number; longest: number };
  report(text: string): void;
}

export interface ConnectionEvents {
  open(): void;
  message(text: string): void;
  broken(): void;
  /** The provider knows the token no more, and the connection does not come again. */
  ended(): void;
}

/** A socket to the provider that comes again when it breaks, slower each time, until `signal` says that it is over. */
export interface Connection extends ProviderSocket {
  isOpen(): boolean;
  /** How often it came again since it last was a good one. */
  attempts(): number;
}

/** A connection that held this long was a good one. */
const GOOD_MS = 5_000;

export function keepConnected(
  token: string,
  headers: Record<string, string>,
  options: ConnectionOptions,
  signal: AbortSignal,
  events: ConnectionEvents,
): Connection {
  let socket: ProviderSocket | undefined;
  let openedAt: number | undefined;
  let attempts = 0;
  let retry: NodeJS.Timeout | undefined;

  function connect(): void {
    socket = options.connect(token, {
      open() {
        openedAt = Date.now();
        events.open();
      },
      message: events.message,
      close({ refused, text }) {
        if (openedAt !== undefined && Date.now() - openedAt >= GOOD_MS) attempts = 0;
        openedAt = undefined;
        socket = undefined;
        events.broken();
        if (!signal.aborted) void comeAgain(refused, text);
      },
    });
  }

  async function comeAgain(refused: boolean, text: string): Promise<void> {
    options.report(text);
    const holds = refused ? await options.sessionHolds(headers, signal) : undefined;
    if (signal.aborted) return;
    if (holds === false) return events.ended();
    // Half of the pause is left to chance, so that many do not come back together.
    const pause = Math.min(options.pause.longest, options.pause.first * 2 ** attempts++) * (0.5 + Math.random() / 2);
    retry = setTimeout(connect, pause);
  }

  connect();
  return {
    isOpen: () => openedAt !== undefined,
    attempts: () => attempts,
    probe: () => socket?.probe(),
    cut: () => socket?.cut(),
    leave() {
      clearTimeout(retry);
      socket?.leave();
    },
  };
}
