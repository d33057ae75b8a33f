import { once } from "node:events";
import { Session } from "node:inspector/promises";
import { createAdaptorServer } from "@hono/node-server";
import { afterAll, describe, expect, it } from "vitest";
import { hostileBatches } from "../hostile/events";
import { BARE, sendBare } from "../hostile/heads";
import { attacks, type Request } from "../hostile/requests";
import { DEADLINE, openSender } from "../hostile/sender";
import { inOrder, usualCalls } from "../hostile/world";
import { testApi } from "./app";
import { supporter } from "./help-desk-people";

/** Another seed sends other values to other fields; `npm run bench hostile` sends all to all. */
const SEED = 10;
const DOSE = { typed: 1, other: 1 };
const MB = 1024 * 1024;

const api = await testApi();
const server = createAdaptorServer({ fetch: (request, env) => api.app.fetch(request, env) });
server.listen(0, "127.0.0.1");
await once(server, "listening");
const address = server.address();
if (address === null || typeof address === "string") throw new Error("no port");
const { port } = address;
const sender = openSender(`http://127.0.0.1:${port}`, 8);
afterAll(async () => {
  inspector.disconnect();
  await sender.close();
  server.close();
  await api.close();
});
const root = await supporter(api, { root: true });
const { usual, unit } = await usualCalls(root, await api.person({ root: true }));
const attacksOn = attacks({ seed: SEED, ...DOSE, ids: 1, bodies: 1, names: 1, heads: 1, queryIn: 6 });

const inspector = new Session();
inspector.connect();
/** Bytes that are held after a thorough tidying up. */
async function held(): Promise<number> {
  await inspector.post("HeapProfiler.collectGarbage");
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** One request in forty, to be sent again. */
const some: Request[] = [];
let made = 0;

describe("hostile input is refused or taken, with neither a failure nor a hang:", () => {
  it.each(inOrder())("%s", async (name, call) => {
    const requests = attacksOn(call, await usual(name, call));
    some.push(...requests.filter(() => ++made % 80 === 0));
    expect(await sender.attack(requests)).toEqual([]);
  });
});

it("what a unit tells is read or refused event by event", async () => {
  const headers = { ...unit, "content-type": "application/json" };
  const batches = hostileBatches(SEED, DOSE, new Date()).map(({ why, body }) => ({
    method: "POST" as const,
    path: "/telemetry/batch",
    headers,
    body,
    why,
  }));
  expect(await sender.attack(batches)).toEqual([]);
  await api.gateway.flush();
});

it.each(BARE)("a message with %s is refused", async (_why, bytes) => {
  for (const [method, path] of [
    ["GET", "/info"],
    ["POST", "/login"],
    ["POST", "/telemetry/batch"],
    ["POST", "/files?entity=ticket&field=files"],
  ] as const)
    expect(await sendBare(port, bytes(method, path), DEADLINE)).toBeLessThan(500);
});

it("leaves nothing behind in memory", async () => {
  await sender.attack(some);
  const before = await held();
  for (let times = 0; times < 3; times++) await sender.attack(some);
  expect((await held()) - before).toBeLessThan(8 * MB);
});

it("a body that is refused unread does not stand in the way of the next call", async () => {
  const one = openSender(`http://127.0.0.1:${port}`, 1);
  const refused = (path: string, status: string): Request[] => [
    { method: "POST", path, headers: { "content-type": "text/plain" }, body: "a".repeat(2 * MB), why: status },
    { method: "POST", path: "/login", headers: {}, body: "", why: `after ${status}` },
  ];
  const requests = [...refused("/nosuch", "404"), ...refused("/login", "413"), ...refused("/files", "401")];
  expect(await one.attack(requests)).toEqual([]);
  expect(one.sent.map(({ status }) => status)).toEqual([404, 422, 413, 422, 401, 422]);
  await one.close();
});
