import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ticketContextSchema, conversationSchema, readersSchema } from "~server/contract/help-desk";
import { fileValue } from "~server/contract/files";
import { optionsSchema, pageSchema, recordSchema } from "~server/contract/record";
import { run } from "~server/vending/database/query";
import { forgetReaders } from "~server/vending/areas/help-desk/readers";
import { idOf, type Reply, type TestApi, testApi, type Person } from "./app";
import { said, supporter } from "./help-desk-people";
import { makeDevice, makeLocation, makeModel } from "./network";

const someText: unknown = expect.any(String);
let api: TestApi;
let root: Person;
let anna: Person;
let borys: Person;
let device: number;
let hidden: number;
beforeAll(async () => {
  api = await testApi();
  root = await api.person({ root: true });
  anna = await supporter(api);
  borys = await supporter(api);
  const model = await makeModel(root);
  device = await makeDevice(root, model, await makeLocation(root));
  hidden = await makeDevice(root, model, await makeLocation(root));
});
afterAll(() => api.close());

const minutesAgo = (id: number, minutes: number) =>
  run(
    api.pool,
    sql`
  update tickets set created_at = created_at - make_interval(mins => ${minutes}), counted_from = counted_from - make_interval(mins => ${minutes}),
    running_since = running_since - make_interval(mins => ${minutes}), held_since = held_since - make_interval(mins => ${minutes}) where id = ${id}`,
  );
const ticket = async (over: Record<string, string | number> = {}, by = anna) =>
  idOf(
    await by.post("/help_desk/tickets", { subject: "Не видає здачу", type: "GENERAL", priority: "MEDIUM", ...over }),
  );
const record = async (id: number, by = anna) => recordSchema.parse((await by.get(`/help_desk/tickets/${id}`)).data);
const conversation = async (id: number, by = anna) =>
  conversationSchema.parse((await by.get(`/help_desk/tickets/${id}/conversation`)).data);
const say = (id: number, text: string, over: Parameters<typeof said>[1] = {}, by = anna) =>
  by.post(`/help_desk/tickets/${id}/entries`, said(text, over));
const listed = async (query: string, by = anna) =>
  pageSchema.parse((await by.get(`/help_desk/tickets?${query}`)).data).items.map(({ id }) => id);
const attach = async (by = anna, content: Uint8Array = png()): Promise<number> =>
  fileValue.parse((await by.raw("/files?entity=ticket&field=files", content, { "x-file-name": "photo.png" })).data).id;
const png = () =>
  Uint8Array.from([
    0x89,
    0x50,
    0x4e,
    0x47,
    0x0d,
    0x0a,
    0x1a,
    0x0a,
    Math.floor(Math.random() * 256),
    Math.floor(Math.random() * 256),
  ]);
const field = (reply: Reply, name: string) => reply.fields[name]?.[0]?.key;

