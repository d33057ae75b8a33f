import type { EventEmitter } from "node:events";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { Pool } from "pg";
import { type RawData, WebSocket, WebSocketServer } from "ws";
import { type Notice, SOCKET_CLOSE, type SocketMessage } from "~server/contract/notices";
import { NOTICES_CHANNEL } from "./areas/notices/announce";
import { CHANGES_CHANNEL, openChanges } from "./areas/notices/changes";
import { openFeed } from "./areas/notices/feed";
import { lastOf } from "./areas/notices/store";
import { SESSIONS_CHANNEL, sessionByToken, stillValid } from "./areas/session/tokens";
import { close, type Connection, openConnections, refuse, tokenOfInit } from "./connections";
import { listen } from "./database/listen";

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
/** Nobody has more to say than `init`; bytes. */
const LONGEST_MESSAGE = 8 * 1024;
const TIMES = { init: 10_000, ping: 25_000, sweep: 30_000 };

/** Opens the socket on a server that may not listen yet. Rejects when the database cannot be listened to. */
export async function openSocket(server: EventEmitter, pool: Pool): Promise<LiveSocket> {
  const wss = new WebSocketServer({ noServer: true, maxPayload: LONGEST_MESSAGE, perMessageDeflate: false });
  const feed = openFeed(pool);
  const connections = openConnections();
  const changes = openChanges(pool, (people, ticket, session) => {
    for (const connection of connections.all())
      if (connection.unfollow && connection.hash !== session && people.has(connection.user))
        connections.send(connection, {
          Type: "ticketChanged",
          Payload: ticket === undefined ? {} : { TicketId: ticket },
          Id: "",
        });
  });
  const listening = await listen(
    pool,
    {
      [NOTICES_CHANNEL]: (people) => (people === "*" ? feed.wake() : feed.wake(people.split(",").map(Number))),
      [SESSIONS_CHANNEL]: connections.end,
      [CHANGES_CHANNEL]: (change) => {
        if (connections.all().length) changes.tell(change);
      },
    },
    () => void sweep(),
  );

  /** What no notification tells: sessions whose time is over, and whatever was notified while nobody listened. */
  async function sweep(): Promise<void> {
    try {
      const asked = connections.sessions();
      const valid = await stillValid(pool, asked);
      // Whoever has come meanwhile was not asked about.
      for (const hash of asked) if (!valid.has(hash)) connections.end(hash);
      feed.wake();
    } catch (error) {
      report(error);
    }
  }

  function welcome(ws: WebSocket, { user, token, after }: Visitor): void {
    const connection = connections.add(ws, user, token);
    const late = setTimeout(() => ws.close(SOCKET_CLOSE.protocol), TIMES.init);
    ws.on("message", (raw) => {
      clearTimeout(late);
      void begin(connection, raw, after);
    });
    ws.on("close", () => clearTimeout(late));
  }

  /** `init` must carry the token of the address; it is looked up again, for it may have ended since. */
  async function begin(connection: Connection, raw: RawData, after: number): Promise<void> {
    const { ws, token, user, hash } = connection;
    const said = tokenOfInit(raw);
    if (said === undefined || connection.unfollow) return ws.close(SOCKET_CLOSE.protocol);
    connection.unfollow = () => undefined;
    if (said !== token) return refuse(ws);
    const valid = await stillValid(pool, [hash]).catch(() => undefined);
    if (!valid) return ws.terminate();
    if (!valid.has(hash)) return refuse(ws);
    if (ws.readyState === WebSocket.OPEN)
      connection.unfollow = feed.follow(user, after, (notice) => connections.send(connection, messageOf(notice)));
  }

  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) =>
    void upgrade(pool, request, socket, (visitor) =>
      wss.handleUpgrade(request, socket, head, (ws) => {
        // What a client does wrong ends its connection, and is no failure of ours.
        ws.on("error", () => ws.terminate());
        if (visitor) welcome(ws, visitor);
        else refuse(ws);
      }),
    );
  server.on("upgrade", onUpgrade);
  const pinging = setInterval(connections.ping, TIMES.ping);
  const sweeping = setInterval(() => void sweep(), TIMES.sweep);

  return {
    count: () => connections.all().length,
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

/** Who asks for the socket, and the last notice before. */
interface Visitor {
  user: number;
  token: string;
  after: number;
}

/** Lets in whoever asks for the socket, without a session too: the socket says so itself. */
async function upgrade(
  pool: Pool,
  request: IncomingMessage,
  socket: Duplex,
  letIn: (visitor: Visitor | undefined) => void,
): Promise<void> {
  socket.on("error", () => socket.destroy());
  const turnAway = (status: string) =>
    void socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  const url = new URL(request.url ?? "/", "http://localhost");
  if (url.pathname !== PATH) return turnAway("404 Not Found");
  try {
    const token = url.searchParams.get("auth") ?? "";
    const session = token ? await sessionByToken(pool, token) : undefined;
    const known = session && "viewer" in session ? session : undefined;
    if (known?.isBare || known?.isForMail) return turnAway("403 Forbidden");
    const user = known?.viewer.id;
    // Known before the client hears that the socket is open: whatever comes later than that reaches it.
    const visitor = user === undefined ? undefined : { user, token, after: await lastOf(pool, user) };
    if (!socket.destroyed) letIn(visitor);
  } catch (error) {
    report(error);
    turnAway("503 Service Unavailable");
  }
}

const report = (error: unknown) =>
  console.error(`Live events: ${error instanceof Error ? error.message : String(error)}`);

/** The specification's message of a notice; those of alerts are our own. */
export function messageOf({ id, type, ticket, alert, title, body }: Notice): SocketMessage {
  const Notification = { Title: title, Body: body };
  return {
    Type: type,
    Payload:
      alert !== null
        ? { Notification, AlertId: alert }
        : type === "ticketCreated"
          ? { Notification, Id: ticket }
          : { Notification, TicketId: ticket },
    Id: String(id),
  };
}
