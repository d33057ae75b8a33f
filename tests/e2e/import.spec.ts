import type { Page } from "@playwright/test";
import { pageSchema } from "~server/contract/record";
import { faults } from "./axe";
import { expect, open, signIn, test, toast } from "./pages";
import { makeRecord } from "./records";
import { say } from "./texts";
import { makePerson, unique } from "./vending";

const choose = async (page: Page, name: string, content: string | Buffer) => {
  await page.locator("#file").setInputFiles({ name, mimeType: "", buffer: Buffer.from(content) });
  await page.getByRole("button", { name: say("resource:import.try") }).click();
};
const tile = (page: Page, name: string) =>
  page.locator("a,div", { has: page.getByText(say(`resource:import.${name}`), { exact: true }) }).last();

test("machines come from a spreadsheet: what is wrong is told by row, what is right is looked at and saved", async ({
  page,
  context,
  api,
  scripts,
}) => {
  const word = unique();
  const model = await makeRecord(api, "device_model");
  const location = await makeRecord(api, "location");
  const known = await makeRecord(api, "device", { serial_number: `${word}-1`, note: "Була" });
  await signIn(context);
  await open(page, "/devices");
  await open(page, "/devices/import");
  const heading = [
    "serial_number",
    "model",
    "device_type",
    "ownership_type",
    "location",
    "next_service_on",
    "audit_currency",
  ]
    .map((field) => say(`entities:device.fields.${field}`))
    .join(";");
  const types = `${say("options:device_type.COFFEE")};${say("options:ownership_type.RENT")}`;
  await choose(
    page,
    "машини.csv",
    [heading, `${word}-1;${model.title};${types};;;`, `${word}-2;Немає;Чайник;;${location.title};колись;`].join("\n"),
  );
  await expect(page.getByRole("alert")).toContainText(say("resource:import.nothing_yet"));
  const wrong = page.getByRole("table").locator("tbody tr");
  await expect(wrong).toHaveCount(4);
  await expect(wrong.filter({ hasText: "Чайник" })).toContainText(say("errors:incorrect"));
  // Few choices are all named, of many the nearest.
  await expect(wrong.filter({ hasText: "Чайник" })).toContainText(say("options:device_type.COFFEE"));
  await expect(wrong.filter({ hasText: "Немає" })).toContainText(say("errors:no_such_record"));
  if (scripts) expect(await faults(page, "faults of a file")).toEqual([]);

  await choose(
    page,
    "машини.csv",
    [
      heading,
      `${word}-1;${model.title};${types};;;`,
      `${word}-2;${model.title};${types};${location.title};06.05.2027;uah`,
    ].join("\n"),
  );
  await expect(toast(page)).toHaveText(new RegExp(say("resource:import.read")));
  await expect(tile(page, "made")).toContainText("1");
  await expect(tile(page, "changed")).toContainText("1");
  // What waits to be saved is told in the words of the person, not of the program.
  await expect(page.getByRole("table").last()).toContainText(say("options:device_type.COFFEE"));
  // Which row is a new record, and what another was before.
  const told = page.getByRole("table", { name: say("resource:import.told") }).locator("tbody tr");
  await expect(told.filter({ hasText: `${word}-2` })).toContainText(say("resource:import.is_new"));
  await expect(told.filter({ hasText: say("entities:device.fields.model") })).toContainText(
    new RegExp(`${word}-1.*${model.title}`),
  );
  if (scripts) expect(await faults(page, "what a file changes")).toEqual([]);
  await page.getByRole("button", { name: say("resource:import.save") }).click();
  await expect(page).toHaveURL("/devices");
  await open(page, `/devices?q=${word}`);
  await expect(page.getByRole("table").locator("tbody tr")).toHaveCount(2);
  expect(await api.get(`/devices/${known.id}`)).toMatchObject({ note: "Була", ownership_type: "RENT" });
  await page.getByRole("link", { name: `${word}-2` }).click();
  await expect(page.getByText(location.title).first()).toBeVisible();
});

for (const format of ["xlsx", "csv"])
  test(`what a list was written to as ${format} is read again as the same`, async ({ page, context, api }) => {
    const word = unique();
    const project = await makeRecord(api, "project");
    for (const n of [1, 2, 3])
      await makeRecord(api, "location", {
        name: `${word} ${n}, "ТЦ"; 2-й поверх`,
        project: project.id,
        latitude: "50.4501",
        longitude: "30.5234",
      });
    await signIn(context);
    const file = await page.request.get(`/export/location?format=${format}&q=${word}`);
    await open(page, "/locations/import");
    await choose(page, `локації.${format}`, await file.body());
    await expect(tile(page, "same")).toContainText("3");
    await expect(tile(page, "changed")).toContainText("0");
    const template = await page.request.get(`/export/template/location?format=${format}`);
    await open(page, "/locations/import");
    await choose(page, `шаблон.${format}`, await template.body());
    await expect(page.getByText(say("errors:empty_file"))).toBeVisible();
  });

