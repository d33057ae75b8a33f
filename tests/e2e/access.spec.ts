import type { Page } from "@playwright/test";
import { z } from "zod";
import type { Permission } from "~server/contract/permissions";
import { faults } from "./axe";
import { expect, open, save, signIn, SITE, test, toast } from "./pages";
import { makeRecord } from "./records";
import { say } from "./texts";
import { type Api, makePerson, unique } from "./vending";

const groupSchema = z.looseObject({ name: z.string(), permissions: z.array(z.string()), access_mode: z.string() });
const groupOf = async (api: Api, id: number) => groupSchema.parse(await api.get(`/users_groups/${id}`));
const makeGroup = (api: Api, permissions: readonly Permission[], name = `Група ${unique()}`) =>
  api.create("/users_groups", { name, permissions, access_mode: "UNRESTRICTED" });

const power = (name: string) => say(`access:powers.${name}`);
/** The box of the table in the line of these records, by the first of its columns. */
const box = (page: Page, records: string, first: string) =>
  page.getByRole("checkbox", { name: new RegExp(`^${say(`entities:${records}.many`)} ${power(first)}`) });
const nameField = (page: Page) => page.getByRole("textbox", { name: say("entities:user_group.fields.name") });

/** Whether the box of a code is ticked in a page that no browser opened. */
const isTicked = (html: string, code: Permission) =>
  new RegExp(`<input[^>]*value="${code}"[^>]*>`).exec(html)?.[0].includes("checked");

test("permissions are ticked in a table by the menu, stay ticked when refused, and are read back", async ({
  page,
  context,
  api,
  scripts,
}) => {
  await signIn(context);
  await open(page, "/users_groups/create");
  await box(page, "location", "see").check();
  await box(page, "location", "create").check();
  await save(page);
  await expect(page.getByRole("alert").first()).toBeVisible();
  await expect(box(page, "location", "see")).toBeChecked();
  await expect(box(page, "location", "create")).toBeChecked();
  await expect(box(page, "device", "see")).not.toBeChecked();
  const name = `Група ${unique()}`;
  await nameField(page).fill(name);
  await page
    .getByRole("combobox", { name: say("entities:user_group.fields.access_mode") })
    .selectOption("UNRESTRICTED");
  await save(page);
  await expect(page).toHaveURL(/\/users_groups\/view\/\d+/);
  const id = Number(/view\/(\d+)/.exec(page.url())?.[1]);
  expect(await groupOf(api, id)).toMatchObject({ name, permissions: ["LOCATION", "LOCATION_CREATE"] });

  await box(page, "location", "create").uncheck();
  await box(page, "device", "see").check();
  await save(page);
  await expect(toast(page)).toContainText(say("resource:updated"));
  expect((await groupOf(api, id)).permissions).toEqual(["LOCATION", "DEVICE"]);
  if (scripts) expect(await faults(page, "permissions")).toEqual([]);
  await page.setViewportSize({ width: 360, height: 800 });
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(360);
  await expect(box(page, "location", "see")).toBeChecked();
});

test("a code that opens nothing without another one says so until that is ticked", { tag: "@scripts" }, async ({
  page,
  context,
  api,
}) => {
  const id = await makeGroup(api, ["LOCATION_CREATE"]);
  await signIn(context);
  await open(page, `/users_groups/view/${id}`);
  const idle = page.locator("[data-idle=LOCATION_CREATE]");
  await expect(idle).toBeVisible();
  await box(page, "location", "see").check();
  await expect(idle).toBeHidden();
});

test("a group starts from another one with what the person may give, and nothing is saved by looking", async ({
  page,
  context,
  api,
  scripts,
}) => {
  const far = `Зразок ${unique()}`;
  const [sample, own] = [
    await makeGroup(api, ["DEVICE", "LOCATION", "LOCATION_CREATE"], far),
    await makeGroup(api, ["RECIPE"]),
  ];
  await signIn(context, await makePerson(api, ["USER_GROUP", "USER_GROUP_CREATE", "LOCATION", "RECIPE"]));
  await open(page, `/users_groups/view/${own}?from=${sample}`);
  const main = page.getByRole("main");
  await expect(main).toContainText(say("access:from.taken", { title: far }));
  await expect(main).toContainText(say("options:permission.LOCATION_CREATE"));
  await expect(box(page, "location", "see")).toBeChecked();
  await expect(box(page, "recipe", "see")).not.toBeChecked();
  for (const [records, column] of [
    ["device", "see"],
    ["location", "create"],
  ] as const) {
    await expect(box(page, records, column)).not.toBeChecked();
    await expect(box(page, records, column)).toBeDisabled();
  }
  expect((await groupOf(api, own)).permissions).toEqual(["RECIPE"]);
  if (scripts) expect(await faults(page, "started from another group")).toEqual([]);
  await save(page);
  await expect(toast(page)).toContainText(say("resource:updated"));
  expect((await groupOf(api, own)).permissions).toEqual(["LOCATION"]);

  // A copy of a whole group gives no more, and says so.
  await page.goto(`/users_groups/create?copy=${sample}`);
  await expect(main).toContainText(say("options:permission.LOCATION_CREATE"));
  await nameField(page).fill(`Копія ${unique()}`);
  await expect(box(page, "device", "see")).not.toBeChecked();
  await save(page);
  await expect(page).toHaveURL(/\/users_groups\/view\/\d+/);
  const copied = Number(/view\/(\d+)/.exec(page.url())?.[1]);
  expect((await groupOf(api, copied)).permissions).toEqual(["LOCATION"]);
});

