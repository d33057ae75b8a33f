import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listRequirement } from "~server/contract/entity";
import { ENTITIES, entityNamed } from "~server/contract/entities";
import { ACCESS_MODES } from "~server/contract/enums";
import { allowed, PERMISSIONS } from "~server/contract/permissions";
import { pageSchema, recordSchema } from "~server/contract/record";
import { type Sight, sightSchema } from "~server/contract/sight";
import { infoSchema } from "~server/contract/session";
import { list, run } from "~server/vending/database/query";
import { randomOf, whole } from "~server/vending/demonstration/random";
import { idOf, type Person, type TestApi, testApi } from "./app";
import { makeDevice, makeLocation, makeModel } from "./network";
import { made, sampleOf } from "./samples";

const api: TestApi = await testApi();
afterAll(() => api.close());
const root = await api.person({ root: true });

const random = randomOf("what people see");
const chance = (share: number) => random() < share;
const some = <T>(of: readonly T[], share: number): T[] => of.filter(() => chance(share));
const any = <T>(of: readonly T[]): T => {
  const one = of[whole(random, 0, of.length - 1)];
  if (one === undefined) throw new Error("nothing to choose from");
  return one;
};

const ids = { projects: [0], locations: [0], devices: [0], franchises: [0] };

/** A network of four projects, ten places (two outside any project, each other one of a franchise) and twenty machines, with what hangs on them. */
beforeAll(async () => {
  const model = await makeModel(root);
  const franchise = entityNamed("franchise");
  const heads = [await made(root, franchise), await made(root, franchise)];
  const below = idOf(await root.post(franchise.api, { ...(await sampleOf(root, franchise)), parent: heads[0] ?? 0 }));
  ids.franchises = [...heads, below];
  ids.projects = [];
  for (const name of ["А", "Б", "В", "Г"]) ids.projects.push(idOf(await root.post("/projects", { name })));
  ids.locations = [];
  for (let i = 0; i < 10; i++) ids.locations.push(await makeLocation(root, ids.projects[i % 5]));
  for (const id of some(ids.locations, 0.6))
    await run(api.pool, sql`update locations set franchise_id = ${any(ids.franchises)} where id = ${id}`);
  ids.devices = [];
  for (let i = 0; i < 20; i++) ids.devices.push(await makeDevice(root, model, i < 18 ? any(ids.locations) : undefined));
  await run(
    api.pool,
    sql`update devices d set franchise_id = l.franchise_id from locations l where l.id = d.location_id`,
  );
  for (const name of ["telemetry", "pax", "qr_code", "ticket"])
    for (const id of some(ids.devices, 0.7))
      await root.post(entityNamed(name).api, { ...(await sampleOf(root, entityNamed(name), id)), device: id });
  for (const name of ["crew", "key_client", "warehouse", "company"]) await made(root, entityNamed(name));
}, 120_000);

interface Limits {
  mode: string;
  projects: number[];
  locations: number[];
  devices: number[];
}
const anyLimits = (): Limits => ({
  mode: any(ACCESS_MODES),
  projects: some(ids.projects, 0.3),
  locations: some(ids.locations, 0.15),
  devices: some(ids.devices, 0.1),
});

/** Somebody with a group of their own, both with limits of any kind. */
async function anybody(): Promise<Person> {
  const permissions = chance(0.2) ? [...PERMISSIONS] : some(PERMISSIONS, 0.6);
  const own = anyLimits();
  const person = await api.person({
    permissions,
    all: chance(0.15),
    root: chance(0.05),
    sportLife: chance(0.3),
    ...own,
  });
  const of = anyLimits();
  await run(
    api.pool,
    sql`update user_groups set access_mode = ${of.mode}, access_projects = ${list(of.projects, "integer")},
      access_locations = ${list(of.locations, "integer")}, access_devices = ${list(of.devices, "integer")} where id = ${person.group}`,
  );
  if (chance(0.3))
    await run(api.pool, sql`update users set franchise_id = ${any(ids.franchises)} where id = ${person.id}`);
  return person;
}

const sightOf = async (path: string, by = root): Promise<Sight> => sightSchema.parse((await by.get(path)).data);

/** How many records of each kind somebody's lists have; null where they may not open one. */
async function listed(person: Person, counted: Sight["counted"]) {
  const found: [string, number | null][] = [];
  for (const { entity } of counted) {
    const { status, data } = await person.get(`${entityNamed(entity).api}?limit=20`);
    expect([entity, status]).toEqual([entity, status === 403 ? 403 : 200]);
    found.push([entity, status === 403 ? null : pageSchema.parse(data).total]);
  }
  return found;
}
const seen = ({ counted }: Sight) => counted.map(({ entity, seen }) => [entity, seen]);

