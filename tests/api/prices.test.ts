import { afterAll, describe, expect, it } from "vitest";
import { devicePricesSchema, planogramPricesSchema } from "~server/contract/prices";
import { recordSchema } from "~server/contract/record";
import { inventFleet } from "~server/vending/simulator/fleet";
import { idOf, type Person, testApi } from "./app";
import { makeDevice, makeLocation, makeModel } from "./network";
import { callingUnit, simulatedIn } from "./unit";

const api = await testApi();
afterAll(() => api.close());
const root = await api.person({ root: true });
const model = await makeModel(root);
const ingredient = idOf(
  await root.post("/ingredients", { name: "Кава", type: "DRY", unit: "G", price: 50, price_type: "PER_100_G" }),
);
const recipe = idOf(
  await root.post("/recipes", {
    name: "Лате",
    item_number: 501,
    "ingredients[0].ingredient": ingredient,
    "ingredients[0].quantity": 10,
  }),
);

const formOf = (name: string, prices: Record<string, number>) => ({
  name,
  ...Object.fromEntries(
    Object.entries(prices).flatMap(([cell, price], index): [string, string | number][] => [
      [`cells[${index}].cell`, cell],
      [`cells[${index}].recipe`, recipe],
      [`cells[${index}].price`, price],
    ]),
  ),
});

const versionOf = async (planogram: number) =>
  recordSchema.parse((await root.get(`/planograms/${planogram}`)).data).version;

let serial = 0;
/** A planogram and a simulated machine that has it, with a unit. */
async function sold() {
  const name = `Ціни ${++serial}`;
  const [machine] = inventFleet(1, name);
  if (!machine) throw new Error("no machine");
  const prices = Object.fromEntries(machine.cells.map(({ selection, price }) => [selection, price]));
  const planogram = idOf(await root.post("/planograms", formOf(name, prices)));
  const unit = await callingUnit(api, root, model, { values: { planogram: String(planogram) } });
  const simulated = simulatedIn(api, unit, machine);
  const talk = async () => {
    await simulated.talk(Date.now());
    await simulated.talk(Date.now());
    await api.gateway.flush();
  };
  const reprice = async (change: (price: number) => number) => {
    const changed = Object.fromEntries(Object.entries(prices).map(([cell, price]) => [cell, change(price)]));
    const answer = await root.post(`/planograms/${planogram}`, {
      ...formOf(name, changed),
      version: await versionOf(planogram),
    });
    expect(answer.status).toBe(200);
  };
  return { planogram, prices, unit, talk, reprice, cells: Object.keys(prices).length };
}

const look = async (planogram: number, query = "", person: Person = root) =>
  planogramPricesSchema.parse((await person.get(`/planograms/${planogram}/prices${query}`)).data);
const lookAt = async (device: number, person: Person = root) =>
  devicePricesSchema.parse((await person.get(`/devices/${device}/prices`)).data);
const countsOf = async (planogram: number) =>
  Object.fromEntries((await look(planogram)).states.map(({ state, count }) => [state, count]));
const order = async (
  what: "send" | "confirm",
  planogram: number,
  over: Record<string, string | number | string[]>,
  person: Person = root,
) =>
  person.post(`/planograms/${planogram}/prices/${what}`, {
    seen: (await look(planogram)).seen,
    ...(what === "send" ? { key: `prices key ${++serial}` } : {}),
    ...over,
  });

