import { afterAll, describe, expect, it } from "vitest";
import { ENTITIES, entityNamed } from "~server/contract/entities";
import { changesOf } from "~server/contract/entity";
import { bulkAnswer } from "~server/contract/lists";
import { historySchema, pageSchema, recordSchema, refSchema } from "~server/contract/record";
import { idOf, type Person, testApi } from "./app";
import { made } from "./samples";
import { makeDevice, makeLocation, makeModel } from "./network";

const api = await testApi();
afterAll(() => api.close());
const root = await api.person({ root: true });
const model = await makeModel(root);

const read = async (path: string) => recordSchema.parse((await root.get(path)).data);
const change = (entity: string, field: string, value: string, ids: readonly number[], person: Person = root) =>
  person.post(`/${entity}/bulk/change_${field}`, { ids: ids.map(String), [field]: value });
const done = async (...args: Parameters<typeof change>) => bulkAnswer.parse((await change(...args)).data);

describe("a field of many records", () => {
  it("is written, and nothing else of them is", async () => {
    const [near, far] = [await makeLocation(root), await makeLocation(root)];
    const machines = await Promise.all([1, 2, 3].map((n) => makeDevice(root, model, near, { note: `Примітка ${n}` })));
    const [first = 0, second = 0, third = 0] = machines;
    const before = await read(`/devices/${first}`);
    expect(await done("devices", "location", String(far), [first, second])).toEqual({ done: 2, refused: [] });
    const after = await read(`/devices/${first}`);
    const { location, version, updated_at: _a, ...same } = after;
    const { location: _l, version: was, updated_at: _b, ...asBefore } = before;
    expect([location, version]).toEqual([expect.objectContaining({ id: far }), was + 1]);
    // What follows from where it stands changes with it.
    expect({ ...same, project: null, city: null, region: null }).toEqual({
      ...asBefore,
      ...{ project: null, city: null, region: null },
    });
    expect((await read(`/devices/${third}`)).location).toMatchObject({ id: near });
    const history = historySchema.parse((await root.get(`/devices/${first}/history`)).data);
    expect(history.items[0]?.changes.map(({ field }) => field)).toEqual(["location"]);
    // Said again it is no change; an empty value empties what may be empty.
    expect(await done("devices", "location", String(far), [first])).toEqual({ done: 1, refused: [] });
    expect((await read(`/devices/${first}`)).version).toBe(version);
    expect(await done("devices", "location", "", [second])).toEqual({ done: 1, refused: [] });
    expect((await read(`/devices/${second}`)).location).toBeNull();
    expect(await done("devices", "in_work", "false", [first])).toEqual({ done: 1, refused: [] });
    expect(await read(`/devices/${first}`)).toMatchObject({ in_work: false, note: "Примітка 1" });
  });

  it("is refused where its value is wrong, and for each record that cannot take it", async () => {
    const device = await makeDevice(root, model);
    for (const [field, value] of [
      ["ownership_type", ""],
      ["ownership_type", "STOLEN"],
      ["service_vends", "-1"],
      ["next_service_on", "2026-02-31"],
    ] as const) {
      const { status, fields } = await change("devices", field, value, [device]);
      expect([field, value, status, Object.keys(fields)]).toEqual([field, value, 422, [field]]);
    }
    const missing = await done("devices", "location", "999999", [device, 888_888]);
    expect(missing.done).toBe(0);
    expect(missing.refused.map(({ id, error }) => [id, error])).toEqual([
      [device, "incorrect"],
      [888_888, "not_found"],
    ]);
    expect((await change("devices", "serial_number", "X", [device])).status).toBe(404);
  });

  it("is changed by who may change the records, of what they see", async () => {
    const [mine, other] = [await makeDevice(root, model), await makeDevice(root, model)];
    const limited = await api.person({ permissions: ["DEVICE"], mode: "OPEN_SELECTED", devices: [mine] });
    expect(await done("devices", "note", "Моя", [mine, other], limited)).toMatchObject({
      done: 1,
      refused: [{ id: other, error: "not_found" }],
    });
    expect((await read(`/devices/${other}`)).note).toBeNull();
    expect((await change("devices", "note", "Чужа", [mine], await api.person({ permissions: ["CREW"] }))).status).toBe(
      403,
    );
    // Nobody gives more rights than they have by changing many at once.
    const { group } = await api.person({ permissions: ["SETTINGS", "USER"] });
    const clerk = await api.person({ permissions: ["USER"] });
    const victim = await api.person({ permissions: [] });
    const raised = await change("users", "user_group", String(group), [victim.id, clerk.id], clerk);
    const alone = await clerk.post(`/users/${clerk.id}`, { user_group: String(group), version: 1 });
    expect([raised.status, bulkAnswer.safeParse(raised.data).data?.done ?? 0]).toEqual([raised.status, 0]);
    expect(alone.status).toBeGreaterThanOrEqual(400);
  });

  it("may be the crew of machines, given by who may change machines and crews", async () => {
    const machines = await Promise.all([1, 2, 3].map(() => makeDevice(root, model)));
    const [first = 0, second = 0, third = 0] = machines.toSorted((a, b) => a - b);
    const makeCrew = async (devices: number[]) =>
      idOf(await root.post("/crews", { name: `Екіпаж ${devices.join()}`, type: "CREW", devices: devices.map(String) }));
    const [north, south] = [await makeCrew([first, second]), await makeCrew([third])];
    const lists = async () =>
      Promise.all(
        [north, south]
          .map(async (id) => refSchema.array().parse((await read(`/crews/${id}`)).devices))
          .map(async (all) => (await all).map(({ id }) => id).toSorted((a, b) => a - b)),
      );
    const assign = (person: Person, ids: number[], crew: number) =>
      person.post("/devices/bulk/assign_crew", { ids: ids.map(String), crew: String(crew) });
    const halves = [["DEVICE"], ["CREW"]] as const;
    for (const permissions of halves)
      expect((await assign(await api.person({ permissions: [...permissions] }), [first], south)).status).toBe(403);
    const both = await api.person({ permissions: ["DEVICE", "CREW"] });
    const stale = await read(`/crews/${north}`);
    expect((await assign(both, [first, third], south)).data).toEqual({ done: 2, refused: [] });
    expect(await lists()).toEqual([[second], [first, third]]);
    expect(await read(`/devices/${first}`)).toMatchObject({ crew: { id: south } });
    const listed = pageSchema.parse((await root.get(`/devices?crew=${south}`)).data);
    expect(listed.items.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([first, third]);
    // Whoever has the crew's form open does not bring the machine back by saving it.
    const form = { version: String(stale.version), name: "Північ", type: "CREW", devices: [first, second].map(String) };
    expect((await root.post(`/crews/${north}`, form)).status).toBe(409);
    const history = historySchema.parse((await root.get(`/devices/${first}/history`)).data);
    expect(history.items[0]).toMatchObject({ action: "assign_crew", changes: [{ field: "crew" }] });
    expect((await both.post("/devices/bulk/leave_crew", { ids: String(first) })).data).toEqual({
      done: 1,
      refused: [],
    });
    expect([await lists(), (await read(`/devices/${first}`)).crew]).toEqual([[[second], [third]], null]);
    await assign(both, [first], south);
    // Both crews tell what came and what went, each once.
    const told = async (crew: number) =>
      historySchema
        .parse((await root.get(`/crews/${crew}/history`)).data)
        .items.filter(({ action }) => action === "update")
        .map(({ changes }) => changes);
    const moved = { id: first, label: (await read(`/devices/${first}`)).title };
    const came = [{ field: "devices", before: [], after: [moved] }];
    const went = [{ field: "devices", before: [moved], after: [] }];
    expect([await told(north), await told(south)]).toEqual([[went], [came, went, came]]);
    expect((await root.post(`/devices/${first}/assign_crew`, { crew: "999999" })).status).toBe(422);
    expect((await root.post(`/devices/${first}/assign_crew`, {})).status).toBe(422);
    expect(await lists()).toEqual([[second], [first, third]]);
  });

  it("is refused where a planogram is for another model; a machine that has such a one may keep it", async () => {
    const recipe = await made(root, entityNamed("recipe"));
    const other = await makeModel(root);
    const planogram = idOf(
      await root.post("/planograms", {
        name: `Для іншої ${other}`,
        device_model: String(other),
        "cells[0].cell": "1",
        "cells[0].recipe": String(recipe),
        "cells[0].price": "1000",
      }),
    );
    const [fits, differs] = [await makeDevice(root, other), await makeDevice(root, model)];
    expect(await done("devices", "planogram", String(planogram), [fits, differs])).toMatchObject({
      done: 1,
      refused: [{ id: differs, error: "planogram_of_other_model" }],
    });
    expect(await done("devices", "model", String(model), [fits])).toMatchObject({
      refused: [{ error: "planogram_of_other_model" }],
    });
    // The planogram itself is said to be another model's afterwards: nothing else of its machine is held up.
    expect(await done("planograms", "device_model", String(model), [planogram])).toMatchObject({ done: 1 });
    expect(await done("devices", "note", "Далі", [fits])).toEqual({ done: 1, refused: [] });
  });

  it("may be money, or several records that take the place of those there were", async () => {
    const milk = { type: "LIQUID", unit: "ML", price_type: "PER_100_ML", price: 100 };
    const ids = await Promise.all(
      ["Молоко", "Вершки"].map(async (name) => idOf(await root.post("/ingredients", { name, ...milk }))),
    );
    expect(await done("ingredients", "price", "1250", ids)).toEqual({ done: 2, refused: [] });
    for (const id of ids) expect(await read(`/ingredients/${id}`)).toMatchObject({ price: 1250, unit: "ML" });
    for (const price of ["", "12,5", "багато"])
      expect((await change("ingredients", "price", price, ids)).fields).toHaveProperty("price");

    const companies = await Promise.all(
      ["Перша", "Друга"].map(async (name) => idOf(await root.post("/companies", { name }))),
    );
    const person = await api.person({ permissions: [] });
    const give = (some: number[], by: Person = root) =>
      by.post("/users/bulk/change_companies", { ids: String(person.id), companies: some.map(String) });
    expect((await give(companies)).data).toEqual({ done: 1, refused: [] });
    expect((await read(`/users/${person.id}`)).companies).toHaveLength(2);
    expect((await give(companies.slice(0, 1))).data).toMatchObject({ done: 1 });
    expect((await read(`/users/${person.id}`)).companies).toMatchObject([{ id: companies[0] }]);
    const crafted = bulkAnswer.parse((await give([888_888])).data);
    expect(crafted.refused).toMatchObject([{ id: person.id, error: "incorrect" }]);
    expect((await give([])).data).toMatchObject({ done: 1 });
    expect((await read(`/users/${person.id}`)).companies).toEqual([]);
    // Who sees less than everything opens nothing more to others, many at once or one by one.
    const project = idOf(await root.post("/projects", { name: "Свій" }));
    const limited = await api.person({ permissions: ["USER"], mode: "OPEN_SELECTED", projects: [project] });
    const opened = await done("users", "access_mode", "UNRESTRICTED", [person.id, limited.id], limited);
    expect([opened.done, opened.refused.length]).toEqual([0, 2]);
  });

  it("is of a kind that a confirm page can ask for", () => {
    for (const entity of ENTITIES)
      for (const { takes = "" } of changesOf(entity))
        expect([entity.name, takes, entity.fields[takes]?.kind]).toEqual([
          entity.name,
          takes,
          expect.stringMatching(/^(text|choice|choices|ref|refs|flag|integer|decimal|money|day)$/),
        ]);
  });
});
