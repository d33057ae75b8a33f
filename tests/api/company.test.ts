import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { optionsSchema, pageSchema } from "~server/contract/record";
import { type Config, readConfig } from "~server/vending/config";
import { open, openSecrets, seal, useSecretsKey } from "~server/vending/secrets";
import { idOf, type Reply, type TestApi, testApi, type Person } from "./app";
import { makeDevice, makeLocation, makeModel, makeUnit } from "./network";

let serial = 0;
const api = await testApi();
afterAll(() => api.close());
const root = await api.person({ root: true });

const idsOf = (reply: Reply) =>
  pageSchema
    .parse(reply.data)
    .items.map((one) => one.id)
    .sort((a, b) => a - b);

describe("secrets of a company", () => {
  const values = {
    name: "ТОВ «Кава»",
    merchant_login: "kava",
    merchant_password: "пароль",
    secret_key: "s3cr3t",
    pin_code: "0420",
  };
  const stored = async (id: number, column: string) =>
    (await api.pool.query<Record<string, string | null>>("select * from companies where id = $1", [id])).rows[0]?.[
      column
    ] ?? null;

  it("are sealed in the database and never read back", async () => {
    const id = idOf(await root.post("/companies", values));
    const { data } = await root.get(`/companies/${id}`);
    expect(data).toMatchObject({
      merchant_login: "kava",
      merchant_password_set: true,
      secret_key_set: true,
      pin_code_set: true,
      api_token_set: false,
      user_sync_password_set: false,
    });
    expect(data).not.toHaveProperty("secret_key");
    const sealed = await stored(id, "secret_key");
    expect(sealed).not.toContain("s3cr3t");
    expect(open(sealed ?? "")).toBe("s3cr3t");
    expect(open((await stored(id, "merchant_password")) ?? "")).toBe("пароль");
    expect(JSON.stringify((await root.get(`/companies/${id}/history`)).data)).not.toContain("s3cr3t");
    expect(JSON.stringify((await root.get("/companies")).data)).not.toContain(sealed);
  });

  it("stay when left empty, change when typed, go when asked to; history tells so without values", async () => {
    const id = idOf(await root.post("/companies", values));
    const before = await stored(id, "secret_key");
    await root.post(`/companies/${id}`, {
      ...values,
      merchant_password: "новий",
      secret_key: "",
      pin_code: "",
      pin_code_clear: "on",
      version: 1,
    });
    expect(await stored(id, "secret_key")).toBe(before);
    expect(open((await stored(id, "merchant_password")) ?? "")).toBe("новий");
    expect(await stored(id, "pin_code")).toBeNull();
    const hidden = "•••";
    expect((await root.get(`/companies/${id}/history`)).data).toMatchObject({
      items: [
        {
          action: "update",
          changes: [
            { field: "merchant_password", before: hidden, after: hidden },
            { field: "pin_code", before: hidden, after: null },
          ],
        },
        { action: "create" },
      ],
    });
    const { items } = (
      await api.pool.query<{ changes: { field: string; before: unknown; after: unknown }[] }>(
        "select changes from history where entity = 'company' and entity_id = $1 and action = 'create'",
        [id],
      )
    ).rows.reduce<{ items: unknown[] }>((all, row) => ({ items: [...all.items, ...row.changes] }), { items: [] });
    expect(items).toContainEqual({ field: "secret_key", before: null, after: hidden });
  });

  it("cannot be saved without a key, or by another key than the database's", async () => {
    useSecretsKey(undefined);
    expect(await root.post("/companies", values)).toMatchObject({ status: 422, error: "secrets_key_missing" });
    expect((await root.post("/companies", { name: "Без секретів" })).status).toBe(201);
    useSecretsKey(randomBytes(32));
    expect(await root.post("/companies", values)).toMatchObject({ status: 422, error: "secrets_key_missing" });
  });
});

