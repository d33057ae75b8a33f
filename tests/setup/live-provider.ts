import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";

/** A company's own API as far as live events go: keeps to the specification's section 7, or fails on demand. */
export interface Provider {
  url: string;
  socketUrl: string;
  /** Tokens it accepts; each is a person of its own. */
  tokens: Set<string>;
  /** Whether it keeps notices and answers `GET /notices`; many do not. */
  store: boolean;
  /** What it does with a connection: takes it, answers an HTTP status, takes it and closes with a code, or says nothing at all. */
  manner: "takes" | "silent" | { status: number } | { closes: number };
  /** HTTP calls other than the socket's fail while set. */
  httpFails: boolean;
  /** Addresses of all connections so far, and what was said on each first. */
  seen: { url: string; init: string }[];
  open(token: string): WebSocket[];
  /** Stores (when it does) and sends a notice; answers its number. */
  tell(token: string, ticket: number, type?: "ticketReply" | "ticketCreated"): string;
  /** Sends any text to all connections of a token. */
  say(token: string, text: string): void;
  /** Cuts all connections. */
  drop(): void;
  stop(): Promise<void>;
}

interface Stored {
  id: number;
  type: "ticketReply" | "ticketCreated";
  ticket: number;
  title: string;
  body: string;
  created_at: string;
  read: boolean;
}

export async function startProvider(): Promise<Provider> {
  const kept = new Map<string, Stored[]>();
  const sockets = new Map<string, Set<WebSocket>>();
  let last = 0;
  const server = createServer((request, response) => answer(request, response));
  const wss = new WebSocketServer({ noServer: true });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === "string") throw new Error("the provider has no port");
  const of = (token: string) => [...(sockets.get(token) ?? [])];

  const provider: Provider = {
    url: `http://127.0.0.1:${address.port}`,
    socketUrl: `ws://127.0.0.1:${address.port}/live?v=1`,
    tokens: new Set(["token-1"]),
    store: true,
    manner: "takes",
    httpFails: false,
    seen: [],
    open: of,
    tell(token, ticket, type = "ticketReply") {
      const id = ++last;
      if (provider.store)
        kept.set(token, [
          ...(kept.get(token) ?? []),
          { id, type, ticket, title: `Заявка ${ticket}`, body: "", created_at: new Date().toISOString(), read: false },
        ]);
      const Notification = { Title: `Заявка ${ticket}`, Body: "" };
      provider.say(
        token,
        JSON.stringify({
          Type: type,
          Id: String(id),
          Payload: type === "ticketReply" ? { Notification, TicketId: ticket } : { Notification, Id: ticket },
        }),
      );
      return String(id);
    },
    say(token, text) {
      for (const ws of of(token)) ws.send(text);
    },
    drop() {
      for (const ws of wss.clients) ws.terminate();
    },
    stop: () =>
      new Promise((done) => {
        provider.drop();
        server.close(() => done());
        server.closeAllConnections();
      }),
  };

  function answer({ url = "/", headers }: IncomingMessage, response: ServerResponse): void {
    const { pathname, searchParams } = new URL(url, "http://provider");
    const token = headers.authorization ?? "";
    const reply = (status: number, data: unknown) =>
      response
        .writeHead(status, { "content-type": "application/json" })
        .end(JSON.stringify({ result: status < 400, error: status < 400 ? null : "refused", data }));
    if (provider.httpFails) response.destroy();
    else if (!provider.tokens.has(token)) reply(401, null);
    else if (pathname === "/info")
      reply(200, { id: 1, is_can_all: true, permissions: [], companies: [], is_root: false, sport_life: false });
    else if (pathname === "/notices" && provider.store) reply(200, page(token, searchParams));
    else reply(404, null);
  }

  function page(token: string, query: URLSearchParams): unknown {
    const all = kept.get(token) ?? [];
    const limit = Number(query.get("limit"));
    const found = query.has("after") ? all.filter(({ id }) => id > Number(query.get("after"))) : [...all].reverse();
    return { items: found.slice(0, limit), more: found.length > limit, unread: all.length, last: all.at(-1)?.id ?? 0 };
  }

  server.on("upgrade", (request, socket, head) => {
    const token = new URL(request.url ?? "/", "http://provider").searchParams.get("auth") ?? "";
    const seen = { url: request.url ?? "", init: "" };
    provider.seen.push(seen);
    const { manner } = provider;
    if (manner === "silent") return;
    if (typeof manner === "object" && "status" in manner)
      return void socket.end(`HTTP/1.1 ${manner.status} No\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
    wss.handleUpgrade(request, socket, head, (ws) => {
      ws.on("error", () => ws.terminate());
      if (typeof manner === "object") return ws.close(manner.closes);
      const some = sockets.get(token) ?? new Set();
      sockets.set(token, some.add(ws));
      ws.once("message", (raw) => {
        seen.init = Buffer.isBuffer(raw) ? raw.toString() : "";
      });
      ws.once("close", () => some.delete(ws));
    });
  });
  return provider;
}
