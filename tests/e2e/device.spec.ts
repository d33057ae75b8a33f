import type { Page } from "@playwright/test";
import { audit, kyiv } from "./audits";
import { faults } from "./axe";
import { described, expect, heading, open, prefer, save, signIn, takeAction, test, toast } from "./pages";
import { imageOf, makeRecord } from "./records";
import { say } from "./texts";
import { event, makeUnit } from "./unit";
import { type Api, makePerson, unique } from "./vending";

/** What is well, in the light theme. */
const GREEN = "rgb(15, 107, 60)";
const rows = (page: Page, caption: string) => page.getByRole("table", { name: caption }).locator("tbody tr");

/** A machine that has lived: vends, an open error, a door, a card, a QR code, a temperature. */
async function livingMachine(api: Api) {
  const device = await makeRecord(api, "device");
  const unit = await makeUnit(api, device.id);
  await unit.send({
    fw: "2.4.1",
    uptime_s: 90_000,
    net: { operator: "25501", rssi: -71, type: "lte" },
    power: { mains: true, mv: 24_100 },
    door: "closed",
    temp_c: [4.5],
    events: [
      event("sale", 30, { cell: "3", price: 4200, source: "cash" }),
      event("sale", 20, { cell: "5", price: 3500, source: "cashless1" }),
      event("error", 15, { code: "EFB", active: true }),
      event("door", 12, { state: "opened" }),
      event("door", 10, { state: "closed" }),
      event("qr", 9, { code: "A", result: "vended", cell: "5", price: 3500 }),
      event("qr", 8, { code: "B", result: "already_used" }),
      event("temperature", 7, { value: 4.5 }),
      event("temperature", 3, { value: 5 }),
    ],
  });
  return { ...device, unit, view: `/devices/view/${device.id}` };
}

test("staff enter what they filled, and the summary shows it", async ({ page, context, api, scripts }) => {
  const recipe = await makeRecord(api, "recipe");
  const planogram = await makeRecord(api, "planogram", {
    "cells[0].cell": "7",
    "cells[0].recipe": recipe.id,
    "cells[0].price": "1000",
    "cells[0].capacity": "12",
  });
  const { id } = await makeRecord(api, "device", { device_type: "SNACK", planogram: planogram.id });
  await signIn(context);
  await open(page, `/devices/view/${id}`);
  await takeAction(page, say("entities:device.shortcuts.maintenance"));
  await expect(page.getByText(say("device:maintenance.unknown", { capacity: "12 шт." }))).toBeVisible();
  const level = page.getByRole("textbox", { name: say("device:event.cell", { cell: "7" }) });
  const submit = page.getByRole("button", { name: say("device:maintenance.save") });
  await submit.click();
  await expect(page.getByRole("alert")).toHaveText(say("errors:nothing_done"));
  await page.getByRole("checkbox", { name: say("device:maintenance.cleaned") }).check();
  await level.fill("13");
  await submit.click();
  await expect(page.locator('[id="cell:7-error"]')).toHaveText(say("errors:max_value", { count: 12 }));
  await expect(level).toHaveValue("13");
  await expect(page.getByRole("checkbox", { name: say("device:maintenance.cleaned") })).toBeChecked();
  if (scripts) expect(await faults(page, "maintenance refused")).toEqual([]);
  await level.fill("9");
  await submit.click();
  await expect(toast(page)).toContainText(say("device:maintenance.saved"));
  await expect(page.getByText("9 з 12 (75%)", { exact: true })).toBeVisible();
  await open(page, `/devices/view/${id}/monitoring?group=door`);
  await expect(page.getByRole("main")).toContainText(say("device:event.slots_filled", { count: 1 }));
});

