import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Relays } from "~server/web/live/relays.server";
import { type Provider, startProvider } from "../../setup/live-provider";
import { eventually, FIRST_PAUSE, headersFor, type Heard, LINGER, listener, quickRelays, tickets } from "./live";
import { configureWeb } from "./with-stand-in";

let provider: Provider;
let relays: Relays;
let ended: string[];
const TOKEN = "token-1";

beforeAll(async () => {
  provider = await startProvider();
  configureWeb(provider.url);
  process.env.VENDING_SOCKET_URL = provider.socketUrl;
});
beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  Object.assign(provider, {
    tokens: new Set([TOKEN, "token-2"]),
    store: true,
    manner: "takes",
    httpFails: false,
    seen: [],
  });
  ended = [];
  relays = quickRelays(ended);
});
afterEach(async () => {
  relays.close();
  await eventually(() => provider.open(TOKEN).length + provider.open("token-2").length === 0);
  vi.restoreAllMocks();
});
afterAll(() => provider.stop());

const join = (heard: Heard, cursor?: string, token = TOKEN) => relays.join(token, headersFor(token), heard, cursor);

async function ready(cursor?: string, token = TOKEN): Promise<Heard & { leave: () => void }> {
  const heard = listener();
  const leave = join(heard, cursor, token);
  await heard.until("ready");
  return Object.assign(heard, { leave });
}