describe("the key of secrets", () => {
  const settings = (over: Partial<Config>): Config => ({ ...readConfig({ NODE_ENV: "test" }), ...over });
  let folder: string;
  let fresh: TestApi;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "vending-key-"));
    fresh = await testApi();
  });
  afterAll(async () => {
    await fresh.close();
    useSecretsKey(api.secretsKey);
    await rm(folder, { recursive: true });
  });

  it("is kept beside the embedded database, for its owner only, and found again", async () => {
    await openSecrets(fresh.pool, settings({ dataDir: folder }));
    const sealed = await seal(fresh.pool, "текст");
    const file = path.join(folder, "secrets.key");
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(file, "utf8")).toMatch(/^[0-9a-f]{64}\n$/);
    await openSecrets(fresh.pool, settings({ dataDir: folder }));
    expect(open(sealed)).toBe("текст");
    expect(await seal(fresh.pool, "текст")).not.toBe(sealed);
    expect(() => open(sealed.slice(0, -2) + (sealed.endsWith("A") ? "BB" : "AA"))).toThrow();
  });

  it("is missed at the start, in one line", async () => {
    const server = { dataDir: folder, databaseUrl: "postgres://x" };
    await expect(openSecrets(fresh.pool, settings(server))).rejects.toThrow(/^VENDING_SECRETS_KEY must be set: .*$/);
    await expect(openSecrets(fresh.pool, settings({ ...server, secretsKey: randomBytes(32) }))).rejects.toThrow(
      /^The secrets in this database were sealed by another key: bring it back to VENDING_SECRETS_KEY$/,
    );
    expect(() => readConfig({ NODE_ENV: "test", VENDING_SECRETS_KEY: "short" })).toThrow(
      "VENDING_SECRETS_KEY must be 64 hexadecimal digits",
    );
  });
});

describe("a company", () => {
  it("takes https addresses and a PIN of four to eight digits", async () => {
    const saved = await root.post("/companies", {
      name: "x",
      manager_api_url: "https://manager.example.com/api",
      crew_api_url: "https://crew.example.com",
    });
    expect(saved.status).toBe(201);
    for (const url of [
      "http://manager.example.com",
      "manager.example.com",
      "javascript:alert(1)",
      "https://user:pass@example.com",
    ])
      expect(await root.post("/companies", { name: "x", crew_api_url: url })).toMatchObject({
        status: 422,
        fields: { crew_api_url: [{ key: "https_only" }] },
      });
    expect(await root.post("/companies", { name: "x", pin_code: "12a4" })).toMatchObject({
      status: 422,
      fields: { pin_code: [{ key: "digits_only" }] },
    });
    expect(await root.post("/companies", { name: "x", pin_code: "123" })).toMatchObject({
      status: 422,
      fields: { pin_code: [{ key: "min_length", count: 4 }] },
    });
    expect(await root.post("/companies", { name: "x", pin_code: "123456789" })).toMatchObject({
      status: 422,
      fields: { pin_code: [{ key: "max_length", count: 8 }] },
    });
  });

  it("names its managers and counts what belongs to it", async () => {
    const id = idOf(
      await root.post("/companies", { name: "ТОВ", managers: [String(root.id)], responsible_users: [String(root.id)] }),
    );
    await root.post("/projects", { name: "Проєкт", company: id });
    await root.post("/users", {
      full_name: "Менеджер",
      email: "manager@example.com",
      password: "long enough",
      role: "MANAGER",
      companies: [String(id)],
      access_mode: "UNRESTRICTED",
    });
    expect((await root.get(`/companies/${id}`)).data).toMatchObject({
      managers: [{ id: root.id }],
      responsible_users: [{ id: root.id }],
      projects_count: 1,
      locations_count: 0,
      users_count: 1,
    });
    expect(idsOf(await root.get(`/companies?managers=${root.id}`))).toEqual([id]);
  });
});

