import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listRequirement } from "~server/contract/entity";
import { entityNamed } from "~server/contract/entities";
import { SEARCHED, searchSchema } from "~server/contract/search";
import { run } from "~server/vending/database/query";
import { idOf, type Person, testApi } from "./app";
import { makeDevice, makeLocation, makeModel, makeUnit } from "./network";
import { made, saved } from "./samples";

const api = await testApi();
afterAll(() => api.close());
const root = await api.person({ root: true });
const model = await makeModel(root);

const search = async (q: string, who: Person = root) =>
  searchSchema.parse((await who.get(`/search?${new URLSearchParams({ q }).toString()}`)).data).kinds;
/** What is found, as kind and ids. */
const found = async (q: string, who?: Person): Promise<Record<string, number[]>> =>
  Object.fromEntries((await search(q, who)).map(({ entity, items }) => [entity, items.map(({ id }) => id)]));

const ids = { device: 0, other: 0, location: 0, ticket: 0, client: 0, key: 0, unit: 0, user: 0, company: 0 };
beforeAll(async () => {
  ids.location = idOf(
    await root.post("/locations", {
      name: "ТРЦ «Каштан»",
      address: "вул. Лісова, 7",
      city: "Житомир",
      region: "AM",
      external_id: "EXT-9001",
    }),
  );
  ids.device = await makeDevice(root, model, ids.location, { serial_number: "RHEA-4711" });
  ids.other = await makeDevice(root, model, await makeLocation(root), { serial_number: "RHEA-47110" });
  ids.unit = (await makeUnit(root, ids.device)).id;
  ids.ticket = idOf(
    await root.post("/help_desk/tickets", {
      subject: "Не видає решту",
      type: "GENERAL",
      priority: "MEDIUM",
      client_phone: "067 555 11 22",
    }),
  );
  ids.client = idOf(
    await root.post("/key_clients", {
      name: "Завод «Прогрес»",
      phone: "+380445551122",
      email: "keys@progress.example",
    }),
  );
  ids.key = idOf(
    await root.post("/key_wallets", {
      key: "04:A1:B2:C3",
      owner: "Ганна Мельник",
      client: ids.client,
      type: "BALANCE",
    }),
  );
  const user = await api.person({ email: "melnyk@example.com" });
  ids.user = user.id;
  await run(api.pool, sql`update users set full_name = 'Петро Мельник', phone = '+380507778899' where id = ${user.id}`);
  ids.company = idOf(await root.post("/companies", { name: "Автомати Житомира", phone: "0441112233" }));
});

describe("one field finds", () => {
  it.each([
    [
      "a machine by its serial, in any letters, and the unit in it",
      "rhea-4711",
      () => ({ device: [ids.device, ids.other], telemetry: [ids.unit] }),
    ],
    ["a machine by a part of it", "A-47110", () => ({ device: [ids.other] })],
    [
      "a place, its machine and whose name has the city",
      "Житомир",
      () => ({ device: [ids.device], location: [ids.location], company: [ids.company] }),
    ],
    ["a place by address", "лісова", () => ({ location: [ids.location] })],
    ["a place by the number others know it by", "ext-9001", () => ({ location: [ids.location] })],
    ["people and owners of keys by name", "мельник", () => ({ key_wallet: [ids.key], user: [ids.user] })],
    ["a client by name", "завод прогрес", () => ({ key_client: [ids.client] })],
    ["a client by mail", "keys@progress.example", () => ({ key_client: [ids.client] })],
    ["a key as its reader writes it", "04a1b2c3", () => ({ key_wallet: [ids.key] })],
    ["a key as it is printed", "04:A1:B2:C3", () => ({ key_wallet: [ids.key] })],
    ["a key in pairs", "04 A1 B2 C3", () => ({ key_wallet: [ids.key] })],
    ["a ticket by its words", "решту видає", () => ({ ticket: [ids.ticket] })],
  ] as const)("%s", async (_what, q, expected) => {
    expect(await found(q)).toEqual(expected());
  });

  it.each(["+380675551122", "380675551122", "0675551122", "067 555 11 22", "+38 (067) 555-11-22", "5551122"])(
    "a phone written as %s",
    async (phone) => {
      const tickets = (await found(phone)).ticket;
      expect(tickets).toEqual([ids.ticket]);
    },
  );

  it("a phone as one word: others with its parts are not meant", async () => {
    const parts = idOf(await root.post("/companies", { name: "Частини 044 555 11 22", phone: "0441122555" }));
    expect(await found("044 555 11 22")).toEqual({ key_client: [ids.client] });
    await root.post(`/companies/${parts}/delete`);
  });

  it.each(["", "№", "№ ", "#"])("a ticket by its number with %j before it", async (mark) => {
    const [first] = await search(`${mark}${ids.ticket}`);
    expect(first).toMatchObject({ entity: "ticket", items: [{ id: ids.ticket }] });
  });

  it("a route sheet by its number", async () => {
    const sheet = await made(root, entityNamed("route_sheet"));
    expect((await found(`№ ${sheet}`)).route_sheet).toEqual([sheet]);
    expect((await found(String(sheet))).route_sheet).toEqual([sheet]);
  });

  it("what tells a record apart, and no more of it", async () => {
    const [devices] = await search("rhea-4711");
    expect(devices).toMatchObject({ entity: "device", total: 2, capped: false });
    const [machine] = devices?.items ?? [];
    expect(machine).toMatchObject({
      title: "RHEA-4711",
      location: { id: ids.location, label: "ТРЦ «Каштан»" },
      city: "Житомир",
      hidden: false,
    });
    expect(machine).not.toHaveProperty("note");
  });
});