test("every tab says what machine it is and what of it needs somebody, with what is done about it", async ({
  page,
  context,
  api,
  scripts,
}) => {
  const location = await makeRecord(api, "location", { city: "Бровари", address: "вул. Київська, 5" });
  const { id } = await makeRecord(api, "device", { location: location.id, in_work: "on" });
  const unit = await makeUnit(api, id);
  await unit.send({ events: [event("sale", 30, { cell: "3", price: 4200, source: "cash" })] });
  const view = `/devices/view/${id}`;
  const strip = page.getByRole("region", { name: say("device:attention.title") });
  await signIn(context);
  await open(page, view);
  await expect(page.getByText("Бровари, вул. Київська, 5")).toBeVisible();
  await expect(strip).toHaveCount(0);
  await expect(page.getByText(say("device:no_errors"), { exact: true })).toHaveCSS("color", GREEN);

  // What is due is a reason, too, though nothing is broken.
  await api.post(`/devices/bulk/change_next_service_on`, {
    ids: id,
    next_service_on: kyiv(1, "12:00:00").slice(0, 10),
  });
  await open(page, view);
  await expect(strip).toContainText(say("device:attention.service"));
  for (const words of [say("device:no_errors"), say("options:device_status.ONLINE")])
    for (const said of await page.getByText(words, { exact: true }).all())
      await expect(said).not.toHaveCSS("color", GREEN);

  await unit.send({
    events: [
      event("power", 125, { mains: false }),
      event("error", 15, { code: "EFB", active: true }),
      event("door", 5, { state: "opened" }),
    ],
    power: { mains: false },
    door: "opened",
  });
  for (const tab of ["", "/monitoring", "/sales", "/history"]) {
    await open(page, view + tab);
    await expect(strip.getByRole("listitem").first()).toContainText(`${say("statuses:state.power")} · 2 год`);
    await expect(strip).toContainText(`EFB: ${say("event_codes:EFB")}`);
    await expect(heading(page).locator("xpath=..")).toContainText(say("statuses:state.door"));
  }
  await open(page, view);
  for (const words of [say("device:contact.fresh"), say("options:device_status.ONLINE")])
    await expect(page.getByText(words, { exact: true }).first()).not.toHaveCSS("color", GREEN);
  if (scripts) expect(await faults(page, "machine in need")).toEqual([]);
  await strip.getByRole("link", { name: say("help-desk:report_error") }).click();
  await save(page);
  await expect(toast(page)).toContainText(/Створено /);
  await open(page, `${view}/monitoring`);
  await expect(heading(page).locator("xpath=..").getByRole("link")).toContainText(say("statuses:nobody"));
  await expect(strip.getByRole("link", { name: say("help-desk:report_error") })).toHaveCount(0);
  await strip.getByRole("link", { name: say("entities:device.shortcuts.restart") }).click();
  await expect(page).toHaveURL(`${view}/command/restart`);
});

test("the summary tells at a glance how a machine stands and earns", async ({ page, context, api }) => {
  const { view } = await livingMachine(api);
  await signIn(context);
  await open(page, view);
  await expect(page.getByText(say("device:contact.fresh"))).toBeVisible();
  await expect(page.getByText(`EFB: ${say("event_codes:EFB")}`).last()).toBeVisible();
  await expect(page.getByText(/З \d\d\.\d\d\.\d{4},\s\d\d:00 — 2 продажі/)).toBeVisible();
  await expect(described(page, say("device:door"))).toHaveText(say("device:door_state.closed"));
  await expect(described(page, say("device:power"))).toHaveText(/24,1/);
  await expect(described(page, say("device:temperature"))).toHaveText("4,5 °C");
  await expect(described(page, say("device:operator"))).toHaveText("Vodafone");
  await expect(described(page, say("device:signal"))).toHaveText(/71 дБм/);
});