test("planograms come with their cells, a line for each: what is wrong is told by line, the template is filled", async ({
  page,
  context,
  api,
  scripts,
}) => {
  const word = unique();
  const recipe = await makeRecord(api, "recipe");
  await signIn(context);
  await open(page, "/planograms/import");
  await expect(
    page.getByText(
      say("resource:import.lines", { list: say("entities:planogram.fields.cells"), shown: "5 000" }).slice(0, 40),
    ),
  ).toBeVisible();
  const template = await page.request.get("/export/template/planogram?format=csv&separator=semicolon");
  const [heading = ""] = (await template.text()).replace("\ufeff", "").split(/\r?\n/);
  const columns = ["fields.name", "fields.device_model", "fields.description"].map((key) =>
    say(`entities:planogram.${key}`),
  );
  const cells = ["cell", "recipe", "price", "capacity"].map((cell) => say(`entities:planogram.rows.cells.${cell}`));
  for (const name of [...columns, ...cells]) expect(heading).toContain(name);
  const line = (...values: string[]) => values.map((value) => `"${value}"`).join(";");
  await choose(
    page,
    "планограми.csv",
    [
      heading,
      line(word, "", "Перша", "1", recipe.title, "25,50", "10"),
      line("", "", "", "1", "Немає", "дорого", ""),
    ].join("\r\n"),
  );
  await expect(page.getByRole("alert")).toContainText(say("resource:import.nothing_yet"));
  const wrong = page.getByRole("table").locator("tbody tr");
  await expect(wrong).toHaveCount(3);
  for (const [value, reason] of [
    ["1", "repeats"],
    ["Немає", "no_such_record"],
    ["дорого", "incorrect"],
  ] as const)
    await expect(wrong.filter({ hasText: value }).filter({ hasText: say(`errors:${reason}`) })).toHaveCount(1);
  if (scripts) expect(await faults(page, "faults of lines")).toEqual([]);
  // A cell is named by itself, too, as people write it.
  await choose(
    page,
    "планограми.csv",
    [
      [columns[0], ...cells].join(";"),
      line(word, "1", recipe.title, "25,50", "10"),
      line("", "2", recipe.title, "1 030", ""),
    ].join("\n"),
  );
  await expect(tile(page, "made")).toContainText("1");
  await page.getByRole("button", { name: say("resource:import.save") }).click();
  await expect(page).toHaveURL("/planograms");
  const { items } = pageSchema.parse(await api.get(`/planograms?q=${word}`));
  expect(await api.get(`/planograms/${items[0]?.id}`)).toMatchObject({
    cells: [
      { cell: "1", price: 2550, capacity: 10 },
      { cell: "2", price: 103000, capacity: null },
    ],
  });
});

test("people come from a file without passwords, and whoever imports them gives no more than they hold", async ({
  page,
  context,
  api,
}) => {
  const word = unique();
  const heading = ["full_name", "email", "user_group", "role", "access_mode"]
    .map((field) => say(`entities:user.fields.${field}`))
    .join(";");
  const line = (group: string) =>
    `${word};${word}@example.com;${group};${say("options:role.USUAL")};${say("options:access_mode.UNRESTRICTED")}`;
  const above = await makeRecord(api, "user_group", { permissions: ["SETTINGS"] });
  const clerk = await makePerson(api, ["USER", "USER_CREATE"]);
  await signIn(context, clerk);
  const template = await page.request.get("/export/template/user?format=csv");
  expect(await template.text()).not.toContain(say("entities:user.fields.password"));
  await open(page, "/users/import");
  await expect(page.getByText(say("resource:import.no_password"))).toBeVisible();
  await choose(page, "люди.csv", `${heading}\n${line(above.title)}\n`);
  await expect(page.getByRole("table").locator("tbody tr")).toHaveCount(1);
  await expect(page.getByRole("table")).toContainText(say("errors:grant_exceeds"));
  await choose(page, "люди.csv", `${heading}\n${line("")}\n`);
  await page.getByRole("button", { name: say("resource:import.save") }).click();
  await expect(toast(page)).toContainText(say("resource:import.saved", { made: 1, changed: 0, same: 0 }));
  await open(page, `/users?q=${word}`);
  await page.getByRole("link", { name: word }).first().click();
  await expect(page.getByText(say("resource:secret_not_set"))).toBeVisible();
});

test("a file that is none says so, and who may make no records imports none", async ({ page, context, api }) => {
  await signIn(context);
  await open(page, "/divisions/import");
  await choose(page, "архів.xlsx", Buffer.from([0x50, 0x4b, 3, 4, 0, 0]));
  await expect(page.getByText(say("errors:no_table"))).toBeVisible();
  await choose(page, "інше.csv", "Вага;Колір\n1;2\n");
  await expect(page.locator("#file-error")).toContainText(say("entities:division.fields.name"));
  for (const path of ["/users_groups/import", "/help_desk/tickets/import", "/export/template/ticket?format=csv"])
    expect((await page.request.get(path)).status(), path).toBe(404);
  await context.clearCookies();
  await signIn(context, await makePerson(api, ["DEVICE"]));
  for (const path of ["/devices/import", "/export/template/device?format=csv"])
    expect((await page.request.get(path, { maxRedirects: 0 })).status(), path).toBe(303);
  await open(page, "/devices");
  await expect(page.getByRole("link", { name: say("resource:import.link") })).toHaveCount(0);
});