describe("prices of a planogram", () => {
  it("are wanted, sent, set by the unit and confirmed by its audit", async () => {
    const { planogram, unit, talk, reprice, cells } = await sold();
    await root.post(`/devices/${unit.device}/commands`, { name: "request_statistics", key: "first statistics" });
    await talk();
    expect(await countsOf(planogram)).toEqual({ wanted: 0, sent: 0, failed: 0, confirmed: 1 });
    await reprice((price) => price + 300);
    const [open] = (await look(planogram)).items;
    expect(await lookAt(unit.device)).toEqual({ planogram, state: "wanted", cells: open?.cells });
    expect(open).toMatchObject({ id: unit.device, state: "wanted", has_unit: true, command: null });
    expect(open?.cells).toHaveLength(cells);
    expect(open?.cells.every(({ known, wanted }) => known === wanted - 300)).toBe(true);
    expect(await order("send", planogram, { devices: [String(unit.device)] })).toMatchObject({ data: { machines: 1 } });
    expect(await countsOf(planogram)).toEqual({ wanted: 0, sent: 1, failed: 0, confirmed: 0 });
    expect(await lookAt(unit.device)).toMatchObject({ state: "sent" });
    await talk();
    expect(await lookAt(unit.device)).toEqual({ planogram, state: "confirmed", cells: [] });
    expect(await countsOf(planogram)).toEqual({ wanted: 0, sent: 0, failed: 0, confirmed: 1 });
    expect((await look(planogram, "?state=confirmed")).items).toMatchObject([
      { id: unit.device, cells: [], by_hand: null, command: { state: "done" } },
    ]);
  });

  it("are confirmed by hand, once, until an audit tells others", async () => {
    const { planogram, unit, talk, reprice } = await sold();
    await root.post(`/devices/${unit.device}/commands`, { name: "request_statistics", key: "by hand first" });
    await talk();
    await reprice((price) => price + 100);
    const seen = (await look(planogram)).seen;
    const form = { seen, all: "on", expected: 1 };
    const both = await Promise.all([order("confirm", planogram, form), order("confirm", planogram, form)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await look(planogram, "?state=confirmed")).items).toMatchObject([
      { by_hand: { author: root.email }, state: "confirmed" },
    ]);
    await root.post(`/devices/${unit.device}/commands`, { name: "request_statistics", key: "by hand second" });
    await talk();
    expect((await look(planogram)).items).toMatchObject([{ state: "wanted", by_hand: null }]);
  });

  it("are not sent or confirmed as somebody did not see them", async () => {
    const { planogram, unit, reprice } = await sold();
    const { seen } = await look(planogram);
    await reprice((price) => price + 500);
    for (const what of ["send", "confirm"] as const) {
      const devices = [String(unit.device)];
      expect(await order(what, planogram, { devices, seen })).toMatchObject({ status: 409, error: "prices_changed" });
      expect(await order(what, planogram, { all: "on", expected: 7 })).toMatchObject({
        status: 409,
        error: "count_changed",
      });
      expect(await order(what, planogram, { devices: [] })).toMatchObject({ status: 422 });
      expect(await order(what, planogram, { devices: ["999999"] })).toMatchObject({ status: 422 });
    }
    expect(await countsOf(planogram)).toMatchObject({ wanted: 1 });
  });

  it("sent anew take back what waits, and the same form sent twice is one order", async () => {
    const { planogram, unit, reprice } = await sold();
    const devices = [String(unit.device)];
    const key = "the same order of prices";
    await order("send", planogram, { devices, key });
    await order("send", planogram, { devices, key });
    await reprice((price) => price + 200);
    expect(await order("send", planogram, { devices, key })).toMatchObject({ status: 409, error: "conflict" });
    await order("send", planogram, { devices });
    const { commands } = await unit.send();
    expect(commands.map(({ name }) => name)).toEqual(["set_prices"]);
    const wanted = (await look(planogram)).items[0]?.cells ?? [];
    expect(commands[0]?.prices).toEqual(wanted.map(({ cell, wanted: price }) => ({ cell, price })));
  });

  it("are shown and told only at machines that a person sees, and told only by who may tell machines something", async () => {
    const { planogram, unit } = await sold();
    const hidden = await makeDevice(root, model, await makeLocation(root), { planogram: String(planogram) });
    const limited = await api.person({
      permissions: ["PLANOGRAM", "DEVICE"],
      mode: "OPEN_SELECTED",
      devices: [unit.device],
    });
    expect((await look(planogram, "", limited)).items.map(({ id }) => id)).toEqual([unit.device]);
    expect(await order("confirm", planogram, { devices: [String(hidden)] }, limited)).toMatchObject({ status: 422 });
    const reader = await api.person({ permissions: ["PLANOGRAM"] });
    expect((await look(planogram, "", reader)).items).toHaveLength(2);
    expect((await order("send", planogram, { devices: [String(unit.device)] }, reader)).status).toBe(403);
    const stranger = await api.person({ permissions: ["DEVICE"] });
    expect((await stranger.get(`/planograms/${planogram}/prices`)).status).toBe(403);
    expect(await lookAt(unit.device, stranger)).toMatchObject({ planogram, state: "wanted" });
    expect((await limited.get(`/devices/${hidden}/prices`)).status).toBe(404);
    expect((await reader.get(`/devices/${unit.device}/prices`)).status).toBe(403);
    expect(await lookAt(await makeDevice(root, model))).toBeNull();
    // A machine without a unit is told by hand only.
    expect(await order("send", planogram, { devices: [String(hidden)] })).toMatchObject({
      status: 409,
      error: "machine_without_telemetry",
    });
  });
});
