import type { BrowserContext, Page } from "@playwright/test";
import { z } from "zod";
import { refSchema } from "~server/contract/record";
import { faults } from "./axe";
import { expect, heading, open, save, signIn, test, toast } from "./pages";
import { choose, expectChosen, makeRecord } from "./records";
import { say } from "./texts";
import { unique } from "./vending";

const cell = (page: Page, index: number, name: string) => page.locator(`[name="cells[${index}].${name}"]`);
const press = (page: Page, key: string, values: Record<string, number> = {}) =>
  page.getByRole("button", { name: say(key, values) }).click();
/** An empty form of a planogram that is named. */
const begin = async (page: Page, context: BrowserContext, name: string) => {
  await signIn(context);
  await open(page, "/planograms/create");
  await page.locator("[name=name]").fill(`${name} ${unique()}`);
};
/** Fills in the area that a table is pasted into, and takes it over. */
const paste = async (page: Page, text: string) => {
  const area = page.locator("#paste_cells");
  if (!(await area.isVisible())) await page.getByText(say("resource:paste.title")).click();
  await area.fill(text);
  await press(page, "resource:paste.take");
};

test("after rows are added or removed a person goes on in the row, not at the top of the page", async ({
  page,
  context,
}) => {
  await begin(page, context, "Далі з рядка");
  await cell(page, 0, "cell").fill("11");
  await cell(page, 0, "price").fill("25");
  await press(page, "resource:add_row");
  // One row goes on from the last as ten do.
  await expect(cell(page, 1, "cell")).toHaveValue("12");
  await expect(cell(page, 1, "cell")).toBeFocused();
  await expect(cell(page, 1, "price")).toHaveValue("25");
  await press(page, "resource:more_rows", { count: 10 });
  await expect(cell(page, 2, "cell")).toBeFocused();
  await expect(cell(page, 2, "cell")).toBeInViewport();
  await page
    .getByRole("button", { name: say("resource:remove_row") })
    .nth(9)
    .click();
  await expect(cell(page, 11, "cell")).toHaveCount(0);
  await expect(cell(page, 9, "cell")).toHaveValue("21");
  await expect(cell(page, 9, "cell")).toBeFocused();
  await expect(cell(page, 9, "cell")).toBeInViewport();
});

test("what is wrong is told once above the form, with the rows it is in; one mistake is gone to at once", async ({
  page,
  context,
  api,
}) => {
  const recipe = await makeRecord(api, "recipe");
  // More than a picker offers at once.
  await Promise.all(Array.from({ length: 50 }, () => makeRecord(api, "recipe")));
  await begin(page, context, "З помилками");
  const lines = ["11", "12", "13", "14"].map((one, n) => `${one}\t${recipe.title}\t${n % 2 ? "дорого" : "10"}\t`);
  await paste(page, [...lines, "15\tНемає такого\t5\t", "16\tІ такого\t5\t"].join("\n"));
  const summary = page.getByRole("alert").filter({ hasText: say("resource:check_fields") });
  await expect(summary.getByRole("link")).toHaveCount(4);
  await save(page);
  const price = say("entities:planogram.rows.cells.price");
  const product = say("entities:planogram.rows.cells.recipe");
  const one = say("entities:planogram.rows.cells.cell");
  await expect(summary.locator("div > ul > li")).toHaveCount(3);
  const dear = summary.locator("div > ul > li").filter({ hasText: `${price}: ${say("errors:incorrect")}` });
  await expect(dear.getByRole("link")).toHaveText([`${one} 12`, `${one} 14`]);
  // A name that nothing has is told as it was pasted.
  for (const [number, name] of [
    ["15", "Немає такого"],
    ["16", "І такого"],
  ] as const)
    await expect(summary.getByRole("link", { name: `${one} ${number}` })).toHaveText(
      `${one} ${number}, ${product}: ${say("resource:paste.unknown", { name })}`,
    );
  // Several mistakes: a person begins with what tells of them.
  await expect(page.locator(":focus").filter({ has: summary })).toHaveCount(1);
  await dear.getByRole("link", { name: `${one} 14` }).click();
  await expect(cell(page, 3, "price")).toBeFocused();
  await expect(cell(page, 3, "price")).toBeInViewport();
  // Nothing that came back is forgotten for that.
  await expect(summary).toBeVisible();
  await expectChosen(page, "cells[0].recipe", recipe.title);
  await cell(page, 3, "price").fill("12");
  for (const index of [4, 5]) await page.locator(`[name="cells[${index}].cell"]`).fill("");
  for (const index of [4, 5]) await page.locator(`[name="cells[${index}].price"]`).fill("");
  await save(page);
  await expect(cell(page, 1, "price")).toHaveValue("дорого");
  await expect(cell(page, 1, "price")).toBeFocused();
  await expect(cell(page, 4, "cell")).toHaveCount(0);
  await expect(summary.getByRole("link")).toHaveText([`${one} 12, ${price}: ${say("errors:incorrect")}`]);
});

