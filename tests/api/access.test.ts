import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bulkAnswer, exportPageSchema } from "~server/contract/lists";
import { actionsOf, bulkActionsOf, type Entity } from "~server/contract/entity";
import { entityOf, methodOf } from "~server/contract/call";
import { CALLS } from "~server/contract/calls";
import { ENTITIES, entityNamed } from "~server/contract/entities";
import { PERMISSIONS } from "~server/contract/permissions";
import {
  historySchema,
  optionsSchema,
  pageSchema,
  recordSchema,
  refSchema,
  writtenAnswer,
} from "~server/contract/record";
import { list, run } from "~server/vending/database/query";
import { idOf, type TestApi, testApi, type Person } from "./app";
import { makeDevice, makeLocation, makeModel } from "./network";
import { made, sampleOf } from "./samples";

let api: TestApi;
let root: Person;
/** Two projects with a place and a machine each, and one of both outside any project. */
const ids = {
  projects: [0, 0],
  locations: [0, 0, 0],
  devices: [0, 0, 0],
  model: 0,
  company: 0,
  division: 0,
  category: 0,
};

/** What hangs on each machine or place, by entity: the record of every one of them in its order. */
const hanging = new Map<string, number[]>();
const HANGS = {
  telemetry: "device",
  pax: "device",
  qr_code: "device",
  qr_batch: "device",
  crew: "devices",
  location_group: "locations",
  ticket: "device",
  refund: "device",
  route_sheet: "stops[0].device",
} as const;

/** Entities that every restricted person sees whole. */
const WHOLE = ENTITIES.filter(
  ({ name, singleton }) => !singleton && !(name in HANGS) && !["device", "location", "project"].includes(name),
);

/** Values of a record at one of the machines. A sheet's own sample would bring a crew and a machine of its own. */
const valuesOf = async (entity: Entity, i: number) =>
  entity.name === "route_sheet"
    ? { key: `sheet-of-machine-${i}`, day: "2030-01-01", crew: String(hanging.get("crew")?.[i]) }
    : await sampleOf(root, entity, ids.devices[i]);

beforeAll(async () => {
  api = await testApi();
  root = await api.person({ root: true });
  ids.model = await makeModel(root);
  for (const i of [0, 1]) ids.projects[i] = idOf(await root.post("/projects", { name: `Проєкт ${i}` }));
  for (const i of [0, 1, 2]) {
    ids.locations[i] = await makeLocation(root, ids.projects[i]);
    ids.devices[i] = await makeDevice(root, ids.model, ids.locations[i]);
    for (const [name, field] of Object.entries(HANGS)) {
      const owner = field === "locations" ? ids.locations[i] : ids.devices[i];
      const values = { ...(await valuesOf(entityNamed(name), i)), [field]: String(owner) };
      hanging.set(name, [...(hanging.get(name) ?? []), idOf(await root.post(entityNamed(name).api, values))]);
    }
  }
  // Those of batches hang on machines by their batches, too.
  await run(api.pool, sql`delete from qr_codes where batch_id is not null`);
  for (const entity of WHOLE) await made(root, entity);
  ids.company = await made(root, entityNamed("company"));
  ids.division = await made(root, entityNamed("division"));
  ids.category = await made(root, entityNamed("ticket_category"));
  await run(
    api.pool,
    sql`update projects set company_id = ${ids.company} where id = any(${list(ids.projects, "integer")})`,
  );
  await run(
    api.pool,
    sql`update locations set company_id = ${ids.company}, division_id = ${ids.division} where id = any(${list(ids.locations, "integer")})`,
  );
  await run(
    api.pool,
    sql`update tickets set category_id = ${ids.category} where device_id = any(${list(ids.devices, "integer")})`,
  );
});
afterAll(() => api.close());

type Limits = { mode: string; projects?: number[]; locations?: number[]; devices?: number[] };

