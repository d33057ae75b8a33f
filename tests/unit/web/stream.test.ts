import { createServer, get, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createParser } from "eventsource-parser";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { loader } from "~/frame/events.route";
import { answerOf, settleIncoming } from "~server/web/incoming.server";
import { relays } from "~server/web/live/relays.server";
import { streamCount } from "~server/web/live/stream.server";
import { getToken } from "~server/web/session.server";
import { type Provider, startProvider } from "../../setup/live-provider";
import { eventually } from "./live";
import { argsOf, browserRequest, configureWeb, sessionCookie } from "./with-stand-in";

const TOKEN = "token-1";
let provider: Provider;
let web: Server;
let port: number;

/** Passes Node's requests to the loader as remix-serve does: the body is written on without looking back. */
async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) headers.set(name, String(value));
  const request = new Request(`http://web.test${incoming.url}`, { headers, method: incoming.method });
  const answer = await loader(argsOf(request)).catch((thrown: unknown) => thrown);
  if (!(answer instanceof Response)) throw answer;
  outgoing.writeHead(answer.status, Object.fromEntries(answer.headers));
  const reader = answer.body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) outgoing.write(part.value);
  outgoing.end();
}

beforeAll(async () => {
  provider = await startProvider();
  configureWeb(provider.url);
  process.env.VENDING_SOCKET_URL = provider.socketUrl;
  settleIncoming();
  web = createServer((incoming, outgoing) => void serve(incoming, outgoing));
  await new Promise<void>((done) => web.listen(0, "127.0.0.1", done));
  const address: AddressInfo | string | null = web.address();
  port = address !== null && typeof address === "object" ? address.port : 0;
});
beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  provider.tokens.add(TOKEN);
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  relays().close();
  web.closeAllConnections();
  await new Promise((done) => web.close(done));
  await provider.stop();
});

interface Stream {
  status: number;
  headers: IncomingMessage["headers"];
  text: string;
  events: { event?: string; id?: string; data: string }[];
  retry: number;
  ended: boolean;
  leave(): void;
}

function listen(query = "", headers: Record<string, string> = {}): Promise<Stream> {
  return new Promise((resolve, reject) => {
    const asked = get({ port, host: "127.0.0.1", path: `/events${query}`, headers, agent: false }, (answer) => {
      const stream: Stream = {
        status: answer.statusCode ?? 0,
        headers: answer.headers,
        text: "",
        events: [],
        retry: 0,
        ended: false,
        leave: () => asked.destroy(),
      };
      const parser = createParser({
        onEvent: ({ event, id, data }) => stream.events.push({ event, id, data }),
        onRetry: (ms) => {
          stream.retry = ms;
        },
      });
      answer.setEncoding("utf8").on("data", (part: string) => {
        stream.text += part;
        parser.feed(part);
      });
      answer.on("close", () => {
        stream.ended = true;
      });
      answer.on("error", () => undefined);
      resolve(stream);
    });
    asked.on("error", reject);
  });
}

const has = (stream: Stream, event: string) => eventually(() => stream.events.some((one) => one.event === event));

