import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { WebSocket } from "ws";
import { z } from "zod";
import { type Announcement, announce } from "~server/vending/areas/notices/announce";
import { transaction } from "~server/vending/database/query";
import { type LiveSocket, openSocket } from "~server/vending/socket";
import type { TestApi } from "./app";

const message = z.object({ Type: z.string(), Payload: z.record(z.string(), z.unknown()), Id: z.string() });
export type Message = z.infer<typeof message>;

/** The API as a process of its own: on a port, with its live socket. */
export interface Process {
  url: string;
  socket: LiveSocket;
  stop(): Promise<void>;
}

export async function startProcess(api: TestApi, port = 0): Promise<Process> {
  const server = createAdaptorServer({ fetch: api.app.fetch });
  const socket = await openSocket(server, api.pool);
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `127.0.0.1:${address.port}`,
    socket,
    stop: async () => {
      await socket.close();
      await new Promise<void>((done) => {
        server.close(() => done());
        if ("closeAllConnections" in server) server.closeAllConnections();
      });
    },
  };
}

/** A client of the live socket; `messages` grows as they come. */
export interface Client {
  ws: WebSocket;
  messages: Message[];
  /** Resolves with the code when the other side closes. */
  closed: Promise<number>;
  /** Waits until there are `count` messages. */
  have(count: number): Promise<Message[]>;
  leave(): Promise<void>;
}

export async function connect(
  to: Process,
  token: string,
  init: string | undefined = JSON.stringify({ Type: "init", Payload: { AuthToken: token } }),
): Promise<Client> {
  const ws = new WebSocket(`ws://${to.url}/socket?auth=${encodeURIComponent(token)}`);
  const messages: Message[] = [];
  let heard = () => {};
  ws.on("message", (raw) => {
    messages.push(message.parse(JSON.parse(Buffer.isBuffer(raw) ? raw.toString() : "")));
    heard();
  });
  const closed = new Promise<number>((done) => ws.once("close", done));
  await once(ws, "open");
  if (init) ws.send(init);
  return {
    ws,
    messages,
    closed,
    async have(count) {
      while (messages.length < count)
        await new Promise<void>((done) => {
          heard = done;
        });
      return messages;
    },
    async leave() {
      ws.close();
      await closed;
    },
  };
}

/** Announces something in a transaction of its own. */
export const tell = (api: TestApi, recipients: number[], over: Partial<Announcement> = {}): Promise<void> =>
  transaction(api.pool, (tx) =>
    announce(tx, {
      type: "ticketReply",
      ticket: 7,
      title: "№ 7 · Не наливає каву",
      body: "Олена: вже їдемо",
      recipients,
      ...over,
    }),
  );