/** Which of the three machines, places and which of the two projects a restriction leaves. */
const CASES: { name: string; limits: () => Limits; devices: number[]; locations: number[]; projects: number[] }[] = [
  {
    name: "without restrictions",
    limits: () => ({ mode: "UNRESTRICTED" }),
    devices: [0, 1, 2],
    locations: [0, 1, 2],
    projects: [0, 1],
  },
  {
    name: "open all projects",
    limits: () => ({ mode: "OPEN_ALL_PROJECTS" }),
    devices: [0, 1],
    locations: [0, 1],
    projects: [0, 1],
  },
  {
    name: "open a project",
    limits: () => ({ mode: "OPEN_SELECTED", projects: [ids.projects[0] ?? 0] }),
    devices: [0],
    locations: [0],
    projects: [0],
  },
  {
    name: "open a place",
    limits: () => ({ mode: "OPEN_SELECTED", locations: [ids.locations[1] ?? 0] }),
    devices: [1],
    locations: [1],
    projects: [1],
  },
  {
    name: "open two machines, one of them in a project",
    limits: () => ({ mode: "OPEN_SELECTED", devices: ids.devices.slice(1) }),
    devices: [1, 2],
    locations: [1, 2],
    projects: [1],
  },
  { name: "open nothing", limits: () => ({ mode: "OPEN_SELECTED" }), devices: [], locations: [], projects: [] },
  {
    name: "close a project",
    limits: () => ({ mode: "CLOSE_SELECTED", projects: [ids.projects[0] ?? 0] }),
    devices: [1, 2],
    locations: [1, 2],
    projects: [1],
  },
  {
    name: "close a machine",
    limits: () => ({ mode: "CLOSE_SELECTED", devices: [ids.devices[1] ?? 0] }),
    devices: [0, 2],
    locations: [0, 1, 2],
    projects: [0, 1],
  },
];

/** The records of an entity and the places in them of those that are left. */
function share(
  entity: Entity,
  left: { devices: number[]; locations: number[]; projects: number[] },
): { all: number[]; left: number[] } {
  if (entity.name === "project") return { all: ids.projects, left: left.projects };
  if (entity.name === "location") return { all: ids.locations, left: left.locations };
  if (entity.name === "device") return { all: ids.devices, left: left.devices };
  return {
    all: hanging.get(entity.name) ?? [],
    left: entity.name === "location_group" ? left.locations : left.devices,
  };
}

const LIMITED = ENTITIES.filter(({ name }) => name in HANGS || ["device", "location", "project"].includes(name));

/** Somebody limited by themselves, or by their group. */
async function limitedPerson(of: "user" | "group", limits: Limits): Promise<Person> {
  const permissions = [...PERMISSIONS];
  if (of === "user") return api.person({ permissions, sportLife: true, ...limits });
  const person = await api.person({ permissions, sportLife: true });
  await run(
    api.pool,
    sql`update user_groups set access_mode = ${limits.mode}, access_projects = ${list(limits.projects ?? [], "integer")},
    access_locations = ${list(limits.locations ?? [], "integer")}, access_devices = ${list(limits.devices ?? [], "integer")} where id = ${person.group}`,
  );
  return person;
}

