import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { optionsSchema, pageSchema } from "~server/contract/record";
import { idOf, type TestApi, testApi } from "./app";
import { makeDevice, makeLocation, makeModel, makeUnit } from "./network";

let api: TestApi;
let root: Awaited<ReturnType<TestApi["person"]>>;
/** Two projects with a place and a machine each, and one of both outside any project. */
const ids = { projects: [0, 0], locations: [0, 0, 0], devices: [0, 0, 0], model: 0 };

beforeAll(async () => {
  api = await testApi();
  root = await api.person({ root: true });
  ids.model = await makeModel(root);
  for (const i of [0, 1]) ids.projects[i] = idOf(await root.post("/projects", { name: `Проєкт ${i}` }));
  for (const i of [0, 1, 2]) {
    ids.locations[i] = await makeLocation(root, ids.projects[i]);
    ids.devices[i] = await makeDevice(root, ids.model, ids.locations[i]);
    await makeUnit(root, ids.devices[i]);
  }
});
afterAll(() => api.close());

type Restriction = { mode: string; projects?: number[]; locations?: number[]; devices?: number[] };

/** Which of the three machines, places and which of the two projects a restriction leaves. */
const CASES: { name: string; limits: () => Restriction; devices: number[]; locations: number[]; projects: number[] }[] = [
  { name: "without restrictions", limits: () => ({ mode: "UNRESTRICTED" }), devices: [0, 1, 2], locations: [0, 1, 2], projects: [0, 1] },
  { name: "open all projects", limits: () => ({ mode: "OPEN_ALL_PROJECTS" }), devices: [0, 1], locations: [0, 1], projects: [0, 1] },
  { name: "open a project", limits: () => ({ mode: "OPEN_SELECTED", projects: [ids.projects[0] ?? 0] }), devices: [0], locations: [0], projects: [0] },
  { name: "open a place", limits: () => ({ mode: "OPEN_SELECTED", locations: [ids.locations[1] ?? 0] }), devices: [1], locations: [1], projects: [1] },
  { name: "open a machine", limits: () => ({ mode: "OPEN_SELECTED", devices: [ids.devices[2] ?? 0] }), devices: [2], locations: [2], projects: [] },
  { name: "open nothing", limits: () => ({ mode: "OPEN_SELECTED" }), devices: [], locations: [], projects: [] },
  { name: "close a project", limits: () => ({ mode: "CLOSE_SELECTED", projects: [ids.projects[0] ?? 0] }), devices: [1, 2], locations: [1, 2], projects: [1] },
  { name: "close a machine", limits: () => ({ mode: "CLOSE_SELECTED", devices: [ids.devices[1] ?? 0] }), devices: [0, 2], locations: [0, 1, 2], projects: [0, 1] },
];

const PERMISSIONS = ["DEVICE", "DEVICE_CREATE", "LOCATION", "LOCATION_CREATE", "PROJECT", "TELEMETRY", "TELEMETRY_CREATE"];

describe.each(CASES)("$name", ({ limits, ...left }) => {
  let person: typeof root;
  beforeAll(async () => {
    person = await api.person({ permissions: PERMISSIONS, ...limits() });
  });

  it.each(["devices", "locations", "projects"] as const)("limits the list, the count and the picker of %s", async (kind) => {
    const expected = left[kind].map((i) => ids[kind][i]).sort();
    const page = pageSchema.parse((await person.get(`/${kind}`)).data);
    expect(page.items.map((one) => one.id).sort()).toEqual(expected);
    expect(page.total).toBe(expected.length);
    const options = optionsSchema.parse((await person.get(`/options/${kind.slice(0, -1)}`)).data);
    expect(options.items.map((one) => one.id).sort()).toEqual(expected);
  });

  it("limits reading, history, changing, acting on and deleting by a crafted id", async () => {
    for (const kind of ["devices", "locations", "projects"] as const) {
      for (const [i, id] of ids[kind].entries()) {
        const status = left[kind].includes(i) ? 200 : 404;
        expect((await person.get(`/${kind}/${id}`)).status).toBe(status);
        expect((await person.get(`/${kind}/${id}/history`)).status).toBe(status);
        if (status === 404) {
          expect((await person.post(`/${kind}/${id}`, { version: 1, name: "x", serial_number: "x", model: ids.model, device_type: "COFFEE", ownership_type: "RENT", address: "x", city: "x", region: "AA" })).status).toBe(404);
          expect((await person.post(`/${kind}/${id}/delete`)).status).toBe(404);
        }
      }
    }
  });

  it("limits reads, sales and units of machines", async () => {
    for (const [i, id] of ids.devices.entries()) {
      const status = left.devices.includes(i) ? 200 : 404;
      expect((await person.get(`/devices/${id}/audits`)).status).toBe(status);
      expect((await person.get(`/devices/${id}/sales`)).status).toBe(status);
      expect((await person.raw(`/devices/${id}/audits`, "not an audit", {})).status).toBe(status === 200 ? 201 : 404);
      if (status === 404) expect((await person.post(`/devices/${id}/hide`)).status).toBe(404);
    }
    const units = pageSchema.parse((await person.get("/telemetries")).data);
    expect(units.total).toBe(left.devices.length);
  });

  it("refuses to relate to what is out of sight", async () => {
    const hidden = [0, 1, 2].find((i) => !left.locations.includes(i));
    if (hidden === undefined) return;
    const made = await person.post("/devices", { serial_number: `crafted ${Math.random()}`, model: ids.model, device_type: "COFFEE", ownership_type: "RENT", location: ids.locations[hidden] ?? 0 });
    expect(made).toMatchObject({ status: 422, fields: { location: [{ key: "incorrect" }] } });
  });
});

it("holds the limits of the group and of the user at once", async () => {
  const person = await api.person({ permissions: PERMISSIONS, mode: "OPEN_ALL_PROJECTS" });
  await api.pool.query("update user_groups set access_mode = 'CLOSE_SELECTED', access_projects = $1 where id = $2", [[ids.projects[0]], person.group]);
  const page = pageSchema.parse((await person.get("/devices")).data);
  expect(page.items.map((one) => one.id)).toEqual([ids.devices[1]]);
});
