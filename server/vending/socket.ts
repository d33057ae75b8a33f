import type { EventEmitter } from "node:events";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { Pool } from "pg";
import { type RawData, WebSocket, WebSocketServer } from "ws";
import { initMessage, type Notice, SOCKET_CLOSE, type SocketMessage } from "~server/contract/notices";
import { NOTICES_CHANNEL } from "./areas/notices/announce";
import { CHANGES_CHANNEL, openChanges } from "./areas/notices/changes";
import { openFeed } from "./areas/notices/feed";
import { lastOf } from "./areas/notices/store";
import { SESSIONS_CHANNEL, sessionByToken, stillValid } from "./areas/session/tokens";
import { listen } from "./database/listen";
import { sha256 } from "./secrets";

/** The live socket (specification, section 7), served on the API's own port. */
export interface LiveSocket {
  /** Tells every client that we go away, and ends. */
  close(): Promise<void>;
  /** Open connections. */
  count(): number;
  /** Ends what has expired and catches up; runs by itself now and then. */
  sweep(): Promise<void>;
}

/** Where the socket is. */
const PATH = "/socket";
const LIMITS = {
  /** Nobody has more to say than `init`; bytes. */
  message: 8 * 1024,
  /** Connections of one token: the web opens one. */
  perToken: 20,
  /** Unsent bytes of a client that reads too slowly; it may come back and ask for what it missed. */
  unsent: 1024 * 1024,
};
const TIMES = { init: 10_000, ping: 25_000, sweep: 30_000, close: 1_000 };

interface Connection {
  ws: WebSocket;
  user: number;
  token: string;
  hash: string;
  alive: boolean;
  unfollow?: () => void;
}