describe.each(CASES.flatMap((one) => (["user", "group"] as const).map((of) => ({ ...one, of }))))(
  "$name, on the $of",
  ({ limits, of, ...left }) => {
    let person: Person;
    beforeAll(async () => void (person = await limitedPerson(of, limits())));

    describe.each(LIMITED.map((entity) => [entity.name, entity] as const))("%s", (_name, entity) => {
      const seen = () => {
        const { all, left: places } = share(entity, left);
        return {
          shown: places.map((i) => all[i] ?? 0).sort((a, b) => a - b),
          hidden: all.filter((_, i) => !places.includes(i)),
        };
      };

      it("answers no call about a record that is hidden", async () => {
        const [hidden] = seen().hidden;
        if (hidden === undefined) return;
        for (const call of [...CALLS.values()].filter((one) => entityOf(one) === entity)) {
          const path = call.path.replace("{id}", String(hidden)).replace(/\{\w+\}/g, "1");
          expect([path, await (methodOf(call) === "GET" ? person.get(path) : person.post(path))]).toMatchObject([
            path,
            { status: 404, error: "not_found" },
          ]);
        }
      });

      it("limits the list, the count, the picker and the export", async () => {
        const { shown } = seen();
        const sorted = (items: { id: number }[]) => items.map(({ id }) => id).sort((a, b) => a - b);
        const page = pageSchema.parse((await person.get(entity.api)).data);
        expect([sorted(page.items), page.total]).toEqual([shown, shown.length]);
        expect(sorted(optionsSchema.parse((await person.get(`/options/${entity.name}`)).data).items)).toEqual(shown);
        expect(sorted(exportPageSchema.parse((await person.get(`${entity.api}/export`)).data).items)).toEqual(shown);
      });

      it("opens what is left and nothing else by a crafted id", async () => {
        const { shown, hidden } = seen();
        for (const id of [...shown, ...hidden]) {
          const status = shown.includes(id) ? 200 : 404;
          for (const call of ["", "/history", "/neighbours", "/related"])
            expect([call, id, (await person.get(`${entity.api}/${id}${call}`)).status]).toEqual([call, id, status]);
        }
        expect(
          optionsSchema.parse(
            (
              await person.get(
                `/options/${entity.name}?${hidden.map((id) => `ids=${id}`).join("&") || "ids=2147483647"}`,
              )
            ).data,
          ).items,
        ).toEqual([]);
      });

      it("changes, acts on and deletes nothing that is hidden", async () => {
        const values = await valuesOf(entity, 0);
        const { shown, hidden } = seen();
        expect(hidden).toHaveLength(share(entity, left).all.length - shown.length);
        for (const id of hidden) {
          expect([id, (await person.post(`${entity.api}/${id}`, { ...values, version: 1 })).status]).toEqual([id, 404]);
          for (const { name } of actionsOf(entity))
            expect([name, (await person.post(`${entity.api}/${id}/${name}`)).status]).toEqual([name, 404]);
          for (const { name } of bulkActionsOf(entity).filter(({ takes }) => !takes)) {
            const { done, refused } = bulkAnswer.parse(
              (await person.post(`${entity.api}/bulk/${name}`, { ids: [String(id)] })).data,
            );
            expect([name, done, refused]).toEqual([name, 0, [{ id, label: String(id), error: "not_found" }]]);
          }
        }
      });
    });

    it("counts nothing that is hidden, in a record, a list, an export, a filter and an order", async () => {
      const counts = async (entity: string, id: number) => {
        const { api: path } = entityNamed(entity);
        const listed = pageSchema
          .parse((await person.get(`${path}?limit=1000`)).data)
          .items.find((one) => one.id === id);
        const exported = exportPageSchema
          .parse((await person.get(`${path}/export`)).data)
          .items.find((one) => one.id === id);
        const read = recordSchema.parse((await person.get(`${path}/${id}`)).data);
        const numbers = (one: object = {}) =>
          Object.fromEntries(Object.entries(one).filter(([name]) => name.endsWith("_count")));
        expect([listed, exported].map(numbers)).toEqual([read, read].map(numbers));
        return read;
      };
      expect(await counts("device_model", ids.model)).toMatchObject({ devices_count: left.devices.length });
      expect(await counts("company", ids.company)).toMatchObject({
        projects_count: left.projects.length,
        locations_count: left.locations.length,
      });
      expect(await counts("division", ids.division)).toMatchObject({ locations_count: left.locations.length });
      expect(await counts("ticket_category", ids.category)).toMatchObject({ open_tickets_count: left.devices.length });
      for (const i of left.locations)
        expect(await counts("location", ids.locations[i] ?? 0)).toMatchObject({
          devices_count: left.devices.includes(i) ? 1 : 0,
        });
      const filled = pageSchema
        .parse((await person.get("/locations?devices_count_min=1")).data)
        .items.map(({ id }) => id)
        .sort((a, b) => a - b);
      expect(filled).toEqual(left.locations.filter((i) => left.devices.includes(i)).map((i) => ids.locations[i]));
      const ordered = pageSchema
        .parse((await person.get("/locations?sort=-devices_count")).data)
        .items.map((one) => Number(one.devices_count));
      expect(ordered).toEqual(ordered.toSorted((a, b) => b - a));
      expect((await person.get("/divisions?sort=-locations_count")).status).toBe(200);
    });

    it("limits reads, sales and files of machines", async () => {
      for (const [i, id] of ids.devices.entries()) {
        const status = left.devices.includes(i) ? 200 : 404;
        expect((await person.get(`/devices/${id}/audits`)).status).toBe(status);
        expect((await person.get(`/devices/${id}/sales`)).status).toBe(status);
        expect((await person.raw(`/devices/${id}/audits`, "not an audit", {})).status).toBe(status === 200 ? 201 : 404);
      }
    });

    it("refuses to relate to what is out of sight", async () => {
      const hidden = [0, 1, 2].filter((place) => !left.locations.includes(place));
      expect(hidden).toHaveLength(3 - left.locations.length);
      for (const i of hidden) {
        const made = await person.post("/devices", {
          serial_number: `crafted ${i} ${of} ${limits().mode}`,
          model: ids.model,
          device_type: "COFFEE",
          ownership_type: "RENT",
          location: ids.locations[i] ?? 0,
        });
        expect(made).toMatchObject({ status: 422, fields: { location: [{ key: "incorrect" }] } });
      }
    });

    it.each(WHOLE.map((entity) => [entity.name, entity] as const))("leaves %s whole", async (_name, entity) => {
      const total = async (who: Person) => pageSchema.parse((await who.get(entity.api)).data).total;
      expect(await total(person)).toBe(await total(root));
    });
  },
);