test("monitoring draws the time and filters the log", async ({ page, context, api }) => {
  const { view } = await livingMachine(api);
  await signIn(context);
  await open(page, `${view}/monitoring`);
  await expect(page.getByRole("figure")).toContainText(say("device:lane.door_times", { count: 1 }));
  await expect(page.getByRole("figure")).toContainText(say("device:lane.errors_times", { count: 1 }));
  const values = page.getByRole("figure").locator("tr");
  await expect(values.first()).toBeHidden();
  await page.getByRole("figure").getByText(say("resource:in_table")).click();
  await expect(values.filter({ hasText: say("device:lane.errors") })).toContainText(`EFB: ${say("event_codes:EFB")}`);
  for (const lane of ["door", "temperature", "sales"])
    await expect(values.filter({ hasText: say(`device:lane.${lane}`) }).first()).toBeVisible();
  // By the hour: pointed at, touched or reached by arrow keys, also without scripts.
  const parts = page.getByRole("radio", { name: say("device:lane.online") });
  await expect(parts.first()).toHaveAccessibleName(/\d\d:00 – /);
  const told = page.getByRole("figure").locator("label span");
  await expect(told.last()).toHaveCSS("opacity", "0");
  await page.getByRole("figure").locator("label").last().hover();
  await expect(told.last()).toHaveCSS("opacity", "1");
  await expect(told.last()).toContainText(say("device:lane.temperature"));
  await page.mouse.move(0, 0);
  await page.getByRole("radio").first().focus();
  await page.keyboard.press("ArrowLeft");
  await expect(told.last()).toHaveCSS("opacity", "1");
  await page
    .getByRole("navigation", { name: say("device:log_groups") })
    .getByRole("link", { name: say("device:group.scans") })
    .click();
  await expect(rows(page, say("device:events_title"))).toHaveText([
    new RegExp(say("device:scan.already_used")),
    new RegExp(say("device:scan.vended")),
  ]);
  await page.getByLabel(say("device:log.kind")).selectOption({ label: say("options:event_kind.sale") });
  await page.getByRole("button", { name: say("sales:show") }).click();
  await expect(rows(page, say("device:events_title"))).toHaveCount(2);
  await open(page, `${view}/aggregated_qr`);
  await expect(page.getByRole("link", { name: say("resource:tab.aggregated_qr"), exact: true })).toHaveAttribute(
    "aria-current",
    "page",
  );
  await expect(page.getByRole("link", { name: say("resource:tab.aggregated"), exact: true })).not.toHaveAttribute(
    "aria-current",
  );
  await expect(rows(page, say("sales:qr.outcomes"))).toHaveCount(2);
  await open(page, `${view}/aggregated`);
  await expect(rows(page, say("sales:by_source"))).toHaveText([/Готівка.*1.*42,00/, /1.*35,00/]);
});

test("vends of the last 24 hours are told hour by hour, by arrow keys and in a table", async ({
  page,
  context,
  api,
}) => {
  const { view } = await livingMachine(api);
  await signIn(context);
  await open(page, view);
  const strip = page.getByRole("figure").filter({ has: page.getByRole("group", { name: say("device:strip.title") }) });
  const hours = strip.getByRole("radio");
  await expect(hours).toHaveCount(24);
  await hours.first().focus();
  await page.keyboard.press("ArrowLeft");
  await expect(hours.last()).toBeFocused();
  await expect(strip.locator("label > span").last()).toHaveCSS("opacity", "1");
  await expect(strip.getByRole("table")).toBeHidden();
  await strip.getByText(say("resource:in_table")).click();
  await expect(strip.getByRole("row").filter({ hasText: /\(.*₴\)/ })).not.toHaveCount(0);
});

test("products without a recipe are named on every screen of sales", async ({ page, context, api }) => {
  const { view } = await livingMachine(api);
  await signIn(context);
  for (const tab of ["", "/sales", "/aggregated"]) {
    await open(page, view + tab);
    await expect(page.getByText(say("sales:recipes_missing", { products: "3, 5" })), tab).toBeVisible();
  }
  await open(page, `${view}/aggregated_qr`);
  await expect(page.getByText(say("sales:recipes_missing", { products: "5" }))).toBeVisible();
});

test("the log tells restarts in words, and what is unknown as unknown", async ({ page, context, api }) => {
  const device = await makeRecord(api, "device");
  const unit = await makeUnit(api, device.id);
  await unit.send({
    events: [
      event("restart", 5, { reason: "watchdog" }),
      event("restart", 4, { reason: "restart_telemetry" }),
      event("restart", 3, { reason: "brown_out" }),
      event("self_test", 2, {}),
    ],
  });
  await signIn(context);
  await open(page, `/devices/view/${device.id}/monitoring`);
  for (const words of [
    say("device:restart_reason.watchdog"),
    say("device:command.restart_telemetry.name"),
    say("device:restart_reason.unknown", { code: "brown_out" }),
    say("device:event.unknown", { code: "self_test" }),
  ])
    await expect(rows(page, say("device:events_title")).filter({ hasText: words })).toHaveCount(1);
});

