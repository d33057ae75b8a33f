import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { conversationSchema, postPayload, testPayload } from "~server/contract/help-desk";
import { recordSchema } from "~server/contract/record";
import { MAX_ATTEMPTS, pauseAfter, postDue } from "~server/vending/areas/help-desk/posts";
import { type Limits, type Post, post, signatureOf } from "~server/vending/areas/help-desk/webhook";
import { only, rows, run } from "~server/vending/database/query";
import { allowPrivateHosts } from "~server/vending/outgoing";
import { secondsToWait } from "~server/vending/retry-after";
import { seal } from "~server/vending/secrets";
import { type MessageService, startGarbler, startMessageService } from "../setup/message-service";
import { idOf, type TestApi, testApi, type Person } from "./app";
import { said, supporter } from "./help-desk-people";
import { makeDevice, makeLocation, makeModel } from "./network";

/** A text of this kind. */
const matching = (pattern: RegExp): unknown => expect.stringMatching(pattern);
const SECRET = "whispered by nobody";
let api: TestApi;
let root: Person;
let anna: Person;
let service: MessageService;
let company: number;
let device: number;
beforeAll(async () => {
  [api, service] = await Promise.all([testApi(), startMessageService()]);
  root = await api.person({ root: true });
  anna = await supporter(api);
  company = idOf(
    await root.post("/companies", {
      name: "Кава поруч",
      help_desk_group: "support-42",
      help_desk_webhook_secret: SECRET,
    }),
  );
  const place = await makeLocation(root);
  device = await makeDevice(root, await makeModel(root), place);
  await run(api.pool, sql`update locations set company_id = ${company} where id = ${place}`);
});
beforeEach(async () => {
  allowPrivateHosts(["127.0.0.1"]);
  service.reset();
  await run(api.pool, sql`delete from help_desk_posts`);
  await pointTo(service.url);
});
afterAll(async () => {
  await api.close();
  await service.stop();
});

/** People may set https addresses only; a stand-in on this machine has none. */
const pointTo = (url: string | null) =>
  run(api.pool, sql`update companies set help_desk_webhook = ${url} where id = ${company}`);
const ticket = async (over: Record<string, string | number> = {}) =>
  idOf(
    await anna.post("/help_desk/tickets", {
      subject: "Ковтає купюри",
      type: "DEVICE_PROBLEM",
      priority: "HIGH",
      device,
      description: "Третій раз за тиждень",
      ...over,
    }),
  );
const reply = (id: number, text = "Їдемо", over = {}) =>
  anna.post(`/help_desk/tickets/${id}/entries`, said(text, over));
/** Sooner given up than in the product, and later than a busy machine answers. */
const hurried = (message: Post) => post(message, { connectMs: 3_000, answerMs: 3_000 } satisfies Limits);
const round = () => postDue(api.pool, hurried);
const nextRound = async () => {
  await run(api.pool, sql`update help_desk_posts set next_at = now()`);
  return round();
};
const kept = () =>
  rows(
    api.pool,
    z.object({ state: z.string(), attempts: z.number(), last_error: z.string().nullable(), wait: z.number() }),
    sql`
  select state, attempts, last_error, extract(epoch from next_at - now())::float as wait from help_desk_posts order by id`,
  );
const payload = (body: string) => postPayload.parse(JSON.parse(body));

