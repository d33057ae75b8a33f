import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { noticesSchema } from "~server/contract/notices";
import { recordSchema } from "~server/contract/record";
import { idOf, PASSWORD, type TestApi, testApi, type Person } from "./app";
import { type Client, connect, type Process, startProcess, tell } from "./live";
import { forgetReaders } from "~server/vending/areas/help-desk/readers";
import { supporter } from "./help-desk-people";
import { makeDevice, makeModel } from "./network";

let api: TestApi;
const agent = () => api.person({ permissions: ["HELP_DESK"] });
let root: Person;
let one: Process;
let two: Process;
const clients: Client[] = [];

beforeAll(async () => {
  api = await testApi();
  root = await api.person({ root: true });
  [one, two] = await Promise.all([startProcess(api), startProcess(api)]);
});
afterEach(() => Promise.all(clients.splice(0).map((client) => client.leave())));
afterAll(async () => {
  await Promise.all([one.stop(), two.stop()]);
  await api.close();
});

async function client(to: Process, token: string, init?: string): Promise<Client> {
  const made = await connect(to, token, init);
  clients.push(made);
  return made;
}

const LOGOUT = { Type: "logout", Payload: {}, Id: "" };

describe("the live socket", () => {
  it("sends a person's notices as the specification has them, whichever process heard of them", async () => {
    const [anna, boris] = await Promise.all([agent(), agent()]);
    const [here, there, other] = [
      await client(one, anna.token),
      await client(two, anna.token),
      await client(two, boris.token),
    ];
    await tell(api, [anna.id]);
    await tell(api, [anna.id, boris.id], { type: "ticketCreated", ticket: 12, title: "Немає води", body: "ТРЦ" });
    const [reply, created] = await here.have(2);
    expect(reply).toMatchObject({
      Type: "ticketReply",
      Payload: { Notification: { Title: "№ 7 · Не наливає каву", Body: "Олена: вже їдемо" }, TicketId: 7 },
    });
    expect(created).toMatchObject({
      Type: "ticketCreated",
      Payload: { Notification: { Title: "Немає води", Body: "ТРЦ" }, Id: 12 },
    });
    expect(Number(created?.Id)).toBeGreaterThan(Number(reply?.Id));
    expect(await there.have(2)).toEqual(here.messages);
    expect(await other.have(1)).toMatchObject([{ Type: "ticketCreated" }]);
  });

  it("misses nothing between its opening and init, and nothing in a crowd", async () => {
    const person = await agent();
    const early = await client(one, person.token, "");
    await tell(api, [person.id], { ticket: 1 });
    early.ws.send(JSON.stringify({ Type: "init", Payload: { AuthToken: person.token } }));
    expect(await early.have(1)).toMatchObject([{ Payload: { TicketId: 1 } }]);
    await Promise.all(Array.from({ length: 300 }, (_, index) => tell(api, [person.id], { ticket: 2 + index })));
    const ids = (await early.have(301)).map(({ Id }) => Number(Id));
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
  });

  it("refuses tokens that are none, and says so", async () => {
    for (const token of ["", "nonsense"]) {
      const stranger = await client(one, token, "");
      expect(await stranger.closed).toBe(4401);
      expect(stranger.messages).toEqual([LOGOUT]);
    }
  });

  it("wants init with the token of the address, once", async () => {
    const [anna, boris] = await Promise.all([agent(), agent()]);
    const crossed = await client(
      one,
      anna.token,
      JSON.stringify({ Type: "init", Payload: { AuthToken: boris.token } }),
    );
    expect(await crossed.closed).toBe(4401);
    for (const init of ["{", "[]", '{"Type":"init"}', '{"Type":"hello","Payload":{"AuthToken":"x"}}']) {
      const odd = await client(one, anna.token, init);
      expect(await odd.closed).toBe(1008);
    }
    const twice = await client(one, anna.token);
    twice.ws.send(JSON.stringify({ Type: "init", Payload: { AuthToken: anna.token } }));
    expect(await twice.closed).toBe(1008);
    const large = await client(one, anna.token, "x".repeat(20_000));
    expect([1006, 1009]).toContain(await large.closed);
    expect(one.socket.count()).toBe(0);
  });

  it("is at its address only", async () => {
    const ws = new WebSocket(`ws://${one.url}/elsewhere?auth=${root.token}`);
    const error = await new Promise<Error>((done) => ws.once("error", done));
    expect(error.message).toContain("404");
  });

  it("lets no token have more than twenty connections", async () => {
    const person = await agent();
    const many = await Promise.all(Array.from({ length: 21 }, () => client(one, person.token)));
    expect(await Promise.race(many.map(({ closed }) => closed))).toBe(1008);
    expect(one.socket.count()).toBe(20);
  });
});