test("a command to a machine whose telemetry is offline says so before it is given", async ({ page, context, api }) => {
  const device = await makeRecord(api, "device");
  await makeUnit(api, device.id);
  await signIn(context);
  await open(page, `/devices/view/${device.id}/command/restart`);
  await expect(page.getByText(say("device:telemetry_offline"))).toBeVisible();
  await expect(page.getByText(say("device:command_waits"))).toBeVisible();
});

test("the record beside it opens on the same tab, also where one tab's name begins another's", async ({
  page,
  context,
  api,
}) => {
  const word = unique();
  for (const i of [1, 2]) await makeRecord(api, "device", { serial_number: `${word}-${i}` });
  await signIn(context);
  await open(page, `/devices?q=${word}`);
  await page.getByRole("link", { name: `${word}-1` }).click();
  for (const tab of ["sales", "aggregated_qr"])
    await page.getByRole("link", { name: say(`resource:tab.${tab}`), exact: true }).click();
  await expect(page).toHaveURL(/\/aggregated_qr\?/);
  await page.getByRole("link", { name: say("resource:next_record", { title: `${word}-2` }) }).click();
  await expect(heading(page)).toHaveText(`${word}-2`);
  await expect(page).toHaveURL(/\/aggregated_qr\?/);
});

test("tabs are one row where there is room, more where there is little, and on a phone they scroll", async ({
  page,
  context,
  api,
}) => {
  const { id } = await makeRecord(api, "device");
  await signIn(context);
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const lang of ["uk", "en", "pl"] as const) {
    await prefer(context, { lang });
    await open(page, `/devices/view/${id}/telemetry`);
    const tabs = page.getByRole("navigation", { name: say("resource:tabs", {}, lang) }).getByRole("link");
    const tops = await tabs.evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top));
    expect([tops.length, new Set(tops).size], lang).toEqual([10, 1]);
  }
  await prefer(context, { lang: "pl" });
  const last = page.getByRole("link", { name: say("resource:tab.history", {}, "pl"), exact: true });
  for (const width of [800, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await open(page, `/devices/view/${id}/telemetry`);
    await expect(last).toBeInViewport({ ratio: 1 });
    expect(
      await heading(page).evaluate((element) => element.getBoundingClientRect().top),
      "the page begins at its top",
    ).toBeGreaterThan(0);
  }
  await page.setViewportSize({ width: 360, height: 800 });
  await open(page, `/devices/view/${id}/telemetry`);
  await expect(page.getByRole("link", { name: say("resource:tab.telemetry", {}, "pl"), exact: true })).toBeInViewport({
    ratio: 0.99,
  });
  await open(page, `/devices/view/${id}`);
  await expect(last).not.toBeInViewport();
});

test("a command is asked for, given, seen, and called back", async ({ page, context, api }) => {
  const { view, unit } = await livingMachine(api);
  await signIn(context);
  await open(page, view);
  await takeAction(page, say("entities:device.shortcuts.restart"));
  await expect(page.getByRole("heading", { name: say("device:command.restart.question") })).toBeVisible();
  await page.getByRole("button", { name: say("device:command.restart.label") }).click();
  await expect(toast(page)).toHaveText(new RegExp(say("device:command.restart.name")));
  await expect(rows(page, say("device:requests")).first()).toContainText(say("options:command_state.queued"));
  expect(await unit.send({})).toMatchObject([{ name: "restart" }]);
  await page.reload();
  await expect(rows(page, say("device:requests")).first()).toContainText(say("options:command_state.sent"));
  await rows(page, say("device:requests"))
    .first()
    .getByRole("button", { name: new RegExp(`^${say("resource:cancel")}.*${say("device:command.restart.name")}`) })
    .click();
  await expect(rows(page, say("device:requests")).first()).toContainText(say("options:command_state.cancelled"));
  expect(await unit.send({})).toEqual([]);
});

