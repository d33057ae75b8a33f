import { readFileSync } from "node:fs";
import { inflateRawSync } from "node:zlib";
import { z } from "zod";
import { deviceModel } from "~server/contract/entities/device_models";
import { viewPath } from "~server/contract/entity";
import { expect, heading, open, save, signIn, test, toast } from "./pages";
import { choose, expectChosen, makeRecord } from "./records";
import { say } from "./texts";
import { unique, uniqueNumber } from "./vending";

test.beforeEach(({ context }) => signIn(context));

const many = (entity: string) => say(`entities:${entity}.many`);

/** The text of one file in a ZIP whose sizes stand after the data, as a stream writes them. */
function unzipped(zip: Buffer, name: string): string {
  const directory = zip.lastIndexOf(Buffer.from("PK\x01\x02", "latin1"));
  let at = zip.readUInt32LE(zip.lastIndexOf(Buffer.from("PK\x05\x06", "latin1")) + 16);
  for (
    ;
    at <= directory;
    at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  ) {
    if (zip.toString("utf8", at + 46, at + 46 + zip.readUInt16LE(at + 28)) !== name) continue;
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    return inflateRawSync(zip.subarray(start, start + zip.readUInt32LE(at + 20))).toString("utf8");
  }
  throw new Error(`no ${name} in the file`);
}

const exportOf = (format: string) => say("resource:export.shown", { format: say(`resource:export.${format}`) });

test("all rows of a list are exported as shown, harmlessly", async ({ page, api }) => {
  const word = unique();
  for (let i = 0; i < 60; i += 1)
    await makeRecord(api, "ingredient", { name: `${i === 0 ? "=HYPERLINK(1)" : "Зерно"} ${word} ${i}`, price: 1050 });
  await open(page, `/ingredients?q=${word}&columns=name&columns=price&sort=-name`);
  await page.getByText(say("resource:export.title"), { exact: true }).click();
  const csv = page.waitForEvent("download");
  await page.getByRole("link", { name: exportOf("semicolon") }).click();
  const text = readFileSync(await (await csv).path(), "utf8");
  const lines = text.trimEnd().split("\r\n");
  expect(lines[0]).toBe(
    `\ufeff${say("entities:ingredient.fields.name")};"${say("entities:ingredient.fields.price")}, ${say("options:unit.uah")}"`,
  );
  expect(lines).toHaveLength(61);
  expect(lines).toContain(`'=HYPERLINK(1) ${word} 0;10,5`);

  const english = page.waitForEvent("download");
  await page.getByRole("link", { name: exportOf("comma") }).click();
  expect(readFileSync(await (await english).path(), "utf8")).toContain(`\r\n'=HYPERLINK(1) ${word} 0,10.5\r\n`);

  const xlsx = page.waitForEvent("download");
  await page.getByRole("link", { name: exportOf("xlsx") }).click();
  const download = await xlsx;
  expect(download.suggestedFilename()).toMatch(/\.xlsx$/);
  const sheet = unzipped(readFileSync(await download.path()), "xl/worksheets/sheet1.xml");
  expect(sheet.match(/<row /g)).toHaveLength(61);
  expect(sheet).toContain(`=HYPERLINK(1) ${word} 0</t>`);
  expect(sheet).toMatch(/<v>10\.5<\/v>/);
});

test("what is chosen is deleted after a question, and what is refused is told", async ({ page, api }) => {
  const word = unique();
  const free = await makeRecord(api, "company", { name: `Вільна ${word}` });
  const used = await makeRecord(api, "company", { name: `Зайнята ${word}` });
  await makeRecord(api, "project", { company: used.id });
  await open(page, `/companies?q=${word}`);
  for (const { title } of [free, used])
    await page.getByRole("checkbox", { name: say("resource:bulk.choose", { title }) }).check();
  await page.getByRole("button", { name: say("resource:delete.label"), exact: true }).click();
  await expect(heading(page)).toHaveText(
    say("resource:bulk.heading", { entity: many("company"), action: say("resource:delete.label") }),
  );
  await expect(page.getByRole("radio", { name: say("resource:bulk.chosen", { count: 2 }) })).toBeChecked();
  await page.getByRole("button", { name: say("resource:delete.label"), exact: true }).click();
  await expect(page.getByText(say("resource:bulk.done", { count: 1 }), { exact: true })).toBeVisible();
  await expect(page.getByRole("row", { name: used.title })).toContainText(say("errors:in_use"));
  await expect(page.getByRole("link", { name: used.title })).toHaveAttribute("href", new RegExp(`/${used.id}$`));
  await page.getByRole("link", { name: say("resource:bulk.to_list") }).click();
  await expect(page).toHaveURL(new RegExp(`companies\\?q=${word}$`));
  await expect(page.getByRole("link", { name: free.title })).toHaveCount(0);
});

