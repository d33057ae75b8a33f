import { data, redirect } from "@remix-run/node";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { publicLoader } from "~server/web/guard.server";
import { translatorFor } from "~server/web/i18n.server";
import { preferencesOf, savePreferences } from "~server/web/preferences.server";
import { clear, commit, getToken } from "~server/web/session.server";
import { redirectWithToast, takeToast, toastCookie } from "~server/web/toast.server";
import { browserRequest, configureWeb, cookieOf } from "./with-stand-in";

beforeAll(() => configureWeb());

describe("the session cookie", () => {
  const TOKEN = "very-secret-token";

  it("gives the token back and shows nothing of it", async () => {
    const value = await commit(TOKEN);
    expect(await getToken(browserRequest("/", { cookie: cookieOf(value) }))).toBe(TOKEN);
    expect(Buffer.from(decodeURIComponent(value), "base64").toString()).not.toContain(TOKEN);
    expect(value).toMatch(/HttpOnly; SameSite=Lax$/);
    expect(value).toContain("Max-Age=2592000; Path=/");
  });

  it("counts as absent when forged, damaged, expired or made with another secret", async () => {
    const good = cookieOf(await commit(TOKEN));
    const damaged = `${good.slice(0, -12)}AAAA${good.slice(-8)}`;
    for (const cookie of ["session=abc", "session=", "other=1", damaged])
      expect(await getToken(browserRequest("/", { cookie }))).toBeNull();

    vi.useFakeTimers({ now: Date.now() + 31 * 24 * 3600 * 1000, toFake: ["Date"] });
    expect(await getToken(browserRequest("/", { cookie: good }))).toBeNull();
    vi.useRealTimers();

    vi.resetModules();
    process.env.SESSION_SECRET = "another secret, also long enough to be taken";
    const other = await import("~server/web/session.server");
    expect(await other.getToken(browserRequest("/", { cookie: good }))).toBeNull();
  });

  it("goes away on clear", async () => {
    expect(await clear()).toMatch(/^session=; Max-Age=0; Path=\//);
  });
});

describe("every cookie", () => {
  const set = publicLoader(({ url }) => {
    const headers = new Headers([
      ["Set-Cookie", "a=1; Path=/"],
      ["Set-Cookie", "b=2"],
    ]);
    if (url.pathname === "/thrown") throw redirect("/", { headers });
    return url.pathname === "/data" ? data({}, { headers }) : new Response("", { headers });
  });
  const cookies = async (address: string) => {
    const answer: unknown = await set({ request: new Request(address), params: {}, context: {} }).catch(
      (thrown: unknown) => thrown,
    );
    const { headers, init } = z
      .object({
        headers: z.instanceof(Headers).optional(),
        init: z.object({ headers: z.instanceof(Headers) }).optional(),
      })
      .parse(answer);
    return (headers ?? init?.headers)?.getSetCookie();
  };

  it.each(["/answer", "/data", "/thrown"])("is Secure over TLS, and only there: %s", async (path) => {
    expect(await cookies(`https://web.test${path}`)).toEqual(["a=1; Path=/; Secure", "b=2; Secure"]);
    expect(await cookies(`http://web.test${path}`)).toEqual(["a=1; Path=/", "b=2"]);
  });
});

describe("preferences", () => {
  it("default to light, Ukrainian and scripts, and ignore nonsense", async () => {
    const defaults = { theme: "light", lang: "uk", scripts: true };
    expect(await preferencesOf(browserRequest("/"))).toEqual(defaults);
    expect(await preferencesOf(browserRequest("/", { cookie: "theme=x; lang=ImRlIg; scripts=" }))).toEqual(defaults);
    expect(await preferencesOf(browserRequest("/", { headers: { "Accept-Language": "en" } }))).toEqual(defaults);
  });

  it("come back as saved", async () => {
    const chosen = { theme: "dark", lang: "pl", scripts: false } as const;
    const cookie = (await savePreferences(chosen)).map(cookieOf).join("; ");
    expect(await preferencesOf(browserRequest("/", { cookie }))).toEqual(chosen);
    expect(await savePreferences({ lang: "en" })).toHaveLength(1);
  });
});

describe("a toast", () => {
  it("is translated when shown, once", async () => {
    const answer = await redirectWithToast("/devices", { tone: "ok", key: "common:toast.language_updated" });
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/devices"]);
    const cookie = cookieOf(answer.headers.get("Set-Cookie") ?? "");
    const taken = await takeToast(browserRequest("/devices", { cookie }), await translatorFor("en"));
    expect(taken?.toast).toMatchObject({ tone: "ok", text: "Language updated" });
    expect(taken?.forget).toMatch(/^toast=; Max-Age=0/);
  });

  it("waits for a page that is really shown", async () => {
    const cookie = cookieOf(await toastCookie({ tone: "info", text: "hello" }));
    const t = await translatorFor("uk");
    expect(await takeToast(browserRequest("/", { cookie, headers: { "Sec-Purpose": "prefetch" } }), t)).toBeNull();
    expect(await takeToast(browserRequest("/", { cookie }), t)).toMatchObject({ toast: { text: "hello" } });
  });

  it("fits into a cookie and ignores nonsense", async () => {
    expect((await toastCookie({ tone: "bad", text: "я".repeat(5000) })).length).toBeLessThan(4096);
    expect(await takeToast(browserRequest("/", { cookie: "toast=zzz" }), await translatorFor("uk"))).toBeNull();
  });
});