test("of two alike the one of the row is called back, on the unit's own page", async ({ page, context, api }) => {
  const { id, unit } = await livingMachine(api);
  for (const key of ["the-first-request", "the-second-request"])
    await api.post(`/devices/${id}/commands`, { name: "request_statistics", key });
  await signIn(context);
  await open(page, `/telemetry/view/${unit.id}/connection`);
  const requests = rows(page, say("device:requests"));
  await expect(requests.getByRole("button")).toHaveCount(2);
  await requests.last().getByRole("button").click();
  await expect(toast(page)).toHaveText(new RegExp(say("device:command_cancelled")));
  await expect(page).toHaveURL(new RegExp(`/telemetry/view/${unit.id}/connection$`));
  await expect(requests.first()).toContainText(say("options:command_state.queued"));
  await expect(requests.last()).toContainText(say("options:command_state.cancelled"));
  await expect(requests.getByRole("button")).toHaveCount(1);
});

test("a collection is counted, and what is wrong stays in the form", async ({ page, context, api }) => {
  const { view, unit } = await livingMachine(api);
  await unit.send({ events: [event("collection", 5, { who: "Петренко", bag: "B-7" })] });
  await signIn(context);
  await open(page, `${view}/collection`);
  await page.locator("#collection").selectOption({ index: 1 });
  await page.locator("#counted").fill("сто");
  await page.getByRole("button", { name: say("device:collection.save") }).click();
  await expect(page.locator("#counted-error")).toHaveText(say("errors:incorrect"));
  await expect(page.locator("#counted")).toHaveValue("сто");
  await page.locator("#counted").fill("1 250,50");
  await page.getByRole("button", { name: say("device:collection.save") }).click();
  await expect(toast(page)).toHaveText(new RegExp(say("device:collection.saved")));
  await expect(rows(page, say("device:collection.title"))).toHaveText([/1\s250,50\s₴.*B-7/]);
});

test("the chain of audits tells its gaps, each with its file", async ({ page, context, api }) => {
  const device = await makeRecord(api, "device");
  await api.audit(device.id, audit(1, kyiv(3, "08:00:00"), 100, 200));
  await api.audit(device.id, audit(4, kyiv(1, "08:00:00"), 110, 220));
  await signIn(context);
  await open(page, `/devices/view/${device.id}/audits`);
  const health = rows(page, say("device:health.title"));
  await expect(health.filter({ hasText: say("device:health.gap") })).toHaveCount(1);
  await health
    .filter({ hasText: say("device:health.gap") })
    .getByRole("link")
    .click();
  await expect(page.getByRole("heading", { name: say("audits:report") })).toBeVisible();
});

