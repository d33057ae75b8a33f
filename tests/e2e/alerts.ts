import { expect } from "@playwright/test";
import { alertDetailsSchema, alertsSchema } from "~server/contract/alerts";
import type { PlainBrowser } from "./plain-browser";
import { makeRecord } from "./records";
import { makeUnit } from "./unit";
import { type Api, unique } from "./vending";

/** Two machines with an open door, each at a place of its own: one alert is taken note of in the list, the other on its page. */
export async function alerts(browser: PlainBrowser, api: Api): Promise<void> {
  const word = unique();
  const project = await makeRecord(api, "project");
  const devices = [];
  for (const city of [`${word}-a`, `${word}-b`]) {
    const location = await makeRecord(api, "location", { city, project: project.id });
    devices.push(await makeRecord(api, "device", { location: location.id, in_work: "on" }));
  }
  await api.create("/alert_rules", {
    ...{ name: word, active: "on", cause: "door", minutes: 0, level: "info", language: "uk", wait_seconds: 0 },
    projects: project.id,
  });
  for (const { id } of devices) await (await makeUnit(api, id)).send({ door: "opened" });
  const alertOf = async (device: number | undefined) =>
    alertsSchema.parse(await api.get(`/alerts?state=all&device=${device}`)).items[0]?.id ?? 0;
  for (const { id } of devices) await expect.poll(() => alertOf(id), { timeout: 60_000 }).toBeGreaterThan(0);
  const [first, second] = [await alertOf(devices[0]?.id), await alertOf(devices[1]?.id)];
  const stateOf = async (id: number) => alertDetailsSchema.parse(await api.get(`/alerts/${id}`)).state;

  let page = await browser.open("/alerts?limit=500");
  page.box("id", String(first)).checked = true;
  await browser.press(page, page.button("", undefined, page.box("id", String(first)).form));
  expect([await stateOf(first), await stateOf(second)]).toEqual(["acknowledged", "open"]);
  page = await browser.open(`/alerts/view/${second}`);
  await browser.press(page, page.button());
  expect(await stateOf(second)).toBe("acknowledged");
}