describe("a ticket", () => {
  it("is new, open and nobody's, and counts towards its targets", async () => {
    const id = await ticket({ client_phone: "050 111 22 33", priority: "HIGH" });
    expect(await record(id)).toMatchObject({
      subject: "Не видає здачу",
      number: id,
      status: "NEW",
      state: null,
      responsible: null,
      responsible_state: null,
      author: { id: anna.id },
      client_phone: "+380501112233",
      open: true,
      waiting_for_us: true,
      overdue: false,
      time_spent: 0,
    });
    const { opened_at, due_at } = await record(id);
    expect(Date.parse(String(due_at)) - Date.parse(String(opened_at))).toBe(120 * 60_000);
  });

  it("about a device needs one that the viewer sees", async () => {
    expect(
      field(
        await anna.post("/help_desk/tickets", { subject: "x", type: "DEVICE_PROBLEM", priority: "HIGH" }),
        "device",
      ),
    ).toBe("problem_needs_device");
    const limited = await supporter(api, { permissions: ["HELP_DESK"], mode: "OPEN_SELECTED", devices: [device] });
    expect(
      field(
        await limited.post("/help_desk/tickets", {
          subject: "x",
          type: "DEVICE_PROBLEM",
          priority: "HIGH",
          device: hidden,
        }),
        "device",
      ),
    ).toBe("incorrect");
    const mine = await ticket({ type: "DEVICE_PROBLEM", device, error_code: "efb" }, limited);
    expect(await record(mine, limited)).toMatchObject({
      error_code: "EFB",
      device: { id: device },
      location: { label: someText },
    });
    const others = await ticket({ type: "DEVICE_PROBLEM", device: hidden });
    expect((await limited.get(`/help_desk/tickets/${others}`)).status).toBe(404);
    for (const call of [
      limited.get(`/help_desk/tickets/${others}/conversation`),
      limited.get(`/help_desk/tickets/${others}/context`),
      say(others, "x", {}, limited),
      limited.post(`/help_desk/tickets/${others}/time`, { seconds: 1 }),
      limited.post(`/help_desk/tickets/${others}/take`),
    ])
      expect((await call).status).toBe(404);
    expect(await listed("limit=200", limited)).toContain(mine);
    expect(await listed("limit=200", limited)).not.toContain(others);
    const general = await ticket();
    expect(await listed("limit=200", limited)).toContain(general);
  });

  it("has an error code as a problem of a device only", async () => {
    const general = { subject: "Питання", type: "GENERAL", priority: "MEDIUM", device };
    expect(await anna.post("/help_desk/tickets", { ...general, error_code: "EFB" })).toMatchObject({
      status: 422,
      fields: { error_code: [{ key: "code_needs_problem" }] },
    });
    const id = await ticket({ ...general, type: "DEVICE_PROBLEM", error_code: "EFB" });
    const { version } = await record(id);
    expect(
      field(await anna.post(`/help_desk/tickets/${id}`, { ...general, error_code: "EFB", version }), "error_code"),
    ).toBe("code_needs_problem");
    expect((await anna.post(`/help_desk/tickets/${id}`, { ...general, error_code: " ", version })).status).toBe(200);
    expect(await record(id)).toMatchObject({ type: "GENERAL", error_code: null, device: { id: device } });
  });

  it("is closed to who lacks the permission", async () => {
    const id = await ticket();
    const stranger = await api.person({ permissions: ["DEVICE", "HELP_DESK_CONFIG"] });
    for (const call of [
      stranger.get(`/help_desk/tickets/${id}/conversation`),
      stranger.get(`/help_desk/tickets/${id}/context`),
      say(id, "x", {}, stranger),
      stranger.post(`/help_desk/tickets/${id}/time`, { seconds: 1 }),
      stranger.post("/help_desk/tickets/bulk/take", { ids: id }),
    ])
      expect(await call).toMatchObject({ status: 403, error: "no_permission" });
  });

  it("is taken, and work on it begins", async () => {
    const id = await ticket();
    expect((await anna.post(`/help_desk/tickets/${id}/take`)).status).toBe(200);
    expect(await record(id)).toMatchObject({
      status: "IN_PROGRESS",
      responsible: { id: anna.id },
      responsible_state: "OK",
    });
    expect(await anna.post(`/help_desk/tickets/${id}/take`)).toMatchObject({ status: 409, error: "taken_already" });
    expect((await conversation(id)).can_take).toBe(true);
    expect((await conversation(id, root)).can_take).toBe(false);
    expect(field(await root.post(`/help_desk/tickets/${await ticket()}/take`), "responsible")).toBe("not_responsible");
  });

  it("that a client waits for is begun by taking; one that waits for somebody else, or is done, is not", async () => {
    for (const [status, after] of [
      ["WAITING_REPLY", "IN_PROGRESS"],
      ["REPLIED", "REPLIED"],
      ["ON_HOLD", "ON_HOLD"],
      ["CLOSED", "CLOSED"],
    ] as const) {
      const id = await ticket();
      await anna.post(`/help_desk/tickets/${id}/set_status`, { status });
      expect((await anna.post(`/help_desk/tickets/${id}/take`)).status).toBe(200);
      expect(await record(id)).toMatchObject({ status: after, responsible: { id: anna.id } });
    }
  });

  it("of a colleague is not taken by mistake, only from who can be responsible no longer, or by assigning it", async () => {
    const id = await ticket();
    const both = await Promise.all([anna, borys].map((by) => by.post(`/help_desk/tickets/${id}/take`)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)).toMatchObject({ error: "taken_already" });
    const [has, wants] = both[0]?.status === 200 ? [anna, borys] : [borys, anna];
    expect(await record(id)).toMatchObject({ responsible: { id: has.id }, status: "IN_PROGRESS" });
    expect((await wants.post("/help_desk/tickets/bulk/take", { ids: String(id) })).data).toMatchObject({
      done: 0,
      refused: [{ id, error: "taken_already" }],
    });
    expect((await wants.post(`/help_desk/tickets/${id}/assign`, { responsible: wants.id })).status).toBe(200);
    const gone = await supporter(api);
    await wants.post(`/help_desk/tickets/${id}/assign`, { responsible: gone.id });
    await run(api.pool, sql`update users set blocked = true where id = ${gone.id}`);
    expect((await has.post(`/help_desk/tickets/${id}/take`)).status).toBe(200);
    expect(await record(id)).toMatchObject({ responsible: { id: has.id }, responsible_state: "OK" });
  });

  it("is given only to who can be responsible", async () => {
    const id = await ticket();
    const plain = await api.person({ permissions: ["HELP_DESK"] });
    expect(field(await anna.post(`/help_desk/tickets/${id}/assign`, { responsible: plain.id }), "responsible")).toBe(
      "not_responsible",
    );
    expect(field(await anna.post(`/help_desk/tickets/${id}/assign`, { responsible: 999_999 }), "responsible")).toBe(
      "responsible user not found",
    );
    expect(field(await anna.post(`/help_desk/tickets/${id}/assign`), "responsible")).toBe("required");
    expect((await anna.post(`/help_desk/tickets/${id}/assign`, { responsible: borys.id })).status).toBe(200);
    const offered = optionsSchema
      .parse((await anna.get("/options/user?help_desk_responsible=true&blocked=false")).data)
      .items.map((one) => one.id);
    expect(offered).toEqual(expect.arrayContaining([anna.id, borys.id]));
    expect(offered).not.toContain(plain.id);
  });
});

