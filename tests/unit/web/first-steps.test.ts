import { expect, it } from "vitest";
import { stepsFor } from "~/areas/dashboard/first-steps.server";
import { FIRST_STEPS } from "~server/contract/first-steps";
import { translatorFor } from "~server/web/i18n.server";

const t = await translatorFor("en");
const holder = (...permissions: string[]) => ({ is_can_all: false, permissions, sport_life: false });
const everybody = { ...holder(), is_can_all: true };

it("ticks what is done, and has one next step", () => {
  const model = stepsFor(everybody, t, ["device_model", "device", "telemetry"]);
  expect(model?.steps.map(({ done, href, isNext }) => [done, href, isNext])).toEqual([
    ["Done", "/companies", false],
    ["Done", "/locations", false],
    ["Done", "/device_manufacturers", false],
    [undefined, "/device_model/create", true],
    [undefined, "/devices/create", false],
    [undefined, "/telemetries/create", false],
    ["Done", "/alert_rules", false],
  ]);
});

it("offers only what the person may do, and nothing when that is done", () => {
  const technician = holder("DEVICE", "DEVICE_CREATE", "LOCATION");
  expect(stepsFor(technician, t, FIRST_STEPS)?.steps.map(({ name }) => name)).toEqual(["Machine"]);
  expect(stepsFor(technician, t, ["company", "telemetry"])).toBeNull();
  expect(stepsFor(holder("REPORT"), t, FIRST_STEPS)).toBeNull();
  expect(stepsFor(everybody, t, [])).toBeNull();
});
