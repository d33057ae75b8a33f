import { afterAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { historySchema, refSchema } from "~server/contract/record";
import { idOf, testApi } from "./app";
import { makeDevice, makeModel } from "./network";

const api = await testApi();
afterAll(() => api.close());
const root = await api.person({ root: true });

type Values = Record<string, string | number>;
let serial = 0;
/** A refusal beside one field. */
const refused = (field: string, key: string) => ({ status: 422, fields: { [field]: [{ key }] } });

describe("a location", () => {
  const place = (over: Values = {}) => ({
    name: `Локація ${++serial}`,
    address: "вул. Садова, 1",
    city: "Київ",
    region: "AA",
    ...over,
  });
  const make = (over: Values) => root.post("/locations", place(over));

  it("registers sales with a cash desk only", async () => {
    expect(await make({ fiscal_enabled: "on" })).toMatchObject(refused("fiscal_cashier", "fiscal_needs_cashier"));
    const fiscal_cashier = idOf(await root.post("/checkbox_cashiers", { name: "Каса" }));
    const id = idOf(await make({ fiscal_enabled: "on", fiscal_cashier }));
    expect(await root.post(`/locations/${id}`, place({ fiscal_enabled: "on", version: 1 }))).toMatchObject(
      refused("fiscal_cashier", "fiscal_needs_cashier"),
    );
  });

  it("has both coordinates or none", async () => {
    expect(await make({ latitude: "50.45" })).toMatchObject(refused("longitude", "both_coordinates"));
    expect(await make({ longitude: "30.52" })).toMatchObject(refused("latitude", "both_coordinates"));
    expect((await make({ latitude: "0", longitude: "30.52" })).status).toBe(201);
  });

  it("is of the company of its project", async () => {
    const [ours, theirs] = [
      idOf(await root.post("/companies", { name: "Наша" })),
      idOf(await root.post("/companies", { name: "Їхня" })),
    ];
    const [project, free] = [
      idOf(await root.post("/projects", { name: "Вокзали", company: ours })),
      idOf(await root.post("/projects", { name: "Нічий" })),
    ];
    expect(await make({ project, company: theirs })).toMatchObject(refused("project", "project_of_other_company"));
    const fitting: Values[] = [
      { project, company: ours },
      { project },
      { company: theirs },
      { project: free, company: theirs },
    ];
    for (const over of fitting) expect((await make(over)).status).toBe(201);
    expect(await root.post(`/projects/${project}`, { name: "Вокзали", company: theirs, version: 1 })).toMatchObject(
      refused("company", "locations_of_other_company"),
    );
    expect((await root.post(`/projects/${free}`, { name: "Чийсь", company: theirs, version: 1 })).status).toBe(200);
  });
});

describe("a machine", () => {
  it("is not its own child, nor offered as such", async () => {
    const model = await makeModel(root);
    const [id, other] = [await makeDevice(root, model), await makeDevice(root, model)];
    const values = {
      serial_number: `Автомат ${++serial}`,
      model,
      device_type: "COFFEE",
      ownership_type: "RENT",
      version: 1,
    };
    expect(await root.post(`/devices/${id}`, { ...values, child_device: id })).toMatchObject(
      refused("child_device", "own_child"),
    );
    expect((await root.get(`/options/device?for=${id}`)).data).toMatchObject({ items: [{ id: other }] });
    expect((await root.post(`/devices/${id}`, { ...values, child_device: other })).status).toBe(200);
  });

  it("has one Pax terminal, even when two come at once", async () => {
    const model = await makeModel(root);
    const [device, other] = [await makeDevice(root, model), await makeDevice(root, model)];
    const pax = (over: Values) => root.post("/pax", { serial: `PAX-${++serial}`, ...over });
    const both = await Promise.all([pax({ device }), pax({ device })]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 422]);
    expect(both.find(({ status }) => status === 422)).toMatchObject(refused("device", "device_has_pax"));
    const first = idOf(both.find(({ status }) => status === 201) ?? (await pax({})));
    const second = idOf(await pax({ device: other }));
    expect(await root.post(`/pax/${second}`, { serial: `PAX-${++serial}`, device, version: 1 })).toMatchObject(
      refused("device", "device_has_pax"),
    );
    expect((await root.post(`/pax/${first}`, { serial: `PAX-${++serial}`, device, version: 1 })).status).toBe(200);
    for (let i = 0; i < 2; i++) expect((await pax({})).status).toBe(201);
  });
});