describe("one connection to the provider", () => {
  it("for all streams of a token, with the token in its address and in init", async () => {
    const [first, second] = [await ready(), await ready()];
    const other = await ready(undefined, "token-2");
    provider.tell(TOKEN, 5);
    provider.tell(TOKEN, 6, "ticketCreated");
    await Promise.all([first.until("ticket 6"), second.until("ticket 6")]);
    expect(tickets(first)).toEqual([5, 6]);
    expect(second.events).toEqual(first.events);
    expect(first.events[0]).toMatchObject({ type: "ticketReply", ticket: 5, title: "Заявка 5" });
    expect(other.events).toEqual([]);
    expect(provider.seen).toHaveLength(2);
    expect(provider.seen[0]?.url).toBe("/live?v=1&auth=token-1");
    expect(JSON.parse(provider.seen[0]?.init ?? "")).toEqual({ Type: "init", Payload: { AuthToken: TOKEN }, Id: "" });
  });

  it("opens with the first stream, closes soon after the last, and stays for one that comes back meanwhile", async () => {
    const first = await ready();
    first.leave();
    const second = await ready();
    // What the first stream's end began is over then.
    await pause(LINGER * 2);
    expect(provider.open(TOKEN)).toHaveLength(1);
    second.leave();
    second.leave();
    await eventually(() => provider.open(TOKEN).length === 0);
    expect(relays.count()).toBe(0);
    expect(provider.seen).toHaveLength(1);
    await ready();
    expect(provider.seen).toHaveLength(2);
  });

  it("comes again when it breaks, slower each time", async () => {
    const waits = vi.spyOn(globalThis, "setTimeout");
    provider.manner = { status: 503 };
    const heard = listener();
    join(heard, undefined);
    await eventually(() => provider.seen.length === 4);
    const pauses = waits.mock.calls.flatMap(([what, ms]) => (what.name === "connect" ? [ms ?? 0] : []));
    waits.mockRestore();
    // Each is twice as long as the one before, and half of it is left to chance.
    for (const [tries, pause] of pauses.slice(0, 3).entries()) {
      expect(pause).toBeGreaterThanOrEqual((FIRST_PAUSE * 2 ** tries) / 2);
      expect(pause).toBeLessThanOrEqual(FIRST_PAUSE * 2 ** tries);
    }
    expect(pauses.length).toBeGreaterThanOrEqual(3);
    provider.manner = "takes";
    await heard.until("ready");
    provider.tell(TOKEN, 1);
    await heard.until("ticket 1");
  });

  it("is cut when the provider does not answer any more", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    try {
      const own = quickRelays();
      const heard = listener();
      own.join("token-2", headersFor("token-2"), heard, undefined);
      await heard.until("ready");
      const [ws] = provider.open("token-2");
      ws?.pause();
      vi.advanceTimersByTime(25_000);
      // In this time a provider that lives would have answered the ping.
      await pause(30);
      vi.advanceTimersByTime(25_000);
      await heard.until("ready", 2);
      own.close();
      ws?.terminate();
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("messages", () => {
  it("that make no sense are passed over, and the next one is not", async () => {
    const heard = await ready();
    const Notification = { Title: "T", Body: "B" };
    const senseless = [
      "",
      "{",
      "null",
      "[]",
      '"ticketReply"',
      "{}",
      '{"Type":7}',
      '{"Type":"ticketReply"}',
      '{"Type":"ticketReply","Id":"1","Payload":null}',
      '{"Type":"unknown","Id":"1","Payload":{}}',
      JSON.stringify({ Type: "ticketReply", Id: "1", Payload: { Notification: { Title: "T" }, TicketId: 1 } }),
      JSON.stringify({ Type: "ticketReply", Id: "1", Payload: { Notification } }),
      JSON.stringify({ Type: "ticketReply", Id: "1", Payload: { Notification, TicketId: "../login" } }),
      JSON.stringify({ Type: "ticketReply", Id: "1", Payload: { Notification, TicketId: -1 } }),
      JSON.stringify({ Type: "ticketCreated", Id: { x: 1 }, Payload: { Notification, Id: 1 } }),
    ];
    for (const text of senseless) provider.say(TOKEN, text);
    for (const ws of provider.open(TOKEN)) ws.send(Buffer.from([1, 2, 3]));
    provider.tell(TOKEN, 9);
    await heard.until("ticket 9");
    expect(tickets(heard)).toEqual([9]);
    expect(provider.seen).toHaveLength(1);
  });

  it("that are far too large end the connection, which comes again", async () => {
    const heard = await ready();
    provider.say(TOKEN, "x".repeat(300 * 1024));
    await heard.until("ready", 2);
    provider.tell(TOKEN, 3);
    await heard.until("ticket 3");
  });

  it("may bear numbers as numbers, or none", async () => {
    provider.store = false;
    const heard = await ready();
    const Payload = { Notification: { Title: "T", Body: "B" }, TicketId: "4" };
    provider.say(TOKEN, JSON.stringify({ Type: "ticketReply", Payload }));
    provider.say(TOKEN, JSON.stringify({ Type: "ticketReply", Id: 77, Payload }));
    provider.say(TOKEN, JSON.stringify({ Type: "ticketReply", Id: "b7c1", Payload }));
    await heard.until("ticket 4", 3);
    expect(heard.events.map(({ id }) => id)).toEqual(["", "77", "b7c1"]);
  });
});

describe("the end of a session", () => {
  it("said by logout ends every stream, and nobody comes again", async () => {
    const [first, second] = [await ready(), await ready()];
    provider.say(TOKEN, JSON.stringify({ Type: "logout", Payload: {}, Id: "" }));
    await Promise.all([first.until("ended"), second.until("ended")]);
    expect(ended).toEqual([TOKEN]);
    expect(relays.count()).toBe(0);
    // Longer than the longest pause between two tries.
    await pause(80);
    expect(provider.seen).toHaveLength(1);
  });

  for (const manner of [{ closes: 4401 }, { closes: 1008 }, { status: 401 }, { status: 403 }] as const) {
    it(`hinted at by ${JSON.stringify(manner)} is asked about first`, async () => {
      const heard = listener();
      provider.manner = manner;
      join(heard, undefined);
      await eventually(() => provider.seen.length >= 2);
      expect(heard.log).not.toContain("ended");
      provider.tokens.delete(TOKEN);
      await heard.until("ended");
      expect(ended).toEqual([TOKEN]);
    });
  }

  it("seen when the store refuses the token", async () => {
    provider.tokens.delete(TOKEN);
    const heard = listener();
    join(heard, "1");
    await heard.until("ended");
  });
});

describe("a provider with a store", () => {
  it("replays what a stream has missed, once, before what happens now", async () => {
    const first = await ready();
    provider.tell(TOKEN, 1);
    await first.until("ticket 1");
    for (const ticket of [2, 3]) provider.tell(TOKEN, ticket);
    const back = listener();
    join(back, first.events[0]?.id);
    provider.tell(TOKEN, 4);
    await back.until("ready");
    provider.tell(TOKEN, 5);
    await back.until("ticket 5");
    expect(tickets(back)).toEqual([2, 3, 4, 5]);
    expect(back.cursor).toBe(back.events.at(-1)?.id);
    expect((await ready()).events).toEqual([]);
  });

  it("takes a number that nobody gave yet for none", async () => {
    provider.tell(TOKEN, 1);
    const deaf = await ready("999999999");
    expect(deaf.log).toEqual(["stale", "ready"]);
    provider.tell(TOKEN, 2);
    await deaf.until("ticket 2");
    expect(tickets(deaf)).toEqual([2]);
  });

  it("may say that a ticket looks different, which nobody is told of and nothing repeats", async () => {
    const [first, second] = [await ready(), await ready()];
    const { cursor } = first;
    provider.say(TOKEN, JSON.stringify({ Type: "ticketChanged", Id: "", Payload: { TicketId: 7 } }));
    await Promise.all([first.until("changed 7"), second.until("changed 7")]);
    expect(first).toMatchObject({ events: [], cursor });
    expect((await ready(cursor)).log).toEqual(["ready"]);
  });

  it("may say that any ticket looks different: whatever is in sight is drawn anew", async () => {
    const one = await ready();
    provider.say(TOKEN, JSON.stringify({ Type: "ticketChanged", Id: "", Payload: {} }));
    await one.until("stale");
    expect(one.log).toEqual(["ready", "stale"]);
  });

  it("fills the gap of a broken connection for every stream", async () => {
    const streams = [await ready(), await ready()];
    provider.tell(TOKEN, 1);
    await Promise.all(streams.map((one) => one.until("ticket 1")));
    provider.drop();
    for (const ticket of [2, 3, 4]) provider.tell(TOKEN, ticket);
    await Promise.all(streams.map((one) => one.until("ticket 4")));
    for (const one of streams) expect(tickets(one)).toEqual([1, 2, 3, 4]);
  });

  it("replays hundreds page by page, and beyond a thousand says that the list knows more", async () => {
    const at = provider.tell(TOKEN, 1);
    for (let i = 0; i < 450; i++) provider.tell(TOKEN, 2);
    const some = await ready(at);
    expect(some.events).toHaveLength(450);
    for (let i = 0; i < 700; i++) provider.tell(TOKEN, 3);
    const many = await ready(at);
    expect(many.events).toHaveLength(1_000);
    expect(many.log).toContain("stale");
    provider.tell(TOKEN, 4);
    await many.until("ticket 4");
    expect(many.events).toHaveLength(1_001);
  });

  it("loses nothing and repeats nothing over 50 broken connections of either side", async () => {
    let told = 0;
    const steady = await ready();
    const moving = listener();
    let leave = join(moving, undefined);
    await moving.until("ready");
    for (let round = 0; round < 50; round++) {
      const burst = Array.from({ length: 1 + (round % 4) }, () => async () => {
        await pause(Math.random() * 6);
        provider.tell(TOKEN, ++told);
      });
      const breaking = async () => {
        await pause(Math.random() * 6);
        if (round % 2) return provider.drop();
        leave();
        await pause(Math.random() * 4);
        leave = join(moving, moving.cursor);
      };
      await Promise.all([...burst.map((one) => one()), breaking()]);
    }
    await Promise.all([steady.until(`ticket ${told}`), moving.until(`ticket ${told}`)]);
    const all = Array.from({ length: told }, (_, index) => index + 1);
    expect(tickets(steady)).toEqual(all);
    expect(tickets(moving)).toEqual(all);
  });

  it("that does not answer for a while is waited for", async () => {
    await ready();
    const at = provider.tell(TOKEN, 1);
    provider.tell(TOKEN, 2);
    provider.httpFails = true;
    provider.drop();
    const heard = listener();
    join(heard, at);
    // Longer than the longest pause between two tries.
    await pause(60);
    expect(heard.log).toEqual([]);
    provider.httpFails = false;
    await heard.until("ready");
    expect(tickets(heard)).toEqual([2]);
  });
});

describe("a provider without a store", () => {
  beforeEach(() => {
    provider.store = false;
  });

  it("is remembered for", async () => {
    const first = await ready();
    const from = first.cursor;
    for (const ticket of [1, 2]) provider.tell(TOKEN, ticket);
    await first.until("ticket 2");
    const back = await ready(from);
    expect(tickets(back)).toEqual([1, 2]);
    const half = listener();
    const { cursor } = back;
    provider.tell(TOKEN, 3);
    await back.until("ticket 3");
    join(half, cursor);
    await half.until("ticket 3");
    expect(tickets(half)).toEqual([3]);
    expect([...first.log, ...back.log, ...half.log]).not.toContain("stale");
  });

  it("says so when something may have been missed: after a break, or when nobody remembers", async () => {
    const heard = await ready();
    provider.tell(TOKEN, 1);
    await heard.until("ticket 1");
    provider.drop();
    await heard.until("ready", 2);
    expect(heard.log).toContain("stale");
    provider.tell(TOKEN, 2);
    await heard.until("ticket 2");
    expect(tickets(heard)).toEqual([1, 2]);
    for (const unknown of ["0badcafe.3", "17"]) expect((await ready(unknown)).log).toEqual(["stale", "ready"]);
    for (const senseless of ["", "x", "1 or 1=1"]) expect((await ready(senseless)).log).toEqual(["ready"]);
  });

  it("whose other calls fail still brings what happens now", async () => {
    provider.httpFails = true;
    const heard = await ready();
    provider.tell(TOKEN, 1);
    await heard.until("ticket 1");
  });
});

it("leaves nothing behind after 1,000 streams and 200 connections", async () => {
  const resources = () =>
    process.getActiveResourcesInfo().filter((kind) => kind === "Timeout" || kind === "TCPSocketWrap").length;
  const warm = await ready();
  warm.leave();
  await eventually(() => relays.count() === 0 && provider.open(TOKEN).length === 0);
  const before = resources();
  for (let round = 0; round < 200; round++) {
    const leaves = Array.from({ length: 5 }, () => join(listener(), "1"));
    if (round % 10 === 0) await pause(1);
    for (const leave of leaves) leave();
    if (round % 20 === 0) await eventually(() => relays.count() === 0);
  }
  await eventually(() => relays.count() === 0 && provider.open(TOKEN).length === 0);
  await eventually(() => resources() <= before);
  expect(resources()).toBeLessThanOrEqual(before);
});
