import type { Page } from "@playwright/test";
import { REGIONS } from "~server/contract/enums";
import { faults } from "./axe";
import { expect, heading, open, prefer, signIn, SITE, test } from "./pages";
import { makeRecord } from "./records";
import { LANGS, say } from "./texts";
import { event, makeUnit } from "./unit";
import { makePerson, unique } from "./vending";

const rows = (page: Page) => page.getByRole("table", { name: say("statuses:title") }).locator("tbody tr");

test("the screen of states shows what needs somebody, and its counts lead to it", async ({ page, context, api }) => {
  const word = unique();
  const project = await makeRecord(api, "project");
  const location = await makeRecord(api, "location", {
    name: `Місце ${word}`,
    region: "BC",
    city: "Львів",
    project: project.id,
  });
  const well = await makeRecord(api, "device", { serial_number: `${word}-well`, location: location.id });
  const ill = await makeRecord(api, "device", { serial_number: `${word}-ill`, location: location.id });
  await (await makeUnit(api, well.id)).send({ door: "closed", power: { mains: true }, net: { rssi: -71 } });
  await (await makeUnit(api, ill.id)).send({
    door: "opened",
    power: { mains: false },
    events: [event("error", 5, { code: "EFB", active: true })],
  });
  await makeRecord(api, "device", { serial_number: `${word}-silent`, location: location.id });
  const machines = await api.get(`/devices/states?q=${word}`);
  const ids = [well.id, ill.id];
  // Everybody signed in may look; the menu entry and the machines' own pages ask for more.
  await signIn(context, await makePerson(api, [], { devices: ids }));
  await open(page, `/devices_statuses?q=${word}`);
  await expect(heading(page)).toHaveText(say("statuses:title"));
  expect(machines).toMatchObject({ total: 3 });
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).first()).toContainText(`${word}-ill`);
  await expect(rows(page).first()).toContainText(
    new RegExp(
      `${say("statuses:state.power")} · .+; EFB: ${say("event_codes:EFB")} · .+; ${say("statuses:state.door")} · `,
    ),
  );
  await expect(page.getByRole("link", { name: `${word}-ill` })).toHaveCount(0);
  await expect(
    page.getByRole("navigation", { name: say("frame:menu_label") }).getByText(say("frame:menu.devices_statuses")),
  ).toHaveCount(0);

  const tabs = page.getByRole("navigation", { name: say("statuses:counts") });
  await expect(tabs.getByRole("link", { name: say("statuses:state.errors") })).toHaveText(/1$/);
  await tabs.getByRole("link", { name: say("statuses:state.door") }).click();
  await expect(page).toHaveURL(/state=door/);
  await expect(rows(page)).toHaveCount(1);

  await open(page, `/devices_statuses?q=${word}&filters=1`);
  await page.getByLabel(say("statuses:filter.project")).selectOption({ label: project.title });
  await page
    .getByRole("button", { name: say("resource:apply") })
    .last()
    .click();
  await expect(page).toHaveURL(new RegExp(`project=${project.id}`));
  await expect(rows(page)).toHaveCount(2);
  await expect(
    page.getByRole("link", { name: new RegExp(`${say("resource:remove_filter")}: ${say("statuses:filter.project")}`) }),
  ).toBeVisible();
});

test("every region of the map is a link to its machines", async ({ page, context }) => {
  await signIn(context);
  await open(page, "/devices_statuses");
  const map = page.getByRole("group", { name: say("statuses:map") });
  await expect(map.getByRole("link")).toHaveCount(REGIONS.length);
  for (const region of REGIONS)
    await expect(map.locator(`a[href*="region=${region}"]`)).toHaveAttribute(
      "aria-label",
      new RegExp(`^${say(`options:region.${region}`)}: `),
    );
  await expect(map.locator('a[href*="region=AA"] title')).toHaveText(new RegExp(`^${say("options:region.AA")}: `));
  await map.locator('a[href*="region=AA"]').click();
  await expect(page).toHaveURL(/region=AA/);
  await expect(map.locator('a[aria-current="true"]')).toHaveCount(1);
});