test("a firmware is rolled out to chosen machines", async ({ page, context, api }) => {
  const { id, unit, title } = await livingMachine(api);
  const image = await api.upload("firmware", "image", imageOf(title));
  const firmware = await api.create("/firmwares", {
    name: `FW ${title}`,
    release: "3.0",
    type: "TELEMETRY",
    image,
    active: "on",
  });
  await signIn(context);
  await open(page, `/firmware/view/${firmware}/rollouts`);
  await page.getByRole("link", { name: say("device:rollout.new") }).click();
  await page.getByRole("searchbox", { name: say("device:rollout.search") }).fill(title);
  await page.getByRole("button", { name: say("resource:find") }).click();
  await expect(
    page.getByRole("group", { name: say("device:rollout.found_machines") }).getByRole("checkbox"),
  ).toHaveCount(1);
  await page.getByRole("button", { name: say("device:rollout.start") }).click();
  await expect(page.getByRole("alert")).toContainText(say("device:rollout.choose_some"));
  await page.getByRole("checkbox", { name: new RegExp(title) }).check();
  // Another search keeps what is ticked.
  await page.getByRole("searchbox", { name: say("device:rollout.search") }).fill("nothing like this");
  await page.getByRole("button", { name: say("resource:find") }).click();
  await expect(page.getByText(say("device:rollout.no_machines"))).toBeVisible();
  await expect(
    page.getByRole("group", { name: say("device:rollout.chosen") }).getByRole("checkbox", { name: new RegExp(title) }),
  ).toBeChecked();
  await page.getByRole("button", { name: say("device:rollout.start") }).click();
  await expect(rows(page, say("device:rollout.machines"))).toContainText([title]);
  const [command] = await unit.send({});
  expect(command).toMatchObject({ name: "firmware_update" });
  await open(page, `/devices/view/${id}/firmware`);
  await expect(rows(page, say("device:firmware_history"))).toContainText([say("options:command_state.sent")]);
  await open(page, `/telemetry/view/${unit.id}/connection`);
  await expect(rows(page, say("device:requests"))).toContainText([say("device:command.firmware_update.name")]);
  // Where it failed it is begun anew with one button.
  await unit.send({ events: [event("command_result", 0, { command: command?.id, state: "failed", message: "hash" })] });
  await open(page, `/firmware/view/${firmware}/rollouts`);
  await expect(heading(page)).toHaveText(`FW ${title} 3.0`);
  await page.locator(`a[href^="/firmware/view/${firmware}/rollouts/"]:not([href$="/new"])`).click();
  await page.getByRole("button", { name: say("device:rollout.retry", { count: 1, shown: "1" }) }).click();
  await expect(toast(page)).toHaveText(new RegExp(say("device:rollout.started")));
  expect(await unit.send({})).toMatchObject([{ name: "firmware_update" }]);
});

test("a firmware that units do not install is not rolled out", async ({ page, context, api }) => {
  const word = unique();
  const image = await api.upload("firmware", "image", imageOf(`board ${word}`));
  const firmware = await api.create("/firmwares", {
    name: `Board ${word}`,
    release: "1.0",
    type: "DEVICE",
    image,
    active: "on",
  });
  const { id } = await livingMachine(api);
  await signIn(context);
  await open(page, `/firmware/view/${firmware}/rollouts`);
  await expect(page.getByText(say("errors:firmware_not_for_units"))).toBeVisible();
  await expect(page.getByRole("link", { name: say("device:rollout.new") })).toHaveCount(0);
  await open(page, `/devices/view/${id}/firmware`);
  await expect(page.getByText(`Board ${word}`)).toHaveCount(0);
});

test("who may not see a machine sees none of its tabs", async ({ page, context, api }) => {
  const { view, id } = await livingMachine(api);
  const other = await makeRecord(api, "device");
  await signIn(context, await makePerson(api, ["DEVICE"], { devices: [other.id] }));
  for (const tab of [
    "",
    "/monitoring",
    "/aggregated",
    "/aggregated_qr",
    "/collection",
    "/telemetry",
    "/firmware",
    "/command/restart",
  ])
    expect((await page.goto(view + tab))?.status(), `${tab} of ${id}`).toBe(404);
});

// The page is the same without scripts, and axe is one.
test("axe finds nothing on a machine's tabs", { tag: "@scripts" }, async ({ page, context, api }) => {
  test.setTimeout(240_000);
  const { view, unit } = await livingMachine(api);
  const pax = await makeRecord(api, "pax");
  const firmware = await makeRecord(api, "firmware");
  await signIn(context);
  const found: string[] = [];
  for (const path of [
    ...[
      "",
      "/data",
      "/monitoring",
      "/sales",
      "/aggregated",
      "/aggregated_qr",
      "/collection",
      "/telemetry",
      "/firmware",
      "/command/restart",
    ].map((tab) => view + tab),
    "/devices_collections",
    "/devices_collections?state=counted",
    `/telemetry/view/${unit.id}/connection`,
    `/pax/view/${pax.id}/terminal`,
    `/firmware/view/${firmware.id}/rollouts`,
    `/firmware/view/${firmware.id}/rollouts/new`,
  ]) {
    await open(page, path);
    found.push(...(await faults(page, path)));
  }
  expect(found).toEqual([]);
});
