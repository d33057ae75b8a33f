import { beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { saveProfile } from "~server/contract/calls/session";
import { FORM_BOUNDS } from "~server/contract/form-bounds";
import { protectedAction, protectedLoader, publicAction, publicLoader } from "~server/web/guard.server";
import { assertGuarded } from "~server/web/guarded.server";
import { textOf } from "~server/web/form.server";
import { forget } from "~server/web/me.server";
import { notFound, screenResponse, technicalWork } from "~server/web/screens.server";
import { argsOf, browserRequest, post, sessionCookie, thrownResponse, withStandIn } from "./with-stand-in";

const standIn = withStandIn();
let cookie = "";

beforeEach(async () => {
  cookie = await sessionCookie("token-1");
  forget("token-1");
});

describe("a protected loader", () => {
  it("gives the person, the language and the formats", async () => {
    const loader = protectedLoader("login", ({ me, t, lang, format, preferences }) => ({
      id: me.id,
      text: t("errors:required"),
      lang,
      money: format.money(123450),
      theme: preferences.theme,
    }));
    expect(await loader(argsOf(browserRequest("/x", { cookie })))).toEqual({
      id: 7,
      text: "Це поле обов’язкове",
      lang: "uk",
      money: "1\u00a0234,50\u00a0₴",
      theme: "light",
    });
  });

  it("sends strangers to the sign-in form with the full path", async () => {
    const thrown = await thrownResponse(protectedLoader("login", () => 1)(argsOf(browserRequest("/devices?page=2"))));
    expect([thrown.status, thrown.headers.get("Location")]).toEqual([302, "/login?redirect=%2Fdevices%3Fpage%3D2"]);
    expect(standIn().seen).toHaveLength(0);
  });

  it("asks for every permission, and lets is_can_all through", async () => {
    const loader = (request: Request) => protectedLoader(["DEVICE", "DEVICE_CREATE"], () => "in")(argsOf(request));
    const thrown = await thrownResponse(loader(browserRequest("/devices/create", { cookie })));
    expect([thrown.status, thrown.headers.get("Location")]).toEqual([303, "/"]);
    forget("token-1");
    standIn().info.is_can_all = true;
    expect(await loader(browserRequest("/devices/create", { cookie }))).toBe("in");
  });

  it("takes a requirement from the address; an unknown address is not found even for strangers", async () => {
    const loader = protectedLoader(
      ({ params }) => (params.a === "devices" ? ["DEVICE"] : notFound()),
      () => "in",
    );
    expect(await loader(argsOf(browserRequest("/devices", { cookie }), { a: "devices" }))).toBe("in");
    expect((await thrownResponse(loader(argsOf(browserRequest("/zzz"), { a: "zzz" })))).status).toBe(404);
  });

  it("lets nobody past the second step who has to set it up first", async () => {
    standIn().info.second_factor_missing = true;
    const loader = protectedLoader("login", () => "in");
    const thrown = await thrownResponse(loader(argsOf(browserRequest("/devices", { cookie }))));
    expect([thrown.status, thrown.headers.get("Location")]).toEqual([302, "/profile/second_factor"]);
    expect(await loader(argsOf(browserRequest("/profile/second_factor", { cookie })))).toBe("in");
  });

  it("asks who it is once for parallel loaders", async () => {
    const context = {};
    const loader = protectedLoader("login", ({ me }) => me.id);
    await Promise.all([1, 2, 3].map(() => loader({ request: browserRequest("/", { cookie }), params: {}, context })));
    expect(standIn().seen.filter(({ path }) => path === "/info")).toHaveLength(1);
  });

  it("takes any refusal of /info for the end of the session, and an outage for technical work", async () => {
    standIn().fail("/info", { kind: "malformed", body: '{"result":false,"error":"gone","data":null}' });
    const loader = protectedLoader("login", () => 1);
    expect((await thrownResponse(loader(argsOf(browserRequest("/a", { cookie }))))).status).toBe(302);
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    standIn().fail("/info", { kind: "status", status: 502, times: 4 });
    expect((await thrownResponse(loader(argsOf(browserRequest("/a", { cookie }))))).status).toBe(503);
  });

  it("hides what nobody foresaw behind a number that the log knows", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const loader = protectedLoader("login", () => {
      throw new Error("secret detail");
    });
    const thrown = await thrownResponse(loader(argsOf(browserRequest("/a?b=1", { cookie }))));
    const body = z.object({ screen: z.literal("error"), id: z.string() }).parse(await thrown.clone().json());
    expect(thrown.status).toBe(500);
    expect(await thrown.text()).not.toContain("secret");
    expect(log).toHaveBeenCalledWith(`[${body.id}] GET /a?b=1`, expect.any(Error));
  });

  it("speaks plain text where there is no page", async () => {
    const loader = protectedLoader(
      "login",
      () => {
        throw technicalWork();
      },
      { resource: true },
    );
    const thrown = await thrownResponse(loader(argsOf(browserRequest("/export", { cookie }))));
    expect([thrown.status, thrown.headers.get("Content-Type")]).toEqual([503, "text/plain; charset=utf-8"]);
    expect(await thrown.text()).toContain("недоступний");
  });
});