describe("an ingredient", () => {
  const make = (type: string, unit: string, price_type: string) =>
    root.post("/ingredients", { name: `Інгредієнт ${++serial}`, type, unit, price_type, price: 100 });

  it.each([
    ["LIQUID", "PC", "PER_100_ML"],
    ["SNACK", "G", "PER_100_G"],
    ["DRY", "ML", "PER_100_ML"],
    ["UNIT", "KG", "PER_100_G"],
  ])("of type %s is not measured in %s", async (type, unit, price) => {
    expect(await make(type, unit, price)).toMatchObject(refused("unit", "unit_not_of_type"));
  });

  it.each([
    ["LIQUID", "ML", "PER_PIECE"],
    ["DRY", "G", "PER_100_ML"],
    ["SNACK", "PC", "PER_100_G"],
    ["EXTERNAL", "KG", "PER_PIECE"],
  ])("of type %s in %s has no price %s", async (type, unit, price) => {
    expect(await make(type, unit, price)).toMatchObject(refused("price_type", "price_not_of_unit"));
  });

  it.each([
    ["LIQUID", "ML", "PER_100_ML"],
    ["LIQUID", "KG", "PER_100_G"],
    ["DRY", "KG", "PER_100_G"],
    ["SNACK", "PC", "PER_PIECE"],
    ["EXTERNAL", "ML", "PER_100_ML"],
  ])("of type %s in %s has a price %s", async (type, unit, price) => {
    expect((await make(type, unit, price)).status).toBe(201);
  });
});

describe("what people type", () => {
  it.each(["0000000000", "+380000000000", "0101234567", "+380401234567", "12"])("is no phone: %s", async (phone) => {
    expect(await root.post("/companies", { name: "ТОВ", phone })).toMatchObject(refused("phone", "incorrect"));
  });

  it.each([
    ["067 123-45-67", "+380671234567"],
    ["(044) 234 56 78", "+380442345678"],
    ["380931234567", "+380931234567"],
    ["0 800 50 12 34", "+380800501234"],
  ])("is the phone %s", async (phone, kept) => {
    const id = idOf(await root.post("/companies", { name: "ТОВ", phone }));
    expect((await root.get(`/companies/${id}`)).data).toMatchObject({ phone: kept });
  });

  it("finds a licence plate in letters of either alphabet, and a phone as it is written", async () => {
    const id = idOf(await root.post("/crew_vehicles", { license_plate: "АА 4127 КС", brand: "Рено" }));
    await root.post("/crew_vehicles", { license_plate: "BC1234AX" });
    for (const words of ["АА4127КС", "аа4127кс", "AA4127KC", "aa 4127 kc", "4127-КС", "рено АА"])
      expect((await root.get(`/crew_vehicles?q=${encodeURIComponent(words)}`)).data, words).toMatchObject({
        total: 1,
        items: [{ id, license_plate: "AA4127KC" }],
      });
    expect((await root.get(`/options/crew_vehicle?q=${encodeURIComponent("кс")}`)).data).toMatchObject({
      items: [{ id }],
    });
    const company = idOf(await root.post("/companies", { name: "З телефоном", phone: "+380509998877" }));
    for (const words of ["(050)999-88-77", "0509998877", "9998877"])
      expect((await root.get(`/companies?q=${encodeURIComponent(words)}`)).data, words).toMatchObject({
        total: 1,
        items: [{ id: company }],
      });
  });
});

describe("a crew of which somebody sees a part", () => {
  it("keeps the rest, and history tells who sees everything of all of it", async () => {
    const model = await makeModel(root);
    const [seen, hidden, added] = [
      await makeDevice(root, model),
      await makeDevice(root, model),
      await makeDevice(root, model),
    ];
    const crew = idOf(
      await root.post("/crews", { name: "Спільний", type: "CREW", devices: [seen, hidden].map(String) }),
    );
    const limited = await api.person({ permissions: ["CREW"], mode: "OPEN_SELECTED", devices: [seen, added] });
    const values = { name: "Спільний", type: "CREW", devices: [seen, added].map(String), version: 1 };
    expect((await limited.post(`/crews/${crew}`, values)).status).toBe(200);
    const [last] = historySchema.parse((await root.get(`/crews/${crew}/history`)).data).items;
    const named = (value: unknown) =>
      z
        .array(refSchema)
        .parse(value)
        .map(({ id, label }) => (label.startsWith("SN-") ? id : label));
    expect(last?.changes.map(({ field, before, after }) => [field, named(before), named(after)])).toEqual([
      ["devices", [seen, hidden], [seen, hidden, added]],
    ]);
  });
});
