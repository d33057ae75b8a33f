import { afterAll, expect, it } from "vitest";
import { ENTITIES, entityNamed } from "~server/contract/entities";
import { recordSchema } from "~server/contract/record";
import { idOf, testApi } from "./app";
import { makeDevice, makeLocation, makeModel } from "./network";

const api = await testApi();
afterAll(() => api.close());
const root = await api.person({ root: true });
const model = await makeModel(root);
const place = await makeLocation(root);
const named = async (path: string) => recordSchema.parse((await root.get(path)).data).title;
const known = `${await named(`/locations/${place}`)}, Київ`;
const machine = await makeDevice(root, model, place);
const serial = await named(`/devices/${machine}`);
const unit = idOf(await root.post("/telemetries", { serial: "350000000000011", type: "MDB", device: machine }));
const key = idOf(await root.post("/key_wallets", { key: "04A1B2C3", owner: "Олена Коваль", type: "BONUS" }));

it("a machine is told with its place, a key with its owner, where they are chosen and where they are referred to", async () => {
  const device = { id: machine, label: serial, about: known };
  expect((await root.get(`/options/device?q=${serial}`)).data).toMatchObject({ items: [device] });
  expect((await root.get(`/telemetries/${unit}`)).data).toMatchObject({ device });
  expect((await root.get("/telemetries")).data).toMatchObject({ items: [{ device }] });
  expect((await root.get(`/options/key_wallet?ids=${key}`)).data).toMatchObject({
    items: [{ about: "Олена Коваль" }],
  });
  const nowhere = await makeDevice(root, model);
  expect((await root.get(`/options/device?ids=${nowhere}`)).data).toMatchObject({ items: [{ about: null }] });
});

it("who may not open the list of machines, or does not see the machine, is told no place", async () => {
  const told = async (person: Awaited<ReturnType<typeof api.person>>) =>
    JSON.stringify([(await person.get(`/telemetries/${unit}`)).data, (await person.get("/options/device")).data]);
  const all = await api.person({ permissions: ["TELEMETRY", "DEVICE"] });
  expect(await told(all)).toContain(known);
  const unitsOnly = await api.person({ permissions: ["TELEMETRY"] });
  expect(await told(unitsOnly)).toContain(serial);
  expect(await told(unitsOnly)).not.toContain("Київ");

  const crew = idOf(await root.post("/crews", { name: "Екіпаж", type: "CREW", devices: [String(machine)] }));
  const elsewhere = await makeDevice(root, model, await makeLocation(root));
  const limited = await api.person({
    permissions: ["CREW", "DEVICE"],
    mode: "OPEN_SELECTED",
    devices: [elsewhere],
  });
  const seen = JSON.stringify((await limited.get(`/crews/${crew}`)).data);
  expect(seen).not.toContain(known);
});

it("history keeps what a record is called, not where it stood", async () => {
  const other = await makeDevice(root, model, place);
  await root.post(`/telemetries/${unit}`, { serial: "350000000000011", type: "MDB", device: other, version: 1 });
  const history = JSON.stringify((await root.get(`/telemetries/${unit}/history`)).data);
  expect(history).toContain(await named(`/devices/${other}`));
  expect(history).not.toContain("about");
});

it("what a record is known by besides its title are its own texts and relations", () => {
  const kinds = ENTITIES.flatMap(({ fields, about = [] }) => about.map((name) => fields[name]?.kind));
  expect(kinds.length).toBeGreaterThan(entityNamed("device").about?.length ?? 0);
  expect(kinds.filter((kind) => kind !== "text" && kind !== "ref")).toEqual([]);
});