describe("a loader without a page", () => {
  const stream = (fn: () => unknown) => protectedLoader("login", fn, { stream: true });
  const download = (fn: () => unknown) => protectedLoader("login", fn, { resource: true });
  const gives = (response: Response) => () => {
    throw response;
  };

  it("tells a stream whose session has ended to come no more, and a download where to sign in", async () => {
    const ended = await thrownResponse(stream(() => 1)(argsOf(browserRequest("/events"))));
    expect([ended.status, ended.headers.get("Cache-Control"), await ended.text()]).toEqual([204, "no-store", ""]);
    expect((await thrownResponse(download(() => 1)(argsOf(browserRequest("/export"))))).status).toBe(302);
    const busy = await thrownResponse(stream(gives(technicalWork()))(argsOf(browserRequest("/events", { cookie }))));
    expect(busy.status).toBe(503);
  });

  it("says why in a line, whatever went wrong", async () => {
    const said = async (thrown: Response) =>
      (await thrownResponse(download(gives(thrown))(argsOf(browserRequest("/export", { cookie }))))).text();
    expect(await said(notFound())).toBe("Запис не знайдено\n");
    expect(await said(new Response("{}", { status: 404 }))).toBe("Запис не знайдено\n");
    expect(await said(new Response("{}", { status: 400 }))).toBe("Запит складено неправильно\n");
    expect(await said(screenResponse(502, { screen: "saved" }))).toBe("Збережено\n");
    expect(await said(screenResponse(502, { screen: "unknown" }))).toBe("Невідомо, чи збережено\n");
    expect(await said(screenResponse(500, { screen: "error", id: "e7" }))).toBe("Сталася помилка (e7)\n");
    expect(await said(screenResponse(403, { screen: "refused", text: "Саме так" }))).toBe("Саме так\n");
  });
});

describe("whoever has gone meanwhile", () => {
  it("is told nothing, and the log neither", async () => {
    const log = vi
      .spyOn(console, "error")
      .mockClear()
      .mockImplementation(() => undefined);
    const gone = new AbortController();
    const loader = publicLoader(() => {
      gone.abort();
      throw new Error("cut");
    });
    expect((await thrownResponse(loader(argsOf(browserRequest("/", { signal: gone.signal }))))).status).toBe(499);
    expect(log).not.toHaveBeenCalled();
  });
});

describe("an action", () => {
  const echo = publicAction(({ form }) =>
    [...form()].map(([name, value]) => `${name}=${typeof value === "string" ? value : value.name}`),
  );
  const screen = async (request: Request) => {
    const thrown = await thrownResponse(echo(argsOf(request)));
    return [thrown.status, z.object({ text: z.string() }).parse(await thrown.json()).text] as const;
  };

  it("reads forms of both kinds", async () => {
    expect(await echo(argsOf(post("/x", { "rows[0].name": "Кава" })))).toEqual(["rows[0].name=Кава"]);
    const form = new FormData();
    form.set("a", "1");
    expect(await echo(argsOf(browserRequest("/x", { method: "POST", body: form })))).toEqual(["a=1"]);
    expect(await echo(argsOf(browserRequest("/x", { method: "POST" })))).toEqual([]);
  });

  it.each([
    ["another site", { "Sec-Fetch-Site": "cross-site" }],
    ["a sibling site", { "Sec-Fetch-Site": "same-site" }],
    ["a foreign origin", { "Sec-Fetch-Site": "", Origin: "https://evil.example", Host: "web.test" }],
    ["no origin at all", { "Sec-Fetch-Site": "" }],
  ])("refuses a form from %s with a clear 403", async (_, headers) => {
    const [status, text] = await screen(post("/x", { a: "1" }, { headers }));
    expect(status).toBe(403);
    expect(text).toContain("не з цього сайту");
  });

  it("refuses other methods", async () => {
    const thrown = await thrownResponse(echo(argsOf(browserRequest("/x", { method: "DELETE" }))));
    expect([thrown.status, thrown.headers.get("Allow")]).toEqual([405, "GET, POST"]);
    expect(await thrown.json()).toMatchObject({ screen: "refused", text: "Тут такої дії немає" });
  });

  it("takes as much as the address says", async () => {
    const limit = ({ url, params }: { url: URL; params: object }) =>
      url.pathname === "/files" && "id" in params ? 2 * 1024 * 1024 : 10;
    const length = publicAction(({ form }) => textOf(form(), "held").length, { limit });
    const large = { held: "x".repeat(1024 * 1024) };
    expect(await length(argsOf(post("/files", large), { id: "1" }))).toBe(1024 * 1024);
    expect((await thrownResponse(length(argsOf(post("/x", large))))).status).toBe(413);
  });

  it("refuses what is too large, announced or not, and takes more where a route says so", async () => {
    const large = { held: "x".repeat(1024 * 1024) };
    expect((await screen(post("/x", large)))[0]).toBe(413);
    expect((await screen(post("/x", large, { headers: { "Content-Length": "9999999" } })))[0]).toBe(413);
    expect((await screen(browserRequest("/x", { method: "POST", body: endless(3), duplex: "half" })))[0]).toBe(413);
    const roomy = publicAction(({ form }) => textOf(form(), "held").length, { limit: 2 * 1024 * 1024 });
    expect(await roomy(argsOf(post("/x", large)))).toBe(1024 * 1024);
  });

  it("refuses more fields than a form has, before they are taken apart", async () => {
    const many = "a&".repeat(FORM_BOUNDS.fields + 1);
    const parts = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'.repeat(FORM_BOUNDS.fields + 1);
    const sent = (type: string, body: string) =>
      screen(browserRequest("/x", { method: "POST", body, headers: { "Content-Type": type } }));
    expect((await sent("application/x-www-form-urlencoded", many))[0]).toBe(413);
    expect((await sent("multipart/form-data; boundary=x", `${parts}--x--`))[0]).toBe(413);
  });

  it.each([
    ["JSON", "application/json", "{}"],
    ["a row far away", "application/x-www-form-urlencoded", "ingredients[99999999].quantity=1"],
    ["broken multipart", "multipart/form-data; boundary=x", "garbage"],
    ["multipart without a boundary", "multipart/form-data", "garbage"],
    ["NUL", "application/x-www-form-urlencoded", "a=%00"],
  ])("refuses %s with 400", async (_, type, body) => {
    expect((await screen(browserRequest("/x", { method: "POST", body, headers: { "Content-Type": type } })))[0]).toBe(
      400,
    );
  });
});

