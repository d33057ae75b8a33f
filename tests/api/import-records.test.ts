import { afterAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { importCounts, importSchema, MOST_RECORDS } from "~server/contract/imports";
import { historySchema, pageSchema, recordSchema } from "~server/contract/record";
import { randomOf, whole } from "~server/vending/demonstration/random";
import { idOf, type Person, testApi } from "./app";

const api = await testApi();
afterAll(() => api.close());
const root = await api.person({ root: true });

type Row = Record<string, string>;
const attempt = (path: string, rows: readonly Row[], person: Person = root) =>
  person.raw(`${path}/import`, JSON.stringify({ rows }), { "content-type": "application/json" });
const save = (path: string, id: number, person: Person = root) => person.post(`${path}/import/${id}/save`);
async function imported(path: string, rows: readonly Row[], person: Person = root) {
  const tried = await attempt(path, rows, person);
  expect(tried.fields).toEqual({});
  return importCounts.parse((await save(path, importSchema.parse(tried.data).id, person)).data);
}
const all = async (path: string, q = "") =>
  pageSchema.parse((await root.get(`${path}?limit=1000&q=${encodeURIComponent(q)}`)).data).items;
const read = async (path: string, id: number) => recordSchema.parse((await root.get(`${path}/${id}`)).data);

const project = idOf(await root.post("/projects", { name: "Вокзали" }));
const manufacturer = idOf(await root.post("/device_manufacturers", { name: "Necta" }));
await root.post("/device_models", { name: "Necta Kikko", manufacturer, device_type: "COFFEE" });
const PLACE = { address: "вул. Садова, 1", city: "Київ", region: "AA" };

describe("a file of records", () => {
  it("makes those that are new, changes by its columns those that are there, and leaves the rest of them alone", async () => {
    const first = idOf(
      await root.post("/locations", { name: "Київ, вокзал", ...PLACE, city: "Київ", project, note: "Біля каси" }),
    );
    const rows = [
      { ...PLACE, name: "київ, ВОКЗАЛ", city: "Фастів", project: "вокзали" },
      { ...PLACE, name: "Львів", city: "Львів", project: "" },
    ];
    const tried = await attempt("/locations", rows);
    expect(importSchema.parse(tried.data)).toMatchObject({ made: 1, changed: 1, same: 0, total: 2 });
    // Beside each record stands what becomes of it, with what it was.
    expect(importSchema.parse(tried.data).told).toEqual([
      {
        ...{ index: 0, name: "київ, ВОКЗАЛ", outcome: "changed" },
        changes: [
          { field: "name", before: "Київ, вокзал", after: "київ, ВОКЗАЛ" },
          { field: "city", before: "Київ", after: "Фастів" },
        ],
      },
      { index: 1, name: "Львів", outcome: "made", changes: [] },
    ]);
    // Nothing is saved by a trial.
    expect(await read("/locations", first)).toMatchObject({ city: "Київ", version: 1 });
    expect(await all("/locations", "Львів")).toEqual([]);

    const { id } = importSchema.parse(tried.data);
    expect((await save("/locations", id)).data).toEqual({ made: 1, changed: 1, same: 0 });
    // Pressed twice, it is saved once.
    expect((await save("/locations", id)).data).toEqual({ made: 1, changed: 1, same: 0 });
    const named = { project: { id: project, label: "Вокзали" } };
    expect(await read("/locations", first)).toMatchObject({
      name: "київ, ВОКЗАЛ",
      city: "Фастів",
      note: "Біля каси",
      ...named,
    });
    const [made] = await all("/locations", "Львів");
    expect(await read("/locations", made?.id ?? 0)).toMatchObject({ city: "Львів", project: null });
    expect(await imported("/locations", rows)).toEqual({ made: 0, changed: 0, same: 2 });
    const history = historySchema.parse((await root.get(`/locations/${first}/history`)).data);
    expect(history.items.map(({ action }) => action)).toEqual(["update", "create"]);
  });

  it("names everything that is wrong beside its cell, and saves nothing", async () => {
    await root.post("/locations", { name: "Двічі", ...PLACE });
    await root.post("/locations", { name: "Двічі", ...PLACE });
    const good = { serial_number: "OK-1", model: "necta kikko", device_type: "COFFEE", ownership_type: "RENT" };
    const { status, fields } = await attempt("/devices", [
      good,
      { ...good, serial_number: "ok-1" },
      { ...good, serial_number: "" },
      { ...good, serial_number: "OK-2", model: "Saeco", location: "Двічі" },
      {
        ...good,
        serial_number: "OK-3",
        device_type: "TEAPOT",
        next_service_on: "31.02.2026",
        service_vends: "багато",
        in_work: "може",
      },
      { serial_number: "OK-4" },
    ]);
    expect(status).toBe(422);
    const keys = Object.entries(fields).map(([place, [message]]) => `${place} ${message?.key}`);
    expect(keys.toSorted()).toEqual(
      [
        "rows[1].serial_number repeats",
        "rows[2].serial_number required",
        "rows[3].model no_such_record",
        "rows[3].location several_of_name",
        "rows[4].device_type incorrect",
        "rows[4].next_service_on incorrect",
        "rows[4].service_vends incorrect",
        "rows[4].in_work incorrect",
        "rows[5].model required",
        "rows[5].device_type required",
        "rows[5].ownership_type required",
      ].toSorted(),
    );
    expect(await all("/devices", "OK-")).toEqual([]);
    const tooMany = await attempt(
      "/divisions",
      Array.from({ length: MOST_RECORDS + 1 }, (_, n) => ({ name: `Забагато ${n}` })),
    );
    expect(tooMany.status).toBe(422);
  });

  it("that was right and is wrong by the time it is saved changes nothing", async () => {
    const division = idOf(await root.post("/divisions", { name: "Стара" }));
    const tried = await attempt("/locations", [
      { name: "Нова 1", ...PLACE },
      { name: "Нова 2", ...PLACE, division: "Стара" },
    ]);
    await root.post(`/divisions/${division}/delete`);
    const saved = await save("/locations", importSchema.parse(tried.data).id);
    expect([saved.status, Object.keys(saved.fields)]).toEqual([422, ["rows[1].division"]]);
    expect(await all("/locations", "Нова")).toEqual([]);
  });

  it("keeps nested rows, secrets and what its columns do not say", async () => {
    const values = { name: "Модель з бункерами", manufacturer, device_type: "COFFEE" };
    const id = idOf(
      await root.post("/device_models", {
        ...values,
        "bunkers[0].ingredient_type": "DRY",
        "bunkers[0].capacity": "1500",
      }),
    );
    const before = await read("/device_models", id);
    expect(before.bunkers).toHaveLength(1);
    expect(await imported("/device_models", [{ name: "Модель з бункерами", note: "Нова примітка" }])).toMatchObject({
      changed: 1,
    });
    expect(await read("/device_models", id)).toMatchObject({ bunkers: before.bunkers, note: "Нова примітка" });

    const desk = idOf(
      await root.post("/checkbox_cashiers", { name: "Каса", pin_code: "1234", license_key: "license-key" }),
    );
    expect(await imported("/checkbox_cashiers", [{ name: "Каса", note: "Пін лишився" }])).toMatchObject({ changed: 1 });
    expect(await read("/checkbox_cashiers", desk)).toMatchObject({ pin_code_set: true, license_key_set: true });
  });

  it("is imported by who may make such records, and changes none that they do not see", async () => {
    expect(
      (await attempt("/locations", [{ name: "Чужа", ...PLACE }], await api.person({ permissions: ["DEVICE"] }))).status,
    ).toBe(403);
    const mine = await api.person({
      permissions: ["LOCATION", "LOCATION_CREATE"],
      mode: "OPEN_SELECTED",
      projects: [project],
    });
    const hidden = idOf(await root.post("/locations", { name: "Не моя", ...PLACE, city: "Одеса" }));
    await attempt("/locations", [{ ...PLACE, name: "Не моя", city: "Київ", project: "Вокзали" }], mine);
    expect(await read("/locations", hidden)).toMatchObject({ city: "Одеса", version: 1 });
    const other = await attempt("/projects", [{ name: "Проєкт" }], await api.person({ permissions: [] }));
    expect(other.status).toBe(403);
    const tried = importSchema.parse((await attempt("/divisions", [{ name: "Лише моя" }])).data);
    const thief = await api.person({ all: true });
    expect((await save("/divisions", tried.id, thief)).status).toBe(404);
  });

  it("of random rows says of each record what its last true file said", async () => {
    const random = randomOf("records at random", process.env.SEED ?? "1");
    const any = <T>(of: readonly T[]) => of[whole(random, 0, of.length - 1)];
    const truth = new Map<string, { note: string | null; phone: string | null; email: string | null }>();
    for (let file = 0; file < 8; file++) {
      const columns = ["note", "email"].filter(() => random() < 0.7);
      const names = [...new Set(Array.from({ length: whole(random, 1, 20) }, () => `Вип ${whole(random, 1, 30)}`))];
      const rows = names.map(
        (name): Row => ({
          name,
          ...Object.fromEntries(
            columns.map((column) => [
              column,
              column === "note" ? (any(["", "а", "б"]) ?? "") : (any(["", "a@b.ua", "c@d.ua"]) ?? ""),
            ]),
          ),
        }),
      );
      const isWrong = random() < 0.3;
      if (isWrong) rows.push({ name: "Вип 99", email: "немає" });
      const before = new Map(truth);
      for (const { name = "", ...said } of rows) {
        const known = truth.get(name) ?? { note: null, phone: null, email: null };
        truth.set(name, {
          ...known,
          ...Object.fromEntries(Object.entries(said).map(([column, text]) => [column, text || null])),
        });
      }
      if (isWrong) {
        expect(
          (
            await attempt(
              "/franchises",
              rows.map(({ note: _, ...row }) => row),
            )
          ).status,
        ).toBe(422);
        truth.clear();
        for (const [name, one] of before) truth.set(name, one);
      } else {
        const counts = await imported("/franchises", rows);
        expect(counts.made).toBe(names.filter((name) => !before.has(name)).length);
        expect(counts.made + counts.changed + counts.same).toBe(names.length);
      }
      const shape = z.object({
        name: z.string(),
        note: z.string().nullable(),
        phone: z.string().nullable(),
        email: z.string().nullable(),
      });
      const found = new Map<string, unknown>();
      for (const { id } of await all("/franchises", "Вип")) {
        const { name, ...one } = shape.parse(await read("/franchises", id));
        found.set(name, one);
      }
      expect(Object.fromEntries(found)).toEqual(Object.fromEntries(truth));
    }
  });
});