describe("time spent", () => {
  it("runs and pauses with the status, and can be corrected", async () => {
    const id = await ticket();
    const set = (status: string) => anna.post(`/help_desk/tickets/${id}/set_status`, { status });
    await set("IN_PROGRESS");
    await minutesAgo(id, 30);
    expect((await record(id)).time_spent).toBeGreaterThanOrEqual(1800);
    expect((await conversation(id)).running).toBe(true);
    await set("ON_HOLD");
    expect((await conversation(id)).running).toBe(false);
    await minutesAgo(id, 60);
    const paused = (await record(id)).time_spent;
    expect(paused).toBeGreaterThanOrEqual(1800);
    expect(paused).toBeLessThan(1860);
    await set("NEEDS_REVIEW");
    await minutesAgo(id, 10);
    await set("RESOLVED");
    expect((await record(id)).time_spent).toBeLessThan(2460);
    expect((await record(id)).time_spent).toBeGreaterThanOrEqual(2400);
    expect((await anna.post(`/help_desk/tickets/${id}/time`, { seconds: 90_061 })).status).toBe(200);
    expect((await record(id)).time_spent).toBe(90_061);
    expect((await conversation(id)).entries.at(-1)).toMatchObject({
      kind: "CHANGE",
      author: { id: anna.id },
      changes: [{ field: "time_spent", after: 90_061 }],
    });
    expect(field(await anna.post(`/help_desk/tickets/${id}/time`, { seconds: -1 }), "seconds")).toBe("min_value");
  });
});

describe("targets", () => {
  it("are missed by priority, wait on hold and begin anew after a reopening", async () => {
    const id = await ticket({ priority: "CRITICAL" });
    await minutesAgo(id, 31);
    expect(await record(id)).toMatchObject({ overdue: true });
    expect((await conversation(id)).target).toBe("response");
    expect(await listed("open=true&overdue=true&limit=200")).toContain(id);
    // What the person adds who opened it answers nobody.
    await say(id, "Ще одне", {});
    expect(await record(id)).toMatchObject({ overdue: true });
    expect((await conversation(id)).target).toBe("response");
    await say(id, "Їдемо", {}, borys);
    expect(await record(id)).toMatchObject({ overdue: false });
    expect((await conversation(id)).target).toBe("resolution");
    await minutesAgo(id, 240);
    expect(await record(id)).toMatchObject({ overdue: true });
    await anna.post(`/help_desk/tickets/${id}/set_status`, { status: "ON_HOLD" });
    expect(await record(id)).toMatchObject({ overdue: false, due_at: null });
    await minutesAgo(id, 120);
    await anna.post(`/help_desk/tickets/${id}/set_status`, { status: "CLOSED" });
    expect(await record(id)).toMatchObject({ overdue: false, open: false, due_at: null, resolved_at: someText });
    await anna.post(`/help_desk/tickets/${id}/set_status`, { status: "IN_PROGRESS" });
    expect(await record(id)).toMatchObject({ overdue: false, open: true, resolved_at: null });
  });

  it("are an answer again when the client speaks or the ticket is reopened", async () => {
    const id = await ticket({ priority: "CRITICAL" });
    const target = async () => (await conversation(id)).target;
    const dueIn = async () => Math.round((Date.parse(String((await record(id)).due_at)) - Date.now()) / 60_000);
    const past = (minutes: number) =>
      run(api.pool, sql`update ticket_entries set at = at - make_interval(mins => ${minutes}) where ticket_id = ${id}`);
    await say(id, "Їдемо", { status: "REPLIED" }, borys);
    expect(await target()).toBe("resolution");
    await minutesAgo(id, 60);
    await past(60);
    await say(id, "Досі не працює", { kind: "CLIENT" });
    expect(await record(id)).toMatchObject({ status: "WAITING_REPLY", overdue: false });
    expect([await target(), await dueIn()]).toEqual(["response", 30]);
    await minutesAgo(id, 31);
    await past(31);
    expect(await record(id)).toMatchObject({ overdue: true });
    await say(id, "Агов?", { kind: "CLIENT" });
    expect(await record(id)).toMatchObject({ overdue: true });
    await say(id, "Технік на місці", { status: "REPLIED" }, borys);
    expect([await target(), await dueIn()]).toEqual(["resolution", 240 - 91]);
    await anna.post(`/help_desk/tickets/${id}/set_status`, { status: "CLOSED" });
    expect(await target()).toBeNull();
    await say(id, "Знову те саме", { kind: "CLIENT" });
    expect([await target(), await dueIn()]).toEqual(["response", 30]);
  });

  it("are moved by a pause alike, the answer to the client's words by what came after those", async () => {
    const id = await ticket({ priority: "CRITICAL" });
    const set = (status: string) => anna.post(`/help_desk/tickets/${id}/set_status`, { status });
    const pass = async (minutes: number) => {
      await minutesAgo(id, minutes);
      await run(
        api.pool,
        sql`update ticket_entries set at = at - make_interval(mins => ${minutes}) where ticket_id = ${id}`,
      );
    };
    const due = async () => ({
      target: (await conversation(id)).target,
      minutes: Math.round((Date.parse(String((await record(id)).due_at)) - Date.now()) / 60_000),
    });
    await set("ON_HOLD");
    await pass(20);
    await set("IN_PROGRESS");
    await pass(10);
    expect(await due()).toEqual({ target: "response", minutes: 20 });
    await say(id, "Їдемо", {}, borys);
    await set("ON_HOLD");
    await pass(100);
    await say(id, "Ви ще їдете?", { kind: "CLIENT" });
    expect(await due()).toEqual({ target: "response", minutes: 30 });
    await pass(10);
    await set("ON_HOLD");
    await pass(500);
    await set("WAITING_REPLY");
    expect(await due()).toEqual({ target: "response", minutes: 20 });
    // The author's words answer nobody, and whoever asks again waits no longer for it.
    await say(id, "Ще одне");
    await say(id, "Агов?", { kind: "CLIENT" });
    expect(await due()).toEqual({ target: "response", minutes: 20 });
    await pass(21);
    expect(await record(id)).toMatchObject({ overdue: true });
    await say(id, "На місці", {}, borys);
    // 240 minutes, of which 10, 10 and 21 were no pause.
    expect(await due()).toEqual({ target: "resolution", minutes: 199 });
    // Words that come during a pause and leave it wait from its end on.
    await set("ON_HOLD");
    await pass(60);
    await say(id, "Дякую, зачекаю", { kind: "CLIENT", status: "ON_HOLD" });
    await pass(60);
    await set("IN_PROGRESS");
    expect(await due()).toEqual({ target: "response", minutes: 30 });
    // Reopened, a ticket waits itself, whatever is said before our answer.
    await set("CLOSED");
    await set("IN_PROGRESS");
    await pass(5);
    await say(id, "Дякую", { kind: "CLIENT" });
    expect(await due()).toEqual({ target: "response", minutes: 25 });
  });

  it("stand in the settings", async () => {
    const id = await ticket({ priority: "MEDIUM" });
    const settings = recordSchema.parse((await root.get("/settings")).data);
    const targets = {
      page_size: "50",
      offline_minutes: 15,
      response_critical: 30,
      response_high: 120,
      response_medium: 60,
      resolution_critical: 240,
      resolution_high: 1440,
      resolution_medium: 4320,
      session_idle_minutes: 720,
    };
    expect((await root.post("/settings", { ...targets, version: settings.version })).status).toBe(200);
    const { opened_at, due_at } = await record(id);
    expect(Date.parse(String(due_at)) - Date.parse(String(opened_at))).toBe(60 * 60_000);
    expect(
      field(await root.post("/settings", { ...targets, response_high: 0, version: settings.version }), "response_high"),
    ).toBe("min_value");
  });
});

