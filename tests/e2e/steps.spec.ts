import type { Locator } from "@playwright/test";
import { PERMISSIONS } from "~server/contract/permissions";
import { expect, open, signIn, test, toast } from "./pages";
import { makeRecord } from "./records";
import { say } from "./texts";
import { event, makeUnit } from "./unit";
import { makePerson, unique } from "./vending";

// Work that is done all day long takes few presses, with scripts and without.

/** Presses things and counts. */
function presser() {
  const pressed = { count: 0 };
  const press = async (what: Locator) => {
    pressed.count++;
    await what.click();
  };
  return { pressed, press };
}

test("a dispatcher makes a ticket of an error in three clicks", async ({ page, context, api }) => {
  const { id, title } = await makeRecord(api, "device", { in_work: "on" });
  await (await makeUnit(api, id)).send({ events: [event("error", 15, { code: "EFB", active: true })] });
  await signIn(context, await makePerson(api, PERMISSIONS, { devices: [id] }));
  const { pressed, press } = presser();

  await open(page, "/");
  await press(page.getByRole("main").getByRole("link", { name: title }).first());
  await press(page.getByRole("link", { name: say("help-desk:report_error") }).first());
  await press(page.getByRole("button", { name: say("resource:save"), exact: true }));
  await expect(page).toHaveURL(/\/help_desk\/tickets\/view\/\d+$/);
  await expect(page.getByRole("main")).toContainText(title);
  expect(pressed.count).toBeLessThanOrEqual(3);
});

test("a technician enters maintenance of a machine that is searched for in five taps", async ({
  page,
  context,
  api,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const serial = unique();
  const { id } = await makeRecord(api, "device", { serial_number: serial });
  await signIn(context, await makePerson(api, PERMISSIONS, { devices: [id] }));
  const { pressed, press } = presser();

  await open(page, "/");
  await press(page.getByRole("banner").getByRole("button", { name: say("frame:header.search") }));
  const field = page.getByRole("main").getByRole("searchbox");
  await field.fill(serial);
  // The key of the telephone's keyboard.
  pressed.count++;
  await field.press("Enter");
  await press(page.getByRole("link", { name: `${say("entities:device.shortcuts.maintenance")}: ${serial}` }));
  await expect(page).toHaveURL(new RegExp(`/devices/view/${id}/maintenance$`));
  await press(page.getByRole("checkbox", { name: say("device:maintenance.cleaned") }));
  await press(page.getByRole("button", { name: say("device:maintenance.save") }));
  await expect(toast(page)).toContainText(say("device:maintenance.saved"));
  expect(pressed.count).toBeLessThanOrEqual(5);
});