it("holds the limits of the group and of the user at once", async () => {
  const person = await limitedPerson("group", { mode: "CLOSE_SELECTED", projects: [ids.projects[0] ?? 0] });
  await run(api.pool, sql`update users set access_mode = 'OPEN_ALL_PROJECTS' where id = ${person.id}`);
  const page = pageSchema.parse((await person.get("/devices")).data);
  expect(page.items.map((one) => one.id)).toEqual([ids.devices[1]]);
});

it.each([{ mode: "OPEN_ALL_PROJECTS" }, { mode: "OPEN_SELECTED" }, { mode: "CLOSE_SELECTED" }])(
  "hides a unit without a machine from who is limited by $mode",
  async ({ mode }) => {
    const unit = entityNamed("telemetry");
    const id = idOf(await root.post(unit.api, { ...(await sampleOf(root, unit)), device: "" }));
    expect((await root.get(`${unit.api}/${id}`)).status).toBe(200);
    const person = await limitedPerson("user", { mode, projects: mode === "OPEN_SELECTED" ? ids.projects : [] });
    expect((await person.get(`${unit.api}/${id}`)).status).toBe(404);
  },
);

it("tells nothing of a hidden record by a visible one, and keeps it through a save", async () => {
  const [near = 0, far = 0] = ids.devices;
  await run(api.pool, sql`update devices set child_device_id = ${far} where id = ${near}`);
  const person = await limitedPerson("user", { mode: "OPEN_SELECTED", devices: [near] });
  const seen = recordSchema.parse((await person.get(`/devices/${near}`)).data);
  expect(seen.child_device).toEqual({ id: far, label: `#${far}`, about: null });
  const { serial_number } = seen;
  const values = {
    serial_number: String(serial_number),
    model: ids.model,
    device_type: "COFFEE",
    ownership_type: "PERSONAL",
    location: ids.locations[0] ?? 0,
    child_device: far,
    note: "Кава",
    version: seen.version,
  };
  expect((await person.post(`/devices/${near}`, values)).status).toBe(200);
  const after = recordSchema.parse((await root.get(`/devices/${near}`)).data);
  expect(refSchema.parse(after.child_device).label).toMatch(/^SN-/);
  const history = historySchema.parse((await root.get(`/devices/${near}/history`)).data);
  expect(history.items[0]?.changes.map(({ field }) => field)).not.toContain("child_device");
});

