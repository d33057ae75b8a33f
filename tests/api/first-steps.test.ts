import { afterAll, beforeAll, expect, it } from "vitest";
import { firstStepsSchema } from "~server/contract/first-steps";
import { entityNamed } from "~server/contract/entities";
import { type Person, type TestApi, testApi } from "./app";
import { makeModel, makeUnit } from "./network";
import { made } from "./samples";
import { callingUnit, vend } from "./unit";

let api: TestApi;
let root: Person;
let stranger: Person;
beforeAll(async () => {
  api = await testApi();
  root = await api.person({ root: true });
  stranger = await api.person({ mode: "OPEN_SELECTED", devices: [999_999] });
});
afterAll(() => api.close());

const left = async (person = root) => firstStepsSchema.parse((await person.get("/first_steps")).data).left;

it("are left one by one, whoever did them, and are gone when something was sold", async () => {
  expect(await left()).toEqual([
    ...["company", "location", "device_manufacturer", "device_model", "device", "telemetry", "alert_rule"],
  ]);
  await made(root, entityNamed("company"));
  expect((await left())[0]).toBe("location");
  await made(root, entityNamed("location"));
  await made(root, entityNamed("device_model"));
  expect(await left()).toEqual(["device", "telemetry", "alert_rule"]);
  const device = await made(root, entityNamed("device"));
  expect(await left(stranger)).toEqual(["telemetry", "alert_rule"]);
  // In store, a unit reports nothing.
  await made(root, entityNamed("telemetry"));
  expect(await left()).toEqual(["telemetry", "alert_rule"]);
  await makeUnit(root, device);
  expect(await left()).toEqual(["alert_rule"]);
  await made(root, entityNamed("alert_rule"));
  expect(await left()).toEqual([]);
});

it("do not come back for who sold without them", async () => {
  const fresh = await testApi();
  try {
    const admin = await fresh.person({ root: true });
    const unit = await callingUnit(fresh, admin, await makeModel(admin));
    await unit.send({ events: [vend()] });
    expect(firstStepsSchema.parse((await admin.get("/first_steps")).data).left).toEqual([]);
  } finally {
    await fresh.close();
  }
});