test("the choice of another group leads to the form that it fills in", async ({ page, context, api }) => {
  const title = `Зразок ${unique()}`;
  const sample = await makeGroup(api, ["RECIPE"], title);
  await signIn(context);
  await open(page, `/users_groups/create?find=${encodeURIComponent(title)}`);
  await page.getByRole("combobox", { name: say("access:from.label") }).selectOption(String(sample));
  await page.getByRole("button", { name: say("access:from.submit") }).click();
  await expect(page.getByRole("main")).toContainText(say("access:from.taken", { title }));
  await expect(box(page, "recipe", "see")).toBeChecked();
  await expect(nameField(page)).toHaveValue("");
});

test("an address of no group that may be seen is told, and the form is as ever", { tag: "@plain" }, async ({
  context,
  api,
}) => {
  const own = await makeGroup(api, ["RECIPE"]);
  await signIn(context);
  for (const from of ["abc", "-1", "0", "999999999", "9".repeat(400), "1.5", "%00", "1%0A", "<b>", "%D0%B0"])
    for (const page of [`/users_groups/view/${own}`, "/users_groups/create"]) {
      const answer = await context.request.get(`${SITE}${page}?from=${from}`, { maxRedirects: 0 });
      const html = await answer.text();
      expect([page, from, answer.status(), html.includes(say("errors:not_found"))]).toEqual([page, from, 200, true]);
      expect([from, isTicked(html, "RECIPE")]).toEqual([from, page.endsWith(String(own))]);
    }
});

test("what a person and a group really see stands in a tab, for who may see people", async ({
  page,
  context,
  api,
  scripts,
}) => {
  const project = await makeRecord(api, "project");
  const place = await makeRecord(api, "location", { project: project.id });
  const machine = await makeRecord(api, "device", { location: place.id });
  await makeRecord(api, "device");
  const limited = await makePerson(api, ["DEVICE"], { devices: [machine.id] });
  const within = await makePerson(api, ["USER", "USER_GROUP", "DEVICE"], { projects: [project.id] });
  const main = page.getByRole("main");
  const row = page.getByRole("row", { name: new RegExp(`^${say("entities:device.many")} `) });

  await signIn(context);
  await open(page, `/user/view/${limited.id}`);
  await page.getByRole("link", { name: say("resource:tab.sight") }).click();
  await expect(main).toContainText(machine.title);
  await expect(main).toContainText(say("options:access_mode.OPEN_SELECTED"));
  await expect(row.getByRole("cell").first()).toHaveText("1");
  await expect(page.getByRole("row", { name: say("entities:user_group.many") })).toContainText(
    say("access:sight.closed"),
  );
  if (scripts) expect(await faults(page, "what a person sees")).toEqual([]);

  // Who sees less themselves is told of no more than that.
  await context.clearCookies();
  await signIn(context, within);
  const whole = await makePerson(api, ["DEVICE"]);
  await open(page, `/user/view/${whole.id}/sight`);
  await expect(main).toContainText(say("access:sight.within"));
  await expect(row.getByRole("cell")).toHaveText(["1", "1"]);

  await context.clearCookies();
  const group = await makeGroup(api, ["DEVICE"]);
  await signIn(context, await makePerson(api, ["USER_GROUP"]));
  await open(page, `/users_groups/view/${group}`);
  await expect(page.getByRole("link", { name: say("resource:tab.sight") })).toHaveCount(0);
  const answer = await context.request.get(`${SITE}/users_groups/view/${group}/sight`, { maxRedirects: 0 });
  expect([answer.status(), answer.headers().location]).toEqual([303, "/"]);
});