describe("a conversation", () => {
  it("holds replies, notes, the client's words and changes in one order", async () => {
    const id = await ticket();
    await anna.post(`/help_desk/tickets/${id}/take`);
    await say(id, "Коли це сталося?", { status: "REPLIED" });
    await say(id, "Клієнт уже дзвонив у травні", { kind: "NOTE" }, borys);
    await say(id, "Сьогодні о 9:00", { kind: "CLIENT" });
    const { entries } = await conversation(id);
    expect(entries.map(({ kind, text }) => [kind, text])).toEqual(
      expect.arrayContaining([
        ["REPLY", "Коли це сталося?"],
        ["NOTE", "Клієнт уже дзвонив у травні"],
        ["CLIENT", "Сьогодні о 9:00"],
      ]),
    );
    const changes = entries.filter(({ kind }) => kind === "CHANGE").flatMap((entry) => entry.changes);
    expect(changes.filter((one) => one.field === "status").map((one) => one.after)).toEqual([
      "IN_PROGRESS",
      "REPLIED",
      "WAITING_REPLY",
    ]);
    expect(changes.filter((one) => one.field === "responsible")).toMatchObject([
      { before: null, after: { id: anna.id } },
    ]);
    expect([...entries].sort((a, b) => Date.parse(a.at) - Date.parse(b.at))).toEqual(entries);
    expect(await record(id)).toMatchObject({ status: "WAITING_REPLY", waiting_for_us: true });
  });

  it("that is long comes in parts, of which none lacks or repeats an entry", async () => {
    const id = await ticket();
    await run(
      api.pool,
      sql`insert into ticket_entries (ticket_id, kind, text, at) select ${id}, 'NOTE', 'n' || i, now() - interval '1 day' + (i / 3) * interval '1 second' from generate_series(1, 1200) i`,
    );
    await anna.post(`/help_desk/tickets/${id}/set_status`, { status: "ON_HOLD" });
    const texts: string[] = [];
    let before = "";
    for (let parts = 1; ; parts++) {
      const part = conversationSchema.parse((await anna.get(`/help_desk/tickets/${id}/conversation${before}`)).data);
      expect(part.entries.length).toBeLessThanOrEqual(500);
      texts.unshift(...part.entries.map(({ text }) => text ?? "change"));
      before = `?before=${encodeURIComponent(part.entries[0]?.at ?? "")}`;
      if (part.more) continue;
      expect(parts).toBe(3);
      break;
    }
    expect(texts.at(-1)).toBe("change");
    expect(texts.slice(0, -1).sort()).toEqual(Array.from({ length: 1200 }, (_, index) => `n${index + 1}`).sort());
    expect((await anna.get(`/help_desk/tickets/${id}/conversation?before=yesterday`)).status).toBe(400);
  });

  it("delivers a reply to who opens the ticket", async () => {
    const id = await ticket();
    await say(id, "Відповідь");
    expect((await conversation(id, anna)).entries[0]).toMatchObject({ kind: "REPLY", delivery: "WAIT", post: null });
    expect((await conversation(id, borys)).entries[0]).toMatchObject({ delivery: "RECEIVED" });
    expect((await conversation(id, anna)).entries[0]).toMatchObject({ delivery: "RECEIVED" });
  });

  it("says a thing once, however often it is sent", async () => {
    const id = await ticket();
    const once = said("Двічі натиснуто");
    const replies = await Promise.all([1, 2, 3].map(() => anna.post(`/help_desk/tickets/${id}/entries`, once)));
    expect(new Set(replies.map(idOf)).size).toBe(1);
    expect((await conversation(id)).entries.filter(({ kind }) => kind === "REPLY")).toHaveLength(1);
  });

  it("refuses nothing at all, too much and what makes no sense", async () => {
    const id = await ticket();
    expect(field(await say(id, "   "), "text")).toBe("required");
    expect(await say(id, "x".repeat(10_001))).toMatchObject({
      status: 422,
      fields: { text: [{ key: "max_length", count: 10_000 }] },
    });
    expect(field(await say(id, "x", { status: "LOST" }), "status")).toBe("incorrect");
    expect(field(await say(id, "x", { kind: "CHANGE" }), "kind")).toBe("incorrect");
    expect(field(await say(id, "x", { state: 999_999 }), "state")).toBe("incorrect");
    expect((await conversation(id)).entries).toEqual([]);
  });

  it("gives a custom state by a reply and follows what it counts as", async () => {
    const state = idOf(
      await root.post("/help_desk/ticket_states", {
        name: "Чекаємо запчастину",
        counts_as: "ON_HOLD",
        colour: "YELLOW",
        position: 1,
      }),
    );
    const id = await ticket();
    await say(id, "Замовили насос", { state });
    expect(await record(id)).toMatchObject({
      status: "ON_HOLD",
      state: { id: state, label: "Чекаємо запчастину", colour: "YELLOW" },
    });
    const kept = recordSchema.parse((await root.get(`/help_desk/ticket_states/${state}`)).data);
    await root.post(`/help_desk/ticket_states/${state}`, {
      name: "Чекаємо запчастину",
      counts_as: "IN_PROGRESS",
      colour: "YELLOW",
      position: 1,
      version: kept.version,
    });
    expect(await record(id)).toMatchObject({ status: "IN_PROGRESS", state: { id: state } });
    expect((await conversation(id)).running).toBe(true);
    expect(await root.post(`/help_desk/ticket_states/${state}/delete`)).toMatchObject({ status: 409, error: "in_use" });
    expect((await anna.post(`/help_desk/tickets/${id}/set_status`, { status: "IN_PROGRESS" })).status).toBe(200);
    expect(await record(id)).toMatchObject({ status: "IN_PROGRESS", state: null });
    expect((await anna.post(`/help_desk/tickets/${id}/set_state`, { state })).status).toBe(200);
  });
});

