import { WebSocket } from "ws";
import { SOCKET_CLOSE, type SocketMessage } from "~server/contract/notices";
import { config } from "../config.server";
import { tunnelTo } from "./tunnel.server";

/** What becomes of a connection to the provider. */
export interface SocketEvents {
  /** Open, and `init` is sent. */
  open(): void;
  message(text: string): void;
  /** Over, for whatever reason; called once. `refused`: the provider does not like the token. */
  close(reason: { refused: boolean; text: string }): void;
}

export interface ProviderSocket {
  /** Asks whether the other side is still there; cuts the connection when the last question was not answered. */
  probe(): void;
  /** Ends it on purpose: none of the events follows. */
  leave(): void;
  /** Cuts it, as if it had broken. */
  cut(): void;
}

const HANDSHAKE_MS = 10_000;
const MAX_BYTES = 256 * 1024;
const LEAVE_MS = 1_000;

/** Connects to the provider's socket (specification, section 7): token in the address, then `init`. */
export function connectSocket(token: string, events: SocketEvents): ProviderSocket {
  const settings = config();
  const url = new URL(settings.socketUrl);
  url.searchParams.set("auth", token);
  const ws = new WebSocket(url, {
    handshakeTimeout: HANDSHAKE_MS,
    maxPayload: MAX_BYTES,
    perMessageDeflate: false,
    agent: tunnelTo(url, settings),
  });
  let alive = true;
  let left = false;
  let refused = false;
  let text = "";

  ws.on("open", () => {
    ws.send(JSON.stringify({ Type: "init", Payload: { AuthToken: token }, Id: "" } satisfies SocketMessage));
    if (!left) events.open();
  });
  ws.on("message", (raw, isBinary) => {
    alive = true;
    if (!left && !isBinary && Buffer.isBuffer(raw)) events.message(raw.toString("utf8"));
  });
  ws.on("pong", () => {
    alive = true;
  });
  ws.on("unexpected-response", (asked, { statusCode = 0 }) => {
    refused = statusCode === 401 || statusCode === 403;
    text = `the provider answered ${statusCode}`;
    asked.destroy();
    ws.terminate();
  });
  // Comes before "close", which tells the rest.
  ws.on("error", (error) => {
    const { cause } = error;
    text ||= cause instanceof Error ? cause.message : "code" in error ? String(error.code) : error.message;
  });
  ws.on("close", (code) => {
    refused ||= code === SOCKET_CLOSE.unauthorized || code === SOCKET_CLOSE.protocol;
    if (!left) events.close({ refused, text: text || `closed with ${code}` });
  });

  return {
    probe() {
      if (ws.readyState !== WebSocket.OPEN) return;
      if (!alive) return ws.terminate();
      alive = false;
      ws.ping();
    },
    leave() {
      left = true;
      if (ws.readyState !== WebSocket.OPEN) return ws.terminate();
      ws.close(1000);
      const cut = setTimeout(() => ws.terminate(), LEAVE_MS);
      ws.once("close", () => clearTimeout(cut));
    },
    cut: () => ws.terminate(),
  };
}
