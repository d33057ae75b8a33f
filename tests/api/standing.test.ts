import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { run } from "~server/vending/database/query";
import { idOf, PASSWORD, type Person, testApi } from "./app";
import { makeDevice, makeLocation, makeModel } from "./network";

const api = await testApi();
afterAll(() => api.close());
const root = await api.person({ root: true });

const PERMISSIONS = ["USER", "USER_CREATE", "USER_GROUP", "USER_GROUP_CREATE", "DEVICE"];
/** Two projects with a place and a machine each. */
const ids = { projects: [0, 0], places: [0, 0], devices: [0, 0] };
type Limits = { mode: string; projects?: number[]; locations?: number[]; devices?: number[] };
const at = (list: number[], index: number) => list[index] ?? 0;
const near = () => at(ids.projects, 0);
const far = () => at(ids.projects, 1);

beforeAll(async () => {
  const model = await makeModel(root);
  for (const i of [0, 1]) {
    ids.projects[i] = idOf(await root.post("/projects", { name: `Проєкт ${i}` }));
    ids.places[i] = await makeLocation(root, ids.projects[i]);
    ids.devices[i] = await makeDevice(root, model, ids.places[i]);
  }
});

let serial = 0;
const limited = (limits: Limits, over: { all?: boolean } = {}) =>
  api.person({ permissions: PERMISSIONS, ...over, ...limits });
const form = (over: Record<string, string | number | string[]> = {}) => ({
  full_name: "Нова людина",
  email: `p${++serial}@example.com`,
  role: "USUAL",
  access_mode: "UNRESTRICTED",
  ...over,
});
const NEW_PASSWORD = "taken over by me";
const signsIn = async (email: string, password: string) =>
  (await api.anybody.post("/login", { email, password })).status === 200;

/** Sets a new password for somebody and leaves the rest; whether it then opens the door. */
async function takesOver(clerk: Person, victim: Person, limits: Limits): Promise<boolean> {
  const values = form({
    email: victim.email,
    user_group: victim.group,
    access_mode: limits.mode,
    password: NEW_PASSWORD,
    version: 1,
  });
  const lists = Object.fromEntries(
    (["projects", "locations", "devices"] as const).map((name) => [`access_${name}`, (limits[name] ?? []).map(String)]),
  );
  const saved = await clerk.post(`/users/${victim.id}`, { ...values, ...lists });
  const open = await signsIn(victim.email, NEW_PASSWORD);
  expect(saved.status).toBe(open ? 200 : 403);
  expect(await signsIn(victim.email, PASSWORD)).toBe(!open);
  return open;
}

