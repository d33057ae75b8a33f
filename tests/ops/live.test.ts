import { get, type IncomingMessage } from "node:http";
import { expect } from "vitest";
import { test } from "./fixtures";
import { ADMIN, processesOf } from "./product";

/** A live stream of the administrator; what it has said so far. */
async function listen(web: string): Promise<{ answer: IncomingMessage; text(): string; ended: Promise<void> }> {
  const signedIn = await fetch(`${web}/login`, {
    method: "POST",
    body: new URLSearchParams(ADMIN),
    headers: { origin: web },
    redirect: "manual",
  });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  const answer = await new Promise<IncomingMessage>((done) =>
    get(`${web}/events`, { headers: { cookie, "accept-encoding": "gzip" }, agent: false }, done),
  );
  let text = "";
  answer.setEncoding("utf8").on("data", (part: string) => {
    text += part;
  });
  return { answer, text: () => text, ended: new Promise((done) => answer.once("close", done)) };
}

test("live streams come uncompressed and at once, and end with the product, which waits for none of them", async ({
  settings,
  start,
}) => {
  const product = await start(settings.env);
  const streams = [await listen(settings.web), await listen(settings.web)];
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