describe("what a person really sees", () => {
  it("is what that person's own lists have, whatever limits person and group", { timeout: 120_000 }, async () => {
    const numbers = new Set<number | null>();
    for (let i = 0; i < 40; i++) {
      const person = await anybody();
      const told = await sightOf(`/users/${person.id}/sight`);
      expect(seen(told)).toEqual(await listed(person, told.counted));
      expect(told.counted.map(({ entity, all }) => [entity, all])).toEqual(await listed(root, told.counted));
      const info = infoSchema.parse((await person.get("/info")).data);
      expect({ all: told.is_can_all, permissions: told.permissions, sport: told.sport_life }).toEqual({
        all: info.is_can_all,
        permissions: PERMISSIONS.filter((code) => allowed(info, [code])),
        sport: info.sport_life,
      });
      numbers.add(told.counted.find(({ entity }) => entity === "device")?.seen ?? null);
    }
    // The people differ, or the test would say nothing.
    expect(numbers.size).toBeGreaterThan(5);
  });

  it("is told of a blocked person as well", async () => {
    const person = await api.person({
      permissions: ["DEVICE"],
      mode: "OPEN_SELECTED",
      devices: ids.devices.slice(0, 3),
    });
    await root.post(`/users/${person.id}/block`);
    const told = await sightOf(`/users/${person.id}/sight`);
    expect(told.counted.find(({ entity }) => entity === "device")).toMatchObject({ seen: 3, all: ids.devices.length });
  });

  it("names the limits of both, and whose each is", async () => {
    const person = await api.person({
      permissions: ["DEVICE"],
      mode: "CLOSE_SELECTED",
      projects: ids.projects.slice(0, 1),
    });
    await run(api.pool, sql`update user_groups set access_mode = 'OPEN_ALL_PROJECTS' where id = ${person.group}`);
    const told = await sightOf(`/users/${person.id}/sight`);
    expect(told.limits).toMatchObject([
      { of: "user", mode: "CLOSE_SELECTED", projects: [{ id: ids.projects[0], label: "А" }] },
      { of: "user_group", mode: "OPEN_ALL_PROJECTS", projects: [] },
    ]);
  });

  it("has every kind of records of which not everybody sees all", async () => {
    const told = await sightOf(`/users/${root.id}/sight`);
    const kinds = told.counted.map(({ entity }) => entity);
    for (const name of ["device", "location", "project", "telemetry", "ticket", "crew", "company", "user"])
      expect(kinds).toContain(name);
    expect(kinds.every((name) => ENTITIES.some((entity) => entity.name === name && !entity.singleton))).toBe(true);
    expect(told.counted.every(({ seen, all }) => seen === all)).toBe(true);
  });
});

describe("what whoever is in a group sees", () => {
  it("is what a person without limits of their own sees", { timeout: 120_000 }, async () => {
    for (let i = 0; i < 10; i++) {
      const { group } = await anybody();
      const person = await api.person();
      await run(api.pool, sql`update users set user_group_id = ${group} where id = ${person.id}`);
      const told = await sightOf(`/users_groups/${group}/sight`);
      expect(seen(told)).toEqual(await listed(person, told.counted));
      expect(told).toMatchObject({ is_can_all: false, franchises: null });
    }
  });
});

describe("who asks", () => {
  const CODES = ["USER", "USER_GROUP", "DEVICE", "PROJECT"];

  it("is told of nothing beyond their own sight: neither how much there is nor what it is called", async () => {
    const near = ids.projects[0] ?? 0;
    const far = ids.projects[1] ?? 0;
    const asker = await api.person({ permissions: CODES, mode: "OPEN_SELECTED", projects: [near] });
    const person = await api.person({ permissions: CODES, mode: "OPEN_SELECTED", projects: [near, far] });
    const told = await sightOf(`/users/${person.id}/sight`, asker);
    expect(told.within).toBe(true);
    const own = await listed(asker, told.counted);
    expect(told.counted.map(({ entity, all }) => [entity, all])).toEqual(own);
    expect(seen(told)).toEqual(own);
    expect(told.limits[0]?.projects).toContainEqual({ id: far, label: `#${far}` });
    expect((await sightOf(`/users/${person.id}/sight`)).within).toBe(false);
  });

  it("is told only of kinds that they may list themselves", async () => {
    const asker = await api.person({ permissions: ["USER", "DEVICE"] });
    const kinds = (await sightOf(`/users/${root.id}/sight`, asker)).counted.map(({ entity }) => entity);
    expect(kinds.sort()).toEqual(["device", "user"]);
    for (const name of kinds) expect(listRequirement(entityNamed(name)).length).toBe(1);
  });

  it("must see users, and of a franchise only their own", async () => {
    const group = await made(root, entityNamed("user_group"));
    const groups = await api.person({ permissions: ["USER_GROUP"] });
    expect(await groups.get(`/users_groups/${group}/sight`)).toMatchObject({ status: 403 });
    const stranger = await api.person({ permissions: CODES });
    await run(api.pool, sql`update users set franchise_id = ${ids.franchises[0]} where id = ${stranger.id}`);
    expect(await stranger.get(`/users/${root.id}/sight`)).toMatchObject({ status: 404 });
    expect(await stranger.get(`/users_groups/${group}/sight`)).toMatchObject({ status: 404 });
    const own = await sightOf(`/users/${stranger.id}/sight`, stranger);
    expect(own.within).toBe(true);
    // Its own franchise and the one below it.
    expect(own.franchises?.map(({ id }) => id).sort()).toEqual([ids.franchises[0], ids.franchises[2]].sort());
    expect(recordSchema.parse((await stranger.get(`/users/${stranger.id}`)).data).id).toBe(stranger.id);
  });
});
