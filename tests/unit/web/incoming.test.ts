import { describe, expect, it } from "vitest";
import { fromOwnPages, settle } from "~server/web/incoming.server";

const judge = (headers: Record<string, string>, trustProxy = false) =>
  fromOwnPages((name) => headers[name], trustProxy);

describe("where a form comes from", () => {
  it("is what Sec-Fetch-Site says", () => {
    expect(judge({ "sec-fetch-site": "same-origin", origin: "https://outside.example", host: "web:3000" })).toBe(true);
    expect(judge({ "sec-fetch-site": "none" })).toBe(true);
    expect(judge({ "sec-fetch-site": "same-site", origin: "http://a.test", host: "a.test" })).toBe(false);
    expect(judge({ "sec-fetch-site": "cross-site" })).toBe(false);
  });

  it("is Origin, then Referer, for older browsers", () => {
    expect(judge({ origin: "http://a.test:3000", host: "a.test:3000" })).toBe(true);
    expect(judge({ origin: "http://a.test", host: "b.test" })).toBe(false);
    expect(judge({ origin: "null", host: "a.test" })).toBe(false);
    expect(judge({ referer: "http://a.test/login", host: "a.test" })).toBe(true);
    expect(judge({ referer: "http://evil.test/?a.test", host: "a.test" })).toBe(false);
    expect(judge({ host: "a.test" })).toBe(false);
  });

  it("takes the proxy's word for the host only when it is trusted", () => {
    const headers = { origin: "https://vending.example", host: "web:3000", "x-forwarded-host": "vending.example" };
    expect(judge(headers)).toBe(false);
    expect(judge(headers, true)).toBe(true);
  });
});

describe("settling", () => {
  const message = (method: string, more: Record<string, string>) => {
    const headers: Record<string, string | undefined> = { host: "a.test", ...more };
    return { method, headers };
  };

  it("turns a foreign origin into a verdict that Remix lets through to the guard", () => {
    const foreign = message("POST", { origin: "null" });
    settle(foreign, "10.0.0.1", false);
    expect(foreign.headers).toEqual({ host: "a.test", "sec-fetch-site": "cross-site", "x-forwarded-for": "10.0.0.1" });
    settle(foreign, "10.0.0.1", false);
    expect(foreign.headers["sec-fetch-site"]).toBe("cross-site");
  });

  it("leaves reading alone", () => {
    const visit = message("GET", { origin: "http://b.test" });
    settle(visit, undefined, false);
    expect(visit.headers).toEqual({ host: "a.test", origin: "http://b.test" });
  });

  it("drops forwarded headers of strangers, and takes the last address of a trusted proxy", () => {
    const forwarded = {
      "x-forwarded-for": "1.1.1.1, 2.2.2.2",
      "x-forwarded-host": "evil",
      "x-forwarded-proto": "https",
    };
    const stranger = message("GET", forwarded);
    settle(stranger, "10.0.0.1", false);
    expect(stranger.headers).toEqual({ host: "a.test", "x-forwarded-for": "10.0.0.1" });
    const proxied = message("GET", forwarded);
    settle(proxied, "10.0.0.1", true);
    expect(proxied.headers).toMatchObject({ "x-forwarded-for": "2.2.2.2", "x-forwarded-proto": "https" });
  });

  it("makes senseless hosts and methods harmless", () => {
    const odd = message("TRACE", { host: "a b" });
    settle(odd, undefined, false);
    expect(odd).toMatchObject({ method: "OPTIONS", headers: { host: "localhost" } });
  });
});