describe("franchises", () => {
  const franchise = async (over: Record<string, string | number> = {}) =>
    idOf(await root.post("/franchises", { name: `Франшиза ${++serial}`, ...over }));
  const save = (id: number, over: Record<string, string | number>) =>
    root.post(`/franchises/${id}`, { name: `Франшиза ${++serial}`, version: 1, ...over });

  it("are made with a user group of their own, which cannot be removed", async () => {
    const id = await franchise({ name: "Франшиза Захід", royalty_percent: "7.5", secret_key: "k" });
    const record = pageSchema.parse((await root.get(`/franchises?q=Захід`)).data).items[0];
    expect(record).toMatchObject({
      id,
      user_group: { label: "Франшиза Захід" },
      royalty_percent: 7.5,
      secret_key_set: true,
      public_key_set: false,
    });
    const { rows } = await api.pool.query<{ user_group_id: number }>(
      "select user_group_id from franchises where id = $1",
      [id],
    );
    const group = rows[0]?.user_group_id ?? 0;
    expect((await root.get(`/users_groups/${group}/history`)).data).toMatchObject({
      items: [{ action: "create", author: root.email }],
    });
    expect(await root.post(`/users_groups/${group}/delete`)).toMatchObject({
      status: 409,
      error: "franchise group id can not be removed",
    });
    expect((await root.post(`/franchises/${id}/delete`)).status).toBe(200);
    expect((await root.get(`/users_groups/${group}`)).status).toBe(404);
  });

  it("must have the sub-franchises that they must have", async () => {
    const none = { status: 422, fields: { must_have_dependants: [{ key: "no_dependants" }] } };
    expect(await root.post("/franchises", { name: "Порожня", must_have_dependants: "on" })).toMatchObject(none);
    const parent = await franchise();
    expect(await save(parent, { must_have_dependants: "on" })).toMatchObject(none);
    const [child, second] = [await franchise({ parent }), await franchise({ parent })];
    expect((await save(parent, { must_have_dependants: "on" })).status).toBe(200);
    expect((await save(second, {})).status).toBe(200);
    expect(await save(child, {})).toMatchObject({ status: 422, fields: { parent: [{ key: "last_dependant" }] } });
    expect(await root.post(`/franchises/${child}/delete`)).toMatchObject({ status: 409, error: "last_dependant" });
    expect((await save(child, { parent })).status).toBe(200);
    expect(await root.post(`/franchises/${parent}/delete`)).toMatchObject({
      status: 409,
      error: "in_use",
      data: { usedBy: [{ entity: "franchise", items: [{ id: child }] }] },
    });
    expect((await root.post(`/franchises/${parent}`, { name: "x", version: 2 })).status).toBe(200);
    expect((await root.post(`/franchises/${child}/delete`)).status).toBe(200);
  });

  it("close no circles, not even two at once", async () => {
    const a = await franchise();
    const b = await franchise({ parent: a });
    const c = await franchise({ parent: b });
    const offered = optionsSchema
      .parse((await root.get(`/options/franchise?for=${b}`)).data)
      .items.map((one) => one.id);
    expect([a, b, c].filter((id) => offered.includes(id))).toEqual([a]);
    for (const parent of [a, b, c])
      expect(await save(a, { parent })).toMatchObject({
        status: 422,
        fields: { parent: [{ key: "franchise_circle" }] },
      });
    const [x, y] = [await franchise(), await franchise()];
    const both = await Promise.all([save(x, { parent: y }), save(y, { parent: x })]);
    expect(both.map((reply) => reply.status).sort()).toEqual([200, 422]);
  });

  it("take a royalty of nought to a hundred percent", async () => {
    expect(await root.post("/franchises", { name: "x", royalty_percent: 101 })).toMatchObject({
      status: 422,
      fields: { royalty_percent: [{ key: "max_value", count: 100 }] },
    });
    expect(await root.post("/franchises", { name: "x", royalty_percent: -1 })).toMatchObject({
      status: 422,
      fields: { royalty_percent: [{ key: "min_value", count: 0 }] },
    });
  });
});

