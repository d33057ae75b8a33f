import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import {
  bulkAnswer,
  exportPageSchema,
  neighboursSchema,
  relatedSchema,
  savedFiltersSchema,
} from "~server/contract/lists";
import { device } from "~server/contract/entities/devices";
import { filterIdentity } from "~server/contract/filters";
import { pageSchema, recordSchema } from "~server/contract/record";
import { rows, run } from "~server/vending/database/query";
import { idOf, testApi, type Person } from "./app";
import { makeDevice, makeLocation, makeModel } from "./network";

const api = await testApi();
afterAll(() => api.close());
const root = await api.person({ root: true });
const model = await makeModel(root);

/** Follows the cursors of an export to its end. */
async function exported(who: Person, path: string): Promise<{ id: number; [field: string]: unknown }[]> {
  const items = [];
  let cursor = "";
  for (;;) {
    const page = exportPageSchema.parse(
      (await who.get(`${path}${path.includes("?") ? "&" : "?"}cursor=${cursor}`)).data,
    );
    items.push(...page.items);
    if (!page.next) return items;
    cursor = page.next;
  }
}

const fillIngredients = (count: number, prefix: string) =>
  run(
    api.pool,
    sql`
  insert into ingredients (name, type, unit, price_type, price, weight)
  select ${prefix} || (i % 7) || ' ' || i, case when i % 2 = 0 then 'DRY' else 'LIQUID' end, 'G', 'PER_100_G', i % 50, case when i % 3 = 0 then null else i % 11 end
  from generate_series(1, ${count}) i`,
  );