describe("/events", () => {
  it("streams a person's notices with their numbers, past whatever proxy", async () => {
    const stream = await listen("", { cookie: await sessionCookie(TOKEN) });
    expect(stream.status).toBe(200);
    expect(stream.headers).toMatchObject({
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
    });
    await has(stream, "ready");
    expect(stream.text.length).toBeGreaterThan(2_048);
    expect(stream.retry).toBeGreaterThanOrEqual(1_000);
    const id = provider.tell(TOKEN, 12);
    await has(stream, "ticketReply");
    expect(stream.events.at(-1)).toEqual({
      event: "ticketReply",
      id,
      data: JSON.stringify({
        id,
        ticket: 12,
        href: "/help_desk/tickets/view/12",
        title: "Заявка 12",
        body: "",
        label: "Нова відповідь",
      }),
    });

    const missed = provider.tell(TOKEN, 13, "ticketCreated");
    for (const back of [
      await listen("?last=0", { cookie: await sessionCookie(TOKEN), "last-event-id": id }),
      await listen(`?last=${id}`, { cookie: await sessionCookie(TOKEN) }),
    ]) {
      await has(back, "ready");
      expect(back.events.map(({ event, id: number }) => [event, number])).toEqual([
        ["ticketCreated", missed],
        ["ready", missed],
      ]);
      back.leave();
    }
    stream.leave();
    await eventually(() => streamCount() === 0);
  });

  it("brings texts of any kind on one line each", async () => {
    const stream = await listen("", { cookie: await sessionCookie(TOKEN) });
    await has(stream, "ready");
    const Notification = { Title: "a\nevent: logout\n\nb\r\u2028", Body: "\u0000\r\n\r\nid: 5" };
    provider.say(TOKEN, JSON.stringify({ Type: "ticketReply", Id: "999999", Payload: { Notification, TicketId: 1 } }));
    await has(stream, "ticketReply");
    expect(JSON.parse(stream.events.at(-1)?.data ?? "")).toMatchObject({
      title: Notification.Title,
      body: Notification.Body,
    });
    expect(stream.events.map(({ event }) => event)).not.toContain("logout");
    stream.leave();
  });

  it("sends what there is and ends, when asked to be brief", async () => {
    const cookie = await sessionCookie(TOKEN);
    const from = provider.tell(TOKEN, 1);
    provider.tell(TOKEN, 2);
    const stream = await listen(`?brief&last=${from}`, { cookie });
    await eventually(() => stream.ended);
    expect(stream.events.map(({ event }) => event)).toEqual(["ticketReply", "ready"]);
    expect(stream.text.length).toBeLessThan(1_000);
  });

  it("tells whoever has no session to stop coming", async () => {
    for (const cookie of ["", "session=forged", await sessionCookie("unknown")]) {
      const stream = await listen("", { cookie });
      expect(stream.status).toBe(204);
    }
    expect(streamCount()).toBe(0);
  });

  it("takes no other method", async () => {
    const thrown = await loader(
      argsOf(browserRequest("/events", { method: "HEAD", cookie: await sessionCookie(TOKEN) })),
    );
    expect(thrown.status).toBe(405);
  });

  it("cannot be led to another's answer", () => {
    expect(answerOf(browserRequest("/events", { headers: { "x-answer": "guess" } }))).toBeUndefined();
  });

  it("ends with the session, in every browser that has the cookie, and the cookie is worth nothing from then on", async () => {
    provider.tokens.add("shared");
    const cookie = await sessionCookie("shared");
    const streams = [await listen("", { cookie }), await listen("", { cookie })];
    await Promise.all(streams.map((stream) => has(stream, "ready")));
    expect(await getToken(browserRequest("/", { cookie }))).toBe("shared");
    provider.say("shared", JSON.stringify({ Type: "logout" }));
    await eventually(() => streams.every(({ ended }) => ended));
    for (const { events } of streams) expect(events.at(-1)?.event).toBe("logout");
    expect(await getToken(browserRequest("/", { cookie }))).toBeNull();
    expect((await listen("", { cookie })).status).toBe(204);
    expect(await getToken(browserRequest("/", { cookie: await sessionCookie("shared") }))).toBe("shared");
  });
});

it("sees every browser leave, a thousand times, and keeps nothing", async () => {
  const cookie = await sessionCookie(TOKEN);
  for (let round = 0; round < 50; round++) {
    const streams = await Promise.all(Array.from({ length: 20 }, () => listen("", { cookie })));
    expect(streams.every(({ status }) => status === 200)).toBe(true);
    for (const { leave } of streams) leave();
  }
  await eventually(() => streamCount() === 0);
  expect(relays().count()).toBe(1);
  expect(provider.open(TOKEN)).toHaveLength(1);
});