const planogramSchema = z.object({
  cells: z.array(z.object({ cell: z.string(), recipe: refSchema, price: z.number(), capacity: z.number().nullable() })),
});
/** Pages that a browser asks for from now on. */
const countLoads = (page: Page) => {
  const counted = { loads: 0 };
  page.on("request", (request) => {
    if (request.resourceType() === "document") counted.loads++;
  });
  return counted;
};
const face = (page: Page) => page.getByRole("group", { name: say("resource:face.title") });
const onFace = (page: Page, number: string) =>
  face(page)
    .getByRole("listitem")
    .filter({ has: page.locator(`strong:text-is("${number}")`) })
    .last();
/** Five shelves of six. */
const NUMBERS = Array.from({ length: 30 }, (_, n) => String(10 * (1 + Math.floor(n / 6)) + 1 + (n % 6)));

test("a face of thirty cells takes four pages to make, and stands as it was pasted", async ({
  page,
  context,
  api,
  scripts,
}) => {
  const products = await Promise.all([0, 1, 2].map(() => makeRecord(api, "recipe")));
  const titleOf = (n: number) => products[n % 3]?.title ?? "";
  await signIn(context);
  const counted = countLoads(page);
  await open(page, "/planograms/create");
  await page.locator("[name=name]").fill(`Обличчя ${unique()}`);
  const line = (number: string, n: number) => [number, titleOf(n), `${20 + n},50`, 8].join("\t");
  // One product is misspelt, as it happens.
  await paste(
    page,
    NUMBERS.map((number, n) => line(number, n).replace(titleOf(7), n === 7 ? "Немає" : titleOf(7))).join("\n"),
  );
  await expect(face(page).getByRole("group")).toHaveCount(5);
  await expect(face(page).getByRole("link")).toHaveCount(30);
  await expect(onFace(page, "22")).toContainText(say("resource:face.mistakes", { count: 1 }));
  await expect(onFace(page, "22")).toContainText(say("resource:face.no_product"));
  await expect(page.locator(`[id="record-cells[7].recipe"]`)).toBeFocused();
  if (scripts) await choose(page, "cells[7].recipe", "recipe", titleOf(7));
  // It is among the choices, for other rows have it.
  else await cell(page, 7, "recipe").selectOption(String(products[7 % 3]?.id));
  await save(page);
  await expect(toast(page)).toContainText(/Створено /);
  expect(counted.loads).toBeLessThanOrEqual(4);
  await expect(onFace(page, "22")).toHaveText(new RegExp(`22\\s+27[.,]50\\s₴\\s+${titleOf(7)}\\s+місткість 8`));
  const id = /\d+$/.exec(new URL(page.url()).pathname.replace(/\/data$/, ""))?.[0];
  const saved = planogramSchema.parse(await api.get(`/planograms/${id}`));
  expect(saved.cells.map(({ cell, recipe, price, capacity }) => [cell, recipe.label, price, capacity])).toEqual(
    NUMBERS.map((number, n) => [number, titleOf(n), (20 + n) * 100 + 50, 8]),
  );
  // A cell of the drawing leads to its row.
  await onFace(page, "56").getByRole("link").click();
  await expect(cell(page, 29, "cell")).toBeFocused();
  await expect(cell(page, 29, "cell")).toBeInViewport();
});

test("thirty cells are typed in four pages, too: rows go on from the first one, those that say no more are left out", async ({
  page,
  context,
  api,
  scripts,
}) => {
  const recipe = await makeRecord(api, "recipe");
  const put = (index: number) =>
    scripts
      ? choose(page, `cells[${index}].recipe`, "recipe", recipe.title)
      : cell(page, index, "recipe").selectOption(String(recipe.id));
  await signIn(context);
  const counted = countLoads(page);
  await open(page, "/planograms/create");
  const name = `Тридцять ${unique()}`;
  await page.locator("[name=name]").fill(name);
  await cell(page, 0, "cell").fill("1");
  await choose(page, "cells[0].recipe", "recipe", recipe.title);
  await cell(page, 0, "price").fill("19,90");
  await press(page, "resource:more_rows", { count: 30 });
  await expect(cell(page, 1, "cell")).toBeFocused();
  await expect(cell(page, 30, "cell")).toHaveValue("31");
  await expect(onFace(page, "31")).toContainText(say("resource:face.no_product"));
  for (let index = 1; index < 30; index++) await put(index);
  await cell(page, 29, "price").fill("25");
  await save(page);
  await expect(toast(page)).toContainText(/Створено /);
  await expect(heading(page)).toHaveText(name);
  // A network of more recipes than a picker offers takes a search.
  if (!scripts) expect(counted.loads).toBeLessThanOrEqual((await page.locator("[name=find_recipe]").count()) ? 5 : 4);
  await expect(face(page).getByRole("link")).toHaveCount(30);
  await expect(onFace(page, "29")).toContainText("19,90");
  await expect(onFace(page, "30")).toContainText("25,00");
});