describe("an export", () => {
  beforeAll(() => fillIngredients(2300, "Експорт "));

  it.each(["name", "-name", "weight", "-weight", "price", "-type"])(
    "gives every row once, in the order of the list, by %s",
    async (sort) => {
      const query = `?q=Експорт&type=DRY&sort=${sort}`;
      const items = await exported(root, `/ingredients/export${query}`);
      const listed = await Promise.all(
        [1, 2].map(
          async (page) => pageSchema.parse((await root.get(`/ingredients${query}&limit=1000&page=${page}`)).data).items,
        ),
      );
      expect(items.map(({ id }) => id)).toEqual(listed.flat().map(({ id }) => id));
      expect(items).toHaveLength(1150);
    },
  );

  it("goes on where it was when the last row of a page is deleted or changed meanwhile", async () => {
    const first = exportPageSchema.parse((await root.get("/ingredients/export?q=Експорт&sort=weight")).data);
    const last = first.items.at(-1)?.id ?? 0;
    await run(api.pool, sql`update ingredients set weight = 10 where id = ${last}`);
    const second = exportPageSchema.parse(
      (await root.get(`/ingredients/export?q=Експорт&sort=weight&cursor=${first.next}`)).data,
    );
    const ids = [...first.items, ...second.items].map(({ id }) => id).filter((id) => id !== last);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("needs the permission of the list, keeps its limits and refuses nonsense", async () => {
    expect((await (await api.person()).get("/ingredients/export")).status).toBe(403);
    const crafted = [
      "nonsense",
      ...[
        ["x", null, 1],
        ["1\u0000", null, 1],
        ["1", null, 1e300],
        ["1e400", null, 1],
        [null, 2 ** 40, 1],
        ["1", "1", {}],
      ].map((place) => Buffer.from(JSON.stringify(place)).toString("base64url")),
    ];
    for (const cursor of crafted)
      expect((await root.get(`/ingredients/export?sort=weight&cursor=${cursor}`)).status, cursor).toBe(400);
    expect((await root.get("/ingredients/export?type=GAS")).status).toBe(422);
    const seen = await makeDevice(root, model);
    await makeDevice(root, model);
    const limited = await api.person({ permissions: ["DEVICE"], mode: "OPEN_SELECTED", devices: [seen] });
    expect((await exported(limited, "/devices/export")).map(({ id }) => id)).toEqual([seen]);
  });
});

describe("neighbours", () => {
  it.each(["name", "-name", "weight", "-weight"])("are those of the list, by %s", async (sort) => {
    await fillIngredients(12, `Сусід ${sort} `);
    const query = `?q=${encodeURIComponent(`Сусід ${sort}`)}&sort=${sort}`;
    const { items } = pageSchema.parse((await root.get(`/ingredients${query}`)).data);
    expect(items).toHaveLength(12);
    for (const [index, { id }] of items.entries()) {
      const { previous, next } = neighboursSchema.parse((await root.get(`/ingredients/${id}/neighbours${query}`)).data);
      expect([previous?.id ?? null, next?.id ?? null]).toEqual([
        items[index - 1]?.id ?? null,
        items[index + 1]?.id ?? null,
      ]);
    }
  });

  it("are found for a record that is no longer in the list, and only among visible ones", async () => {
    const [a, b, c] = [await makeDevice(root, model), await makeDevice(root, model), await makeDevice(root, model)];
    await root.post(`/devices/${b}/hide`);
    expect((await root.get(`/devices/${b}/neighbours?hidden=false&q=SN`)).data).toMatchObject({
      previous: { id: a },
      next: { id: c },
    });
    const limited = await api.person({ permissions: ["DEVICE"], mode: "OPEN_SELECTED", devices: [a, c] });
    expect((await limited.get(`/devices/${a}/neighbours`)).data).toMatchObject({ previous: null, next: { id: c } });
    expect((await limited.get(`/devices/${b}/neighbours`)).status).toBe(404);
  });
});

describe("related records", () => {
  it("are counted by the field that refers, as their list would show them", async () => {
    const project = idOf(await root.post("/projects", { name: "Проєкт зі зв'язками" }));
    const place = await makeLocation(root, project);
    const device = await makeDevice(root, model, place);
    await makeDevice(root, model, place);
    const { items } = relatedSchema.parse((await root.get(`/locations/${place}/related`)).data);
    expect(items).toContainEqual(expect.objectContaining({ entity: "device", field: "location", total: 2 }));
    const { title } = recordSchema.parse((await root.get(`/locations/${place}`)).data);
    expect(items.find(({ entity }) => entity === "device")?.first[0]?.about).toContain(title);
    expect((await root.get(`/devices?location=${place}`)).data).toMatchObject({ total: 2 });
    const ofProject = relatedSchema.parse((await root.get(`/projects/${project}/related`)).data).items;
    expect(ofProject).toContainEqual(
      expect.objectContaining({
        entity: "location",
        field: "project",
        total: 1,
        first: [expect.objectContaining({ id: place })],
      }),
    );
    expect(ofProject).toContainEqual(expect.objectContaining({ entity: "device", field: "project", total: 2 }));

    const limited = await api.person({ permissions: ["LOCATION", "DEVICE"], mode: "OPEN_SELECTED", devices: [device] });
    expect(relatedSchema.parse((await limited.get(`/locations/${place}/related`)).data).items).toEqual([
      expect.objectContaining({ entity: "device", total: 1 }),
    ]);
    const elsewhere = await api.person({ permissions: ["LOCATION"], mode: "OPEN_SELECTED" });
    expect((await elsewhere.get(`/locations/${place}/related`)).status).toBe(404);
  });

  it("can be filtered by even when the declaration lists no such filter", async () => {
    const place = await makeLocation(root);
    await api.person({ mode: "OPEN_SELECTED", locations: [place] });
    expect((await root.get(`/users?access_locations=${place}`)).data).toMatchObject({ total: 1 });
  });
});

const bulk = (who: Person, path: string, values: Record<string, string | number | string[]>) => who.post(path, values);

describe("an action on many records", () => {
  it("does what it can and tells what was refused", async () => {
    const free = idOf(await root.post("/companies", { name: "Вільна" }));
    const used = idOf(await root.post("/companies", { name: "Зайнята" }));
    const project = idOf(await root.post("/projects", { name: "Тримає", company: used }));
    const answer = await bulk(root, "/companies/bulk/delete", { ids: [String(free), String(used), "999999"] });
    expect(bulkAnswer.parse(answer.data)).toEqual({
      done: 1,
      refused: [
        {
          id: used,
          label: "Зайнята",
          error: "in_use",
          usedBy: { entity: "project", field: "company", total: 1, items: [{ id: project, label: "Тримає" }] },
        },
        { id: 999_999, label: "999999", error: "not_found" },
      ],
    });
    expect((await root.get(`/companies/${free}`)).status).toBe(404);
    const history = await rows(
      api.pool,
      z.object({ action: z.string() }),
      sql`select action from history where entity = 'company' and entity_id = ${free} order by id desc limit 1`,
    );
    expect(history).toEqual([{ action: "delete" }]);
  });

  it("takes all that match, when they are still as many as the person agreed to", async () => {
    const place = await makeLocation(root);
    const ids = [await makeDevice(root, model, place), await makeDevice(root, model, place)];
    const filter = `location=${place}&hidden=false`;
    expect(await bulk(root, "/devices/bulk/hide", { filter, expected: 3 })).toMatchObject({
      status: 409,
      error: "count_changed",
      data: { matching: 2 },
    });
    expect(await bulk(root, "/devices/bulk/hide", { filter })).toMatchObject({ status: 409, error: "count_changed" });
    expect((await bulk(root, "/devices/bulk/hide", { filter, expected: 2 })).data).toEqual({ done: 2, refused: [] });
    expect((await root.get(`/devices/${ids[0]}/history`)).data).toMatchObject({
      items: [{ action: "hide", author: root.email }, {}],
    });
    expect((await bulk(root, "/devices/bulk/hide", { ids: ids.map(String) })).data).toMatchObject({
      done: 0,
      refused: [{ error: "already_done" }, { error: "already_done" }],
    });
  });

  it("stays within the viewer's limits, crafted ids included", async () => {
    const [mine, other] = [await makeDevice(root, model), await makeDevice(root, model)];
    const limited = await api.person({ permissions: ["DEVICE"], mode: "OPEN_SELECTED", devices: [mine] });
    expect((await bulk(limited, "/devices/bulk/hide", { ids: [String(mine), String(other)] })).data).toEqual({
      done: 1,
      refused: [{ id: other, label: String(other), error: "not_found" }],
    });
    expect((await bulk(limited, "/devices/bulk/show", { filter: "", expected: 1 })).data).toEqual({
      done: 1,
      refused: [],
    });
    expect((await root.get(`/devices/${other}`)).data).toMatchObject({ hidden: false });
    expect((await (await api.person()).post("/devices/bulk/delete", { ids: [String(other)] })).status).toBe(403);
  });

  it("is not there for what reveals a secret or may not be done, and takes at most ten thousand", async () => {
    expect((await root.post("/telemetries/bulk/rotate_secret", { ids: ["1"] })).status).toBe(404);
    expect((await root.post("/users/bulk/delete", { ids: ["1"] })).status).toBe(404);
    expect((await root.post("/devices/bulk/delete", { ids: ["x"] })).status).toBe(422);
    expect(
      (await root.post("/devices/bulk/delete", { ids: Array.from({ length: 10_001 }, (_, i) => String(i + 1)) }))
        .status,
    ).toBe(422);
    await run(api.pool, sql`insert into companies (name) select 'Забагато ' || i from generate_series(1, 10001) i`);
    expect(await root.post("/companies/bulk/delete", { filter: "q=Забагато", expected: 10_001 })).toMatchObject({
      status: 422,
      error: "too_many_at_once",
    });
    await run(api.pool, sql`delete from companies where name like 'Забагато%'`);
  });
});

describe("saved filters", () => {
  const saved = async (who: Person) =>
    savedFiltersSchema.parse((await who.get("/saved_filters?entity=device")).data).items;

  it("have one identity, however the query was written", () => {
    const of = (query: string) => filterIdentity(device, new URLSearchParams(query));
    expect(of("status=ONLINE&q= a  b &page=3&limit=20&sort=serial_number&columns=model&x=1")).toBe(
      of("q=a b&status=ONLINE&status=ONLINE&region="),
    );
    expect(of("status=OFFLINE&status=ONLINE")).toBe(of("status=ONLINE&status=OFFLINE"));
    expect(of("sort=-model")).toBe("sort=-model");
    expect(of("sort=password&page=2")).toBe("");
  });

  it("are kept once, renamed and deleted by their owner only", async () => {
    const owner = await api.person({ permissions: ["DEVICE"] });
    const first = idOf(
      await owner.post("/saved_filters", { entity: "device", name: "Онлайн", query: "status=ONLINE&q=київ" }),
    );
    const again = idOf(
      await owner.post("/saved_filters", {
        entity: "device",
        name: "Онлайн у Києві",
        query: "q=київ&status=ONLINE&page=2",
      }),
    );
    expect(again).toBe(first);
    expect(await saved(owner)).toEqual([
      {
        id: first,
        name: "Онлайн у Києві",
        query: "q=%D0%BA%D0%B8%D1%97%D0%B2&status=ONLINE",
        own: true,
        owner: owner.email,
        group: null,
      },
    ]);
    expect((await owner.post(`/saved_filters/${first}`, { name: "Інша назва" })).status).toBe(200);
    expect((await saved(owner))[0]?.name).toBe("Інша назва");
    expect((await root.post(`/saved_filters/${first}`, { name: "Чужа" })).status).toBe(404);
    expect((await root.post(`/saved_filters/${first}/delete`)).status).toBe(404);
    expect(await saved(root)).toEqual([]);
    expect((await owner.post(`/saved_filters/${first}/delete`)).status).toBe(200);
    expect(await saved(owner)).toEqual([]);
  });

  it("are shared with the own group only, or with any by who may do everything", async () => {
    const [one, other] = [await api.person({ permissions: ["DEVICE"] }), await api.person({ permissions: ["DEVICE"] })];
    await run(api.pool, sql`update users set user_group_id = ${one.group} where id = ${other.id}`);
    const stranger = await api.person({ permissions: ["DEVICE"] });
    const share = (who: Person, group: number, query: string) =>
      who.post("/saved_filters", { entity: "device", name: "Спільний", query, group });
    expect((await share(one, one.group, "status=NEVER")).status).toBe(201);
    expect(await saved(other)).toMatchObject([
      { name: "Спільний", own: false, owner: one.email, group: { id: one.group } },
    ]);
    expect(await saved(stranger)).toEqual([]);
    expect(await share(one, stranger.group, "status=ONLINE")).toMatchObject({
      status: 422,
      fields: { group: [{ key: "incorrect" }] },
    });
    expect((await share(root, stranger.group, "status=ONLINE")).status).toBe(201);
    expect(await saved(stranger)).toMatchObject([{ own: false }]);
    expect((await one.get("/saved_filters/groups")).data).toEqual({ items: [{ id: one.group, label: one.email }] });
  });

  it("need the list's permission and values that make sense", async () => {
    const guest = await api.person();
    expect((await guest.get("/saved_filters?entity=device")).status).toBe(403);
    expect((await guest.post("/saved_filters", { entity: "device", name: "x", query: "" })).status).toBe(403);
    expect((await root.post("/saved_filters", { entity: "nothing", name: "x", query: "" })).status).toBe(404);
    expect((await root.post("/saved_filters", { entity: "device", name: " ", query: "" })).status).toBe(422);
    const named = (name: string, query: string) => root.post("/saved_filters", { entity: "device", name, query });
    const id = idOf(await named("Онлайн", "status=ONLINE"));
    expect((await named("онлайн ", "status=OFFLINE")).fields).toEqual({ name: [{ key: "taken" }] });
    expect((await named("Онлайн", "status=ONLINE")).status).toBe(201);
    expect((await root.post(`/saved_filters/${id}`, { name: "Онлайн" })).status).toBe(200);
    const other = idOf(await named("Офлайн", "status=OFFLINE"));
    expect((await root.post(`/saved_filters/${other}`, { name: "Онлайн" })).fields).toHaveProperty("name");
    expect((await root.post("/saved_filters", { entity: "device", name: "x", query: "status=GAS" })).status).toBe(422);
  });
});
