import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A server that answers as it is told, and keeps what it was asked. */
export async function answering(answer: (path: string) => { status?: number; json?: unknown; text?: string }) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    request.resume();
    const { status = 200, json, text } = answer(request.url ?? "");
    response.writeHead(status, { "content-type": "application/json" }).end(text ?? JSON.stringify(json));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address: AddressInfo | string | null = server.address();
  return {
    url: `http://127.0.0.1:${address !== null && typeof address === "object" ? address.port : 0}`,
    asked,
    stop: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
