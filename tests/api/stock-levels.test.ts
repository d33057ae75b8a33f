import { afterAll, expect, it } from "vitest";
import { deviceCellsSchema } from "~server/contract/device-cells";
import { holdsSchema } from "~server/contract/maintenance";
import { recordSchema } from "~server/contract/record";
import { device as deviceEntity } from "~server/contract/entities/devices";
import { idOf, testApi } from "./app";
import { makeDevice, makeModel } from "./network";
import { saved } from "./samples";
import { callingUnit, HOUR, iso, vend } from "./unit";

const api = await testApi();
afterAll(() => api.close());
const root = await api.person({ root: true });
const model = await makeModel(root);

it("levels follow from what recipes had in them when they were sold, also after a recount and a correction", async () => {
  const coffee = idOf(
    await root.post("/ingredients", { name: "Кава", type: "DRY", unit: "G", price_type: "PER_100_G", price: 6500 }),
  );
  const contents = (quantity: number) => ({
    "ingredients[0].ingredient": coffee,
    "ingredients[0].quantity": String(quantity),
  });
  const recipe = idOf(await root.post("/recipes", { name: "Еспресо", item_number: 1, ...contents(8) }));
  const cells = (name: string, cell: string) => ({
    ...{ name, "cells[0].cell": cell },
    ...{ "cells[0].recipe": String(recipe), "cells[0].price": "1000" },
  });
  const planogram = idOf(await root.post("/planograms", cells("Одна комірка", "11")));
  const other = idOf(await root.post("/planograms", cells("Інша", "12")));
  const unit = await callingUnit(api, root, model, { values: { planogram: String(planogram) } });
  const filled = Date.now() - 150 * HOUR;
  await unit.send({
    events: [{ id: "fill", t: "maintenance", at: iso(filled), fills: [{ slot: `bunker:${coffee}`, level: 1_000 }] }],
  });
  const sell = (hoursAgo: number) =>
    unit.send({ events: [vend({ at: iso(Date.now() - hoursAgo * HOUR), cell: "11" })] });
  const level = async () =>
    holdsSchema
      .parse((await root.get(`/devices/${unit.device}/maintenance`)).data)
      .slots.find(({ slot }) => slot === `bunker:${coffee}`)?.level;
  const say = async (quantity: number, holds_from: string) => {
    const { version } = recordSchema.parse((await root.get(`/recipes/${recipe}`)).data);
    const answer = await root.post(`/recipes/${recipe}`, {
      name: "Еспресо",
      item_number: 1,
      ...contents(quantity),
      version,
      holds_from,
    });
    expect([answer.status, answer.fields]).toEqual([200, {}]);
  };

  for (const hours of [120, 96, 48]) await sell(hours);
  expect(await level()).toBe(1_000 - 3 * 8);
  // From now on it takes more; what was sold took what it took, however often that is counted.
  await say(10, "now");
  expect(await level()).toBe(1_000 - 3 * 8);
  for (const where of [other, planogram])
    await saved(root, deviceEntity, unit.device, { planogram: where, holds_from: "now" });
  expect(await level()).toBe(1_000 - 3 * 8);
  await sell(0);
  expect(await level()).toBe(1_000 - 3 * 8 - 10);
  // It was another since the second day, or always.
  await say(9, iso(Date.now() - 72 * HOUR));
  expect(await level()).toBe(1_000 - 2 * 8 - 2 * 9);
  await say(7, "always");
  expect(await level()).toBe(1_000 - 4 * 7);
});

const cellsOf = async (device: number) =>
  deviceCellsSchema.parse((await root.get(`/devices/${device}/cells`)).data).cells;

it("a snack machine's cells tell what lies in them, in the planogram's order", async () => {
  const recipe = idOf(
    await root.post("/recipes", { name: "Вода", item_number: 70, ...(await oneOf("Вода 0,5", "PC")) }),
  );
  const planogram = idOf(
    await root.post("/planograms", {
      name: "Снеки",
      ...cellOf(0, "12", recipe, { price: "2550", capacity: "8" }),
      ...cellOf(1, "11", recipe, { price: "1800" }),
    }),
  );
  const snack = await makeDevice(root, model, undefined, { device_type: "SNACK", planogram: String(planogram) });
  const water = { recipe: "Вода", level: null };
  expect(await cellsOf(snack)).toEqual([
    { ...water, cell: "12", price: 2550, capacity: 8 },
    { ...water, cell: "11", price: 1800, capacity: 10 },
  ]);
  await root.post(`/devices/${snack}/maintenance`, {
    key: "snack filled",
    "fills[0].slot": "cell:12",
    "fills[0].level": "5",
  });
  expect(await cellsOf(snack)).toMatchObject([
    { cell: "12", level: 5 },
    { cell: "11", level: null },
  ]);
  expect(await cellsOf(await makeDevice(root, model))).toEqual([]);
});

it("another machine's cells tell how many portions their scarcest ingredient gives, once all of it is known", async () => {
  const [beans, sugar] = [await ingredientOf("Зерно", "G"), await ingredientOf("Цукор", "KG")];
  const recipe = idOf(
    await root.post("/recipes", {
      ...{ name: "Солодка кава", item_number: 71 },
      ...{ "ingredients[0].ingredient": beans, "ingredients[0].quantity": "7" },
      ...{ "ingredients[1].ingredient": sugar, "ingredients[1].quantity": "0.01" },
    }),
  );
  const planogram = idOf(
    await root.post("/planograms", { name: "Кава", ...cellOf(0, "1", recipe, { price: "3000" }) }),
  );
  const machine = await makeDevice(root, model, undefined, { planogram: String(planogram) });
  const tell = (key: string, ingredient: number, level: string) =>
    root.post(`/devices/${machine}/maintenance`, {
      key,
      "fills[0].slot": `bunker:${ingredient}`,
      "fills[0].level": level,
    });
  const [full] = await cellsOf(machine);
  expect(full).toMatchObject({ cell: "1", recipe: "Солодка кава", price: 3000, level: null, capacity: 250 });
  await tell("beans filled", beans, "700");
  expect(await cellsOf(machine)).toMatchObject([{ level: null }]);
  await tell("sugar filled", sugar, "0.7");
  expect(await cellsOf(machine)).toMatchObject([{ level: 70 }]);
  await tell("sugar is out", sugar, "0.005");
  expect(await cellsOf(machine)).toMatchObject([{ level: 0 }]);
});

const ingredientOf = async (name: string, unit: "G" | "KG" | "PC") =>
  idOf(
    await root.post("/ingredients", {
      ...{ name, unit, price: 100 },
      ...(unit === "PC" ? { type: "SNACK", price_type: "PER_PIECE" } : { type: "DRY", price_type: "PER_100_G" }),
    }),
  );
const oneOf = async (name: string, unit: "PC") => ({
  "ingredients[0].ingredient": await ingredientOf(name, unit),
  "ingredients[0].quantity": "1",
});
const cellOf = (index: number, cell: string, recipe: number, rest: Record<string, string>) =>
  Object.fromEntries(
    Object.entries({ cell, recipe, ...rest }).map(([name, value]) => [`cells[${index}].${name}`, String(value)]),
  );