describe("somebody else's password", () => {
  it.each<[string, () => Limits, () => Limits, boolean]>([
    [
      "another project",
      () => ({ mode: "OPEN_SELECTED", projects: [near()] }),
      () => ({ mode: "OPEN_SELECTED", projects: [far()] }),
      false,
    ],
    [
      "a project more",
      () => ({ mode: "OPEN_SELECTED", projects: [near()] }),
      () => ({ mode: "OPEN_SELECTED", projects: [near(), far()] }),
      false,
    ],
    [
      "a machine elsewhere",
      () => ({ mode: "OPEN_SELECTED", projects: [near()] }),
      () => ({ mode: "OPEN_SELECTED", projects: [near()], devices: [at(ids.devices, 1)] }),
      false,
    ],
    [
      "everything",
      () => ({ mode: "OPEN_SELECTED", projects: [near(), far()] }),
      () => ({ mode: "UNRESTRICTED" }),
      false,
    ],
    [
      "projects that are still to come",
      () => ({ mode: "OPEN_SELECTED", projects: [near(), far()] }),
      () => ({ mode: "OPEN_ALL_PROJECTS" }),
      false,
    ],
    ["what stands in no project", () => ({ mode: "OPEN_ALL_PROJECTS" }), () => ({ mode: "UNRESTRICTED" }), false],
    [
      "whatever is not closed",
      () => ({ mode: "OPEN_SELECTED", projects: [near()] }),
      () => ({ mode: "CLOSE_SELECTED", projects: [far()] }),
      false,
    ],
    [
      "machines that are still to come to the place of mine",
      () => ({ mode: "OPEN_SELECTED", devices: [at(ids.devices, 0)] }),
      () => ({ mode: "OPEN_SELECTED", locations: [at(ids.places, 0)] }),
      false,
    ],
    [
      "what is closed to me",
      () => ({ mode: "CLOSE_SELECTED", projects: [near()] }),
      () => ({ mode: "CLOSE_SELECTED", projects: [far()] }),
      false,
    ],
    [
      "the same project",
      () => ({ mode: "OPEN_SELECTED", projects: [near()] }),
      () => ({ mode: "OPEN_SELECTED", projects: [near()] }),
      true,
    ],
    [
      "one machine of my project",
      () => ({ mode: "OPEN_SELECTED", projects: [near()] }),
      () => ({ mode: "OPEN_SELECTED", devices: [at(ids.devices, 0)] }),
      true,
    ],
    [
      "more that is closed",
      () => ({ mode: "CLOSE_SELECTED", projects: [near()] }),
      () => ({ mode: "CLOSE_SELECTED", projects: [near(), far()] }),
      true,
    ],
    [
      "a selection, while all projects are mine",
      () => ({ mode: "OPEN_ALL_PROJECTS" }),
      () => ({ mode: "OPEN_SELECTED", projects: [far()] }),
      true,
    ],
    ["anything, while everything is mine", () => ({ mode: "UNRESTRICTED" }), () => ({ mode: "UNRESTRICTED" }), true],
  ])("of who sees %s", async (_, mine, theirs, mayChange) => {
    expect(await takesOver(await limited(mine()), await limited(theirs()), theirs())).toBe(mayChange);
  });

  it("of who is limited by the group that limits me too", async () => {
    const [clerk, mate] = [await limited({ mode: "UNRESTRICTED" }), await limited({ mode: "UNRESTRICTED" })];
    await run(
      api.pool,
      sql`update user_groups set access_mode = 'CLOSE_SELECTED', access_projects = array[${far()}::integer] where id = ${clerk.group}`,
    );
    expect(await takesOver(clerk, mate, { mode: "UNRESTRICTED" })).toBe(false);
    await run(api.pool, sql`update users set user_group_id = ${clerk.group} where id = ${mate.id}`);
    expect(await takesOver(clerk, { ...mate, group: clerk.group }, { mode: "UNRESTRICTED" })).toBe(true);
  });

  it("is not for who may do everything, in a part of what there is", async () => {
    expect(
      await takesOver(
        await limited({ mode: "OPEN_SELECTED", projects: [near()] }, { all: true }),
        await limited({ mode: "UNRESTRICTED" }),
        { mode: "UNRESTRICTED" },
      ),
    ).toBe(false);
  });

  it("is not to be had by blocking either, one by one or many at once", async () => {
    const [clerk, victim] = [
      await limited({ mode: "OPEN_SELECTED", projects: [near()] }),
      await limited({ mode: "OPEN_SELECTED", projects: [far()] }),
    ];
    for (const action of ["block", "unblock"]) {
      await run(api.pool, sql`update users set blocked = ${action === "unblock"} where id = ${victim.id}`);
      expect((await clerk.post(`/users/${victim.id}/${action}`)).status).toBe(403);
      expect((await clerk.post(`/users/bulk/${action}`, { ids: [String(victim.id)] })).data).toMatchObject({
        done: 0,
        refused: [{ id: victim.id, error: "no_permission" }],
      });
    }
  });
});

