import { sql } from "drizzle-orm";
import { afterAll, describe, expect, it } from "vitest";
import { actionsOf } from "~server/contract/entity";
import { ENTITIES, entityNamed } from "~server/contract/entities";
import { deletedPage, historySchema, type RecordData, recordSchema } from "~server/contract/record";
import { list, run } from "~server/vending/database/query";
import { type Person, testApi } from "./app";
import { makeDevice, makeLocation, makeModel } from "./network";
import { made, sampleOf } from "./samples";

const api = await testApi();
afterAll(() => api.close());
const root = await api.person({ root: true });

const DELETABLE = ENTITIES.filter((entity) => actionsOf(entity).some(({ name }) => name === "delete"));
const read = async (path: string) => recordSchema.parse((await root.get(path)).data);
const deletedIds = async (who: Person, path: string) =>
  deletedPage.parse((await who.get(`${path}/deleted`)).data).items.map(({ id }) => id);
const historyOf = async (who: Person, path: string) => historySchema.parse((await who.get(`${path}/history`)).data);

/** A franchise's group is made anew. */
const lasting = ({ version: _, updated_at: _u, user_group: _g, ...rest }: RecordData) => rest;

describe.each(DELETABLE.map((entity) => [entity.name, entity] as const))("a deleted %s", (_name, entity) => {
  it("is listed with who and when, its history is read, and it comes back as it was", async () => {
    const id = await made(root, entity);
    const path = `${entity.api}/${id}`;
    const before = await read(path);
    expect((await root.post(`${path}/delete`)).status).toBe(200);

    const [first] = deletedPage.parse((await root.get(`${entity.api}/deleted`)).data).items;
    expect(first).toMatchObject({ id, title: before.title, author: root.email });
    expect(Date.parse(first?.at ?? "")).toBeGreaterThan(Date.parse(String(before.created_at)));
    expect((await root.get(path)).status).toBe(404);
    expect((await historyOf(root, path)).items.map(({ action }) => action)).toEqual(["delete", "create"]);

    expect(await root.post(`${entity.api}/deleted/${id}/restore`)).toMatchObject({ status: 200, data: { id } });
    expect(lasting(await read(path))).toEqual(lasting(before));
    expect(await deletedIds(root, entity.api)).not.toContain(id);
    expect((await historyOf(root, path)).items.map(({ action }) => action)).toEqual(["restore", "delete", "create"]);
    expect((await root.post(`${entity.api}/deleted/${id}/restore`)).status).toBe(404);
    expect((await root.post(`${path}/delete`)).status).toBe(200);
  });

  it("is nobody's who lacks the codes", async () => {
    const id = await made(root, entity);
    await root.post(`${entity.api}/${id}/delete`);
    const others = await api.person({ sportLife: true });
    for (const path of ["deleted", `deleted/${id}`, `${id}/history`])
      expect([path, (await others.get(`${entity.api}/${path}`)).status]).toEqual([path, 403]);
    expect((await others.post(`${entity.api}/deleted/${id}/restore`)).status).toBe(403);
    if (!entity.furtherPermission) return;
    const reader = await api.person({ permissions: [entity.permission], sportLife: true });
    expect((await reader.get(`${entity.api}/deleted/${id}`)).status).toBe(200);
    expect(await reader.post(`${entity.api}/deleted/${id}/restore`)).toMatchObject({
      status: 403,
      error: "no_permission",
    });
  });
});

it("stays within the limits that held for it", async () => {
  const project = await made(root, entityNamed("project"));
  const elsewhere = await made(root, entityNamed("project"));
  const model = await makeModel(root);
  const near = await makeLocation(root, project);
  const device = await makeDevice(root, model, near);
  const limited = (projects: number[]) =>
    api.person({
      permissions: ["LOCATION", "LOCATION_CREATE", "DEVICE", "DEVICE_CREATE"],
      mode: "OPEN_SELECTED",
      projects,
    });
  const [mine, other] = await Promise.all([limited([project]), limited([elsewhere])]);
  for (const path of [`/devices/${device}`, `/locations/${near}`])
    expect((await root.post(`${path}/delete`)).status).toBe(200);

  expect(await deletedIds(mine, "/locations")).toEqual([near]);
  expect(await deletedIds(mine, "/devices")).toEqual([device]);
  expect((await mine.get(`/devices/${device}/history`)).status).toBe(200);
  expect(await deletedIds(other, "/locations")).toEqual([]);
  for (const path of [`/devices/${device}/history`, `/devices/deleted/${device}`, `/locations/${near}/history`])
    expect([path, (await other.get(path)).status]).toEqual([path, 404]);
  expect((await other.post(`/locations/deleted/${near}/restore`)).status).toBe(404);

  // The place is gone, too: it comes first.
  expect(await mine.post(`/devices/deleted/${device}/restore`)).toMatchObject({
    status: 422,
    fields: { location: [{ key: "record_gone" }] },
  });
  expect((await mine.post(`/locations/deleted/${near}/restore`)).status).toBe(200);
  expect((await mine.post(`/devices/deleted/${device}/restore`)).status).toBe(200);
});

it("says which value was taken meanwhile", async () => {
  const recipe = entityNamed("recipe");
  const values = await sampleOf(root, recipe);
  const first = (await root.post("/recipes", values)).data;
  const { id } = recordSchema.pick({ id: true }).parse(first);
  await root.post(`/recipes/${id}/delete`);
  expect((await root.post("/recipes", values)).status).toBe(201);
  expect(await root.post(`/recipes/deleted/${id}/restore`)).toMatchObject({
    status: 422,
    fields: { item_number: [{ key: "taken" }] },
  });
  expect(await deletedIds(root, "/recipes")).toContain(id);
});

it("keeps secrets and files with it", async () => {
  const company = entityNamed("company");
  const logo = recordSchema
    .pick({ id: true })
    .parse(
      (
        await root.raw(
          "/files?entity=company&field=logo",
          Buffer.from(
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
            "base64",
          ),
          { "x-file-name": "logo.png" },
        )
      ).data,
    ).id;
  const id = recordSchema
    .pick({ id: true })
    .parse((await root.post("/companies", { ...(await sampleOf(root, company)), logo, api_token: "abc" })).data).id;
  await root.post(`/companies/${id}/delete`);
  await run(
    api.pool,
    sql`update files set created_at = now() - interval '3 days' where id = any(${list([logo], "integer")})`,
  );
  // Uploading tidies up what nobody refers to.
  await root.raw("/files?entity=firmware&field=image", "x".repeat(2000), { "x-file-name": "a.bin" });
  await root.post(`/companies/deleted/${id}/restore`);
  expect(await read(`/companies/${id}`)).toMatchObject({ api_token_set: true, logo: { id: logo } });
});

it("whose row nobody kept is known to who sees everything, and cannot come back", async () => {
  await run(
    api.pool,
    sql`insert into deleted_records (entity, entity_id, title, author) values ('location', 2000000, 'Стара точка', 'Хтось')`,
  );
  const limited = await api.person({ permissions: ["LOCATION"], mode: "CLOSE_SELECTED", projects: [1] });
  expect(await deletedIds(limited, "/locations")).not.toContain(2_000_000);
  expect(await deletedIds(root, "/locations")).toContain(2_000_000);
  expect(await root.post("/locations/deleted/2000000/restore")).toMatchObject({
    status: 409,
    error: "restore_unknown",
  });
});