describe("a franchise's person", () => {
  const ALL = [
    "FRANCHISE",
    "LOCATION",
    "LOCATION_CREATE",
    "DEVICE",
    "DEVICE_CREATE",
    "USER",
    "USER_CREATE",
    "USER_GROUP",
    "PROJECT",
    "TELEMETRY",
    "COMPANY",
    "CREW",
    "WAREHOUSE",
    "LOCATION_GROUP",
    "LOCATION_DIVISION",
    "KEY_CLIENTS",
    "KEY_WALLETS",
    "CHECKBOX",
  ];
  const ids = { top: 0, sub: 0, other: 0, group: 0, model: 0 };
  const at: Record<"top" | "sub" | "other" | "none", { location: number; device: number }> = {
    top: { location: 0, device: 0 },
    sub: { location: 0, device: 0 },
    other: { location: 0, device: 0 },
    none: { location: 0, device: 0 },
  };
  let person: Person;

  beforeAll(async () => {
    const make = async (name: string, over: Record<string, number> = {}) =>
      idOf(await root.post("/franchises", { name, ...over }));
    const company = idOf(await root.post("/companies", { name: "Головна" }));
    ids.top = await make("Верхня", { company });
    ids.sub = await make("Нижня", { parent: ids.top });
    ids.other = await make("Чужа");
    ids.model = await makeModel(root);
    for (const key of ["top", "sub", "other", "none"] as const) {
      const location = await makeLocation(root);
      await api.pool.query("update locations set franchise_id = $1 where id = $2", [
        key === "none" ? null : ids[key],
        location,
      ]);
      at[key] = { location, device: await makeDevice(root, ids.model, location) };
      await makeUnit(root, at[key].device);
    }
    person = await api.person({ permissions: ALL });
    await api.pool.query("update users set franchise_id = $1 where id = $2", [ids.top, person.id]);
    ids.group =
      (await api.pool.query<{ id: number }>("select user_group_id as id from franchises where id = $1", [ids.top]))
        .rows[0]?.id ?? 0;
  });

  it("sees its franchise with those below, their places, machines, units and people, and nothing else", async () => {
    expect(idsOf(await person.get("/franchises"))).toEqual([ids.top, ids.sub]);
    expect(idsOf(await person.get("/locations"))).toEqual([at.top.location, at.sub.location]);
    expect(idsOf(await person.get("/devices"))).toEqual([at.top.device, at.sub.device]);
    expect(pageSchema.parse((await person.get("/telemetries")).data).total).toBe(2);
    expect(idsOf(await person.get("/users"))).toEqual([person.id]);
    expect(pageSchema.parse((await person.get("/users_groups")).data).items.map((one) => one.title)).toEqual([
      "Верхня",
      "Нижня",
    ]);
    await root.post("/projects", { name: "Проєкт компанії" });
    await root.post("/crews", { name: "Екіпаж компанії", type: "CREW" });
    for (const path of [
      "/companies",
      "/projects",
      "/crews",
      "/crew_vehicles",
      "/warehouses",
      "/locations_groups",
      "/divisions",
      "/key_clients",
      "/key_wallets",
      "/checkbox_cashiers",
    ])
      expect(pageSchema.parse((await person.get(path)).data).total).toBe(0);
    expect(
      optionsSchema
        .parse((await person.get("/options/location")).data)
        .items.map((one) => one.id)
        .sort((a, b) => a - b),
    ).toEqual([at.top.location, at.sub.location]);
  });

  it("knows its company by name alone, and never changes it", async () => {
    const { rows } = await api.pool.query<{ company_id: number }>(
      "update companies c set email = 'secret@example.com' from franchises f where f.id = $1 and c.id = f.company_id returning f.company_id",
      [ids.top],
    );
    const company = rows[0]?.company_id ?? 0;
    expect((await person.get(`/franchises/${ids.top}`)).data).toMatchObject({
      company: { id: company, label: "Головна" },
    });
    for (const query of ["", `?ids=${company}`, "?q=Головна"])
      expect(optionsSchema.parse((await person.get(`/options/company${query}`)).data).items).toEqual([
        { id: company, label: "Головна" },
      ]);
    expect(optionsSchema.parse((await person.get("/options/company?q=secret")).data).items).toEqual([]);
    for (const path of ["", "/history", "/related"])
      expect((await person.get(`/companies/${company}${path}`)).status).toBe(404);
    expect((await person.post(`/companies/${company}`, { name: "Наша", version: 1 })).status).toBe(404);
    expect((await person.post(`/companies/${company}/delete`)).status).toBe(404);
  });

  it("counts what is the franchise's, not the company's", async () => {
    expect((await person.get(`/device_models/${ids.model}`)).status).toBe(403);
    const franchises = pageSchema.parse((await person.get("/franchises")).data).items;
    expect(franchises.find((one) => one.id === ids.top)).toMatchObject({
      locations_count: 1,
      sub_franchises_count: 1,
      users_count: 1,
    });
    const maker = await api.person({ permissions: ["DEVICE_MANUFACTURER"] });
    expect((await maker.get(`/device_models/${ids.model}`)).data).toMatchObject({ devices_count: 4 });
    await api.pool.query("update users set franchise_id = $1 where id = $2", [ids.top, maker.id]);
    expect((await maker.get(`/device_models/${ids.model}`)).data).toMatchObject({ devices_count: 2 });
  });

  it.each(["other", "none"] as const)("finds nothing of %s by crafted ids", async (key) => {
    for (const path of [
      `/locations/${at[key].location}`,
      `/devices/${at[key].device}`,
      `/devices/${at[key].device}/audits`,
      `/devices/${at[key].device}/sales`,
      `/locations/${at[key].location}/history`,
    ])
      expect((await person.get(path)).status).toBe(404);
    for (const path of [`/devices/${at[key].device}/hide`, `/locations/${at[key].location}/delete`])
      expect((await person.post(path)).status).toBe(404);
    expect((await person.get(`/franchises/${ids.other}`)).status).toBe(404);
    expect((await person.get(`/users/${root.id}`)).status).toBe(404);
    expect(
      await person.post("/devices", {
        serial_number: `crafted ${key}`,
        model: ids.model,
        device_type: "COFFEE",
        ownership_type: "RENT",
        location: at[key].location,
      }),
    ).toMatchObject({ status: 422, fields: { location: [{ key: "incorrect" }] } });
  });

  it("makes nothing outside of its franchise, and takes nothing out of it", async () => {
    const place = { name: "Нова", address: "вул. Садова, 1", city: "Київ", region: "AA" };
    const outside = (field: string) => ({ status: 422, fields: { [field]: [{ key: "outside_franchise" }] } });
    expect(await person.post("/locations", place)).toMatchObject(outside("franchise"));
    expect(await person.post("/locations", { ...place, franchise: ids.other })).toMatchObject({
      status: 422,
      fields: { franchise: [{ key: "incorrect" }] },
    });
    expect((await person.post("/locations", { ...place, franchise: ids.sub })).status).toBe(201);
    expect(await person.post(`/locations/${at.top.location}`, { ...place, version: 1 })).toMatchObject(
      outside("franchise"),
    );
    expect(
      await person.post("/devices", {
        serial_number: "loose",
        model: ids.model,
        device_type: "COFFEE",
        ownership_type: "RENT",
      }),
    ).toMatchObject(outside("location"));
    expect(await person.post("/franchises", { name: "Самостійна" })).toMatchObject(outside("parent"));
    expect((await person.post("/franchises", { name: "Онука", parent: ids.sub })).status).toBe(201);
    expect(await person.post("/crews", { name: "x", type: "CREW" })).toMatchObject(outside("devices"));
  });

  it("makes people of its franchise only; they join its group", async () => {
    const employee = {
      full_name: "Нова людина",
      email: "new@franchise.example",
      password: "long enough",
      role: "USUAL",
      access_mode: "UNRESTRICTED",
    };
    expect(await person.post("/users", employee)).toMatchObject({
      status: 422,
      fields: { franchise: [{ key: "outside_franchise" }] },
    });
    const made = await person.post("/users", { ...employee, franchise: ids.top });
    expect(made.status).toBe(201);
    expect((await root.get(`/users/${idOf(made)}`)).data).toMatchObject({
      franchise: { id: ids.top },
      user_group: { id: ids.group },
      companies: [],
    });
  });

  it("belongs to no company", async () => {
    const company = idOf(await root.post("/companies", { name: "ТОВ" }));
    expect(
      await root.post("/users", {
        full_name: "x",
        email: "both@example.com",
        password: "long enough",
        role: "USUAL",
        access_mode: "UNRESTRICTED",
        franchise: ids.top,
        companies: [String(company)],
      }),
    ).toMatchObject({ status: 422, fields: { franchise: [{ key: "franchise_or_companies" }] } });
  });

  it("change all of their franchise but what the company sets", async () => {
    const held = z
      .object({ version: z.number(), company: z.object({ id: z.number() }) })
      .parse((await root.get(`/franchises/${ids.top}`)).data);
    const form = { version: held.version, name: "Верхня", company: held.company.id, phone: "0501112233" };
    expect(await person.post(`/franchises/${ids.top}`, { ...form, royalty_percent: 1 })).toMatchObject({
      status: 422,
      fields: { royalty_percent: [{ key: "company_only" }] },
    });
    expect((await person.post(`/franchises/${ids.top}`, form)).status).toBe(200);
    const made = { name: "Ще одна", parent: ids.top };
    expect((await person.post("/franchises", { ...made, royalty_percent: 0 })).status).toBe(422);
    expect((await person.post("/franchises", made)).status).toBe(201);
  });

  it("learns nothing of a parent out of sight by the order of a list or of an export", async () => {
    const make = async (name: string, over = {}) => idOf(await root.post("/franchises", { name, ...over }));
    const own = await make("Авто", { parent: await make("Щит") });
    const below = await make("Бар", { parent: own });
    const owner = await api.person({ permissions: ALL });
    await api.pool.query("update users set franchise_id = $1 where id = $2", [own, owner.id]);
    const inOrder = async (path: string) =>
      z.object({ items: z.object({ id: z.number() }).array() }).parse((await owner.get(path)).data).items;
    for (const path of ["/franchises?sort=", "/franchises/export?sort="]) {
      expect(await inOrder(`${path}parent`)).toMatchObject([{ id: own }, { id: below }]);
      expect(await inOrder(`${path}-parent`)).toMatchObject([{ id: below }, { id: own }]);
    }
  });

  it("keeps its franchise's own parent, which it cannot see", async () => {
    const low = await api.person({ permissions: ALL });
    await api.pool.query("update users set franchise_id = $1 where id = $2", [ids.sub, low.id]);
    expect(idsOf(await low.get("/locations"))).not.toContain(at.top.location);
    expect((await low.post(`/franchises/${ids.sub}`, { name: "Нижня", parent: ids.top, version: 1 })).status).toBe(200);
    expect(await low.post(`/franchises/${ids.sub}`, { name: "Нижня", parent: ids.other, version: 1 })).toMatchObject({
      status: 422,
      fields: { parent: [{ key: "incorrect" }] },
    });
  });
});