test("a machine shows its face: what each cell sells, for how much, how much is left and what is wrong", async ({
  page,
  context,
  api,
  scripts,
}) => {
  const recipe = await makeRecord(api, "recipe");
  const cells = ["11", "12", "13", "21", "23"].flatMap((number, n): [string, string | number][] => [
    [`cells[${n}].cell`, number],
    [`cells[${n}].recipe`, recipe.id],
    [`cells[${n}].price`, 1000 + n],
    [`cells[${n}].capacity`, 10],
  ]);
  const planogram = await makeRecord(api, "planogram", Object.fromEntries(cells));
  const { id } = await makeRecord(api, "device", { device_type: "SNACK", planogram: planogram.id, in_work: "on" });
  await signIn(context);
  await open(page, `/devices/view/${id}`);
  await expect(onFace(page, "11")).toHaveText(
    new RegExp(`11\\s+10,00\\s₴\\s+${recipe.title}\\s+${say("device:face.unknown", { capacity: "10" })}`),
  );
  await api.post(`/devices/${id}/maintenance`, {
    key: unique().padEnd(12, "0"),
    ...{ "fills[0].slot": "cell:11", "fills[0].level": 9 },
    ...{ "fills[1].slot": "cell:12", "fills[1].level": 0 },
    ...{ "fills[2].slot": "cell:21", "fills[2].level": 2 },
  });
  await open(page, `/devices/view/${id}`);
  await expect(onFace(page, "11")).toContainText("9 з 10 (90%)");
  await expect(onFace(page, "12")).toContainText(`0 з 10 (0%)`);
  await expect(onFace(page, "12")).toContainText(say("device:forecast.now"));
  await expect(onFace(page, "21")).toContainText("2 з 10 (20%)");
  // Below each other stands what does in the machine.
  await expect(face(page).getByRole("group").nth(1).locator("li")).toHaveCount(3);
  if (scripts) expect(await faults(page, "a machine's face")).toEqual([]);
  await page.getByText(say("device:face.slots")).click();
  await expect(page.getByText(/9 з 10\sшт\. \(90%\)/)).toBeVisible();
});

test("cells that are only counted stand as the model has them, on the planogram and on its machine", async ({
  page,
  context,
  api,
}) => {
  const recipe = await makeRecord(api, "recipe");
  const model = await makeRecord(api, "device_model", { device_type: "SNACK", cells_per_shelf: 4 });
  const cells = Array.from({ length: 10 }, (_, n): [string, string | number][] => [
    [`cells[${n}].cell`, n + 1],
    [`cells[${n}].recipe`, recipe.id],
    [`cells[${n}].price`, 1000],
  ]).flat();
  const planogram = await makeRecord(api, "planogram", { device_model: model.id, ...Object.fromEntries(cells) });
  const { id } = await makeRecord(api, "device", { model: model.id, planogram: planogram.id, in_work: "on" });
  await signIn(context);
  for (const path of [`/planogram/view/${planogram.id}`, `/devices/view/${id}`]) {
    await open(page, path);
    const shelves = face(page).getByRole("group");
    const counts = await shelves.evaluateAll((all) => all.map((shelf) => shelf.querySelectorAll("li").length));
    expect([path, counts]).toEqual([path, [4, 4, 2]]);
  }
});

test("a planogram's face is read by everybody, on a phone and in the dark, with its mistakes @scripts", async ({
  page,
  context,
  api,
}) => {
  const recipe = await makeRecord(api, "recipe");
  await begin(page, context, "Для всіх");
  await paste(page, ["11", "12", "21", "21"].map((one) => `${one}\t${recipe.title}\tдорого\t`).join("\n"));
  await save(page);
  await expect(
    face(page)
      .getByText(say("resource:face.mistakes", { count: 1 }))
      .first(),
  ).toBeVisible();
  // Begun at the top: half of a field under the header is too small to be hit.
  await page.evaluate("scrollTo(0, 0)");
  expect(await faults(page, "a planogram's face")).toEqual([]);
});
