import { faults } from "./axe";
import { expect, heading, open, save, signIn, SITE, test, toast } from "./pages";
import { makeRecord } from "./records";
import { bell, openLive } from "./support";
import { say } from "./texts";
import { makeUnit } from "./unit";
import { makePerson, unique } from "./vending";

/** Machines are looked at every 15 seconds, and what is found waits a moment for others. */
const LOOKED = { timeout: 60_000, intervals: [2_000] };

test("a door that is left open rings, is told with its machine, taken note of and over by itself", async ({
  page,
  context,
  api,
  scripts,
}) => {
  test.slow();
  const word = unique();
  const project = await makeRecord(api, "project");
  const location = await makeRecord(api, "location", { name: `Місце ${word}`, project: project.id });
  const device = await makeRecord(api, "device", {
    serial_number: `${word}-door`,
    location: location.id,
    in_work: "on",
  });
  const person = await makePerson(api, ["DEVICE_STATUS", "DEVICE"], { devices: [device.id] });
  const name = `Двері ${word}`;
  await api.create("/alert_rules", {
    ...{ name, active: "on", cause: "door", minutes: 0, level: "warning", language: "uk", wait_seconds: 0 },
    ...{ projects: project.id, channels: "bell", people: person.id },
  });
  const unit = await makeUnit(api, device.id);
  await unit.send({ door: "opened" });

  await signIn(context, person);
  await openLive(page, "/alerts", scripts);
  const row = page.locator("tbody tr").filter({ hasText: `${word}-door` });
  await expect(async () => {
    if (!scripts) await page.reload();
    await expect(row).toBeVisible({ timeout: 1_000 });
  }).toPass(LOOKED);
  await expect(row).toContainText(`Місце ${word}`);
  await expect(row).toContainText(say("options:alert_level.warning"));
  await expect(page.locator("tbody tr")).toHaveCount(1);
  await bell(page).locator("summary").click();
  await bell(page).getByRole("link", { name }).click();
  await expect(page).toHaveURL(new RegExp(`^${SITE}/alerts/view/\\d+$`));
  await expect(heading(page)).toHaveText(`${name}: ${word}-door`);
  await expect(bell(page).locator("summary")).not.toContainText("1");
  await expect(page.getByRole("link", { name: `${word}-door` })).toHaveAttribute("href", `/devices/view/${device.id}`);
  if (scripts) expect(await faults(page, "an alert")).toEqual([]);

  await page.getByRole("button", { name: say("alerts:acknowledge") }).click();
  await expect(toast(page)).toHaveText(/^Прийнято 1 тривогу/);
  await expect(page.getByRole("button", { name: say("alerts:acknowledge") })).toHaveCount(0);
  await open(page, "/alerts");
  await expect(page.getByRole("heading", { name: say("alerts:none") })).toBeVisible();
  await page.getByRole("link", { name: say("alerts:scope.acknowledged") }).click();
  await expect(row).toContainText(person.name);
  if (scripts) expect(await faults(page, "alerts")).toEqual([]);
});

test("alerts are taken note of by ticks, and who ticked none is told so", async ({ page, context, api }) => {
  test.slow();
  const word = unique();
  const project = await makeRecord(api, "project");
  const devices = await Promise.all(
    [1, 2].map(async (number) => {
      const location = await makeRecord(api, "location", { city: `${word}-${number}`, project: project.id });
      return makeRecord(api, "device", { serial_number: `${word}-${number}`, location: location.id, in_work: "on" });
    }),
  );
  await api.create("/alert_rules", {
    ...{ name: word, active: "on", cause: "power", minutes: 0, level: "critical", language: "uk", wait_seconds: 0 },
    ...{ projects: project.id },
  });
  for (const { id } of devices) await (await makeUnit(api, id)).send({ power: { mains: false } });
  await signIn(context, await makePerson(api, ["DEVICE_STATUS"], { devices: devices.map(({ id }) => id) }));
  await open(page, "/alerts");
  await expect(async () => {
    await page.reload();
    await expect(page.locator("tbody tr")).toHaveCount(2, { timeout: 1_000 });
  }).toPass(LOOKED);
  await page.getByRole("button", { name: say("alerts:acknowledge") }).click();
  await expect(toast(page)).toContainText(say("alerts:none_chosen"));
  for (const box of await page.locator("tbody input").all()) await box.check();
  await page.getByRole("button", { name: say("alerts:acknowledge") }).click();
  await expect(toast(page)).toHaveText(/^Прийнято 2 тривоги/);
  await open(page, "/alerts/view/999999999");
  await expect(heading(page)).toHaveText(say("frame:not_found.title"));
});

test("a rule says beside its fields what it lacks, and keeps what was typed", async ({ page, context }) => {
  await signIn(context);
  await open(page, "/alert_rules/create");
  const name = `Правило ${unique()}`;
  await page.getByLabel(say("entities:alert_rule.fields.name")).fill(name);
  await page.getByLabel(say("entities:alert_rule.fields.cause")).selectOption("temperature");
  // Each cause has a limit of its own; those of others are out of the way.
  await expect(page.getByLabel(say("entities:alert_rule.fields.temperature_limit"))).toBeVisible();
  for (const other of ["error_code", "failed_percent", "cash_limit", "payment_percent"])
    await expect(page.getByLabel(say(`entities:alert_rule.fields.${other}`))).toBeHidden();
  await page.getByLabel(say("entities:alert_rule.fields.minutes")).fill("15");
  await page.getByLabel(say("options:alert_channel.email")).check();
  await save(page);
  await expect(page.getByText(say("errors:alert_people")).first()).toBeVisible();
  await expect(page.getByLabel(say("entities:alert_rule.fields.name"))).toHaveValue(name);
});
