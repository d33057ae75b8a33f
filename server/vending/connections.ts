import { type RawData, WebSocket } from "ws";
import { initMessage, SOCKET_CLOSE, type SocketMessage } from "~server/contract/notices";
import { sha256 } from "./secrets";

/** A client of the live socket. */
export interface Connection {
  ws: WebSocket;
  user: number;
  token: string;
  /** Of its token, as sessions are kept. */
  hash: string;
  alive: boolean;
  /** Set with `init`: ends what it is told. */
  unfollow?: () => void;
}

/** The open connections of this process, by session. */
export interface Connections {
  all(): Connection[];
  sessions(): string[];
  add(ws: WebSocket, user: number, token: string): Connection;
  /** Takes it out of the books; with a code it is closed too, and cut when the client does not answer. */
  leave(connection: Connection, code?: number): void;
  /** The session is over. */
  end(hash: string): void;
  /** Cuts those that did not answer the last question, and asks the others. */
  ping(): void;
  send(connection: Connection, message: SocketMessage): void;
}

const LIMITS = {
  /** Connections of one token: the web opens one. */
  perToken: 20,
  /** Unsent bytes of a client that reads too slowly; it may come back and ask for what it missed. */
  unsent: 1024 * 1024,
};
const CLOSE_MS = 1_000;

export function openConnections(): Connections {
  const bySession = new Map<string, Set<Connection>>();
  const all = () => [...bySession.values()].flatMap((some) => [...some]);

  function leave(connection: Connection, code?: number): void {
    connection.unfollow?.();
    const some = bySession.get(connection.hash);
    some?.delete(connection);
    if (!some?.size) bySession.delete(connection.hash);
    if (code !== undefined) void close(connection.ws, code);
  }

  return {
    all,
    leave,
    sessions: () => [...bySession.keys()],
    add(ws, user, token) {
      const connection: Connection = { ws, user, token, hash: sha256(token), alive: true };
      const some = bySession.get(connection.hash) ?? new Set();
      bySession.set(connection.hash, some.add(connection));
      for (const oldest of some) if (some.size > LIMITS.perToken) leave(oldest, SOCKET_CLOSE.protocol);
      ws.on("pong", () => {
        connection.alive = true;
      });
      ws.on("close", () => leave(connection));
      return connection;
    },
    end(hash) {
      for (const connection of [...(bySession.get(hash) ?? [])]) {
        leave(connection);
        refuse(connection.ws);
      }
    },
    ping() {
      for (const connection of all()) {
        if (!connection.alive) connection.ws.terminate();
        else connection.ws.ping();
        connection.alive = false;
      }
    },
    send(connection, message) {
      const { ws } = connection;
      if (ws.bufferedAmount > LIMITS.unsent) leave(connection, SOCKET_CLOSE.tooSlow);
      else if (ws.readyState === WebSocket.OPEN) ws.send(JSON.stringify(message));
    },
  };
}

/** The token that a client's `init` carries; undefined when it said something else. */
export function tokenOfInit(raw: RawData): string | undefined {
  return initMessage.safeParse(json(raw)).data?.Payload.AuthToken;
}

/** The session is over, or never was. */
export function refuse(ws: WebSocket): void {
  if (ws.readyState === WebSocket.OPEN)
    ws.send(JSON.stringify({ Type: "logout", Payload: {}, Id: "" } satisfies SocketMessage));
  void close(ws, SOCKET_CLOSE.unauthorized);
}

/** Closes, and cuts a client that does not close in return. */
export function close(ws: WebSocket, code: number): Promise<void> {
  return new Promise((resolve) => {
    if (ws.readyState === WebSocket.CLOSED) return resolve();
    const cut = setTimeout(() => ws.terminate(), CLOSE_MS);
    ws.once("close", () => {
      clearTimeout(cut);
      resolve();
    });
    ws.close(code);
  });
}

function json(raw: RawData): unknown {
  try {
    return JSON.parse(Buffer.isBuffer(raw) ? raw.toString("utf8") : "");
  } catch {
    return undefined;
  }
}
