import type { BrowserContext, Page } from "@playwright/test";
import { expect, heading, open, save, signIn, test, toast } from "./pages";
import { choose, expectChosen, makeRecord } from "./records";
import { say } from "./texts";
import { unique } from "./vending";

const add = (page: Page) => page.getByRole("button", { name: say("resource:add_row") }).click();
const remove = (page: Page, index: number) =>
  page
    .getByRole("button", { name: say("resource:remove_row") })
    .nth(index)
    .click();
const paste = async (page: Page, text: string) => {
  const area = page.locator("#paste_cells");
  // It stays open with what was pasted in vain.
  if (!(await area.isVisible())) await page.getByText(say("resource:paste.title")).click();
  await area.fill(text);
  await page.getByRole("button", { name: say("resource:paste.take") }).click();
};
/** An empty form of a planogram that is named. */
const begin = async (page: Page, context: BrowserContext, name: string) => {
  await signIn(context);
  await open(page, "/planograms/create");
  await page.locator("[name=name]").fill(`${name} ${unique()}`);
};
const cell = (page: Page, index: number, name: string) => page.locator(`[name="cells[${index}].${name}"]`);

test("rows are added and removed without losing a word", async ({ page, context, api }) => {
  const [first, second] = [await makeRecord(api, "recipe"), await makeRecord(api, "recipe")];
  const name = `Планограма ${unique()}`;
  await signIn(context);
  await open(page, "/planograms/create");
  await page.locator("[name=name]").fill(name);
  await page.locator("[name=description]").fill("Опис");
  for (let index = 0; index < 3; index++) {
    if (index) await add(page);
    await cell(page, index, "cell").fill(`A${index}`);
    await choose(page, `cells[${index}].recipe`, "recipe", index === 1 ? second.title : first.title);
    await cell(page, index, "price").fill(`${index + 10},50`);
    await cell(page, index, "capacity").fill(String(index + 1));
  }
  await remove(page, 0);
  await expect(cell(page, 2, "cell")).toHaveCount(0);
  await expect(cell(page, 0, "cell")).toHaveValue("A1");
  await expectChosen(page, "cells[0].recipe", second.title);
  await expect(cell(page, 0, "price")).toHaveValue(/^11[.,]50$/);
  await expect(cell(page, 1, "cell")).toHaveValue("A2");
  await expect(cell(page, 1, "capacity")).toHaveValue("3");
  await expect(page.locator("[name=name]")).toHaveValue(name);
  await expect(page.locator("[name=description]")).toHaveValue("Опис");

  await save(page);
  await expect(toast(page)).toContainText(/Створено /);
  await expect(heading(page)).toHaveText(name);
  await expect(cell(page, 0, "price")).toHaveValue(/^11[.,]50$/);
  await expect(cell(page, 1, "cell")).toHaveValue("A2");

  await cell(page, 1, "cell").fill("A1");
  await save(page);
  await expect(page.locator('[id="record-cells[1].cell-error"]')).toHaveText(say("errors:repeats"));
  await expect(cell(page, 1, "cell")).toHaveValue("A1");
  await cell(page, 1, "cell").fill("A9");
  await save(page);
  await expect(toast(page)).toContainText(say("resource:updated"));

  // History tells of the rows that changed, and of nothing else.
  await page.getByRole("link", { name: say("resource:tab.history") }).click();
  const latest = page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ hasText: say("resource:history.update") })
    .first()
    .locator("tbody tr");
  await expect(latest).toHaveText([/: A2.*A2.*—/, /: A9.*—.*A9/]);
  await page.getByRole("link", { name: say("resource:tab.data") }).click();
  await cell(page, 0, "price").fill("99,00");
  await save(page);
  await expect(toast(page)).toContainText(say("resource:updated"));
  await page.getByRole("link", { name: say("resource:tab.history") }).click();
  await expect(latest).toHaveText([
    new RegExp(`: A1, ${say("entities:planogram.rows.cells.price")}.*11[.,]50.*99[.,]00`),
  ]);
  await page.getByRole("link", { name: say("resource:tab.data") }).click();
  await cell(page, 0, "cell").fill("A9");
  await cell(page, 1, "cell").fill("A1");
  await save(page);
  await expect(toast(page)).toContainText(say("resource:updated"));
  await page.getByRole("link", { name: say("resource:tab.history") }).click();
  await expect(latest.last()).toHaveText(new RegExp(`: ${say("resource:history.order")}.*A1, A9.*A9, A1`));
});

