import { pageSchema } from "~server/contract/record";
import { faults } from "./axe";
import { expect, heading, open, signIn, test, toast } from "./pages";
import { makeRecord } from "./records";
import { say } from "./texts";
import { makePerson, unique } from "./vending";

const count = (name: string, of: number) => say(`resource:bulk.${name}`, { count: of });

test("one field of the chosen machines is changed from their list, the rest of them stays", async ({
  page,
  context,
  api,
  scripts,
}) => {
  const word = unique();
  const location = await makeRecord(api, "location");
  for (const n of [1, 2, 3]) await makeRecord(api, "device", { serial_number: `${word}-${n}`, note: `Примітка ${n}` });
  await signIn(context);
  await open(page, `/devices?q=${word}`);
  for (const n of [1, 2])
    await page.getByRole("checkbox", { name: say("resource:bulk.choose", { title: `${word}-${n}` }) }).check();
  const counted = page.locator("[data-ticked]");
  if (scripts) await expect(counted).toHaveAttribute("data-ticked", "2");
  const field = page.getByRole("combobox", { name: say("resource:bulk.field") });
  await field.selectOption({ label: say("entities:device.fields.location") });
  await page.getByRole("button", { name: say("resource:bulk.change"), exact: true }).click();
  await expect(heading(page)).toHaveText(new RegExp(say("entities:device.fields.location")));
  await expect(page.getByRole("radio", { name: count("chosen", 2) })).toBeChecked();
  // Where machines stand is dated: it is said since when the change holds.
  await expect(page.getByText(say("resource:bulk.holds_now"))).toBeVisible();
  if (scripts) expect(await faults(page, "a field of many")).toEqual([]);
  const change = page.getByRole("button", {
    name: say("resource:bulk.change_field", { field: say("entities:device.fields.location") }),
  });
  // Nothing is emptied by who chooses nothing.
  const empties = say("resource:bulk.empties");
  await change.click();
  await expect(page.locator("#taken-error")).toHaveText(say("resource:bulk.value_or_empty", { empties }));
  const choice = page.locator("#taken");
  if ((await choice.locator("option").filter({ hasText: location.title }).count()) === 0) {
    await page.getByRole("searchbox", { name: new RegExp(say("resource:find_in")) }).fill(location.title);
    await page.getByRole("button", { name: say("resource:find") }).click();
  }
  await choice.selectOption(String(location.id));
  await change.click();
  await expect(toast(page)).toContainText(count("done", 2));
  await expect(page.getByRole("row").filter({ hasText: location.title })).toHaveCount(2);

  await open(page, `/bulk/device/change?field=location&back=${encodeURIComponent(`?q=${word}`)}`);
  await page.getByRole("radio", { name: count("all_matching", 3) }).check();
  await page.getByRole("checkbox", { name: empties }).check();
  await change.click();
  await expect(toast(page)).toContainText(count("done", 3));
  await expect(page.getByRole("row").filter({ hasText: location.title })).toHaveCount(0);

  await open(page, `/bulk/device/change?field=service_vends&back=${encodeURIComponent(`?q=${word}`)}`);
  await page.getByRole("radio", { name: count("all_matching", 3) }).check();
  await page.locator("#taken").fill("багато");
  const save = page.getByRole("button", {
    name: say("resource:bulk.change_field", { field: say("entities:device.fields.service_vends") }),
  });
  await save.click();
  await expect(page.locator("#taken-error")).toHaveText(say("errors:incorrect"));
  // Nothing that was chosen or typed is lost.
  await expect(page.getByRole("radio", { name: count("all_matching", 3) })).toBeChecked();
  await expect(page.locator("#taken")).toHaveValue("багато");
  await page.locator("#taken").fill("250");
  await save.click();
  await expect(toast(page)).toContainText(count("done", 3));
  for (const address of [
    "/bulk/device/change?field=serial_number",
    "/bulk/device/change",
    "/bulk/planogram/change?field=name",
  ])
    expect((await page.request.get(address)).status(), address).toBe(404);
  await context.clearCookies();
  await signIn(context, await makePerson(api, ["CREW"]));
  expect((await page.request.get("/bulk/device/change?field=location", { maxRedirects: 0 })).status()).toBe(303);
});