describe("files", () => {
  it("belong to their message and to the ticket, and go to who may see it", async () => {
    const id = await ticket({ type: "DEVICE_PROBLEM", device });
    const [a, b] = [await attach(), await attach()];
    expect((await say(id, "", { files: [String(a), String(b)] })).status).toBe(201);
    expect((await conversation(id)).entries[0]?.files.map((one) => one.id)).toEqual([a, b]);
    expect((await conversation(id)).files).toEqual([]);
    expect(recordSchema.parse(await record(id)).files).toMatchObject([{ id: a }, { id: b }]);
    const limited = await supporter(api, { mode: "OPEN_SELECTED", devices: [hidden] });
    expect((await api.app.request(`/files/${a}`, { headers: { Authorization: borys.token } })).status).toBe(200);
    expect((await api.app.request(`/files/${a}`, { headers: { Authorization: limited.token } })).status).toBe(404);
    expect(
      (
        await api.app.request(`/files/${a}`, {
          headers: { Authorization: (await api.person({ permissions: ["DEVICE"] })).token },
        })
      ).status,
    ).toBe(403);
  });

  it("are judged by their content and are sent with safe headers", async () => {
    expect(
      await anna.raw("/files?entity=ticket&field=files", "<script>alert(1)</script>", { "x-file-name": "photo.png" }),
    ).toMatchObject({ status: 422, error: "file_type" });
    expect(await anna.raw("/files?entity=ticket&field=files", new Uint8Array(4 * 1024 * 1024 + 1))).toMatchObject({
      status: 413,
    });
    const pdf = fileValue.parse(
      (
        await anna.raw("/files?entity=ticket&field=files", "%PDF-1.7 …", {
          "x-file-name": encodeURIComponent("акт.pdf"),
        })
      ).data,
    );
    const id = await ticket();
    await say(id, "Акт", { files: [String(pdf.id)] });
    const answer = await api.app.request(`/files/${pdf.id}`, { headers: { Authorization: borys.token } });
    expect(answer.headers.get("content-disposition")).toMatch(/^attachment;/);
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(answer.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
    expect(answer.headers.get("content-type")).toBe("application/pdf");
  });

  it("are nobody else's to attach, and once only", async () => {
    const [first, second] = [await ticket(), await ticket()];
    const file = await attach(borys);
    expect(field(await say(first, "чуже", { files: [String(file)] }), "files")).toBe("incorrect");
    expect((await say(first, "моє", { files: [String(file)] }, borys)).status).toBe(201);
    expect(field(await say(second, "ще раз", { files: [String(file)] }, borys), "files")).toBe("incorrect");
    const many = await Promise.all([1, 2, 3, 4, 5, 6].map(() => attach()));
    expect(field(await say(second, "забагато", { files: many.map(String) }), "files")).toBe("too_many_files");
  });

  it("of a ticket come with it and are removed with the form", async () => {
    const file = await attach();
    const id = await ticket({ files: file });
    expect((await conversation(id)).files).toMatchObject([{ id: file, label: "photo.png", type: "image/png" }]);
    const { version } = await record(id);
    expect(
      (
        await anna.post(`/help_desk/tickets/${id}`, {
          subject: "Без файлу",
          type: "GENERAL",
          priority: "MEDIUM",
          version,
        })
      ).status,
    ).toBe(200);
    expect((await conversation(id)).files).toEqual([]);
    expect((await api.app.request(`/files/${file}`, { headers: { Authorization: anna.token } })).status).toBe(404);
  });
});

describe("lists", () => {
  it("count their views in one call, for what the viewer may see, within the other filters", async () => {
    const phone = "+380441112233";
    const counts = async (by: Person, query = `client_phone=${encodeURIComponent(phone)}`) =>
      (await by.get(`/help_desk/tickets/scopes?${query}`)).data;
    const gone = await supporter(api);
    const [late, mine] = [
      await ticket({ client_phone: phone, priority: "CRITICAL" }),
      await ticket({ client_phone: phone, device: hidden, responsible: borys.id }),
      await ticket({ client_phone: phone, responsible: gone.id }),
      await ticket(),
    ];
    await minutesAgo(late, 31);
    await borys.post(`/help_desk/tickets/${mine}/set_status`, { status: "REPLIED" });
    await run(api.pool, sql`update users set blocked = true where id = ${gone.id}`);
    expect(await counts(borys)).toEqual({
      counts: { open: 3, mine: 1, unassigned: 1, waiting_for_us: 2, overdue: 1, hand_over: 1 },
      capped: false,
    });
    const limited = await supporter(api, { mode: "OPEN_SELECTED", devices: [device] });
    expect(await counts(limited)).toMatchObject({
      counts: { open: 2, mine: 0, unassigned: 1, waiting_for_us: 2, overdue: 1, hand_over: 1 },
    });
    expect(await counts(anna, `client_phone=${encodeURIComponent(phone)}&priority=CRITICAL`)).toMatchObject({
      counts: { open: 1, overdue: 1, hand_over: 0 },
    });
    expect((await (await api.person({ permissions: ["DEVICE"] })).get("/help_desk/tickets/scopes")).status).toBe(403);
    expect((await root.get("/users/scopes")).status).toBe(404);
  });

  it("have the overdue ones in the order of their urgency", async () => {
    const phone = "+380449998877";
    const [medium, critical, later, high] = [
      await ticket({ client_phone: phone }),
      await ticket({ client_phone: phone, priority: "CRITICAL" }),
      await ticket({ client_phone: phone, priority: "CRITICAL" }),
      await ticket({ client_phone: phone, priority: "HIGH" }),
    ];
    for (const [id, minutes] of [
      [medium, 9000],
      [critical, 600],
      [later, 300],
      [high, 3000],
    ] as const)
      await minutesAgo(id, minutes);
    const query = `client_phone=${encodeURIComponent(phone)}&open=true&overdue=true`;
    expect(await listed(`${query}&sort=priority`)).toEqual([critical, later, high, medium]);
    expect(await listed(`${query}&sort=-priority`)).toEqual([medium, high, later, critical]);
    // The records beside one, and the pages of an export, go by the same order.
    expect((await anna.get(`/help_desk/tickets/${later}/neighbours?${query}&sort=priority`)).data).toMatchObject({
      previous: { id: critical },
      next: { id: high },
    });
  });

  it("have what a shift needs", async () => {
    const [mine, nobodys, theirs] = [await ticket(), await ticket(), await ticket()];
    await anna.post(`/help_desk/tickets/${mine}/take`);
    await borys.post(`/help_desk/tickets/${theirs}/take`);
    await say(theirs, "Готово", { status: "RESOLVED" }, borys);
    const open = await listed("open=true&responsible=me&limit=200");
    expect(open).toContain(mine);
    expect(open).not.toContain(theirs);
    expect(await listed("open=true&responsible=me&limit=200", borys)).not.toContain(mine);
    expect(await listed("open=true&responsible=none&limit=200")).toContain(nobodys);
    expect(await listed("open=true&waiting_for_us=true&limit=200")).toEqual(expect.arrayContaining([mine, nobodys]));
    expect(await listed("status=RESOLVED&limit=200")).toContain(theirs);
    expect(await listed(`q=${mine}&limit=200`)).toContain(mine);
  });

  it("assign and set a status for many", async () => {
    const ids = await Promise.all([1, 2, 3].map(() => ticket()));
    await borys.post(`/help_desk/tickets/${ids[0] ?? 0}/take`);
    expect(
      (await anna.post("/help_desk/tickets/bulk/assign", { ids: ids.map(String), responsible: borys.id })).data,
    ).toMatchObject({ done: 2, refused: [{ id: ids[0], error: "already_done" }] });
    expect(
      (await anna.post("/help_desk/tickets/bulk/set_status", { ids: ids.map(String), status: "CLOSED" })).data,
    ).toEqual({ done: 3, refused: [] });
    expect(await anna.post("/help_desk/tickets/bulk/assign", { ids: ids.map(String) })).toMatchObject({
      status: 422,
      fields: { responsible: [{ key: "required" }] },
    });
    const plain = await api.person({ permissions: ["HELP_DESK"] });
    expect(
      (await anna.post("/help_desk/tickets/bulk/assign", { ids: String(ids[0]), responsible: plain.id })).data,
    ).toMatchObject({ done: 0, refused: [{ error: "not_responsible" }] });
  });
});

describe("hand-over", () => {
  const states = [
    ["blocked", "NOT_FOUND", (id: number) => sql`update users set blocked = true where id = ${id}`],
    [
      "without the flag",
      "NO_LONGER",
      (id: number) => sql`update users set help_desk_responsible = false where id = ${id}`,
    ],
    [
      "without the permission",
      "NO_LONGER",
      (id: number) =>
        sql`update user_groups set permissions = '{}' where id = (select user_group_id from users where id = ${id})`,
    ],
    ["without a group", "NO_LONGER", (id: number) => sql`update users set user_group_id = null where id = ${id}`],
  ] as const;

  it.each(states)("lists the open tickets of somebody %s", async (_name, state, change) => {
    const gone = await supporter(api);
    const [open, done] = [await ticket({ responsible: gone.id }), await ticket({ responsible: gone.id })];
    await anna.post(`/help_desk/tickets/${done}/set_status`, { status: "CLOSED" });
    expect(await listed("open=true&hand_over=true&limit=200")).not.toContain(open);
    await run(api.pool, change(gone.id));
    expect(await record(open)).toMatchObject({ responsible_state: state, hand_over: true });
    const listedNow = await listed("open=true&hand_over=true&limit=200");
    expect(listedNow).toContain(open);
    expect(listedNow).not.toContain(done);
    // Something else can be corrected without handing over at once.
    const { version } = await record(open);
    expect(
      (
        await anna.post(`/help_desk/tickets/${open}`, {
          subject: "Інша тема",
          type: "GENERAL",
          priority: "HIGH",
          responsible: gone.id,
          version,
        })
      ).status,
    ).toBe(200);
    expect(
      (
        await anna.post("/help_desk/tickets/bulk/assign", {
          filter: "open=true&hand_over=true",
          expected: listedNow.length,
          responsible: borys.id,
        })
      ).data,
    ).toMatchObject({ done: listedNow.length });
    expect(await listed("open=true&hand_over=true&limit=200")).toEqual([]);
  });
});

describe("who has a ticket open", () => {
  const path = (id: number) => `/help_desk/tickets/${id}/readers`;
  const readersOf = async (by: Person, id: number) =>
    readersSchema.parse((await by.post(path(id), {})).data).readers.map((one) => one.id);
  const pass = (id: number, minutes: number) =>
    run(
      api.pool,
      sql`update ticket_readers set seen_at = seen_at - make_interval(mins => ${minutes}) where ticket_id = ${id}`,
    );

  it("is told to the others, until they leave or say nothing for five minutes", async () => {
    const id = await ticket();
    expect((await conversation(id)).readers).toEqual([]);
    expect((await conversation(id)).readers).toEqual([]);
    expect((await conversation(id, borys)).readers).toEqual([{ id: anna.id, label: anna.email }]);
    expect(await readersOf(anna, id)).toEqual([borys.id]);
    // Another ticket is another matter.
    expect((await conversation(await ticket(), borys)).readers).toEqual([]);
    await pass(id, 4);
    expect(await readersOf(anna, id)).toEqual([borys.id]);
    await pass(id, 2);
    expect(await readersOf(anna, id)).toEqual([]);
    await conversation(id, borys);
    expect((await borys.post(path(id), { left: new Date(Date.now() + 60_000).toISOString() })).status).toBe(200);
    expect(await readersOf(anna, id)).toEqual([]);
  });

  it("is not forgotten by one page that is left while another is still open", async () => {
    const id = await ticket();
    const first = await conversation(id, borys);
    const second = await conversation(id, borys);
    expect(Date.parse(second.seen_at)).toBeGreaterThanOrEqual(Date.parse(first.seen_at));
    await borys.post(path(id), { left: first.seen_at });
    expect(await readersOf(anna, id)).toEqual([borys.id]);
    await borys.post(path(id), { left: second.seen_at });
    expect(await readersOf(anna, id)).toEqual([]);
  });

  it("is forgotten in the end, and only of who was not heard of", async () => {
    const [old, fresh] = [await ticket(), await ticket()];
    await conversation(old);
    await pass(old, 6);
    await conversation(fresh);
    expect(await forgetReaders(api.pool)).toBe(1);
    expect(await forgetReaders(api.pool)).toBe(0);
    expect(await readersOf(borys, fresh)).toEqual([anna.id]);
  });

  it("is nobody's business who may not see the ticket, and what makes no sense is refused", async () => {
    const id = await ticket({ device: hidden, type: "DEVICE_PROBLEM" });
    const limited = await supporter(api, { mode: "OPEN_SELECTED", devices: [device] });
    expect((await limited.post(path(id), {})).status).toBe(404);
    expect((await limited.post(path(id), { left: new Date().toISOString() })).status).toBe(404);
    for (const left of ["yesterday", "2026-13-45T00:00:00Z", "'", "infinity"])
      expect((await anna.post(path(id), { left })).status, left).toBe(422);
    expect((await conversation(id)).readers).toEqual([]);
  });
});

describe("beside a ticket", () => {
  it("stand its machine and other tickets of the machine and the client", async () => {
    const phone = "+380671234567";
    const [id, machine, client, foreign] = [
      await ticket({ device, type: "DEVICE_PROBLEM", client_phone: phone }),
      await ticket({ device, type: "DEVICE_PROBLEM" }),
      await ticket({ client_phone: phone }),
      await ticket({ device: hidden, type: "DEVICE_PROBLEM", client_phone: phone }),
    ];
    const context = async (by: Person) =>
      ticketContextSchema.parse((await by.get(`/help_desk/tickets/${id}/context`)).data);
    const all = await context(anna);
    expect(all.machine).toMatchObject({ id: device, status: "NEVER", model: "Модель", errors: [], sales: [] });
    expect(all.of_machine.map((one) => one.id)).toContain(machine);
    expect(all.of_client.map((one) => one.id)).toEqual(expect.arrayContaining([client, foreign]));
    const limited = await supporter(api, { mode: "OPEN_SELECTED", devices: [device] });
    expect((await context(limited)).of_client.map((one) => one.id)).not.toContain(foreign);
  });
});

describe("a ready answer", () => {
  it("may have places that a ticket fills in, and no others", async () => {
    const make = (text: string) => root.post("/help_desk/solutions", { name: "Готова відповідь", text });
    expect((await make("{ticket}: {machine}, {Place}. {phone} {name} { так } {} {{1}}")).status).toBe(201);
    for (const text of ["Автомат {machin}", "{tickets}", "{{first_name}}", "{name}{NOPE}"])
      expect(field(await make(text), "text"), text).toBe("unknown_solution_field");
  });
});

describe("configuration", () => {
  it("is read with HELP_DESK and changed with HELP_DESK_CONFIG", async () => {
    const keeper = await api.person({ permissions: ["HELP_DESK", "HELP_DESK_CONFIG"] });
    for (const [path, values] of [
      ["/help_desk/categories", { name: "Оплата" }],
      ["/help_desk/solutions", { name: "Перезапуск", text: "Вимкніть і ввімкніть автомат" }],
      ["/help_desk/ticket_states", { name: "На складі", counts_as: "ON_HOLD", colour: "BLUE", position: 2 }],
      ["/help_desk/ticket_rules", { name: "Вода", minutes: 30, priority: "HIGH" }],
    ] as const) {
      expect((await anna.post(path, values)).status, path).toBe(403);
      const id = idOf(await keeper.post(path, values));
      expect((await anna.get(`${path}/${id}`)).status, path).toBe(200);
      for (const call of [
        anna.post(`${path}/${id}`, { ...values, version: 1 }),
        anna.post(`${path}/${id}/delete`),
        anna.post(`${path}/bulk/delete`, { ids: id }),
      ])
        expect(await call, path).toMatchObject({ status: 403, error: "no_permission" });
      expect((await keeper.post(`${path}/${id}`, { ...values, version: 1 })).status, path).toBe(200);
      expect((await keeper.post(`${path}/${id}/delete`)).status, path).toBe(200);
    }
  });
});