describe("settings", () => {
  const targets = {
    response_critical: 30,
    response_high: 120,
    response_medium: 480,
    resolution_critical: 240,
    resolution_high: 1440,
    resolution_medium: 4320,
    session_idle_minutes: 720,
  };
  it("are one record with a version and a history, for who holds SETTINGS", async () => {
    expect((await root.get("/settings")).data).toMatchObject({
      version: 1,
      page_size: "50",
      offline_minutes: 15,
      event_days: 90,
      time_zone: "Europe/Kyiv",
    });
    expect(
      (await root.post("/settings", { page_size: "100", offline_minutes: 30, event_days: 90, ...targets, version: 1 }))
        .status,
    ).toBe(200);
    expect(
      await root.post("/settings", { page_size: "20", offline_minutes: 30, event_days: 90, ...targets, version: 1 }),
    ).toMatchObject({ status: 409, error: "conflict" });
    expect((await root.get("/settings/history")).data).toMatchObject({
      items: [
        {
          changes: [
            { field: "page_size", before: "50", after: "100" },
            { field: "offline_minutes", before: 15, after: 30 },
          ],
        },
      ],
    });
    expect(
      await root.post("/settings", { page_size: "33", offline_minutes: 0, event_days: 90, ...targets, version: 2 }),
    ).toMatchObject({
      status: 422,
      fields: { page_size: [{ key: "incorrect" }], offline_minutes: [{ key: "min_value", count: 1 }] },
    });
    const guest = await api.person();
    expect((await guest.get("/settings")).status).toBe(403);
    expect((await guest.get("/info")).data).toMatchObject({ page_size: 100 });
  });

  it("say when a machine counts as offline", async () => {
    const device = await makeDevice(root, await makeModel(root));
    const unit = await makeUnit(root, device);
    const status = async () => {
      const { data } = await root.get(`/devices/${device}`);
      return data && typeof data === "object" && "status" in data ? data.status : undefined;
    };
    await api.pool.query(
      "insert into device_states (device_id, telemetry_id, last_contact_at) values ($1, $2, now() - interval '20 minutes')",
      [device, unit.id],
    );
    await api.pool.query("update settings set offline_minutes = 15");
    expect(await status()).toBe("OFFLINE");
    await api.pool.query("update settings set offline_minutes = 25");
    expect(await status()).toBe("ONLINE");
  });
});