it("tells nothing of a hidden record by the history of a visible one", async () => {
  const [place = 0, hidden = 0] = ids.locations;
  const created = await root.post("/locations_groups", {
    name: "Маршрут 7",
    locations: [String(place), String(hidden)],
  });
  const { id, version } = writtenAnswer.parse(created.data);
  expect(
    (await root.post(`/locations_groups/${id}`, { name: "Маршрут 7", locations: [String(place)], version })).status,
  ).toBe(200);
  const person = await limitedPerson("user", { mode: "OPEN_SELECTED", locations: [place] });
  const told = async (who: Person) =>
    historySchema.parse((await who.get(`/locations_groups/${id}/history`)).data).items[0]?.changes[0]?.before;
  expect(
    refSchema
      .array()
      .parse(await told(root))
      .map(({ label }) => label),
  ).not.toContain(`#${hidden}`);
  expect(
    refSchema
      .array()
      .parse(await told(person))
      .find((one) => one.id === hidden),
  ).toEqual({ id: hidden, label: `#${hidden}` });
  expect(
    refSchema
      .array()
      .parse(await told(person))
      .find((one) => one.id === place)?.label,
  ).not.toMatch(/^#/);
});

describe("a crew with machines in and out of sight", () => {
  const mixed = async () => {
    // Of no other crew: the first that lists a machine serves it.
    const [near, far] = [await makeDevice(root, ids.model), await makeDevice(root, ids.model)];
    const id = idOf(
      await root.post("/crews", { name: "Екіпаж двох проєктів", type: "CREW", devices: [String(near), String(far)] }),
    );
    return { id, near, far, person: await limitedPerson("user", { mode: "OPEN_SELECTED", devices: [near] }) };
  };

  it("is shown, with a number in place of what is hidden", async () => {
    const { id, near, far, person } = await mixed();
    const seen = recordSchema.parse((await person.get(`/crews/${id}`)).data);
    expect(seen).toMatchObject({ devices_count: 1 });
    const devices = refSchema.array().parse(seen.devices);
    expect(devices.find((one) => one.id === far)?.label).toBe(`#${far}`);
    expect(devices.find((one) => one.id === near)?.label).toMatch(/^SN-/);
    expect(pageSchema.parse((await person.get("/crews?devices_count_min=2")).data).total).toBe(0);
    expect(
      (
        await (
          await limitedPerson("user", { mode: "OPEN_SELECTED", devices: [ids.devices[2] ?? 0] })
        ).get(`/crews/${id}`)
      ).status,
    ).toBe(404);
  });

  it("keeps what is hidden through a save that leaves it out, and stays in sight", async () => {
    const { id, near, far, person } = await mixed();
    expect(
      (await person.post(`/crews/${id}`, { name: "Екіпаж", type: "CREW", devices: [String(near)], version: 1 })).status,
    ).toBe(200);
    const kept = refSchema.array().parse(recordSchema.parse((await root.get(`/crews/${id}`)).data).devices);
    expect(kept.map((one) => one.id).sort((a, b) => a - b)).toEqual([near, far].sort((a, b) => a - b));
    expect(await person.post(`/crews/${id}`, { name: "Екіпаж", type: "CREW", version: 2 })).toMatchObject({
      status: 422,
      fields: { devices: [{ key: "outside_access" }] },
    });
  });
});

describe("what a limited person writes", () => {
  const lost = (field: string) => ({ status: 422, fields: { [field]: [{ key: "outside_access" }] } });
  const LOOSE: [entity: string, field: string][] = [
    ["device", "location"],
    ["location", "project"],
    ["telemetry", "device"],
    ["pax", "device"],
    ["qr_code", "device"],
    ["qr_batch", "device"],
  ];

  it.each(LOOSE)("may not be a %s out of its own sight", async (name, field) => {
    const person = await limitedPerson("user", { mode: "OPEN_SELECTED", projects: [ids.projects[0] ?? 0] });
    const entity = entityNamed(name);
    const values = await sampleOf(root, entity);
    const before = pageSchema.parse((await root.get(entity.api)).data).total;
    expect(await person.post(entity.api, values)).toMatchObject(lost(field));
    expect(pageSchema.parse((await root.get(entity.api)).data).total).toBe(before);
    const places: Record<string, number> = {
      location: ids.locations[0] ?? 0,
      project: ids.projects[0] ?? 0,
      device: await makeDevice(root, ids.model, ids.locations[0]),
    };
    const kept = await person.post(entity.api, { ...values, [field]: places[field] ?? 0 });
    expect(kept.status).toBe(201);
    expect((await person.get(`${entity.api}/${idOf(kept)}`)).status).toBe(200);
    const moved = await person.post(`${entity.api}/${idOf(kept)}`, { ...values, version: 1 });
    // What was said when it was made is not said again.
    if (entity.fields[field]?.fixed) expect(moved.status).toBe(200);
    else expect(moved).toMatchObject(lost(field));
    expect((await person.get(`${entity.api}/${idOf(kept)}`)).status).toBe(200);
  });

  it("says so where no field decides", async () => {
    const person = await limitedPerson("user", { mode: "OPEN_SELECTED", projects: [ids.projects[0] ?? 0] });
    expect(await person.post("/projects", { name: "Мій проєкт" })).toMatchObject({
      status: 422,
      error: "outside_access",
    });
  });

  it.each([{ mode: "OPEN_ALL_PROJECTS" }, { mode: "CLOSE_SELECTED" }, { mode: "OPEN_SELECTED" }])(
    "stays in sight by every restriction: $mode",
    async ({ mode }) => {
      const person = await limitedPerson("group", { mode, devices: [ids.devices[0] ?? 0] });
      const values = { serial_number: `нова ${mode}`, model: ids.model, device_type: "COFFEE", ownership_type: "RENT" };
      // A machine that is opened by itself opens its place, but no other machine there.
      expect(
        await person.post(
          "/devices",
          mode === "CLOSE_SELECTED"
            ? values
            : { ...values, ...(mode === "OPEN_SELECTED" ? { location: ids.locations[0] ?? 0 } : {}) },
        ),
      ).toMatchObject(mode === "CLOSE_SELECTED" ? { status: 201 } : lost("location"));
    },
  );
});

it("tells nothing of what uses a record by a refused deletion, but that it is used", async () => {
  const [near = 0, far = 0] = ids.devices;
  const model = await makeModel(root);
  await run(api.pool, sql`update devices set model_id = ${model} where id = any(${list([near, far], "integer")})`);
  const refusal = async (who: Person) => (await who.post(`/device_models/${model}/delete`)).data;
  expect(await refusal(root)).toMatchObject({ usedBy: [{ entity: "device", field: "model", total: 2 }] });
  expect(await refusal(await limitedPerson("user", { mode: "OPEN_SELECTED", devices: [near] }))).toMatchObject({
    usedBy: [{ entity: "device", field: "model", total: 1, items: [{ id: near }] }],
  });
  const stranger = await limitedPerson("user", { mode: "OPEN_SELECTED", devices: [ids.devices[2] ?? 0] });
  expect(await stranger.post(`/device_models/${model}/delete`)).toMatchObject({
    status: 409,
    error: "in_use",
    data: { usedBy: [] },
  });
  const many = await root.post("/device_models/bulk/delete", { ids: [String(model)] });
  expect(bulkAnswer.parse(many.data).refused).toMatchObject([
    { id: model, error: "in_use", usedBy: { entity: "device", field: "model", total: 2 } },
  ]);
});
