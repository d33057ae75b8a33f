import type { Page } from "@playwright/test";
import { device } from "~server/contract/entities/devices";
import { viewPath } from "~server/contract/entity";
import { faults } from "./axe";
import { expect, heading, open, prefer, signIn, test } from "./pages";
import { makeRecord } from "./records";
import { say } from "./texts";
import { makePerson, unique } from "./vending";

const many = (entity: string) => say(`entities:${entity}.many`);
const headerField = (page: Page) => page.getByRole("banner").getByRole("searchbox");
const pageField = (page: Page) => page.getByRole("main").getByRole("searchbox");
/** What was found of a kind. */
const group = (page: Page, entity: string) =>
  page.locator("main section").filter({ has: page.getByRole("heading", { name: many(entity), exact: true }) });

test("what is typed in the header is looked for everywhere, and leads to the record", async ({
  page,
  context,
  api,
}) => {
  const word = unique();
  const place = await makeRecord(api, "location", { name: `Вокзал ${word}`, city: "Полтава" });
  const machine = await makeRecord(api, "device", { serial_number: `${word}-1`, location: place.id });
  await signIn(context);
  await open(page, "/devices");
  await headerField(page).fill(word);
  await headerField(page).press("Enter");
  await expect(page).toHaveURL(new RegExp(`/search\\?q=${word}$`));
  await expect(pageField(page)).toHaveValue(word);
  await expect(group(page, "location").getByRole("link")).toContainText([`Вокзал ${word}`]);
  await expect(group(page, "device").getByRole("link")).toHaveCount(2);
  await expect(group(page, "device").getByRole("link").last()).toHaveAccessibleName(
    `${say("entities:device.shortcuts.maintenance")}: ${machine.title}`,
  );
  const found = group(page, "device").getByRole("link").first();
  await expect(found).toContainText(machine.title);
  await expect(found).toContainText(`Вокзал ${word} · Полтава`);
  await found.click();
  await expect(page).toHaveURL(new RegExp(`${viewPath(device, machine.id)}$`));
  await expect(heading(page)).toContainText(machine.title);
});

test("of many the first are shown, what is named whole before them, and all are in their list", async ({
  page,
  context,
  api,
}) => {
  const word = unique();
  for (let i = 0; i < 9; i += 1) await makeRecord(api, "company", { name: `А ${word} ${i}` });
  const named = await makeRecord(api, "company", { name: word, phone: "0441234567" });
  await signIn(context);
  await open(page, "/search");
  await expect(pageField(page)).toBeFocused();
  await pageField(page).fill(word);
  await page
    .getByRole("main")
    .getByRole("button", { name: say("search:find") })
    .click();
  const links = group(page, "company").getByRole("listitem").getByRole("link");
  await expect(links).toHaveCount(8);
  await expect(links.first()).toContainText(`${named.title}+380441234567`);
  await group(page, "company")
    .getByRole("link", { name: say("resource:related.all", { count: 10 }) })
    .click();
  await expect(page).toHaveURL(new RegExp(`/companies\\?q=${word}$`));
  await expect(page.getByRole("table").locator("tbody tr")).toHaveCount(10);
});

test("a list with views shows all of what was found, hidden ones too", async ({ page, context, api }) => {
  const word = unique();
  for (let i = 0; i < 9; i += 1) {
    const { id } = await makeRecord(api, "device", { serial_number: `${word}-${i}` });
    if (i === 0) await api.post(`/devices/${id}/hide`);
  }
  await signIn(context);
  await open(page, `/search?q=${word}`);
  await expect(group(page, "device").getByRole("listitem").first()).toContainText(say("entities:device.fields.hidden"));
  await group(page, "device")
    .getByRole("link", { name: say("resource:related.all", { count: 9 }) })
    .click();
  await expect(page.getByRole("table").locator("tbody tr")).toHaveCount(9);
});

test("nothing asked, nothing found, nothing open", async ({ page, context, api }) => {
  await signIn(context, await makePerson(api, ["INGREDIENT", "KEY_CLIENTS"]));
  await open(page, "/search");
  await expect(page.getByText(`${many("key_client")} · ${many("ingredient")}`, { exact: true })).toBeVisible();
  await open(page, "/search?q=%00");
  await expect(page.getByRole("heading", { name: say("search:none") })).toBeVisible();
  await open(page, `/search?q=${"ї".repeat(300)}`);
  await expect(page.getByRole("heading", { name: say("search:none") })).toBeVisible();
  await signIn(context, await makePerson(api, []));
  await open(page, "/search");
  await expect(page.getByRole("heading", { name: say("search:nothing_open") })).toBeVisible();
});

test("only what the person may see is found", async ({ page, context, api }) => {
  const word = unique();
  await makeRecord(api, "company", { name: `Компанія ${word}` });
  await makeRecord(api, "ingredient", { name: `Зерно ${word}` });
  await signIn(context, await makePerson(api, ["INGREDIENT"]));
  await open(page, `/search?q=${word}`);
  await expect(page.getByRole("main").getByRole("listitem")).toHaveText([new RegExp(`^Зерно ${word}`)]);
});

test("on a phone a button leads to the field, and nothing is wider than the screen", async ({ page, context, api }) => {
  const word = unique();
  await makeRecord(api, "location", { name: `${"Дуже довга назва ".repeat(8)}${word}`, address: "а".repeat(200) });
  await page.setViewportSize({ width: 360, height: 780 });
  await signIn(context);
  await open(page, "/");
  await expect(headerField(page)).toBeHidden();
  await page
    .getByRole("banner")
    .getByRole("button", { name: say("frame:header.search") })
    .click();
  await expect(heading(page)).toHaveText(say("search:title"));
  for (const lang of ["uk", "en", "pl"]) {
    await prefer(context, { lang });
    for (const path of ["/search", `/search?q=${word}`]) {
      await open(page, path);
      await expect(pageField(page)).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    }
  }
});

test("the key / goes to the field", { tag: "@scripts" }, async ({ page, context }) => {
  await signIn(context);
  await open(page, "/ingredients");
  await page.keyboard.press("/");
  await expect(headerField(page)).toBeFocused();
  await page.keyboard.type("a/b");
  await expect(headerField(page)).toHaveValue("a/b");
});

test("axe", { tag: "@scripts" }, async ({ page, context, api }) => {
  const { title } = await makeRecord(api, "device");
  await signIn(context);
  const found: string[] = [];
  for (const theme of ["light", "dark"]) {
    await prefer(context, { theme });
    for (const path of ["/search", `/search?q=${encodeURIComponent(title)}`, "/search?q=nothing-like-this"]) {
      await open(page, path);
      found.push(...(await faults(page, path, "frame")));
    }
  }
  expect(found).toEqual([]);
});