describe("what is given to people", () => {
  it("is never a wider view than one's own", async () => {
    const clerk = await limited({ mode: "OPEN_SELECTED", projects: [near()] });
    const wider = { status: 422, fields: { access_mode: [{ key: "view_exceeds" }] } };
    const made = (over: Record<string, string | number | string[]>) =>
      clerk.post("/users", form({ password: PASSWORD, ...over }));
    expect(await made({})).toMatchObject(wider);
    expect(await made({ access_mode: "OPEN_ALL_PROJECTS" })).toMatchObject(wider);
    expect(await made({ access_mode: "CLOSE_SELECTED", access_projects: [String(near())] })).toMatchObject(wider);
    expect(await made({ access_mode: "OPEN_SELECTED", access_projects: [String(far())] })).toMatchObject({
      status: 422,
      fields: { access_projects: [{ key: "incorrect" }] },
    });
    const inside = { access_mode: "OPEN_SELECTED", access_projects: [String(near())] };
    const mate = await made(inside);
    expect(mate.status).toBe(201);
    expect(await clerk.post(`/users/${idOf(mate)}`, form({ access_mode: "UNRESTRICTED", version: 1 }))).toMatchObject(
      wider,
    );
    expect(
      (await clerk.post(`/users/${idOf(mate)}`, form({ ...inside, full_name: "Інше ім’я", version: 1 }))).status,
    ).toBe(200);
  });

  it("is limited by the group just as well", async () => {
    const clerk = await limited({ mode: "OPEN_SELECTED", projects: [near()] });
    const group = (mode: string, over = {}) =>
      clerk.post("/users_groups", { name: `Група ${++serial}`, permissions: ["DEVICE"], access_mode: mode, ...over });
    expect(await group("UNRESTRICTED")).toMatchObject({
      status: 422,
      fields: { access_mode: [{ key: "view_exceeds" }] },
    });
    const own = idOf(await group("OPEN_SELECTED", { access_projects: [String(near())] }));
    expect((await clerk.post("/users", form({ password: PASSWORD, user_group: own }))).status).toBe(201);
    expect(
      await clerk.post(`/users_groups/${own}`, {
        name: "Ширша",
        permissions: ["DEVICE"],
        access_mode: "OPEN_ALL_PROJECTS",
        version: 1,
      }),
    ).toMatchObject({ status: 422, fields: { access_mode: [{ key: "view_exceeds" }] } });
    expect(
      (
        await clerk.post(`/users_groups/${own}`, {
          name: "Та сама",
          permissions: ["DEVICE"],
          access_mode: "OPEN_SELECTED",
          access_projects: [String(near())],
          version: 1,
        })
      ).status,
    ).toBe(200);
  });

  it("stays with a group that is above the viewer", async () => {
    const clerk = await limited({ mode: "OPEN_SELECTED", projects: [near()] });
    const group = idOf(
      await root.post("/users_groups", {
        name: `Група ${++serial}`,
        permissions: ["DEVICE"],
        access_mode: "OPEN_SELECTED",
        access_projects: [String(far())],
      }),
    );
    expect(
      (
        await clerk.post(`/users_groups/${group}`, {
          name: "Моя",
          permissions: ["DEVICE"],
          access_mode: "OPEN_SELECTED",
          access_projects: [String(near())],
          version: 1,
        })
      ).status,
    ).toBe(403);
    expect((await clerk.post(`/users_groups/${group}/delete`)).status).toBe(403);
    const strong = idOf(
      await root.post("/users_groups", {
        name: `Група ${++serial}`,
        permissions: ["SETTINGS"],
        access_mode: "OPEN_SELECTED",
        access_projects: [String(near())],
      }),
    );
    expect(
      (
        await clerk.post(`/users_groups/${strong}`, {
          name: "Слабша",
          permissions: [],
          access_mode: "OPEN_SELECTED",
          access_projects: [String(near())],
          version: 1,
        })
      ).status,
    ).toBe(403);
  });

  it.each(["OPEN_SELECTED", "CLOSE_SELECTED"])("needs something selected by %s", async (access_mode) => {
    const nothing = { status: 422, fields: { access_mode: [{ key: "nothing_selected" }] } };
    expect(await root.post("/users", form({ password: PASSWORD, access_mode }))).toMatchObject(nothing);
    expect(await root.post("/users_groups", { name: "Група", access_mode })).toMatchObject(nothing);
  });
});
