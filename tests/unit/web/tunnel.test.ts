import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { afterEach, expect, it, vi } from "vitest";
import { WebSocket } from "ws";
import { tunnelTo } from "~server/web/live/tunnel.server";

let close = () => {};
afterEach(() => {
  vi.useRealTimers();
  close();
});

/** A company proxy that answers every CONNECT with a status, or not at all; what it was asked for, and the first byte through the tunnel. */
async function startProxy(
  status: string | undefined,
): Promise<{ url: string; asked: Promise<IncomingMessage>; first: Promise<number> }> {
  const server = createServer();
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => sockets.add(socket));
  let asked = (_request: IncomingMessage) => {};
  let first = (_byte: number) => {};
  const answers = {
    asked: new Promise<IncomingMessage>((done) => {
      asked = done;
    }),
    first: new Promise<number>((done) => {
      first = done;
    }),
  };
  server.on("connect", (request: IncomingMessage, socket: Socket) => {
    asked(request);
    if (status === undefined) return void socket.resume();
    socket.write(`HTTP/1.1 ${status}\r\n\r\n`);
    socket.once("data", (data: Buffer) => {
      first(data[0] ?? 0);
      socket.destroy();
    });
    socket.on("error", () => undefined);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  const address: AddressInfo | string | null = server.address();
  return {
    url: `http://us%40er:pass@127.0.0.1:${address !== null && typeof address === "object" ? address.port : 0}`,
    ...answers,
  };
}

const target = new URL("wss://api.company.example/live");

it("leads through the company proxy, which hears of the host alone", async () => {
  const proxy = await startProxy("200 OK");
  const ws = new WebSocket(`${target.href}?auth=secret`, {
    agent: tunnelTo(target, { httpsProxy: proxy.url, noProxy: "localhost" }),
  });
  ws.on("error", () => undefined);
  const { url, headers } = await proxy.asked;
  expect(url).toBe("api.company.example:443");
  expect(headers["proxy-authorization"]).toBe(`Basic ${Buffer.from("us@er:pass").toString("base64")}`);
  // A TLS handshake begins with this byte: what follows is not the proxy's to read.
  expect(await proxy.first).toBe(0x16);
});

it("says what the proxy answered", async () => {
  const proxy = await startProxy("407 Proxy Authentication Required");
  const ws = new WebSocket(target, { agent: tunnelTo(target, { httpsProxy: proxy.url, noProxy: "" }) });
  const error = await new Promise<Error>((done) => ws.once("error", done));
  expect(error.message).toBe("the proxy answered 407");
});

it("gives up on a proxy that takes the call and says nothing", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const proxy = await startProxy(undefined);
  const ws = new WebSocket(target, { agent: tunnelTo(target, { httpsProxy: proxy.url, noProxy: "" }) });
  const failed = new Promise<Error>((done) => ws.once("error", done));
  const { socket } = await proxy.asked;
  const cut = once(socket, "end");
  vi.advanceTimersByTime(10_000);
  expect((await failed).cause).toEqual(new Error("the proxy does not answer"));
  await cut;
});

it("is not for plain addresses, nor for hosts that are exempt", () => {
  const httpsProxy = "http://proxy:3128";
  expect(tunnelTo(new URL("ws://127.0.0.1:3001/socket"), { httpsProxy, noProxy: "" })).toBeUndefined();
  expect(tunnelTo(target, { httpsProxy: undefined, noProxy: "" })).toBeUndefined();
  for (const noProxy of [
    "*",
    "company.example",
    ".company.example",
    "*.company.example",
    "other, api.company.example:443",
  ])
    expect(tunnelTo(target, { httpsProxy, noProxy })).toBeUndefined();
  for (const noProxy of ["", "pany.example", "example.com"])
    expect(tunnelTo(target, { httpsProxy, noProxy })).toBeDefined();
});
