import { get, type IncomingMessage } from "node:http";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ADMIN, freshSettings, processesOf, type Run, startProduct } from "./product";

let settings: Awaited<ReturnType<typeof freshSettings>>;
let product: Run | undefined;

beforeEach(async () => {
  settings = await freshSettings();
});

afterEach(async () => {
  product?.process.kill("SIGTERM");
  await product?.ended;
  product = undefined;
  await settings.remove();
});

/** A live stream of the administrator; what it has said so far. */
async function listen(): Promise<{ answer: IncomingMessage; text(): string; ended: Promise<void> }> {
  const signedIn = await fetch(`${settings.web}/login`, { method: "POST", body: new URLSearchParams(ADMIN), headers: { origin: settings.web }, redirect: "manual" });
  const cookie = signedIn.headers.getSetCookie().map((line) => line.split(";")[0]).join("; ");
  const answer = await new Promise<IncomingMessage>((done) => get(`${settings.web}/events`, { headers: { cookie, "accept-encoding": "gzip" }, agent: false }, done));
  let text = "";
  answer.setEncoding("utf8").on("data", (part: string) => { text += part; });
  return { answer, text: () => text, ended: new Promise((done) => answer.once("close", done)) };
}

test("live streams come uncompressed and at once, and end with the product, which waits for none of them", async () => {
  product = await startProduct(settings.env);
  const streams = [await listen(), await listen()];
  for (const { answer, text } of streams) {
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["content-encoding"]).toBeUndefined();
    while (!text().includes("event: ready")) await new Promise((done) => answer.once("data", done));
  }
  expect(product.output()).not.toContain("auth=");
  product.process.kill("SIGTERM");
  await Promise.all(streams.map(({ ended }) => ended));
  expect(await product.ended).toBe(0);
  expect(processesOf(settings.env)).toEqual([]);
});
