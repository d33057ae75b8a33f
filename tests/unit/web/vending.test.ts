import { createServer } from "node:net";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { change, read } from "~server/contract/call";
import { uploadFile } from "~server/contract/calls/files";
import { info } from "~server/contract/calls/session";
import { deadlineOf } from "~server/web/deadline.server";
import { retryAfter, secondsToWait } from "~server/web/upstream.server";
import { agentName } from "~server/web/call-headers.server";
import { vendingFor } from "~server/web/vending.server";
import { startStandIn } from "../../setup/stand-in";
import { browserRequest, configureWeb, post, thrownResponse, withStandIn } from "./with-stand-in";

const standIn = withStandIn();
const api = (request = browserRequest("/profile?tab=1")) => vendingFor(request, standIn().token);
/** Calls that nobody declared, of the stand-in's own. */
const at = <A>(path: string, answer: z.ZodType<A>) => read({ path, needs: "nothing", does: "", answer });
const to = <A>(path: string, answer: z.ZodType<A>) => change({ path, needs: "nothing", does: "", answer });
/** Only ends what hangs. */
const PATIENT = { timeout: 60_000 };
const quiet = () => vi.spyOn(console, "error").mockImplementation(() => undefined);

describe("calls", () => {
  it("carries the bare token and names the system and the browser", async () => {
    const agent =
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36";
    const person = await api(
      browserRequest("/", { headers: { "User-Agent": agent, "X-Forwarded-For": "10.0.0.9" } }),
    ).read(info, {});
    expect(person.id).toBe(7);
    expect(standIn().seen[0]?.headers).toMatchObject({
      authorization: "token-1",
      useragent: "Windows Chrome",
      "user-agent": agent,
      "x-forwarded-for": "10.0.0.9",
    });
  });

  it("posts form-urlencoded and returns data or an expected refusal", async () => {
    const form = new FormData();
    form.set("full_name", "");
    expect(await api().change(to("/profile", z.unknown()), {}, form)).toMatchObject({
      ok: false,
      status: 422,
      error: "invalid",
      fields: { full_name: [{ key: "required" }] },
    });
    expect(standIn().seen[0]).toMatchObject({
      body: "full_name=",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    expect(
      await api().change(to("/profile", z.object({ version: z.number() })), {}, { full_name: "A", version: "3" }),
    ).toEqual({
      ok: true,
      data: { version: 4 },
    });
  });

  it("refuses to send files as a form", async () => {
    const form = new FormData();
    form.set("file", new File(["x"], "x.txt"));
    await expect(api().change(to("/profile", z.unknown()), {}, form)).rejects.toThrow(TypeError);
  });

  it("takes result false for a refusal whatever the status", async () => {
    const thrown = await thrownResponse(api().read(at("/refused", z.unknown()), {}));
    expect(thrown.status).toBe(422);
    expect(await thrown.json()).toMatchObject({ screen: "refused", text: "responsible user not found" });
  });

  it("draws a page without what was refused, and says why once", async () => {
    const asking = api();
    for (const _ of [1, 2]) expect(await asking.readOr("nothing", at("/refused", z.string()), {})).toBe("nothing");
    expect(asking.refused()).toEqual(["responsible user not found"]);
    expect((await thrownResponse(asking.readOr("nothing", at("/forbidden", z.string()), {}))).status).toBe(303);
    expect((await thrownResponse(asking.readOr("nothing", at("/missing", z.string()), {}))).status).toBe(404);
  });

  it("unsigned: a 401 is about the credentials", async () => {
    const answer = await vendingFor(browserRequest("/login"), null).change(
      to("/login", z.unknown()),
      {},
      { email: "x", password: "y" },
    );
    expect(answer).toMatchObject({ ok: false, status: 401, error: "Email or Password incorrect" });
    expect(standIn().seen[0]?.headers.authorization).toBe("");
  });
});

describe("dead ends", () => {
  it("401 on a page: to the sign-in form with the full path, and the cookie goes", async () => {
    standIn().token = "another";
    const thrown = await thrownResponse(vendingFor(browserRequest("/profile?tab=1&x=a b"), "token-1").read(info, {}));
    expect(thrown.status).toBe(302);
    expect(thrown.headers.get("Location")).toBe("/login?redirect=%2Fprofile%3Ftab%3D1%26x%3Da%2520b");
    expect(thrown.headers.get("Set-Cookie")).toMatch(/^session=; Max-Age=0/);
  });

  it("401 on a form: the sign-in screen at the same address", async () => {
    standIn().token = "another";
    const thrown = await thrownResponse(
      vendingFor(post("/profile", {}), "token-1").change(to("/profile", z.unknown()), {}, {}),
    );
    expect(thrown.status).toBe(401);
    expect(await thrown.json()).toEqual({ screen: "sign_in" });
  });

  it("403: toast and dashboard; on the dashboard itself a screen instead of a loop", async () => {
    const thrown = await thrownResponse(api().read(at("/forbidden", z.unknown()), {}));
    expect([thrown.status, thrown.headers.get("Location")]).toEqual([303, "/"]);
    expect(thrown.headers.get("Set-Cookie")).toMatch(/^toast=/);
    expect((await thrownResponse(api(browserRequest("/")).read(at("/forbidden", z.unknown()), {}))).status).toBe(403);
  });

  it("404: the not-found screen", async () => {
    expect((await thrownResponse(api().read(at("/nothing", z.unknown()), {}))).status).toBe(404);
  });

  it("keeps the wait that a 429 asks for", async () => {
    standIn().fail("/login", { kind: "status", status: 429, retryAfter: "600" });
    const answer = await vendingFor(browserRequest("/login"), null).change(to("/login", z.unknown()), {}, {});
    expect(answer).toMatchObject({ ok: false, status: 429, retryAfter: 600, error: "too_many_requests" });
  });
});

describe("retries", () => {
  it.each([
    ["a dropped connection", { kind: "drop" }],
    ["an answer cut in the middle", { kind: "drop", midway: true }],
    ["503", { kind: "status", status: 503 }],
    ["429", { kind: "status", status: 429 }],
  ] as const)("asks again after %s, three times", async (_, fault) => {
    standIn().fail("/info", { ...fault, times: 3 });
    expect((await api().read(info, {})).id).toBe(7);
    expect(standIn().seen).toHaveLength(4);
  });

  it("gives up after the third retry with 503 and Retry-After", async () => {
    quiet();
    standIn().fail("/info", { kind: "status", status: 500, times: 4 });
    const thrown = await thrownResponse(api().read(info, {}));
    expect([thrown.status, thrown.headers.get("Retry-After")]).toEqual([503, "30"]);
    expect(await thrown.json()).toEqual({ screen: "technical_work" });
    expect(standIn().seen).toHaveLength(4);
  });

  it("waits as long as Retry-After says", async () => {
    standIn().fail("/info", { kind: "status", status: 503, retryAfter: "1" });
    const before = Date.now();
    await api().read(info, {});
    expect(Date.now() - before).toBeGreaterThanOrEqual(990);
  });

  it("reads seconds and dates, and waits five seconds at most", () => {
    const now = Date.parse("2026-01-01T00:00:00Z");
    const headers = (value: string) => new Headers({ "Retry-After": value });
    expect(retryAfter(headers("2"), now)).toBe(2_000);
    expect(retryAfter(headers("120"), now)).toBe(5_000);
    expect(secondsToWait(headers("Thu, 01 Jan 2026 00:01:00 GMT"), now)).toBe(60);
    expect(retryAfter(headers("soon"), now)).toBeUndefined();
    expect(retryAfter(new Headers(), now)).toBeUndefined();
  });

  it("never repeats a POST that may have arrived", async () => {
    quiet();
    standIn().fail("/profile", { kind: "drop" });
    const dropped = await thrownResponse(api(post("/profile", {})).change(to("/profile", z.unknown()), {}, {}));
    expect([dropped.status, await dropped.json()]).toEqual([502, { screen: "unknown" }]);
    standIn().fail("/profile", { kind: "status", status: 500 });
    expect((await thrownResponse(api(post("/profile", {})).change(to("/profile", z.unknown()), {}, {}))).status).toBe(
      503,
    );
    expect(standIn().seen).toHaveLength(2);
  });

  it("repeats a POST when nobody was there to take it", async () => {
    const port = await freePort();
    vi.resetModules();
    configureWeb(`http://127.0.0.1:${port}`);
    const fresh = await import("~server/web/vending.server");
    const late = new Promise<Awaited<ReturnType<typeof startStandIn>>>((done) =>
      setTimeout(() => done(startStandIn(port)), 150),
    );
    const answer = await fresh
      .vendingFor(browserRequest("/login"), null)
      .change(to("/login", z.unknown()), {}, { email: "x", password: "y" });
    expect(answer).toMatchObject({ ok: false, status: 401 });
    await (await late).stop();
  });

  it.each(["<html>", '{"result":true', '{"result":true,"error":null,"data":{"id":"seven"}}'])(
    "takes a malformed answer %s for an outage",
    async (body) => {
      quiet();
      standIn().fail("/info", { kind: "malformed", body });
      expect((await thrownResponse(api().read(info, {}))).status).toBe(503);
    },
  );

  it.each([
    ["saved, when the API said so", '{"result":true,"error":null,"data":{"id":"seven"}}', "saved"],
    ["unknown, when it said nothing that makes sense", "<html>", "unknown"],
  ])("says of a change that it is %s", async (_, body, screen) => {
    quiet();
    standIn().fail("/profile", { kind: "malformed", body });
    const thrown = await thrownResponse(
      api(post("/profile", {})).change(to("/profile", z.object({ version: z.number() })), {}, {}),
    );
    expect(thrown.status).toBe(502);
    expect(await thrown.json()).toEqual({ screen });
  });

  it("stops when the browser goes away", async () => {
    standIn().fail("/info", { kind: "slow", ms: 2_000 });
    const gone = new AbortController();
    const asking = api(browserRequest("/", { signal: gone.signal })).read(info, {});
    const ended = expect(asking).rejects.toThrow(/abort/i);
    await expect.poll(() => standIn().seen.length).toBe(1);
    gone.abort();
    await ended;
    expect(standIn().seen).toHaveLength(1);
  });
});

describe("patience", () => {
  const late = new DOMException("no answer in time", "TimeoutError");
  const hurried = (signal: AbortSignal) =>
    vendingFor(browserRequest("/"), standIn().token, { signal, extend: () => undefined });

  it("ends when the time of a page is over, in a call and between two tries", async () => {
    quiet();
    for (const fault of [
      { kind: "slow", ms: 60_000 },
      { kind: "status", status: 503, retryAfter: "5" },
    ] as const) {
      standIn().fail("/info", fault);
      const over = new AbortController();
      const asking = thrownResponse(hurried(over.signal).read(info, {}));
      await vi.waitFor(() => expect(standIn().seen.length).toBeGreaterThan(0), PATIENT);
      over.abort(late);
      expect((await asking).status).toBe(503);
      standIn().reset();
    }
  });

  it("does not say of a change that may have arrived that it was not made", async () => {
    quiet();
    standIn().fail("/profile", { kind: "slow", ms: 60_000 });
    const over = new AbortController();
    const asking = thrownResponse(hurried(over.signal).change(to("/profile", z.unknown()), {}, {}));
    await vi.waitFor(() => expect(standIn().seen.length).toBeGreaterThan(0), PATIENT);
    over.abort(late);
    const thrown = await asking;
    expect([thrown.status, await thrown.json()]).toEqual([502, { screen: "unknown" }]);
    standIn().reset();
  });

  it("is one for all calls of a request, however many, without a warning", async () => {
    const warned: string[] = [];
    const hear = (warning: Error) => void warned.push(warning.name);
    process.on("warning", hear);
    const request = browserRequest("/");
    await Promise.all(Array.from({ length: 12 }, () => vendingFor(request, standIn().token).read(info, {})));
    await new Promise(setImmediate);
    process.off("warning", hear);
    expect(warned).toEqual([]);
    expect(deadlineOf(request).signal).toBe(deadlineOf(request).signal);
    expect(deadlineOf(browserRequest("/"), request).signal).toBe(deadlineOf(request).signal);
  });

  it("is longer for an upload", async () => {
    const extend = vi.fn();
    const { signal } = new AbortController();
    const uploading = vendingFor(browserRequest("/"), standIn().token, { signal, extend });
    await uploading.upload(uploadFile, {}, {}, new Uint8Array(), {}).catch(() => undefined);
    expect(extend).toHaveBeenCalledOnce();
  });
});

it("streams a download with its type and name only", async () => {
  const answer = await api().download(
    { path: "/file", kind: "download", needs: "nothing", does: "", type: "", statuses: [] },
    {},
  );
  expect(answer.headers.get("Content-Type")).toBe("application/json");
  expect(answer.headers.get("X-Content-Type-Options")).toBe("nosniff");
  expect(await answer.json()).toMatchObject({ data: "content" });
});

it("names unknown browsers too", () => {
  expect(agentName("")).toBe("unknown unknown");
  expect(agentName("Mozilla/5.0 (X11; Linux x86_64; rv:120.0) Gecko/20100101 Firefox/120.0")).toBe("Linux Firefox");
});

function freePort(): Promise<number> {
  return new Promise((done) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => done(address !== null && typeof address === "object" ? address.port : 0));
    });
  });
}