test("on a phone what a row's relation names has all of its card's width", async ({ page, context, api }) => {
  const recipe = await makeRecord(api, "recipe");
  const { id } = await makeRecord(api, "planogram", { "cells[0].cell": "1", "cells[0].recipe": recipe.id });
  await page.setViewportSize({ width: 360, height: 800 });
  await signIn(context);
  await open(page, `/planogram/view/${id}`);
  const card = page.locator("tbody tr").first();
  await expect(card).toBeVisible();
  const [whole, cells] = await card.evaluate((row) => [
    row.clientWidth,
    [...row.children].map((cell) => cell.getBoundingClientRect()).map(({ top, width }) => ({ top, width })),
  ]);
  const [number, product, price, capacity, removal] = cells;
  expect(product?.width).toBeGreaterThan(0.9 * whole);
  expect(price?.top).toBe(capacity?.top);
  // What removes the row stands beside its number, where there is room.
  expect(Math.abs((removal?.top ?? 0) - (number?.top ?? 0))).toBeLessThan(40);
});

test("a row that is not filled in says so beside its cells", async ({ page, context }) => {
  await signIn(context);
  await open(page, "/recipes/create");
  await page.locator("[name=name]").fill("Без складу");
  await add(page);
  await page.locator('[name="ingredients[0].quantity"]').fill("7");
  await save(page);
  await expect(page.locator('[id="record-ingredients[0].ingredient-error"]')).toHaveText(say("errors:required"));
  await page.locator('[name="ingredients[0].quantity"]').fill("");
  // A row without anything is no row.
  await save(page);
  await expect(page.locator("#record-ingredients-error")).toHaveText(say("errors:no_ingredients"));
  await expect(page.getByText(say("resource:no_rows"))).toBeVisible();
  await expect(page.locator("[name=name]")).toHaveValue("Без складу");
});

test("a planogram of thirty cells takes four pages: what was copied from a spreadsheet is pasted", async ({
  page,
  context,
  api,
}) => {
  // More recipes than a picker shows, and the two beyond those.
  await Promise.all(Array.from({ length: 55 }, () => makeRecord(api, "recipe")));
  const [latte, mocha] = [
    await makeRecord(api, "recipe", { name: `яяя ${unique()}` }),
    await makeRecord(api, "recipe", { name: `яяя ${unique()}` }),
  ];
  let loads = 0;
  page.on("request", (request) => {
    if (request.resourceType() === "document") loads++;
  });
  await begin(page, context, "Вставлена");
  const lines = Array.from({ length: 30 }, (_, n) =>
    [n + 1, n % 2 ? latte.title : mocha.title.toUpperCase(), `${20 + n},50`, n === 4 ? "" : 10].join("\t"),
  );
  await paste(page, lines.join("\r\n"));
  await expect(page.getByText(say("resource:paste.taken", { count: 30 }))).toBeVisible();
  await expectChosen(page, "cells[0].recipe", mocha.title);
  await expectChosen(page, "cells[29].recipe", latte.title);
  await expect(cell(page, 29, "price")).toHaveValue("49,50");
  await expect(cell(page, 4, "capacity")).toHaveValue("");
  await save(page);
  await expect(toast(page)).toContainText(/Створено /);
  await expect(cell(page, 29, "cell")).toHaveValue("30");
  await expect(cell(page, 29, "price")).toHaveValue(/^49[.,]50$/);
  await expect(cell(page, 30, "cell")).toHaveCount(0);
  expect(loads).toBeLessThanOrEqual(4);
});

