import { afterAll, expect, it } from "vitest";
import { holdsSchema } from "~server/contract/maintenance";
import { recordSchema } from "~server/contract/record";
import { device as deviceEntity } from "~server/contract/entities/devices";
import { idOf, testApi } from "./app";
import { makeModel } from "./network";
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