describe("tickets", () => {
  it("and replies reach who may see them, but for who wrote them", async () => {
    const near = await makeDevice(root, await makeModel(root));
    const [anna, boris, stranger] = [
      await agent(),
      await api.person({ permissions: ["HELP_DESK"], mode: "OPEN_SELECTED", devices: [near] }),
      await api.person({ permissions: ["HELP_DESK"], mode: "OPEN_SELECTED" }),
    ];
    const sockets = {
      root: await client(one, root.token),
      anna: await client(two, anna.token),
      boris: await client(one, boris.token),
      stranger: await client(two, stranger.token),
    };
    const ticket = idOf(
      await root.post("/help_desk/tickets", {
        subject: "Не повертає решту",
        type: "DEVICE_PROBLEM",
        priority: "HIGH",
        device: near,
        description: "Двічі за день",
      }),
    );
    for (const { have } of [sockets.anna, sockets.boris])
      expect(await have(1)).toMatchObject([
        {
          Type: "ticketCreated",
          Payload: { Notification: { Title: "Не повертає решту", Body: "Двічі за день" }, Id: ticket },
        },
      ]);
    expect(
      (
        await anna.post(`/help_desk/tickets/${ticket}/entries`, {
          kind: "REPLY",
          text: "Вже їдемо",
          key: "anna-reply-1",
        })
      ).status,
    ).toBe(201);
    expect(await sockets.root.have(1)).toMatchObject([
      {
        Type: "ticketReply",
        Payload: { Notification: { Title: "Не повертає решту", Body: "Вже їдемо" }, TicketId: ticket },
      },
    ]);
    expect((await sockets.boris.have(2))[1]).toMatchObject({ Type: "ticketReply" });
    expect(sockets.anna.messages).toHaveLength(1);
    expect(sockets.stranger.messages).toEqual([]);
  });

  it("that look different are drawn anew by others who may see them, and nobody is told; who is given one is told", async () => {
    const near = await makeDevice(root, await makeModel(root));
    const limited = { permissions: ["HELP_DESK"], mode: "OPEN_SELECTED" };
    const [anna, boris, stranger] = [
      await supporter(api),
      await supporter(api, { ...limited, devices: [near] }),
      await supporter(api, limited),
    ];
    const ticket = idOf(
      await anna.post("/help_desk/tickets", {
        subject: "Не наливає",
        type: "DEVICE_PROBLEM",
        priority: "HIGH",
        device: near,
      }),
    );
    const sockets = {
      anna: await client(one, anna.token),
      boris: await client(two, boris.token),
      stranger: await client(two, stranger.token),
    };
    await boris.get("/notices");
    await boris.post("/notices/read", { upto: 999_999_999 });
    const changed = { Type: "ticketChanged", Payload: { TicketId: ticket }, Id: "" };
    await anna.post(`/help_desk/tickets/${ticket}/set_status`, { status: "ON_HOLD" });
    expect(await sockets.boris.have(1)).toEqual([changed]);
    await anna.post(`/help_desk/tickets/${ticket}/entries`, { kind: "NOTE", text: "Для своїх", key: "note-for-us-1" });
    expect((await sockets.boris.have(2))[1]).toEqual(changed);
    expect((await anna.post(`/help_desk/tickets/${ticket}/assign`, { responsible: boris.id })).status).toBe(200);
    const given = (await sockets.boris.have(4)).slice(2);
    expect(given).toEqual(
      expect.arrayContaining([
        changed,
        expect.objectContaining({
          Type: "ticketAssigned",
          Payload: { Notification: { Title: "Не наливає", Body: "" }, TicketId: ticket },
        }),
      ]),
    );
    expect((await boris.get("/notices?unread=true")).data).toMatchObject({
      unread: 1,
      items: [{ type: "ticketAssigned", ticket }],
    });
    // Who takes it over, or may not see it, is told nothing.
    await anna.post(`/help_desk/tickets/${ticket}/assign`, { responsible: anna.id });
    await sockets.boris.have(5);
    await anna.post(`/help_desk/tickets/${ticket}/assign`, { responsible: stranger.id });
    await sockets.boris.have(6);
    expect(sockets.boris.messages.slice(4)).toEqual([changed, changed]);
    expect([...sockets.anna.messages, ...sockets.stranger.messages]).toEqual([]);
  });

  it("that a person changes are drawn anew in the person's other browsers, not in the one where it was done", async () => {
    const [anna, boris] = [await supporter(api), await supporter(api)];
    const again = await api.anybody.post("/login", { email: anna.email, password: PASSWORD });
    const elsewhere = api.client(String(Reflect.get(Object(again.data), "token")));
    const sockets = {
      here: await client(one, anna.token),
      there: await client(two, elsewhere.token),
      boris: await client(one, boris.token),
    };
    const ticket = idOf(await anna.post("/help_desk/tickets", { subject: "Тихо", type: "GENERAL", priority: "HIGH" }));
    const path = `/help_desk/tickets/${ticket}`;
    const changed = { Type: "ticketChanged", Payload: { TicketId: ticket }, Id: "" };
    // Each is waited for: two that wait beside each other are told as one.
    const told = (count: number) => Promise.all([sockets.there.have(count), sockets.boris.have(count)]);
    await told(1);
    await anna.post(`${path}/take`);
    await told(2);
    await anna.post(`${path}/set_status`, { status: "ON_HOLD" });
    await told(3);
    await anna.post(`${path}/entries`, { kind: "REPLY", text: "Їдемо", key: "own-browser-1" });
    await told(4);
    await anna.post(`${path}/entries`, { kind: "NOTE", text: "Для своїх", key: "own-browser-2" });
    await told(5);
    await anna.post(`${path}/time`, { seconds: 60 });
    await told(6);
    expect(sockets.there.messages).toEqual(Array.from({ length: 6 }, () => changed));
    // Of what was said others are told; it is not said to them twice.
    const [fresh, reply] = ["ticketCreated", "ticketReply"];
    const types = sockets.boris.messages.map(({ Type }) => Type);
    expect(types).toEqual([fresh, changed.Type, changed.Type, reply, changed.Type, changed.Type]);
    await elsewhere.post(`${path}/set_status`, { status: "CLOSED" });
    expect(await sockets.here.have(1)).toEqual([changed]);
    expect(sockets.there.messages).toHaveLength(6);
  });

  it("that somebody opens or leaves are drawn anew by who has them open, and by nobody else", async () => {
    const [anna, boris, vera] = [await supporter(api), await supporter(api), await supporter(api)];
    const ticket = idOf(await root.post("/help_desk/tickets", { subject: "Разом", type: "GENERAL", priority: "HIGH" }));
    const path = `/help_desk/tickets/${ticket}`;
    const changed = { Type: "ticketChanged", Payload: { TicketId: ticket }, Id: "" };
    await anna.get(`${path}/conversation`);
    const sockets = { anna: await client(one, anna.token), vera: await client(two, vera.token) };
    await boris.get(`${path}/conversation`);
    expect(await sockets.anna.have(1)).toEqual([changed]);
    // Who is there already comes no second time.
    await boris.get(`${path}/conversation`);
    await boris.post(`${path}/readers`, {});
    await boris.post(`${path}/readers`, { left: new Date(Date.now() + 60_000).toISOString() });
    expect(await sockets.anna.have(2)).toEqual([changed, changed]);
    await api.pool.query("update ticket_readers set seen_at = now() - interval '6 minutes' where user_id = $1", [
      boris.id,
    ]);
    await boris.get(`${path}/conversation`);
    await sockets.anna.have(3);
    await api.pool.query("update ticket_readers set seen_at = now() - interval '6 minutes' where user_id = $1", [
      boris.id,
    ]);
    await forgetReaders(api.pool);
    expect(await sockets.anna.have(4)).toHaveLength(4);
    expect(sockets.vera.messages).toEqual([]);
  });

  it("in a custom state that is renamed, recoloured or counts as something else are drawn anew, by one word for thousands", async () => {
    const [anna, boris, stranger] = [
      await supporter(api),
      await supporter(api, { mode: "OPEN_SELECTED" }),
      await api.person({ permissions: ["DEVICE"] }),
    ];
    const values = { name: "Чекаємо запчастину", counts_as: "ON_HOLD", colour: "YELLOW", position: 1 };
    const state = idOf(await root.post("/help_desk/ticket_states", values));
    await api.pool.query(
      "insert into tickets (subject, type, priority, status, state_id) select 'Насос', 'GENERAL', 'MEDIUM', 'ON_HOLD', $1 from generate_series(1, 3000)",
      [state],
    );
    const sockets = {
      root: await client(one, root.token),
      anna: await client(one, anna.token),
      boris: await client(two, boris.token),
      stranger: await client(two, stranger.token),
    };
    const any = { Type: "ticketChanged", Payload: {}, Id: "" };
    let version = 1;
    const change = async (over: object) => {
      Object.assign(values, over);
      expect((await root.post(`/help_desk/ticket_states/${state}`, { ...values, version: version++ })).status).toBe(
        200,
      );
    };
    for (const [index, over] of [
      { counts_as: "IN_PROGRESS" },
      { colour: "RED" },
      { name: "Чекаємо на насос" },
    ].entries()) {
      await change(over);
      for (const { have } of [sockets.anna, sockets.boris]) expect((await have(index + 1)).slice(index)).toEqual([any]);
    }
    // What nobody sees of it in a ticket is nothing to draw.
    await change({ note: "Замовлено" });
    const after = idOf(
      await root.post("/help_desk/tickets", { subject: "Після того", type: "GENERAL", priority: "MEDIUM" }),
    );
    expect((await sockets.anna.have(4)).slice(3)).toMatchObject([{ Type: "ticketCreated", Payload: { Id: after } }]);
    expect([...sockets.root.messages, ...sockets.stranger.messages]).toEqual([]);
    expect((await anna.get("/help_desk/tickets?status=IN_PROGRESS&limit=1")).data).toMatchObject({ total: 3000 });
  });

  it("given to somebody by many at once, or in their form, are told as well", async () => {
    const [anna, boris] = [await supporter(api), await supporter(api)];
    const made = await Promise.all(
      ["Перше", "Друге", "Третє"].map(async (subject) =>
        idOf(await anna.post("/help_desk/tickets", { subject, type: "GENERAL", priority: "MEDIUM" })),
      ),
    );
    await boris.post("/notices/read", { upto: 999_999_999 });
    const [first, second, third = 0] = made;
    expect(
      (
        await anna.post("/help_desk/tickets/bulk/assign", {
          ids: [String(first), String(second)],
          responsible: boris.id,
        })
      ).status,
    ).toBe(200);
    const { version } = recordSchema.parse((await anna.get(`/help_desk/tickets/${third}`)).data);
    const form = { subject: "Третє", type: "GENERAL", priority: "HIGH", version };
    expect((await anna.post(`/help_desk/tickets/${third}`, { ...form, responsible: boris.id })).status).toBe(200);
    expect(
      (
        await anna.post(`/help_desk/tickets/${third}`, {
          ...form,
          priority: "MEDIUM",
          responsible: boris.id,
          version: version + 1,
        })
      ).status,
    ).toBe(200);
    const { items } = noticesSchema.parse((await boris.get("/notices?unread=true")).data);
    expect(items.map(({ type, ticket }) => [type, ticket])).toEqual(
      [third, second, first].map((ticket) => ["ticketAssigned", ticket]),
    );
  });
});