test("what was pasted is not lost by who saves at once: its rows are shown first", async ({ page, context, api }) => {
  const recipe = await makeRecord(api, "recipe");
  await begin(page, context, "Збережена одразу");
  await page.getByText(say("resource:paste.title")).click();
  await page.locator("#paste_cells").fill(`7; ${recipe.title}; 12,50; 4\n8; ${recipe.title}; 13; 4`);
  await save(page);
  await expect(page.getByText(say("resource:paste.taken", { count: 2 }))).toBeVisible();
  await expect(cell(page, 1, "cell")).toHaveValue("8");
  await expect(page.locator("#paste_cells")).toHaveValue("");
  await save(page);
  await expect(toast(page)).toContainText(/Створено /);
  await expect(cell(page, 0, "price")).toHaveValue(/^12[.,]50$/);
});

test("what is wrong with pasted rows is told at once, and a name that nothing has until something is chosen", async ({
  page,
  context,
  api,
}) => {
  const recipe = await makeRecord(api, "recipe");
  await begin(page, context, "Із помилками");
  const errorOf = (index: number, name: string) => page.locator(`[id="record-cells[${index}].${name}-error"]`);
  const expectAll = async (index: number) => {
    await expect(errorOf(index, "recipe")).toHaveText(say("resource:paste.unknown", { name: "Немає такого" }));
    await expect(errorOf(index + 1, "price")).toHaveText(say("errors:incorrect"));
    await expect(errorOf(index + 2, "cell")).toHaveText(say("errors:repeats"));
  };
  await paste(page, ["3\tНемає такого\t20", `4\t${recipe.title}\tabc`, `4\t${recipe.title}\t5`].join("\n"));
  await expectAll(0);
  await expect(page.getByText(say("resource:paste.taken", { count: 3 }))).toHaveCount(0);
  // What is new among the mistakes tells that this is the answer.
  await cell(page, 0, "capacity").fill("-1");
  await save(page);
  await expect(errorOf(0, "capacity")).toBeVisible();
  await expectAll(0);
  await cell(page, 0, "capacity").fill("5");
  await choose(page, "cells[0].recipe", "recipe", recipe.title);
  await save(page);
  await expect(errorOf(1, "price")).toHaveText(say("errors:incorrect"));
  await expect(errorOf(0, "recipe")).toHaveCount(0);
  await cell(page, 1, "price").fill("7");
  await cell(page, 2, "cell").fill("5");
  await save(page);
  await expect(toast(page)).toContainText(/Створено /);
});

test("what is pasted may name its columns; what is not known is told beside its cell", async ({
  page,
  context,
  api,
}) => {
  const recipe = await makeRecord(api, "recipe");
  await begin(page, context, "Названа");
  await paste(page, " \t \n");
  await expect(page.getByText(say("resource:paste.nothing"))).toBeVisible();
  await expect(cell(page, 1, "cell")).toHaveCount(0);
  const named = ["price", "recipe", "cell"].map((one) => say(`entities:planogram.rows.cells.${one}`));
  await paste(
    page,
    [named.join(";"), `12,30;${recipe.title};B1`, "5;Немає такого;B2", `багато;"${recipe.title}";B3`].join("\n"),
  );
  await expect(page.locator('[id="record-cells[1].recipe-error"]')).toHaveText(
    say("resource:paste.unknown", { name: "Немає такого" }),
  );
  await expect(cell(page, 1, "price")).toHaveValue("5");
  await expectChosen(page, "cells[0].recipe", recipe.title);
  await expect(page.locator('[id="record-cells[2].price-error"]')).toHaveText(say("errors:incorrect"));
  await choose(page, "cells[1].recipe", "recipe", recipe.title);
  await expect(cell(page, 2, "price")).toHaveValue("багато");
  await cell(page, 2, "price").fill("9");
  await save(page);
  await expect(toast(page)).toContainText(/Створено /);
  await expect(cell(page, 0, "cell")).toHaveValue("B1");
  await expect(cell(page, 0, "price")).toHaveValue(/^12[.,]30$/);
  await expect(cell(page, 2, "price")).toHaveValue(/^9[.,]00$/);
});