/** Opens the socket on a server that may not listen yet. Rejects when the database cannot be listened to. */
export async function openSocket(server: EventEmitter, pool: Pool): Promise<LiveSocket> {
  const wss = new WebSocketServer({ noServer: true, maxPayload: LIMITS.message, perMessageDeflate: false });
  const feed = openFeed(pool);
  const connections = new Map<string, Set<Connection>>();
  const changes = openChanges(pool, (people, ticket) => {
    for (const connection of all())
      if (connection.unfollow && people.has(connection.user))
        send(connection, { Type: "ticketChanged", Payload: ticket === undefined ? {} : { TicketId: ticket }, Id: "" });
  });
  const all = () => [...connections.values()].flatMap((some) => [...some]);
  const listening = await listen(
    pool,
    {
      [NOTICES_CHANNEL]: (people) => (people === "*" ? feed.wake() : feed.wake(people.split(",").map(Number))),
      [SESSIONS_CHANNEL]: (hash) => end(connections.get(hash)),
      [CHANGES_CHANNEL]: (change) => {
        if (connections.size) changes.tell(change);
      },
    },
    () => void sweep(),
  );

  /** What no notification tells: sessions whose time is over, and whatever was notified while nobody listened. */
  async function sweep(): Promise<void> {
    try {
      const asked = [...connections.keys()];
      const valid = await stillValid(pool, asked);
      // Whoever has come meanwhile was not asked about.
      for (const hash of asked) if (!valid.has(hash)) end(connections.get(hash));
      feed.wake();
    } catch (error) {
      console.error(`Live events: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  function ping(): void {
    for (const connection of all()) {
      if (!connection.alive) connection.ws.terminate();
      else connection.ws.ping();
      connection.alive = false;
    }
  }

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    socket.on("error", () => socket.destroy());
    const url = new URL(request.url ?? "/", "http://localhost");
    if (url.pathname !== PATH)
      return void socket.end("HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
    try {
      const token = url.searchParams.get("auth") ?? "";
      const session = token ? await sessionByToken(pool, token) : undefined;
      if (session && "viewer" in session && session.isBare)
        return void socket.end("HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
      const viewer = session && "viewer" in session ? session.viewer : undefined;
      // Known before the client hears that the socket is open: whatever comes later than that reaches it.
      const after = viewer ? await lastOf(pool, viewer.id) : 0;
      if (socket.destroyed) return;
      wss.handleUpgrade(request, socket, head, (ws) => {
        // What a client does wrong ends its connection, and is no failure of ours.
        ws.on("error", () => ws.terminate());
        if (viewer) welcome(ws, viewer.id, token, after);
        else refuse(ws);
      });
    } catch (error) {
      console.error(`Live events: ${error instanceof Error ? error.message : String(error)}`);
      socket.end("HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
    }
  }

  function welcome(ws: WebSocket, user: number, token: string, after: number): void {
    const connection: Connection = { ws, user, token, hash: sha256(token), alive: true };
    const some = connections.get(connection.hash) ?? new Set();
    connections.set(connection.hash, some.add(connection));
    for (const oldest of some) if (some.size > LIMITS.perToken) leave(oldest, SOCKET_CLOSE.protocol);
    const late = setTimeout(() => ws.close(SOCKET_CLOSE.protocol), TIMES.init);
    ws.on("pong", () => {
      connection.alive = true;
    });
    ws.on("message", (raw) => {
      clearTimeout(late);
      void begin(connection, raw, after);
    });
    ws.on("close", () => {
      clearTimeout(late);
      leave(connection);
    });
  }

  /** `init` must carry the token of the address; it is looked up again, for it may have ended since. */
  async function begin(connection: Connection, raw: RawData, after: number): Promise<void> {
    const { ws, token, user } = connection;
    const init = initMessage.safeParse(json(raw));
    if (!init.success || connection.unfollow) return ws.close(SOCKET_CLOSE.protocol);
    connection.unfollow = () => undefined;
    const valid =
      init.data.Payload.AuthToken === token && (await stillValid(pool, [connection.hash]).catch(() => undefined));
    if (!valid) return valid === false ? refuse(ws) : ws.terminate();
    if (!valid.has(connection.hash)) return refuse(ws);
    if (ws.readyState === WebSocket.OPEN)
      connection.unfollow = feed.follow(user, after, (notice) => send(connection, messageOf(notice)));
  }

  function send(connection: Connection, message: SocketMessage): void {
    const { ws } = connection;
    if (ws.bufferedAmount > LIMITS.unsent) leave(connection, SOCKET_CLOSE.tooSlow);
    else if (ws.readyState === WebSocket.OPEN) ws.send(JSON.stringify(message));
  }

  function end(some: Iterable<Connection> = []): void {
    for (const connection of [...some]) {
      leave(connection);
      refuse(connection.ws);
    }
  }

  /** Takes a connection out of the books; with a code it is closed too, and cut when the client does not answer. */
  function leave(connection: Connection, code?: number): void {
    connection.unfollow?.();
    const some = connections.get(connection.hash);
    some?.delete(connection);
    if (!some?.size) connections.delete(connection.hash);
    if (code !== undefined) void close(connection.ws, code);
  }

  const pinging = setInterval(ping, TIMES.ping);
  const sweeping = setInterval(() => void sweep(), TIMES.sweep);
  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void upgrade(request, socket, head);
  server.on("upgrade", onUpgrade);

  return {
    count: () => all().length,
    sweep,
    async close() {
      server.off("upgrade", onUpgrade);
      clearInterval(pinging);
      clearInterval(sweeping);
      feed.stop();
      changes.stop();
      await Promise.all([listening.close(), ...[...wss.clients].map((ws) => close(ws, SOCKET_CLOSE.goingAway))]);
    },
  };
}

/** The specification's message of a notice. */
export function messageOf({ id, type, ticket, title, body }: Notice): SocketMessage {
  const Notification = { Title: title, Body: body };
  return {
    Type: type,
    Payload: type === "ticketCreated" ? { Notification, Id: ticket } : { Notification, TicketId: ticket },
    Id: String(id),
  };
}

/** The session is over, or never was. */
function refuse(ws: WebSocket): void {
  if (ws.readyState === WebSocket.OPEN)
    ws.send(JSON.stringify({ Type: "logout", Payload: {}, Id: "" } satisfies SocketMessage));
  void close(ws, SOCKET_CLOSE.unauthorized);
}

/** Closes, and cuts a client that does not close in return. */
function close(ws: WebSocket, code: number): Promise<void> {
  return new Promise((resolve) => {
    if (ws.readyState === WebSocket.CLOSED) return resolve();
    const cut = setTimeout(() => ws.terminate(), TIMES.close);
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