test("the screen of states fits its page, opens its filters in place and shows only filters in use", async ({
  page,
  context,
  api,
}) => {
  const word = unique();
  const location = await makeRecord(api, "location", {
    name: `Торговий центр з довгою назвою ${word}`,
    city: "Кам’янець-Подільський",
    region: "BX",
  });
  const ill = await makeRecord(api, "device", { serial_number: `${word}-ill`, location: location.id });
  const well = await makeRecord(api, "device", { serial_number: `${word}-well`, location: location.id });
  // What is told without events is written down a little later.
  await (await makeUnit(api, well.id)).send({
    net: { rssi: -71 },
    temp_c: [4.5],
    events: [event("power", 5, { mains: true })],
  });
  await (await makeUnit(api, ill.id)).send({
    door: "opened",
    power: { mains: false },
    events: [
      event("error", 5, { code: "ZZ-17", text: "Помпа стоїть", active: true }),
      event("sale", 3, { cell: "1", price: 412_345, source: "cash" }),
    ],
  });
  await signIn(context);
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, `/devices_statuses?q=${word}`);
  await expect(rows(page).first()).toContainText("ZZ-17: Помпа стоїть");
  await expect(rows(page).last()).toContainText("4,5 °C");
  expect(
    await page
      .getByRole("region", { name: say("statuses:title") })
      .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
  ).toBe(0);
  const filters = page.locator("a, summary").filter({ hasText: new RegExp(`^${say("resource:filters")}$`) });
  const place = await filters.boundingBox();
  await filters.click();
  await expect(page.getByLabel(say("statuses:filter.project"))).toBeVisible();
  expect((await filters.boundingBox())?.x).toBeCloseTo(place?.x ?? NaN, 0);
  await open(page, "/devices_statuses?region=ZZ&project=none&state=nonsense");
  await expect(page.getByRole("list", { name: say("resource:filters_in_use") })).toHaveCount(0);
  await expect(page.getByRole("navigation", { name: say("statuses:counts") }).locator("[aria-current]")).toHaveText(
    new RegExp(`^${say("statuses:all")}`),
  );
});

test("a screen of 1440 × 900 shows twenty machines in trouble in every language, and nothing scrolls within it", async ({
  page,
  context,
  api,
}) => {
  test.slow();
  const word = unique();
  const location = await makeRecord(api, "location", {
    name: `Торговий центр з довгою назвою ${word}`,
    city: "Кам’янець-Подільський",
  });
  const numbers = Array.from({ length: 24 }, (_, index) => 10 + index);
  for (const number of numbers) {
    const { id, title } = await makeRecord(api, "device", {
      ...{ serial_number: `${word.slice(-8)}${number}`, location: location.id, in_work: "on" },
    });
    // Some have more to say than a line holds.
    const text = "Помпа стоїть, вода не надходить до бойлера";
    await (await makeUnit(api, id)).send({
      events: [
        event("error", 60, { code: "EFB", active: true }),
        ...(number < 14 ? [event("error", 50, { code: "ZZ-17", text, active: true })] : []),
      ],
    });
    await api.create("/help_desk/tickets", {
      ...{ subject: title, type: "DEVICE_PROBLEM", priority: "HIGH", device: id },
    });
  }
  await signIn(context);
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const lang of LANGS) {
    await prefer(context, { lang });
    // Once for what is said of the change.
    await open(page, "/devices_statuses");
    await open(page, `/devices_statuses?q=${word}`);
    const table = page.getByRole("region", { name: say("statuses:title", {}, lang) });
    const lines = table.locator("tbody tr");
    await expect(lines).toHaveCount(numbers.length);
    const seen = await lines.evaluateAll(
      (all) => all.filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length,
    );
    expect(seen, lang).toBeGreaterThanOrEqual(20);
    await expect(lines.first()).toContainText(say("statuses:nobody", {}, lang));
    expect(await table.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0);
  }
});

test("the screen of states refreshes on request only, and stops", async ({ page, context, scripts }) => {
  await signIn(context);
  await open(page, "/devices_statuses");
  expect(await page.locator("noscript meta[http-equiv=refresh], meta[http-equiv=refresh]").count()).toBe(0);
  await page.getByRole("link", { name: say("statuses:refresh") }).click();
  await expect(page).toHaveURL(/refresh=30/);
  await expect(page.getByRole("link", { name: say("statuses:stop") })).toBeVisible();
  const text = await (await context.request.get(`${SITE}/devices_statuses?refresh=30`)).text();
  expect(text).toMatch(/<noscript><meta http-equiv="refresh" content="30"/i);
  if (scripts) {
    await open(page, "/devices_statuses?refresh=15");
    await page.waitForRequest(/devices_statuses\.data/, { timeout: 30_000 });
  }
  await page.getByRole("link", { name: say("statuses:stop") }).click();
  await expect(page).not.toHaveURL(/refresh/);
  await prefer(context, { scripts: "off" });
  expect((await context.request.get(`${SITE}/devices_statuses?refresh=30`)).headers().refresh).toBe("30");
  expect((await context.request.get(`${SITE}/devices_statuses`)).headers().refresh).toBeUndefined();
});

// The page is the same without scripts, and axe is one.
test("axe finds nothing on the screen of states", { tag: "@scripts" }, async ({ page, context }) => {
  test.slow();
  await signIn(context);
  const found: string[] = [];
  for (const path of [
    "/devices_statuses",
    "/devices_statuses?filters=1&region=AA&refresh=60",
    "/devices_statuses?q=nothing-like-this",
  ]) {
    await open(page, path);
    found.push(...(await faults(page, path)));
  }
  expect(found).toEqual([]);
});