test("all that match are taken only while they are as many as was said", async ({ page, api }) => {
  const word = unique();
  for (const i of [1, 2, 3]) await makeRecord(api, "company", { name: `Компанія ${word} ${i}` });
  await open(page, `/companies?q=${word}`);
  await page.getByRole("button", { name: say("resource:delete.label"), exact: true }).click();
  await expect(page.getByRole("radio", { name: say("resource:bulk.chosen", { count: 0 }) })).toBeDisabled();
  await page.getByRole("radio", { name: say("resource:bulk.all_matching", { count: 3 }) }).check();
  await makeRecord(api, "company", { name: `Компанія ${word} 4` });
  await page.getByRole("button", { name: say("resource:delete.label"), exact: true }).click();
  await expect(page.getByText(say("resource:bulk.count_changed", { count: 4 }))).toBeVisible();
  await page.getByRole("radio", { name: say("resource:bulk.all_matching", { count: 4 }) }).check();
  await page.getByRole("button", { name: say("resource:delete.label"), exact: true }).click();
  await expect(toast(page)).toContainText(say("resource:bulk.done", { count: 4 }));
  await expect(page.getByText(say("resource:nothing_found"))).toBeVisible();
});

test("a filter is saved, used, renamed and deleted", async ({ page }) => {
  const name = `Мій фільтр ${unique()}`;
  const words = unique();
  const menu = async () => {
    const summary = page.locator("summary", { hasText: say("resource:saved.title") });
    if (!(await page.locator("details[open]", { has: summary }).count())) await summary.click();
  };
  await open(page, `/ingredients?type=DRY&price_min=12,50&q=${words}`);
  await menu();
  await page.getByRole("link", { name: say("resource:saved.save_this") }).click();
  await expect(
    page.getByText(`${say("entities:ingredient.fields.type")}: ${say("options:ingredient_type.DRY")}`),
  ).toBeVisible();
  await page.locator("#name-new").fill(name);
  await page.getByRole("button", { name: say("resource:saved.submit") }).click();
  await expect(toast(page)).toContainText(say("resource:saved.done"));
  await expect(page).toHaveURL(/\/ingredients\?/);

  // Without a name, or with one that is taken, it is not saved: said beside the field, with what was typed.
  await open(page, "/saved_filters/ingredient?type=LIQUID");
  const field = page.locator("#name-new");
  for (const [typed, key] of [
    ["   ", "errors:required"],
    [name, "errors:taken"],
  ] as const) {
    await field.fill(typed);
    await page.getByRole("button", { name: say("resource:saved.submit") }).click();
    await expect(page.locator("#name-new-error")).toHaveText(say(key));
    await expect(field).toHaveValue(typed);
  }
  await open(page, "/ingredients");
  await menu();
  await page.getByRole("link", { name, exact: true }).click();
  await expect(page.getByRole("link", { name: /: 12.5$/ })).toBeVisible();
  await menu();
  await expect(page.getByRole("link", { name, exact: true })).toHaveAttribute("aria-current", "page");
  await page.getByRole("link", { name: say("resource:saved.manage") }).click();
  const mine = page.locator("form").filter({ has: page.locator(`input[value="${name}"]`) });
  await mine.getByRole("textbox").fill(`${name} два`);
  await mine.getByRole("button", { name: say("resource:saved.rename") }).click();
  await expect(toast(page)).toContainText(say("resource:saved.done"));
  await page
    .locator("form")
    .filter({ has: page.locator(`input[value="${name} два"]`) })
    .getByRole("button", { name: say("resource:saved.delete") })
    .click();
  await expect(page.locator(`input[value="${name} два"]`)).toHaveCount(0);
});

test("from record to record within the filtered list, on the same tab", async ({ page, api }) => {
  const word = unique();
  for (const i of [1, 2, 3]) await makeRecord(api, "company", { name: `Сусід ${word} ${i}` });
  await open(page, `/companies?q=${word}&sort=-name`);
  await page.getByRole("link", { name: `Сусід ${word} 2` }).click();
  await expect(heading(page)).toHaveText(`Сусід ${word} 2`);
  await page.getByRole("link", { name: say("resource:tab.history") }).click();
  await page.getByRole("link", { name: say("resource:next_record", { title: `Сусід ${word} 1` }) }).click();
  await expect(heading(page)).toHaveText(`Сусід ${word} 1`);
  await expect(page).toHaveURL(/\/history\?/);
  await expect(page.locator("a[rel=next]", { hasText: "Сусід" })).toHaveCount(0);
  await page.locator("a[rel=prev]", { hasText: `Сусід ${word} 2` }).click();
  await expect(heading(page)).toHaveText(`Сусід ${word} 2`);
  await page
    .getByRole("navigation", { name: say("resource:breadcrumbs") })
    .getByRole("link")
    .click();
  await expect(page).toHaveURL(new RegExp(`q=${word}&sort=-name$`));
});

