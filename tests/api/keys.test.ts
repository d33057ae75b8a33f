import { afterAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { pageSchema } from "~server/contract/record";
import { idOf, testApi } from "./app";
import { makeDevice, makeModel } from "./network";

const api = await testApi();
afterAll(() => api.close());
const root = await api.person({ root: true });

type Values = Record<string, string | number>;
let serial = 0;
const recipe = async () => {
  const ingredient = idOf(
    await root.post("/ingredients", {
      name: `Кава ${++serial}`,
      type: "DRY",
      unit: "G",
      price_type: "PER_100_G",
      price: 1,
    }),
  );
  return idOf(
    await root.post("/recipes", {
      name: `Еспресо ${serial}`,
      item_number: 1000 + serial,
      "ingredients[0].ingredient": ingredient,
      "ingredients[0].quantity": 7,
    }),
  );
};

describe("bonus programs of a key client", () => {
  /** Values of a program with shifts in minutes. */
  const program = (index: number, shifts: [number, number][], over: Values = {}): Values => ({
    [`programs[${index}].name`]: `Програма ${index}`,
    [`programs[${index}].bonus`]: 1000,
    ...Object.fromEntries(
      shifts.flatMap(([start, end], i): [string, number][] => [
        [`programs[${index}].shifts[${i}].start`, start],
        [`programs[${index}].shifts[${i}].end`, end],
      ]),
    ),
    ...Object.fromEntries(Object.entries(over).map(([name, value]) => [`programs[${index}].${name}`, value])),
  });
  const client = (values: Values) => root.post("/key_clients", { name: `Клієнт ${++serial}`, ...values });
  const read = z.object({
    version: z.number(),
    programs: z.array(z.looseObject({ id: z.number(), name: z.string() })),
  });
  const readClient = async (id: number) => read.parse((await root.get(`/key_clients/${id}`)).data);

  it("are kept with their shifts in the order of the day", async () => {
    const made = await client(
      program(
        0,
        [
          [22 * 60, 6 * 60],
          [8 * 60, 16 * 60],
        ],
        { sales_amount: 50000, sales_count: 20 },
      ),
    );
    expect((await root.get(`/key_clients/${idOf(made)}`)).data).toMatchObject({
      wallets_count: 0,
      programs: [
        {
          name: "Програма 0",
          bonus: 1000,
          sales_amount: 50000,
          sales_count: 20,
          last_bonus_at: null,
          shifts: [
            { start: 480, end: 960 },
            { start: 1320, end: 360 },
          ],
        },
      ],
    });
    expect((await root.get("/key_clients?sort=-programs")).data).toMatchObject({ items: [{ programs: 1 }] });
  });

  it.each<[string, [number, number][]]>([
    [
      "one inside another",
      [
        [480, 960],
        [540, 600],
      ],
    ],
    [
      "the same twice",
      [
        [480, 960],
        [480, 960],
      ],
    ],
    [
      "a night shift and a morning",
      [
        [1320, 360],
        [300, 480],
      ],
    ],
    [
      "two night shifts",
      [
        [1320, 360],
        [1380, 60],
      ],
    ],
    [
      "a night shift and an evening",
      [
        [1320, 360],
        [1200, 1380],
      ],
    ],
    [
      "a whole day and anything",
      [
        [0, 1440],
        [60, 120],
      ],
    ],
  ])("may not overlap: %s", async (_, shifts) => {
    expect(await client(program(0, shifts))).toMatchObject({
      status: 422,
      fields: { "programs[0].shifts": [{ key: "shifts_overlap" }] },
    });
  });

  it.each<[string, [number, number][]]>([
    [
      "one after another",
      [
        [480, 960],
        [960, 1440],
        [0, 480],
      ],
    ],
    [
      "a night shift up to the morning one",
      [
        [1320, 360],
        [360, 1320],
      ],
    ],
    ["a whole day", [[0, 1440]]],
  ])("may touch: %s", async (_, shifts) => {
    expect((await client(program(0, shifts))).status).toBe(201);
  });

  it("need shifts that make sense", async () => {
    expect(await client(program(0, []))).toMatchObject({
      status: 422,
      fields: { "programs[0].shifts": [{ key: "no_shifts" }] },
    });
    const wrong: [number, number][] = [
      [480, 480],
      [-1, 60],
      [0, 1441],
      [1440, 60],
    ];
    for (const shift of wrong) expect((await client(program(0, [shift]))).status, String(shift)).toBe(422);
    expect((await client({ ...program(0, []), "programs[0].shifts": "08:00-16:00" })).status).toBe(422);
    expect(
      (await client({ ...program(0, [[0, 60]]), ...program(1, [[0, 60]], { name: "Програма 0" }) })).fields,
    ).toEqual({ "programs[1].name": [{ key: "repeats" }] });
  });

  it("keep their identity and the last accrual when they are renamed, moved and joined by others", async () => {
    const id = idOf(await client({ ...program(0, [[0, 60]]), ...program(1, [[60, 120]]) }));
    const before = await readClient(id);
    const [a, b] = before.programs.map((one) => one.id);
    await api.pool.query("update key_client_programs set last_bonus_at = '2026-03-01T10:00:00Z' where id = $1", [a]);
    const saved = await root.post(`/key_clients/${id}`, {
      name: "Клієнт",
      version: before.version,
      ...program(0, [[0, 60]], { name: "Нова" }),
      ...program(1, [[0, 90]], { id: a ?? 0, name: "Перейменована", last_bonus_at: "2020-01-01T00:00:00Z" }),
    });
    expect(saved.status).toBe(200);
    const after = await readClient(id);
    expect(after.programs).toMatchObject([
      { name: "Нова", last_bonus_at: null },
      { id: a, name: "Перейменована", shifts: [{ start: 0, end: 90 }] },
    ]);
    expect(String(after.programs[1]?.last_bonus_at)).toMatch(/^2026-03-01T10:00:00/);
    expect(after.programs.map((one) => one.id)).not.toContain(b);
  });

  it("are made anew where their ids are another client's, or were removed meanwhile", async () => {
    const other = idOf(await client(program(0, [[0, 60]])));
    const before = await readClient(other);
    const foreign = before.programs[0]?.id ?? 0;
    const id = idOf(await client({}));
    const values = { name: "Клієнт", version: 1, ...program(0, [[0, 90]], { id: foreign }) };
    expect((await root.post(`/key_clients/${id}`, values)).status).toBe(200);
    const { programs } = await readClient(id);
    expect(programs).toMatchObject([{ name: "Програма 0", shifts: [{ start: 0, end: 90 }] }]);
    expect(programs[0]?.id).not.toBe(foreign);
    expect(await readClient(other)).toEqual(before);
  });
});

describe("a key wallet", () => {
  const wallet = (key: string, over: Values = {}) => root.post("/key_wallets", { key, type: "BALANCE", ...over });

  it("starts with nothing, and takes no balance from a form", async () => {
    const id = idOf(await wallet("04a2:24f1 3b5c80", { balance: 100, blocked: "on" }));
    expect((await root.get(`/key_wallets/${id}`)).data).toMatchObject({
      key: "04A224F13B5C80",
      balance: 0,
      bonus_balance: 0,
      original_balance: 0,
      blocked: false,
    });
  });

  it("has a key that readers know, once", async () => {
    for (const key of ["12345678", "0012345678", "ABCDEF01", "04:A1:00:00:07", "04A224F13B5C8011AABB"])
      expect((await wallet(key)).status, key).toBe(201);
    for (const key of ["ключ", "12G4", "ABC", "ABCDEF012", "123456789012345678901"])
      expect((await wallet(key)).fields, key).toEqual({ key: [{ key: "incorrect" }] });
    expect((await wallet("abcdef01")).fields).toEqual({ key: [{ key: "taken" }] });
    for (const asked of ["q=04:A1:00:00:07", "q=04-a1-00", "q=04a1000007"])
      expect((await root.get(`/key_wallets?${asked}`)).data, asked).toMatchObject({
        total: 1,
        items: [{ key: "04A1000007" }],
      });
  });

  it("is blocked and unblocked once at a time, with history", async () => {
    const id = idOf(await wallet("77777777"));
    expect((await root.post(`/key_wallets/${id}/unblock`)).status).toBe(409);
    expect((await root.post(`/key_wallets/${id}/block`)).status).toBe(200);
    expect((await root.post(`/key_wallets/${id}/block`)).status).toBe(409);
    expect((await root.get("/key_wallets?blocked=true")).data).toMatchObject({ total: 1, items: [{ id }] });
    expect((await root.post(`/key_wallets/${id}/unblock`)).status).toBe(200);
    expect((await root.get(`/key_wallets/${id}/history`)).data).toMatchObject({
      items: [
        { action: "unblock", changes: [{ field: "blocked", before: true, after: false }] },
        { action: "block" },
        { action: "create" },
      ],
    });
  });

  it("is counted at its client, who then cannot be deleted", async () => {
    const client = idOf(await root.post("/key_clients", { name: "Завод" }));
    const id = idOf(await wallet("88888888", { client, owner: "Олена Коваль" }));
    expect((await root.get(`/key_clients/${client}`)).data).toMatchObject({ wallets_count: 1 });
    expect(await root.post(`/key_clients/${client}/delete`)).toMatchObject({
      status: 409,
      data: { usedBy: [{ entity: "key_wallet", total: 1, items: [{ id, label: "88888888" }] }] },
    });
    expect((await root.get(`/key_wallets?q=${encodeURIComponent("коваль")}&client=${client}`)).data).toMatchObject({
      total: 1,
    });
  });
});

describe("a QR code", () => {
  const code = (over: Values = {}) => root.post("/qr_codes", { amount: 4500, ...over });
  const read = async (id: number) =>
    z
      .looseObject({ code: z.string(), state: z.string(), version: z.number() })
      .parse((await root.get(`/qr_codes/${id}`)).data);
  const states = async (state: string) =>
    pageSchema.parse((await root.get(`/qr_codes?state=${state}`)).data).items.map((one) => one.id);

  it("is made up when none is given, and kept when the field is emptied", async () => {
    const id = idOf(await code());
    const made = await read(id);
    expect(made.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/);
    expect(made).toMatchObject({ state: "NOT_USED", amount: 4500 });
    await root.post(`/qr_codes/${id}`, { amount: 5000, code: "", version: made.version });
    expect(await read(id)).toMatchObject({ code: made.code, amount: 5000 });
  });

  it("is unique", async () => {
    expect((await code({ code: "SUMMER-2026" })).status).toBe(201);
    expect((await code({ code: "SUMMER-2026" })).fields).toEqual({ code: [{ key: "taken" }] });
    for (const wrong of ["SUMMER 2026", "<SUMMER2026>"])
      expect((await code({ code: wrong })).fields).toEqual({ code: [{ key: "code_signs" }] });
    expect((await code({ code: "short" })).fields).toEqual({ code: [{ key: "min_length", count: 8 }] });
  });

  it("is worth something, and not expired from the beginning", async () => {
    expect((await code({ amount: 0 })).fields).toEqual({ amount: [{ key: "min_value", count: 0.01 }] });
    expect((await code({ expires_on: "2020-01-01" })).fields).toEqual({ expires_on: [{ key: "in_the_past" }] });
    const { rows } = await api.pool.query<{ today: string }>(
      "select (now() at time zone 'Europe/Kyiv')::date::text as today",
    );
    const made = await code({ expires_on: rows[0]?.today ?? "" });
    expect(made.status).toBe(201);
    await api.pool.query("update qr_codes set expires_on = '2020-01-01' where id = $1", [idOf(made)]);
    expect(
      (
        await root.post(`/qr_codes/${idOf(made)}`, {
          amount: 4500,
          expires_on: "2020-01-01",
          note: "Стара",
          version: 1,
        })
      ).status,
    ).toBe(200);
    expect((await root.post(`/qr_codes/${idOf(made)}/delete`)).status).toBe(200);
  });

  it("is not used, used, expired or blocked", async () => {
    const [fresh, used, expired, blocked, lastDay] = [
      idOf(await code()),
      idOf(await code()),
      idOf(await code()),
      idOf(await code()),
      idOf(await code()),
    ];
    await api.pool.query("update qr_codes set used_at = now() where id = $1", [used]);
    await api.pool.query("update qr_codes set expires_on = '2020-01-01' where id = any($1)", [[used, expired]]);
    await api.pool.query("update qr_codes set expires_on = (now() at time zone 'Europe/Kyiv')::date where id = $1", [
      lastDay,
    ]);
    await root.post(`/qr_codes/${blocked}/block`);
    expect(await states("NOT_USED")).toEqual(expect.arrayContaining([fresh, lastDay]));
    expect(await states("USED")).toEqual([used]);
    expect(await states("EXPIRED")).toEqual([expired]);
    expect(await states("BLOCKED")).toEqual([blocked]);
    expect(await root.post(`/qr_codes/${used}/block`)).toMatchObject({ status: 409, error: "qr_used" });
    await root.post(`/qr_codes/${blocked}/unblock`);
    expect(await states("BLOCKED")).toEqual([]);
    expect((await root.get("/qr_codes?sort=state")).status).toBe(200);
  });

  it("is for those who see its machine", async () => {
    const model = await makeModel(root);
    const [seen, hidden] = [await makeDevice(root, model), await makeDevice(root, model)];
    const [mine, other] = [idOf(await code({ device: seen })), idOf(await code({ device: hidden }))];
    const limited = await api.person({ permissions: ["QR_CODES", "PAX"], mode: "OPEN_SELECTED", devices: [seen] });
    expect(pageSchema.parse((await limited.get("/qr_codes")).data).items.map((one) => one.id)).toEqual([mine]);
    expect((await limited.get(`/qr_codes/${other}`)).status).toBe(404);
    expect((await limited.post("/qr_codes", { amount: 1, device: hidden })).fields).toEqual({
      device: [{ key: "incorrect" }],
    });
    const terminal = async (device: number) =>
      idOf(
        await root.post("/pax", { serial: `PAX-${++serial}`, device, terminal_id: "E7881234", items_per_service: 3 }),
      );
    const [myPax] = [await terminal(seen), await terminal(hidden)];
    expect(pageSchema.parse((await limited.get("/pax")).data).items.map((one) => one.id)).toEqual([myPax]);
  });
});

describe("a fiscal cash desk", () => {
  it("starts closed and gives none of its secrets back", async () => {
    const made = await root.post("/checkbox_cashiers", {
      name: "Каса 1",
      fiscal_number: "4000123456",
      cashier_login: "kasyr",
      pin_code: "1234567890",
      license_key: "license-key-1",
      access_token: "token-token-1",
      state: "OPEN",
      receipt_qr_url: "x",
    });
    const id = idOf(made);
    const answers = JSON.stringify([
      (await root.get(`/checkbox_cashiers/${id}`)).data,
      (await root.get("/checkbox_cashiers")).data,
      (await root.get(`/checkbox_cashiers/${id}/history`)).data,
    ]);
    expect(answers).not.toMatch(/1234567890|license-key-1|token-token-1/);
    expect((await root.get(`/checkbox_cashiers/${id}`)).data).toMatchObject({
      state: "CLOSED",
      receipt_qr_url: null,
      cashier_login: "kasyr",
    });
    expect((await root.post("/checkbox_cashiers", { name: "Каса 2", fiscal_number: "4000123456" })).fields).toEqual({
      fiscal_number: [{ key: "taken" }],
    });
  });
});

describe("sports clubs", () => {
  const person = () => api.person({ permissions: ["SPORT_LIFE_EMPLOYEES", "SPORT_LIFE_DISCOUNTS"], sportLife: true });

  it("have employees with discounts of 1 to 100 percent, one a recipe", async () => {
    const staff = await person();
    const espresso = await recipe();
    const key = (number: string, percents: number[]) =>
      staff.post("/sportlife/keys", {
        full_name: "Андрій Бондар",
        number,
        ...Object.fromEntries(
          percents.flatMap((percent, i): [string, number][] => [
            [`discounts[${i}].recipe`, espresso],
            [`discounts[${i}].percent`, percent],
          ]),
        ),
      });
    const id = idOf(await key("77", [15]));
    expect((await staff.get(`/sportlife/keys/${id}`)).data).toMatchObject({
      number: "77",
      discounts: [{ recipe: { id: espresso }, percent: 15 }],
      blocked: false,
    });
    expect((await key("77", [])).fields).toEqual({ number: [{ key: "taken" }] });
    expect((await key("78", [0])).fields).toEqual({ "discounts[0].percent": [{ key: "min_value", count: 1 }] });
    expect((await key("78", [101])).fields).toEqual({ "discounts[0].percent": [{ key: "max_value", count: 100 }] });
    expect((await key("78", [5, 6])).fields).toEqual({ "discounts[1].recipe": [{ key: "repeats" }] });
    expect((await staff.post(`/sportlife/keys/${id}/block`)).status).toBe(200);
  });

  it("have one list of general discounts, with history", async () => {
    const staff = await person();
    const path = "/sportlife/discounts/general";
    expect((await staff.get(path)).data).toMatchObject({ id: 1, version: 1, discounts: [] });
    const espresso = await recipe();
    const values = {
      version: 1,
      "discounts[0].percent": 10,
      "discounts[1].percent": 20,
      "discounts[1].recipe": espresso,
      "discounts[1].valid_from": "2026-01-01",
      "discounts[1].valid_to": "2026-01-31",
    };
    expect((await staff.post(path, values)).data).toEqual({ id: 1, version: 2 });
    expect((await staff.get(path)).data).toMatchObject({
      discounts: [
        { recipe: null, percent: 10, valid_from: null },
        { recipe: { id: espresso }, percent: 20, valid_from: "2026-01-01", valid_to: "2026-01-31" },
      ],
    });
    expect((await staff.get(`${path}/history`)).data).toMatchObject({
      total: 1,
      items: [{ action: "update", changes: [{ field: "discounts", before: [] }] }],
    });
    expect((await staff.post(path, values)).status).toBe(409);
    expect((await staff.post(path, { ...values, version: 2, "discounts[1].valid_to": "2025-12-31" })).fields).toEqual({
      "discounts[1].valid_to": [{ key: "ends_before_start" }],
    });
    expect(await root.post(`/recipes/${espresso}/delete`)).toMatchObject({ status: 409, error: "in_use" });
  });

  it("are opened by a flag that nobody without it gives away", async () => {
    const boss = await api.person({ permissions: ["USER", "USER_CREATE"] });
    const user = (over: Values) => ({
      full_name: "Нова людина",
      email: `n${++serial}@example.com`,
      password: "long enough to pass",
      role: "USUAL",
      access_mode: "UNRESTRICTED",
      ...over,
    });
    expect((await boss.post("/users", user({ sport_life: "on" }))).fields).toEqual({
      sport_life: [{ key: "grant_exceeds" }],
    });
    expect((await boss.post("/users", user({}))).status).toBe(201);
    const made = await root.post("/users", user({ sport_life: "on" }));
    expect((await root.get(`/users/${idOf(made)}`)).data).toMatchObject({ sport_life: true });
  });
});