describe("held input", () => {
  // As the page's control says it of itself; the name of a field tells nothing.
  const typed = { name: "Кава", "rows[0].id": "5", public_key: "secret", secrets: "public_key", intent: "save" };
  const entries = [
    ["name", "Кава"],
    ["rows[0].id", "5"],
    ["intent", "save"],
  ];
  const save = protectedAction("login", ({ api, form }) => api.change(saveProfile, {}, form()));
  const held = async (request: Request) => {
    const thrown = await thrownResponse(save(argsOf(request)));
    const data: unknown = await thrown.json();
    return [thrown.status, data] as const;
  };

  it("is kept when there is no session, and when it ends on the way", async () => {
    const [status, data] = await held(post("/profile?tab=1", typed));
    expect(status).toBe(401);
    expect(data).toMatchObject({
      screen: "sign_in",
      held: { to: "/profile?tab=1&index", entries },
      labels: { "session:login.email": "Електронна пошта" },
    });

    await protectedLoader("login", () => 1)(argsOf(browserRequest("/", { cookie })));
    standIn().token = "another";
    expect((await held(post("/profile?tab=1", typed, { cookie })))[1]).toMatchObject({
      screen: "sign_in",
      held: { entries },
    });
  });

  it.each([
    ["is away", { kind: "status", status: 503 }, 503, "technical_work"],
    ["breaks off", { kind: "drop" }, 502, "unknown"],
  ] as const)("is kept when the API %s", async (_, fault, status, screen) => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    standIn().fail("/profile", fault);
    expect(await held(post("/profile", typed, { cookie }))).toEqual([
      status,
      { screen, held: { to: "/profile?index", entries } },
    ]);
  });

  it("keeps of files their names alone", async () => {
    const form = new FormData();
    form.set("note", "x");
    form.set("file", new File(["data"], "audit.txt"));
    const [, data] = await held(browserRequest("/profile", { method: "POST", body: form }));
    expect(data).toMatchObject({
      held: {
        entries: [
          ["note", "x"],
          ["lost_files", "audit.txt"],
        ],
      },
    });
  });
});

describe("the boot check", () => {
  const guarded = { id: "a", module: { loader: publicLoader(() => 1), action: protectedAction("login", () => 1) } };

  it("passes guarded routes and routes without handlers", () => {
    expect(() => assertGuarded({ a: guarded, b: { id: "b", module: {} }, c: undefined })).not.toThrow();
  });

  it("names every bare loader and action", () => {
    const bare = { id: "areas/x", module: { loader: () => 1, action: () => 1 } };
    expect(() => assertGuarded({ a: guarded, bare })).toThrow("without a guard: areas/x loader, areas/x action");
  });
});

function endless(megabytes: number): ReadableStream<Uint8Array> {
  let sent = 0;
  return new ReadableStream({
    pull(controller) {
      if (sent++ === megabytes) controller.close();
      else controller.enqueue(new Uint8Array(1024 * 1024));
    },
  });
}
