import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createSocketServer, type Server as SocketServer } from "node:net";

/** What the next posts meet; without one they are taken. */
export type Trouble =
  | { kind: "status"; status: number; retryAfter?: string }
  /** Answers later than anybody waits. */
  | { kind: "silence" }
  | { kind: "drop" };

export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

/** A stand-in for a company's messaging service with an incoming webhook. */
export interface MessageService {
  url: string;
  /** Everything that was taken. */
  taken: Received[];
  /** Everything that came, taken or not. */
  seen: Received[];
  trouble: Trouble[];
  reset(): void;
  stop(): Promise<void>;
}

export async function startMessageService(): Promise<MessageService> {
  const taken: Received[] = [];
  const seen: Received[] = [];
  const trouble: Trouble[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const received = { headers: request.headers, body: Buffer.concat(chunks).toString("utf8") };
      seen.push(received);
      const met = trouble.shift();
      if (!met) taken.push(received);
      answer(response, met);
    });
  });
  const port = await listening(server);
  return {
    url: `http://127.0.0.1:${port}/hooks/support`,
    taken,
    seen,
    trouble,
    reset() {
      for (const list of [taken, seen, trouble]) list.length = 0;
    },
    stop: () => {
      server.closeAllConnections();
      return closed(server);
    },
  };
}

function answer(response: ServerResponse, met: Trouble | undefined): void {
  if (met?.kind === "silence") return;
  if (met?.kind === "drop") return void response.socket?.destroy();
  response.writeHead(met?.status ?? 200, {
    location: "/elsewhere",
    ...(met?.retryAfter ? { "retry-after": met.retryAfter } : {}),
  });
  response.end("ok");
}

/** Answers everything with these bytes, which need not be HTTP. */
export async function startGarbler(bytes: string): Promise<{ url: string; stop(): Promise<void> }> {
  const server = createSocketServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => socket.end(bytes));
  });
  return { url: `http://127.0.0.1:${await listening(server)}/`, stop: () => closed(server) };
}

async function listening(server: Server | SocketServer): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address: AddressInfo | string | null = server.address();
  return address !== null && typeof address === "object" ? address.port : 0;
}

const closed = (server: Server | SocketServer): Promise<void> =>
  new Promise((resolve) => server.close(() => resolve()));
