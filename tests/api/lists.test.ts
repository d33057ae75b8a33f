import { type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { exportPageSchema, neighboursSchema } from "~server/contract/lists";
import { entityNamed } from "~server/contract/entities";
import { COUNT_CAP, optionsSchema, type Page, pageSchema } from "~server/contract/record";
import { SERVICE } from "~server/vending/access";
import { keepTotals, sumSales } from "~server/vending/areas/sales/totals";
import { only, rows, run } from "~server/vending/database/query";
import { resources } from "~server/vending/resource/resource";
import { documentOf } from "~server/vending/resource/select";
import { idOf, testApi } from "./app";
import { makeDevice, makeLocation, makeModel, makeUnit } from "./network";
import { made } from "./samples";

const api = await testApi();
afterAll(() => api.close());
const root = await api.person({ root: true });
const model = await makeModel(root);

const idRow = z.object({ id: z.number() });
const idsIn = async (query: SQL) => (await rows(api.pool, idRow, query)).map(({ id }) => id);
const list = async (path: string, who = root): Promise<Page> => pageSchema.parse((await who.get(path)).data);
const ids = (page: { items: { id: number }[] }) => page.items.map(({ id }) => id);

/** Every id of a list, page by page, whether it is counted to the end or not. */
async function paged(path: string, limit: number): Promise<number[]> {
  const [counted, uncounted] = [await pages(`${path}&count=${COUNT_CAP}`, limit), await pages(path, limit)];
  expect(uncounted).toEqual(counted);
  return counted;
}

async function pages(path: string, limit: number): Promise<number[]> {
  const found: number[] = [];
  for (let page = 1; ; page += 1) {
    const { items } = await list(`${path}&limit=${limit}&page=${page}`);
    found.push(...ids({ items }));
    if (items.length < limit) return found;
  }
}

async function exported(path: string): Promise<number[]> {
  const found: number[] = [];
  for (let cursor = ""; ; ) {
    const page = exportPageSchema.parse((await root.get(`${path}&cursor=${cursor}`)).data);
    found.push(...ids(page));
    if (!page.next) return found;
    cursor = page.next;
  }
}

/** Some belong to nobody, and two clients share a name. */
async function fillWallets(prefix: string, count: number): Promise<void> {
  await run(
    api.pool,
    sql`insert into key_clients (name) select 'Клієнт ' || i % 9 from generate_series(1, 10) i where not exists (select 1 from key_clients)`,
  );
  await run(
    api.pool,
    sql`
    insert into key_wallets (key, client_id, owner, type, balance)
    select ${prefix} || lpad(i::text, 6, '0'), case when i % 5 > 0 then (select min(id) from key_clients) + i * 7 % 10 end, case when i % 3 > 0 then 'Власник ' || i % 40 end, 'BALANCE', i % 50
    from generate_series(1, ${count}) i`,
  );
}

// The first prefix finds few records, which are sorted; the other more than are sorted, so that the list is walked.
describe.each([
  ["few", "0F", 200],
  ["many", "0A", 2000],
] as const)("a list of %s", (_, prefix, count) => {
  beforeAll(() => fillWallets(prefix, count));

  const KEYS: Record<string, SQL[]> = {
    client: [sql`c.name collate "uk-x-icu"`, sql`c.id`, sql`w.id`],
    owner: [sql`w.owner collate "uk-x-icu"`, sql`w.id`],
    balance: [sql`w.balance`, sql`w.id`],
  };
  it.each(["client", "-client", "owner", "-owner", "balance", "-balance"])(
    "sorted by %s has every record once, ties in one order on all pages, empty ones last",
    async (sort) => {
      const direction = sort.startsWith("-") ? sql`desc` : sql`asc`;
      const keys = sql.join(
        (KEYS[sort.replace("-", "")] ?? []).map((key) => sql`${key} ${direction} nulls last`),
        sql`, `,
      );
      const expected = await idsIn(
        sql`select w.id from key_wallets w left join key_clients c on c.id = w.client_id where w.key like ${`${prefix}%`} order by ${keys}`,
      );
      expect(expected).toHaveLength(count);
      expect(await paged(`/key_wallets?q=${prefix}00&sort=${sort}`, count / 8)).toEqual(expected);
      expect(await exported(`/key_wallets/export?q=${prefix}00&sort=${sort}`)).toEqual(expected);
      for (const at of [0, 1, Math.floor(count * 0.8) - 1, Math.floor(count * 0.8), count - 1]) {
        const { previous, next } = neighboursSchema.parse(
          (await root.get(`/key_wallets/${expected[at]}/neighbours?q=${prefix}00&sort=${sort}`)).data,
        );
        expect([previous?.id, next?.id]).toEqual([expected[at - 1], expected[at + 1]]);
      }
    },
  );

  it("ends with a page that is not full, and has nothing beyond", async () => {
    const limit = count / 5 - 1;
    const last = await list(`/key_wallets?q=${prefix}00&sort=-client&limit=${limit}&page=6&count=${COUNT_CAP}`);
    expect(last).toMatchObject({ total: count, capped: false });
    expect(last.items).toHaveLength(5);
    expect((await list(`/key_wallets?q=${prefix}00&limit=${limit}&page=7`)).items).toEqual([]);
  });

  it("offers its first choices in the order of titles, and says that there are more", async () => {
    const found = optionsSchema.parse((await root.get(`/options/key_wallet?q=${prefix}00`)).data);
    expect(found.items.map(({ label }) => label)).toEqual(
      Array.from({ length: 50 }, (__, index) => `${prefix}${String(index + 1).padStart(6, "0")}`),
    );
    expect(found.more).toBe(true);
  });
});

it("counts exactly as far as the cap, what words find while it is few, and goes on beyond", async () => {
  const all = await list("/key_wallets");
  await fillWallets("0C", COUNT_CAP + 20);
  expect(all.capped).toBe(false);
  expect(await list("/key_wallets")).toMatchObject({ total: COUNT_CAP, capped: true });
  expect(await list("/key_wallets?q=0c0&limit=50")).toMatchObject({ total: 500, capped: true });
  expect(await list(`/key_wallets?q=0c0&limit=50&count=${COUNT_CAP}`)).toMatchObject({
    total: COUNT_CAP,
    capped: true,
  });
  const beyond = await list(`/key_wallets?q=0c0&limit=50&page=${COUNT_CAP / 50 + 1}`);
  expect(beyond.items).toHaveLength(20);
  await run(
    api.pool,
    sql`delete from key_wallets where key in (select key from key_wallets where key like '0C%' limit 20)`,
  );
  expect(await list(`/key_wallets?q=0c0&count=${COUNT_CAP}`)).toMatchObject({ total: COUNT_CAP, capped: false });
});

describe("what machines take over", () => {
  /** Places in two regions, machines with a unit that calls, one that was silent, and none. */
  const devices: number[] = [];
  let place = 0;
  let project = 0;
  beforeAll(async () => {
    project = idOf(await root.post("/projects", { name: "Проєкт місця" }));
    place = await makeLocation(root, project);
    for (const location of [place, place, undefined]) devices.push(await makeDevice(root, model, location));
    for (const device of devices.slice(0, 2)) await makeUnit(root, device);
    await run(
      api.pool,
      sql`insert into device_states (device_id, last_contact_at) values (${devices[0]}, now() - interval '1 minute'), (${devices[1]}, now() - interval '1 day')`,
    );
  });

  it.each([
    ["status=ONLINE", [0]],
    ["status=OFFLINE", [1]],
    ["status=NEVER", [2]],
    ["status=ONLINE&status=NEVER", [0, 2]],
    ["region=AA", [0, 1]],
    ["telemetry_type=DEX", [0, 1]],
    ["project=none", [2]],
  ])("is filtered by: %s", async (query, expected) => {
    expect(ids(await list(`/devices?${query}`))).toEqual(expected.map((index) => devices[index]));
  });

  it.each([
    ["status", [1, 0, 2]],
    ["-status", [0, 1, 2]],
    ["region", [0, 1, 2]],
    ["-region", [1, 0, 2]],
    ["project", [0, 1, 2]],
    ["-last_contact_at", [0, 1, 2]],
  ])("orders by %s, machines without it last", async (sort, expected) => {
    expect(ids(await list(`/devices?sort=${sort}`))).toEqual(expected.map((index) => devices[index]));
  });

  it("follows every change", async () => {
    const [moving = 0] = devices;
    const counts = async () => (await list("/locations?sort=name")).items.map((one) => one.devices_count);
    const found = async (words: string) => ids(await list(`/devices?q=${encodeURIComponent(words)}`));
    expect(await counts()).toEqual([2]);
    const target = await makeLocation(root);
    await run(api.pool, sql`update devices set location_id = ${target} where id = ${moving}`);
    expect(await counts()).toEqual([1, 1]);
    expect((await root.get(`/devices/${moving}`)).data).toMatchObject({ project: null });
    await run(
      api.pool,
      sql`update locations set project_id = ${project}, name = 'Палац Щастя', city = 'Чоп' where id = ${target}`,
    );
    expect((await root.get(`/devices/${moving}`)).data).toMatchObject({ project: { id: project }, city: "Чоп" });
    expect(await found("щастя ЧОП")).toEqual([moving]);
    await run(api.pool, sql`update device_models set name = 'Ґатунок' where id = ${model}`);
    expect(await found("щастя ґат")).toEqual([moving]);
    await run(api.pool, sql`update devices set serial_number = 'Переназваний' where id = ${moving}`);
    expect((await list("/telemetries?q=переназ")).items).toMatchObject([{ device: { id: moving } }]);
    expect(await root.post(`/projects/${project}/delete`)).toMatchObject({
      error: "in_use",
      data: { usedBy: [{ entity: "location", total: 2 }] },
    });
    const limited = await api.person({
      permissions: ["DEVICE", "TELEMETRY"],
      mode: "OPEN_SELECTED",
      projects: [project],
    });
    expect(ids(await list("/devices?sort=region", limited)).sort()).toEqual([moving, devices[1]].sort());
    expect((await list("/telemetries", limited)).total).toBe(2);
    await run(api.pool, sql`update locations set project_id = null where id = ${target}`);
    expect(ids(await list("/devices", limited))).toEqual([devices[1]]);
    expect((await list("/telemetries", limited)).items).toMatchObject([{ device: { id: devices[1] } }]);
  });

  it("sums what was sold in thirty days, and forgets what was sold before", async () => {
    const [id] = devices;
    await run(
      api.pool,
      sql`insert into sales_by_device_day (device_id, day, source, placement_id, count, amount)
      select ${id}, (now() at time zone 'Europe/Kyiv')::date - d, s, (select max(p.id) from placements p where p.device_id = ${id}), 2, 500 from unnest('{0,29,30}'::int[]) d, unnest('{cash,test}'::text[]) s`,
    );
    expect(await sumSales(api.pool)).toBe(1);
    expect((await list("/devices?sort=-sales_30_days")).items[0]).toMatchObject({
      id,
      vends_30_days: 4,
      sales_30_days: 1000,
    });
    expect(ids(await list("/devices?sales_30_days_min=1"))).toEqual([id]);
    await run(api.pool, sql`delete from sales_by_device_day`);
    await keepTotals(api.pool).stop();
    expect((await root.get(`/devices/${id}`)).data).toMatchObject({ sales_30_days: 0 });
  });
});

describe("many machines", () => {
  const COUNT = 1600;
  beforeAll(async () => {
    await run(
      api.pool,
      sql`insert into locations (name, address, city, region) select 'Місце ' || i, '-', 'Місто ' || i % 4, case when i % 2 = 0 then 'AB' else 'BB' end from generate_series(1, 9) i`,
    );
    await run(
      api.pool,
      sql`insert into devices (serial_number, model_id, device_type, ownership_type, location_id)
      select 'Багато-' || i, ${model}, 'SNACK', 'RENT', case when i % 6 > 0 then (select max(id) from locations) - i % 9 end from generate_series(1, ${COUNT}) i`,
    );
    await run(
      api.pool,
      sql`insert into telemetries (serial, type, device_id)
      select 'багато' || id, case when id % 2 = 0 then 'DEX' else 'MDB' end, id from devices where serial_number like 'Багато-%' and id % 4 > 0`,
    );
    await run(
      api.pool,
      sql`insert into device_states (device_id, last_contact_at)
      select id, case when id % 5 > 0 then now() - id % 7 * interval '10 minutes' end from devices where serial_number like 'Багато-%' and id % 4 > 0`,
    );
  });

  const FROM = sql`from devices d left join locations l on l.id = d.location_id left join telemetries u on u.device_id = d.id left join device_states s on s.device_id = d.id where d.serial_number like 'Багато-%'`;
  const KEYS: Record<string, SQL[]> = {
    region: [sql`l.region`, sql`l.id`],
    city: [sql`l.city collate "uk-x-icu"`, sql`l.id`],
    telemetry_type: [sql`u.type`],
    last_contact_at: [sql`s.last_contact_at`],
    status: [sql`s.last_contact_at`],
    location: [sql`l.name collate "uk-x-icu"`, sql`l.id`],
  };
  it.each(Object.keys(KEYS).flatMap((key) => [key, `-${key}`]))(
    "are sorted by %s of their place or unit",
    async (sort) => {
      const direction = sort.startsWith("-") ? sql`desc` : sql`asc`;
      const keys = sql.join(
        [...(KEYS[sort.replace("-", "")] ?? []), sql`d.id`].map((key) => sql`${key} ${direction} nulls last`),
        sql`, `,
      );
      const expected = await idsIn(sql`select d.id ${FROM} order by ${keys}`);
      expect(expected).toHaveLength(COUNT);
      expect(await paged(`/devices?q=багато&sort=${sort}`, 300)).toEqual(expected);
      expect(await exported(`/devices/export?q=багато&sort=${sort}`)).toEqual(expected);
    },
  );
});

it("is searched in what the declarations name, wherever that is kept", async () => {
  const kept = resources().filter((resource) => resource.columns.has("search"));
  expect(kept.map(({ entity }) => entity.name).sort()).toEqual([
    "device",
    "key_client",
    "key_wallet",
    "location",
    "refund",
    "route_sheet",
    "telemetry",
    "ticket",
    "user",
  ]);
  for (const name of ["refund", "route_sheet"]) await made(root, entityNamed(name));
  const [machine] = ids(await list("/devices?limit=1"));
  const ticket = { subject: "Немає води", priority: "HIGH" };
  expect(
    (
      await root.post("/help_desk/tickets", {
        ...ticket,
        type: "GENERAL",
        client_phone: "+380501234567",
        description: "Не повернуло РЕШТУ",
      })
    ).status,
  ).toBe(201);
  expect(
    (await root.post("/help_desk/tickets", { ...ticket, type: "DEVICE_PROBLEM", device: machine ?? 0 })).status,
  ).toBe(201);
  await run(api.pool, sql`update devices set serial_number = serial_number || '-н' where id = ${machine ?? 0}`);
  for (const resource of kept) {
    const worked = documentOf({ ...resource, columns: new Map() }, SERVICE, sql`t`);
    const words = (text: SQL) => sql`regexp_replace(trim(${text}), '\s+', ' ', 'g')`;
    const { all, same } = await only(
      api.pool,
      z.object({ all: z.number(), same: z.number() }),
      sql`
      select count(*) as all, count(*) filter (where ${words(sql`t.search`)} = ${words(worked)}) as same from ${sql.identifier(resource.table)} t`,
    );
    expect(all).toBeGreaterThan(0);
    expect(same).toBe(all);
  }
});