test("money of many is written as people write it, and several records are ticked among many", async ({
  page,
  context,
  api,
  scripts,
}) => {
  const word = unique();
  const made: number[] = [];
  for (const n of [1, 2]) made.push((await makeRecord(api, "ingredient", { name: `${word} ${n}` })).id);
  await signIn(context);
  const field = say("entities:ingredient.fields.price");
  await open(page, `/bulk/ingredient/change?field=price&back=${encodeURIComponent(`?q=${word}`)}`);
  await expect(page.getByText(say("entities:ingredient.consequences.price"))).toBeVisible();
  await expect(page.getByText(say("resource:bulk.holds_now"))).toBeVisible();
  const save = page.getByRole("button", { name: say("resource:bulk.change_field", { field }) });
  for (const typed of ["дорого", "12,505"]) {
    await page.getByRole("radio", { name: count("all_matching", 2) }).check();
    await page.locator("#taken").fill(typed);
    await save.click();
    await expect(page.locator("#taken-error")).toHaveText(say("errors:incorrect"));
    await expect(page.locator("#taken")).toHaveValue(typed);
    await expect(page.getByRole("radio", { name: count("all_matching", 2) })).toBeChecked();
  }
  if (scripts) expect(await faults(page, "money of many")).toEqual([]);
  await page.locator("#taken").fill("1 012,50");
  await save.click();
  await expect(toast(page)).toContainText(count("done", 2));
  for (const id of made) expect(await api.get(`/ingredients/${id}`)).toMatchObject({ price: 101_250 });

  const person = await makePerson(api, ["DEVICE"]);
  const machines = await Promise.all([1, 2].map((n) => makeRecord(api, "device", { serial_number: `${word}-${n}` })));
  const people = pageSchema.parse(await api.get(`/users?q=${person.email}`)).items;
  await open(page, `/bulk/user/change?field=access_devices&ids=${people[0]?.id}`);
  await expect(page.getByText(say("resource:bulk.replaced"))).toBeVisible();
  // What was ticked goes along when others are looked for.
  for (const { title } of machines) {
    await page.getByRole("searchbox", { name: new RegExp(say("resource:find_in")) }).fill(title);
    await page.getByRole("button", { name: say("resource:find"), exact: true }).click();
    await expect(page).toHaveURL(/find=/);
    await page.getByRole("checkbox", { name: title }).check();
  }
  for (const { title } of machines) await expect(page.getByRole("checkbox", { name: title })).toBeChecked();
  if (scripts) expect(await faults(page, "several of many")).toEqual([]);
  const label = say("entities:user.fields.access_devices");
  await page.getByRole("button", { name: say("resource:bulk.change_field", { field: label }) }).click();
  await expect(toast(page)).toContainText(count("done", 1));
  const after = await api.get(`/users/${people[0]?.id}`);
  expect(after).toMatchObject({ access_devices: machines.map(({ id }) => ({ id })) });
});

test("more than ten records are deleted by who types how many they are", async ({ page, context, api }) => {
  const word = unique();
  for (let n = 0; n < 11; n++) await makeRecord(api, "division", { name: `${word} ${n}` });
  await signIn(context);
  const address = `/bulk/division/delete?back=${encodeURIComponent(`?q=${word}`)}`;
  const attempt = async (typed: string) => {
    await page.getByRole("radio", { name: count("all_matching", 11) }).check();
    await page.getByLabel(say("resource:bulk.counted", { most: 10 })).fill(typed);
    await page.getByRole("button", { name: say("resource:delete.label") }).click();
  };
  await open(page, address);
  for (const typed of ["", "12"]) {
    await attempt(typed);
    await expect(page.locator("#counted-error")).toHaveText(count("count_them", 11));
    await expect(page.getByRole("radio", { name: count("all_matching", 11) })).toBeChecked();
    await expect(page.locator("#counted")).toHaveValue(typed);
  }
  await open(page, `/divisions?q=${word}`);
  await expect(page.getByRole("table").locator("tbody tr")).toHaveCount(11);
  await open(page, address);
  await attempt("11");
  await expect(toast(page)).toContainText(count("done", 11));
  await open(page, `/divisions?q=${word}`);
  await expect(page.getByRole("table")).toHaveCount(0);
});