test("what refers to a record is counted, listed and added to", async ({ page, api }) => {
  const company = await makeRecord(api, "company");
  const project = await makeRecord(api, "project", { company: company.id });
  await open(page, `/companies/view/${company.id}/related`);
  const panel = page.locator("section").filter({ has: page.getByRole("heading", { name: `${many("project")} (1)` }) });
  await expect(panel.getByRole("link", { name: project.title })).toBeVisible();
  await panel.getByRole("link", { name: say("resource:related.add") }).click();
  await expect(page.locator("[name=company]")).toHaveValue(String(company.id));
  await page.locator("[name=name]").fill(`Проєкт ${unique()}`);
  await save(page);
  await expect(toast(page)).toContainText(/Створено /);
  await open(page, `/companies/view/${company.id}/related`);
  await page.getByRole("link", { name: say("resource:related.all", { count: 2 }) }).click();
  await expect(page).toHaveURL(new RegExp(`/projects\\?company=${company.id}$`));
  await expect(page.getByRole("table").locator("tbody tr")).toHaveCount(2);
});

test("what refers to a record is told in words, each with what it is known by", async ({ page, api }) => {
  const location = await makeRecord(api, "location");
  const device = await makeRecord(api, "device", { location: location.id });
  const { model } = z.object({ model: z.object({ id: z.number() }) }).parse(await api.get(`/devices/${device.id}`));
  await open(page, `${viewPath(deviceModel, model.id)}/related`);
  const panel = page
    .locator("section")
    .filter({ has: page.getByRole("heading", { name: `${say("entities:device.related.model")} (1)` }) });
  await expect(panel.locator("li")).toContainText(device.title);
  await expect(panel.locator("li")).toContainText(location.title);
});

test("a record that is missing is made on the way, and nothing typed is lost", async ({ page, api }) => {
  const word = unique();
  const ingredient = await makeRecord(api, "ingredient");
  await open(page, "/planograms/create");
  await page.locator("[name=name]").fill(`Планограма ${word}`);
  await page.getByRole("button", { name: say("resource:add_row") }).click();
  await page.locator('[name="cells[0].cell"]').fill("7");
  await page.locator('[name="cells[0].price"]').fill("30,50");
  const addNew = async (made: string) => {
    const button = page.getByRole("button", { name: say(`entities:${made}.create`) });
    await button.click();
    await expect(button).toHaveCount(0);
    await expect(page.getByText(say(`entities:${made}.create`), { exact: true })).toBeVisible();
  };

  await addNew("recipe");
  await page.locator("[name=name]").fill(`Рецепт ${word}`);
  await page.locator("[name=item_number]").fill("not a number");
  await save(page);
  await expect(page.getByText(say("errors:incorrect")).first()).toBeVisible();
  await page.locator("[name=item_number]").fill(String(uniqueNumber()));
  await addNew("ingredient");
  await page.getByRole("button", { name: say("resource:add_new.back") }).click();
  await expect(page.locator("[name=name]")).toHaveValue(`Рецепт ${word}`);
  await page.getByRole("button", { name: say("resource:add_row") }).click();
  await choose(page, "ingredients[0].ingredient", "ingredient", ingredient.title);
  await page.locator('[name="ingredients[0].quantity"]').fill("7,5");
  await save(page);

  await expect(
    page.getByText(say("resource:add_new.added", { one: say("entities:recipe.one"), title: `Рецепт ${word}` })),
  ).toBeVisible();
  await expect(page.locator("[name=name]")).toHaveValue(`Планограма ${word}`);
  await expect(page.locator('[name="cells[0].cell"]')).toHaveValue("7");
  await expect(page.locator('[name="cells[0].price"]')).toHaveValue("30,50");
  await expectChosen(page, "cells[0].recipe", `Рецепт ${word}`);

  await addNew("device_model");
  await page.locator("[name=name]").fill(`Модель ${word}`);
  await page.locator("[name=device_type]").selectOption("COFFEE");
  await addNew("device_manufacturer");
  await page.locator("[name=name]").fill(`Виробник ${word}`);
  await save(page);
  await expect(page.locator("[name=name]")).toHaveValue(`Модель ${word}`);
  await save(page);
  await expectChosen(page, "device_model", `Модель ${word}`);
  await save(page);
  await expect(heading(page)).toHaveText(`Планограма ${word}`);
});