describe("what is named whole comes first", () => {
  it("among its kind, however many others hold the words", async () => {
    for (let i = 0; i < 12; i += 1) await makeDevice(root, model, undefined, { serial_number: `A-7-${i}-ZX70` });
    const exact = await makeDevice(root, model, undefined, { serial_number: "zx70" });
    const [devices] = await search("ZX70");
    expect(devices).toMatchObject({ total: 13, capped: false });
    expect(devices?.items).toHaveLength(8);
    expect(devices?.items[0]?.id).toBe(exact);
  });

  it("and its kind before others", async () => {
    const subject = { subject: "Серійний 86-123", type: "GENERAL", priority: "MEDIUM" };
    const ticket = idOf(await root.post("/help_desk/tickets", subject));
    const unit = idOf(await root.post("/telemetries", { serial: "86-123", type: "DEX" }));
    expect((await search("86-123")).map(({ entity, items }) => [entity, items[0]?.id])).toEqual([
      ["telemetry", unit],
      ["ticket", ticket],
    ]);
  });

  it("beyond what is counted, too", async () => {
    await run(
      api.pool,
      sql`insert into key_wallets (key, type) select '0E' || lpad(i::text, 6, '0'), 'BALANCE' from generate_series(1, 2000) i`,
    );
    await run(api.pool, sql`insert into key_wallets (key, owner, type) values ('0E00', 'Z', 'BALANCE')`);
    const [keys] = await search("0e00");
    expect(keys).toMatchObject({ entity: "key_wallet", total: 500, capped: true });
    expect(keys?.items.map(({ title }) => title).slice(0, 2)).toEqual(["0E00", "0E000001"]);
    const [one] = await search("0E001999");
    expect(one).toMatchObject({ items: [{ title: "0E001999" }], total: 1 });
  });

  it("in whatever letters it is kept", async () => {
    for (const name of ["Один Прогрес", "Прогрес Один", "Прогрес"]) await root.post("/companies", { name });
    const companies = (await search("прогрес")).find(({ entity }) => entity === "company");
    expect(companies?.items[0]).toMatchObject({ title: "Прогрес" });
  });
});

describe("a person finds what they may see:", () => {
  it("nothing, without any permission", async () => {
    expect(await found("мельник", await api.person())).toEqual({});
  });

  it.each(SEARCHED.map(({ entity }) => [entity.name, entity] as const))(
    "%s with the permission for its list, and no other kind",
    async (name, entity) => {
      const id = await made(root, entity);
      const record = await root.get(`${entity.api}/${id}`);
      const title = String(Reflect.get(Object(record.data), "title"));
      const others = new Set(
        SEARCHED.filter(({ entity: one }) => listRequirement(one).join() !== listRequirement(entity).join()).map(
          ({ entity: one }) => one.name,
        ),
      );
      const one = await found(title, await api.person({ permissions: [entity.permission] }));
      expect(one[name]).toContain(id);
      expect(Object.keys(one).filter((kind) => others.has(kind))).toEqual([]);
      const codes = SEARCHED.map(({ entity: other }) => other.permission).filter((code) => code !== entity.permission);
      expect(await found(title, await api.person({ permissions: codes }))).not.toHaveProperty(name);
    },
  );

  it("machines, places and units of their own alone, and hidden neighbours are not counted", async () => {
    const permissions = ["DEVICE", "LOCATION", "TELEMETRY", "HELP_DESK"];
    const limited = await api.person({ permissions, mode: "OPEN_SELECTED", devices: [ids.device] });
    expect(await found("rhea-4711", limited)).toEqual({ device: [ids.device], telemetry: [ids.unit] });
    expect((await search("rhea-4711", limited))[0]).toMatchObject({ total: 1 });
    expect(await found("rhea-47110", limited)).toEqual({});
    const closed = await api.person({ permissions, mode: "CLOSE_SELECTED", devices: [ids.device] });
    expect(await found("rhea-4711", closed)).toEqual({ device: [ids.other] });
  });
});

it("what was deleted is found no more", async () => {
  const gone = idOf(await root.post("/companies", { name: "Зникла компанія" }));
  expect(await found("зникла")).toEqual({ company: [gone] });
  await root.post(`/companies/${gone}/delete`);
  expect(await found("зникла")).toEqual({});
});

it("what is changed is found by what it says now", async () => {
  await saved(root, entityNamed("company"), ids.company, { name: "Кавомани" });
  expect(await found("кавомани")).toEqual({ company: [ids.company] });
});

describe("whatever is asked is answered:", () => {
  it.each(["", "   ", "№", "# №"])("nothing for %j", async (q) => {
    expect(await root.get(`/search?${new URLSearchParams({ q }).toString()}`)).toMatchObject({
      status: 200,
      data: { kinds: [] },
    });
  });

  it.each(["%", "_", "\\", "'; drop table users; --", "a".repeat(200), "💥 \u202e", "\ud800", "(", "1e999", "-1"])(
    "%j",
    async (q) => {
      expect(await root.get(`/search?${new URLSearchParams({ q }).toString()}`)).toMatchObject({ status: 200 });
    },
  );

  it("signs of patterns stand for themselves", async () => {
    expect(await found("100%")).toEqual({});
    expect(await found("rhea_4711")).toEqual({});
  });

  it.each([
    ["too long", `q=${"a".repeat(201)}`],
    ["asked twice", "q=a&q=b"],
    ["what no text holds", "q=%00"],
  ])("refused: %s", async (_what, query) => {
    expect(await root.get(`/search?${query}`)).toMatchObject({ status: 400, error: "bad_request" });
  });

  it("nobody signed in", async () => {
    expect(await api.anybody.get("/search?q=a")).toMatchObject({ status: 401 });
  });
});