describe("a message service group", () => {
  it("is told of a new ticket and of each reply, signed and in order", async () => {
    const id = await ticket();
    await reply(id);
    await reply(id, "лише для своїх", { kind: "NOTE" });
    expect(await round()).toBe(1);
    expect(await round()).toBe(1);
    expect(await round()).toBe(0);
    expect(service.taken.map(({ body }) => payload(body))).toMatchObject([
      {
        type: "ticketCreated",
        group: "support-42",
        author: anna.email,
        ticket: { id, subject: "Ковтає купюри", priority: "HIGH", device: matching(/^SN-/) },
        reply: null,
        text: matching(/^#\d+ Ковтає купюри\nSN-\d+, Локація \d+\n.*: Третій раз за тиждень$/),
      },
      { type: "ticketReply", reply: { text: "Їдемо", files: 0 } },
    ]);
    for (const { headers, body } of service.taken) expect(headers["x-signature"]).toBe(signatureOf(SECRET, body));
    expect(new Set(service.taken.map(({ headers }) => headers["x-message-id"])).size).toBe(2);
    expect((await kept()).map(({ state }) => state)).toEqual(["SENT", "SENT"]);
    const { entries } = conversationSchema.parse((await anna.get(`/help_desk/tickets/${id}/conversation`)).data);
    expect(entries.find(({ kind }) => kind === "REPLY")).toMatchObject({ delivery: "DELIVERED", post: null });
  });

  it("tells of its troubles in the ticket: what was refused, what waits behind it, what is being sent", async () => {
    const id = await ticket();
    const told = async (by = anna) =>
      conversationSchema.parse((await by.get(`/help_desk/tickets/${id}/conversation`)).data);
    expect((await told()).post).toMatchObject({ state: "WAIT", attempts: 0, error: null });
    await reply(id);
    service.trouble.push({ kind: "status", status: 401 });
    await round();
    const { post: own, entries } = await told();
    expect(own).toMatchObject({ state: "WAIT", attempts: 1, error: "HTTP 401" });
    expect(entries.find(({ kind }) => kind === "REPLY")).toMatchObject({
      delivery: "WAIT",
      post: { state: "WAIT", attempts: 0, error: "HTTP 401" },
    });
    // A colleague who opens the ticket is not the group.
    const borys = await supporter(api);
    expect((await told(borys)).entries.find(({ kind }) => kind === "REPLY")).toMatchObject({ delivery: "WAIT" });
    await nextRound();
    await nextRound();
    const later = await told(borys);
    expect(later.post).toBeNull();
    expect(later.entries.find(({ kind }) => kind === "REPLY")).toMatchObject({ delivery: "DELIVERED", post: null });
  });

  it("is sent a test message by the same client, and what came of it is said at once", async () => {
    const send = (by = root) => by.post(`/companies/${company}/send_test`);
    expect((await send()).status).toBe(200);
    expect(service.taken).toHaveLength(1);
    const [{ headers, body } = { headers: {}, body: "" }] = service.taken;
    expect(testPayload.parse(JSON.parse(body))).toMatchObject({
      type: "test",
      group: "support-42",
      author: root.email,
      text: matching(/Кава поруч/),
    });
    expect(headers["x-signature"]).toBe(signatureOf(SECRET, body));
    const { version } = recordSchema.parse((await root.get(`/companies/${company}`)).data);
    service.trouble.push({ kind: "status", status: 503 }, { kind: "drop" });
    expect(await send()).toMatchObject({
      status: 422,
      fields: { help_desk_webhook: [{ key: "post_service_error", count: 503 }] },
    });
    expect(await send()).toMatchObject({ status: 422, fields: { help_desk_webhook: [{ key: "post_dropped" }] } });
    await pointTo("http://127.0.0.1:9/hook");
    expect(await send()).toMatchObject({ status: 422, fields: { help_desk_webhook: [{ key: "post_unreachable" }] } });
    await pointTo(null);
    expect(await send()).toMatchObject({ status: 422, error: "post_no_address" });
    // Nothing is kept of it: neither a message nor a change of the company.
    expect(await kept()).toEqual([]);
    expect(recordSchema.parse((await root.get(`/companies/${company}`)).data).version).toBe(version);
    expect((await send(anna)).status).toBe(403);
    expect((await root.post("/companies/bulk/send_test", { ids: company })).status).toBe(404);
    const other = await api.person({ permissions: ["COMPANY"] });
    expect((await other.post("/companies/999999/send_test")).status).toBe(404);
  });

  it("is told nothing of what stands in our own network", async () => {
    allowPrivateHosts([]);
    const { port } = new URL(service.url);
    const answerOf = async (url: string) => {
      await pointTo(url);
      return (await root.post(`/companies/${company}/send_test`)).fields.help_desk_webhook;
    };
    // Whether anything listens there or not, and however the address is written.
    for (const host of [
      "127.0.0.1",
      "0x7f.1",
      "[::1]",
      "[::ffff:127.0.0.1]",
      "10.0.0.1",
      "169.254.169.254",
      "100.64.0.1",
    ])
      for (const one of [port, "9"])
        expect(await answerOf(`http://${host}:${one}/hook`), `${host}:${one}`).toEqual([{ key: "post_unreachable" }]);
    // A name is judged by what it resolves to.
    for (const one of [port, "9"])
      expect(await answerOf(`http://localhost:${one}/hook`)).toEqual([{ key: "post_unknown_host" }]);
    expect(service.seen).toEqual([]);
    allowPrivateHosts(["localhost"]);
    expect(await answerOf(`http://localhost:${port}/hook`)).toBeUndefined();
    expect(service.seen).toHaveLength(1);
  });

  it("of another company hears nothing, and without an address nobody does", async () => {
    const elsewhere = await makeDevice(root, await makeModel(root), await makeLocation(root));
    await ticket({ device: elsewhere });
    await pointTo(null);
    await ticket();
    expect(await kept()).toEqual([]);
  });

  it("hears of a ticket without a machine when the author belongs to the company", async () => {
    const own = await supporter(api);
    await run(api.pool, sql`update users set companies = array[${company}]::integer[] where id = ${own.id}`);
    await own.post("/help_desk/tickets", { subject: "Загальне", type: "GENERAL", priority: "MEDIUM" });
    await anna.post("/help_desk/tickets", { subject: "Нічиє", type: "GENERAL", priority: "MEDIUM" });
    await round();
    expect(service.taken.map(({ body }) => payload(body).ticket.subject)).toEqual(["Загальне"]);
  });

  it("has an address that only https will do for, and a secret nobody reads", async () => {
    const values = {
      name: "Інша компанія",
      help_desk_webhook: "http://example.com/hook",
      help_desk_webhook_secret: "long enough",
    };
    expect(await root.post("/companies", values)).toMatchObject({
      status: 422,
      fields: { help_desk_webhook: [{ key: "https_only" }] },
    });
    const id = idOf(await root.post("/companies", { ...values, help_desk_webhook: "https://example.com/hook" }));
    const read = await root.get(`/companies/${id}`);
    expect(JSON.stringify(read.data)).not.toContain("long enough");
    const { sealed } = await only(
      api.pool,
      z.object({ sealed: z.string() }),
      sql`select help_desk_webhook_secret as sealed from companies where id = ${id}`,
    );
    expect(sealed).not.toContain("long enough");
  });
});

describe("a service in trouble", () => {
  const troubles = [
    ["500", { kind: "status", status: 500 }, "HTTP 500"],
    ["a redirect", { kind: "status", status: 302 }, "HTTP 302"],
    ["a refusal", { kind: "status", status: 401 }, "HTTP 401"],
    ["silence", { kind: "silence" }, /Timeout/i],
    ["a dropped line", { kind: "drop" }, /UND_ERR_SOCKET|ECONNRESET/],
  ] as const;

  it.each(troubles)("%s: is asked again later, and the thing is told once", async (_name, trouble, words) => {
    const id = await ticket();
    service.trouble.push(trouble, trouble);
    expect(await round()).toBe(1);
    expect(await kept()).toMatchObject([
      { state: "WAIT", attempts: 1, last_error: matching(typeof words === "string" ? new RegExp(words) : words) },
    ]);
    expect(await round()).toBe(0);
    await nextRound();
    await nextRound();
    expect(service.seen).toHaveLength(3);
    expect(service.taken.map(({ body }) => payload(body).ticket.id)).toEqual([id]);
    expect(new Set(service.seen.map(({ headers }) => headers["x-message-id"])).size).toBe(1);
    expect(await kept()).toMatchObject([{ state: "SENT", attempts: 3, last_error: null }]);
  });

  it("says how long to wait, and is believed within bounds", async () => {
    await ticket();
    service.trouble.push({ kind: "status", status: 429, retryAfter: "120" });
    await round();
    const [message] = await kept();
    expect(message?.wait).toBeGreaterThan(110);
    expect(message?.wait).toBeLessThanOrEqual(120);
    service.trouble.push({ kind: "status", status: 503, retryAfter: "99999999" });
    await nextRound();
    expect((await kept())[0]?.wait).toBeLessThanOrEqual(6 * 3600);
    expect(secondsToWait("Fri, 20 Nov 2026 12:00:30 GMT", Date.parse("2026-11-20T12:00:00Z"))).toBe(30);
    expect(secondsToWait("soon")).toBeUndefined();
  });

  it.each([
    ["bytes that are no HTTP", "SSH-2.0-OpenSSH_9.6\r\n"],
    ["a broken head", "HTTP/1.1 2x0 ok\r\n\r\n"],
    ["nothing", ""],
  ])("answers %s", async (_name, bytes) => {
    const garbler = await startGarbler(bytes);
    await pointTo(garbler.url);
    await ticket();
    await round();
    expect(await kept()).toMatchObject([{ state: "WAIT", attempts: 1, last_error: matching(/\w/) }]);
    await garbler.stop();
  });

  it("is not there at all", async () => {
    await pointTo("http://127.0.0.1:9/hook");
    await ticket();
    await round();
    expect(await kept()).toMatchObject([{ state: "WAIT", last_error: "ECONNREFUSED" }]);
  });

  it("keeps the order: what comes later waits for what is first", async () => {
    const id = await ticket();
    await reply(id);
    service.trouble.push({ kind: "status", status: 500 });
    await round();
    await round();
    expect(service.seen).toHaveLength(1);
    await nextRound();
    await nextRound();
    expect(service.taken.map(({ body }) => payload(body).type)).toEqual(["ticketCreated", "ticketReply"]);
  });

  it("is given up after many attempts, visibly, and the next message goes on", async () => {
    const id = await ticket();
    await run(api.pool, sql`update help_desk_posts set attempts = ${MAX_ATTEMPTS - 1}`);
    await reply(id);
    service.trouble.push({ kind: "status", status: 500 }, { kind: "status", status: 500 });
    await round();
    expect((await kept()).map(({ state }) => state)).toEqual(["FAILED", "WAIT"]);
    await run(api.pool, sql`update help_desk_posts set attempts = ${MAX_ATTEMPTS - 1} where state = 'WAIT'`);
    await round();
    const { entries } = conversationSchema.parse((await anna.get(`/help_desk/tickets/${id}/conversation`)).data);
    expect(entries.find(({ kind }) => kind === "REPLY")).toMatchObject({
      delivery: "WAIT",
      post: { state: "FAILED", attempts: MAX_ATTEMPTS, error: "HTTP 500" },
    });
    expect(recordSchema.parse((await root.get(`/companies/${company}`)).data)).toMatchObject({
      help_desk_error: "HTTP 500",
      help_desk_waiting: 0,
    });
  });

  it("that is gone for good is not asked again", async () => {
    await ticket();
    service.trouble.push({ kind: "status", status: 410 });
    await round();
    expect(await kept()).toMatchObject([{ state: "FAILED", attempts: 1 }]);
  });

  it("is asked by one process at a time", async () => {
    for (let index = 0; index < 5; index++) await ticket();
    const attempts = [];
    for (let index = 0; index < 8; index++) attempts.push(...(await Promise.all([round(), round(), round()])));
    expect(attempts.reduce((sum, one) => sum + one, 0)).toBe(5);
    expect(service.taken).toHaveLength(5);
  });

  it("cannot be told when the secret was sealed by another key", async () => {
    const { sealed } = await only(
      api.pool,
      z.object({ sealed: z.string() }),
      sql`select help_desk_webhook_secret as sealed from companies where id = ${company}`,
    );
    await run(api.pool, sql`update companies set help_desk_webhook_secret = 'v1.AAAA' where id = ${company}`);
    await ticket();
    await round();
    expect(await kept()).toMatchObject([{ state: "WAIT", last_error: matching(/\w/) }]);
    await run(api.pool, sql`update companies set help_desk_webhook_secret = ${sealed} where id = ${company}`);
    expect(await seal(api.pool, "x")).toMatch(/^v1\./);
  });
});

it("pauses grow to six hours", () => {
  const pauses = Array.from({ length: MAX_ATTEMPTS }, (_, index) => pauseAfter(index + 1));
  pauses.forEach((pause, index) => {
    const middle = Math.min(10 * 2 ** index, 6 * 3600);
    expect(pause).toBeGreaterThanOrEqual(middle * 0.8);
    expect(pause).toBeLessThanOrEqual(middle * 1.2);
  });
});