test("rows that were added before anything was typed are numbered by the next ten", async ({ page, context }) => {
  await begin(page, context, "Спершу порожні");
  const more = page.getByRole("button", { name: say("resource:more_rows", { count: 10 }) });
  await more.click();
  await expect(cell(page, 10, "cell")).toHaveValue("");
  await cell(page, 0, "cell").fill("11");
  await cell(page, 0, "price").fill("25");
  await more.click();
  await expect(cell(page, 10, "cell")).toHaveValue("21");
  await expect(cell(page, 10, "price")).toHaveValue("25");
  await expect(cell(page, 11, "cell")).toHaveCount(0);
  await expect(cell(page, 1, "cell")).toBeFocused();
});

test("ten rows are added that go on from the last; those that say no more are left out", async ({
  page,
  context,
  api,
}) => {
  const recipe = await makeRecord(api, "recipe");
  await begin(page, context, "Десятками");
  await cell(page, 0, "cell").fill("A09");
  await choose(page, "cells[0].recipe", "recipe", recipe.title);
  await cell(page, 0, "price").fill("25,00");
  const more = page.getByRole("button", { name: say("resource:more_rows", { count: 10 }) });
  await more.click();
  await expect(cell(page, 1, "cell")).toHaveValue("A10");
  await expect(cell(page, 10, "cell")).toHaveValue("A19");
  await expect(cell(page, 10, "price")).toHaveValue("25,00");
  await choose(page, "cells[3].recipe", "recipe", recipe.title);
  await cell(page, 3, "price").fill("30");
  // A price that somebody typed is no row to leave out.
  await cell(page, 5, "price").fill("31");
  await save(page);
  await expect(page.locator('[id="record-cells[2].recipe-error"]')).toHaveText(say("errors:required"));
  await expect(cell(page, 3, "cell")).toHaveCount(0);
  await remove(page, 2);
  await more.click();
  await expect(cell(page, 2, "price")).toHaveValue("30");
  await save(page);
  await expect(toast(page)).toContainText(/Створено /);
  await expect(cell(page, 1, "cell")).toHaveValue("A12");
  await expect(cell(page, 2, "cell")).toHaveCount(0);
});

test("Enter saves: it neither removes a row nor adds one", async ({ page, context }) => {
  const name = unique();
  await signIn(context);
  await open(page, "/device_manufacturer/create");
  await page.locator("[name=name]").fill(name);
  await add(page);
  await page.locator('[name="errors[0].code"]').fill("EFB");
  await page.locator('[name="errors[0].text"]').fill("Немає води");
  await page.locator('[name="errors[0].text"]').press("Enter");
  await expect(toast(page)).toContainText(/Створено /);
  await expect(heading(page)).toHaveText(name);
  await expect(page.locator('[name="errors[0].text"]')).toHaveValue("Немає води");
  await expect(page.locator('[name="errors[1].text"]')).toHaveCount(0);
});

test("saving and adding another opens an empty form", async ({ page, context }) => {
  await signIn(context);
  await open(page, "/companies/create");
  await page.locator("[name=name]").fill(`Компанія ${unique()}`);
  await page.getByRole("button", { name: say("resource:save_and_add") }).click();
  await expect(toast(page)).toContainText(/Створено /);
  await expect(page).toHaveURL(/\/companies\/create\?after=\d+$/);
  await expect(page.locator("[name=name]")).toHaveValue("");
});
