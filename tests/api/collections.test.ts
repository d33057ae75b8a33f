import { afterAll, expect, it } from "vitest";
import { bagsSchema } from "~server/contract/collections";
import { run } from "~server/vending/database/query";
import { sql } from "drizzle-orm";
import { type Person, testApi } from "./app";
import { makeModel } from "./network";
import { callingUnit, HOUR, iso } from "./unit";

const api = await testApi();
afterAll(() => api.close());
const root = await api.person({ root: true });
const model = await makeModel(root);
let serial = 0;

/** A machine with so many bags, an hour after each other. */
async function machineWithBags(count: number) {
  const unit = await callingUnit(api, root, model);
  for (let nth = 0; nth < count; nth++)
    await unit.send({
      events: [{ id: `bag ${++serial}`, at: iso(Date.now() - (count - nth) * HOUR), t: "collection" }],
    });
  await run(
    api.pool,
    sql`update cash_collections set bag = 'B-' || id, author = 'Водій' where device_id = ${unit.device}`,
  );
  return unit.device;
}
const read = async (query = "", by: Person = root) =>
  bagsSchema.parse((await by.get(`/collections?limit=200${query}`)).data);
const countsOf = (counts: readonly (readonly [number, number])[], key = `count-key-${++serial}`) => ({
  key,
  ...Object.fromEntries(
    counts.flatMap(([id, counted], index) => [
      [`counts[${index}].collection`, id],
      [`counts[${index}].counted`, counted],
    ]),
  ),
});

it("bags wait in the order in which they were taken out, and are counted together, once", async () => {
  const device = await machineWithBags(3);
  const [first, second, third] = (await read()).items.filter((one) => one.device.id === device);
  if (!first || !second || !third) throw new Error("three bags wait");
  expect([first.at < second.at, second.at < third.at, first.author]).toEqual([true, true, "Водій"]);
  const form = countsOf([
    [first.id, 12_345],
    [second.id, 0],
  ]);
  for (const counted of [2, 0]) expect((await root.post("/collections", form)).data).toEqual({ counted });
  expect((await read(`&q=B-${third.id}`)).items).toMatchObject([{ id: third.id, counted: null }]);
  const done = (await read("&state=counted")).items.filter((one) => one.device.id === device);
  expect(done.map(({ id, counted, author }) => [id, counted, author])).toEqual([
    [second.id, 0, "Водій"],
    [first.id, 12_345, "Водій"],
  ]);
  expect(done[0]?.counted_by).toBeTruthy();

  // What somebody counted stands, and nothing else of the form is written.
  const late = await root.post(
    "/collections",
    countsOf([
      [third.id, 5],
      [first.id, 1],
    ]),
  );
  expect([late.status, late.fields]).toEqual([422, { "counts[1].counted": [{ key: "already_counted" }] }]);
  expect((await read(`&q=B-${third.id}`)).total).toBe(1);
  for (const wrong of [
    countsOf([
      [third.id, 1],
      [third.id, 1],
    ]),
    countsOf([[third.id, -1]]),
    countsOf([[987_654, 1]]),
    countsOf([]),
  ])
    expect((await root.post("/collections", wrong)).status).toBe(422);
});

it("one bag that two count at once is counted by one of them", async () => {
  const device = await machineWithBags(1);
  const [bag] = (await read()).items.filter((one) => one.device.id === device);
  const answers = await Promise.all(
    [1, 2, 3, 4].map((amount) => root.post("/collections", countsOf([[bag?.id ?? 0, amount]]))),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422]);
});

it("bags of machines that are not somebody's to see are neither shown nor counted", async () => {
  const device = await machineWithBags(1);
  const [bag] = (await read()).items.filter((one) => one.device.id === device);
  const stranger = await api.person({ permissions: ["DEVICE"], mode: "OPEN_SELECTED" });
  expect((await read("", stranger)).items).toEqual([]);
  expect((await stranger.post("/collections", countsOf([[bag?.id ?? 0, 7]]))).fields).toEqual({
    "counts[0].counted": [{ key: "incorrect" }],
  });
  const nobody = await api.person({ permissions: ["TELEMETRY"] });
  expect([(await nobody.get("/collections")).status, (await nobody.post("/collections", countsOf([]))).status]).toEqual(
    [403, 403],
  );
});