describe("a session that ends", () => {
  const both = async (token: string) => [await client(one, token), await client(two, token)];
  const gone = async (some: Client[]) => {
    for (const { closed, messages } of some) {
      expect(await closed).toBe(4401);
      expect(messages).toEqual([LOGOUT]);
    }
  };

  it("by logout, ends its sockets in every process, and no others", async () => {
    const person = await agent();
    const mine = await both(person.token);
    const other = await client(two, root.token);
    await person.get("/logout");
    await gone(mine);
    expect(other.ws.readyState).toBe(WebSocket.OPEN);
  });

  it("by a block", async () => {
    const person = await agent();
    const mine = await both(person.token);
    await root.post(`/users/${person.id}/block`);
    await gone(mine);
  });

  it("by a change of password, but for the one who changed it", async () => {
    const person = await agent();
    const signedIn = await api.anybody.post("/login", { email: person.email, password: PASSWORD });
    const token = String(Reflect.get(Object(signedIn.data), "token"));
    const other = await both(token);
    const own = await client(one, person.token);
    await person.post("/profile/password", {
      current_password: PASSWORD,
      password: "a new password",
      password_repeat: "a new password",
    });
    await gone(other);
    expect(own.ws.readyState).toBe(WebSocket.OPEN);
  });

  it("by its time, or without a word", async () => {
    const person = await agent();
    const mine = await both(person.token);
    await api.pool.query("update tokens set expires_at = now() where user_id = $1", [person.id]);
    await Promise.all([one.socket.sweep(), two.socket.sweep()]);
    await gone(mine);
  });
});

describe("the socket's own troubles", () => {
  it("a broken connection to the database costs nobody a notice", async () => {
    const person = await agent();
    const mine = await client(one, person.token);
    await tell(api, [person.id], { ticket: 1 });
    await mine.have(1);
    await api.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen %'",
    );
    for (const ticket of [2, 3, 4]) await tell(api, [person.id], { ticket });
    expect((await mine.have(4)).map(({ Payload }) => Payload.TicketId)).toEqual([1, 2, 3, 4]);
    await tell(api, [person.id], { ticket: 5 });
    expect(await mine.have(5)).toHaveLength(5);
  });

  it("it says when it goes, and leaves nothing", async () => {
    const brief = await startProcess(api);
    const mine = await client(brief, root.token);
    const silent = await client(brief, root.token);
    silent.ws.pause();
    await brief.stop();
    expect(await mine.closed).toBe(1001);
    expect(brief.socket.count()).toBe(0);
    silent.ws.resume();
  });
});
