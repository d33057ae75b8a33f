import type { BrowserContext, Page } from "@playwright/test";
import { expect, open, save, signIn, test } from "./pages";
import { makeRecord } from "./records";
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
  await press(page, "resource:add_row");
  await expect(cell(page, 0, "cell")).toBeFocused();
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
  scripts,
}) => {
  const recipe = await makeRecord(api, "recipe");
  await begin(page, context, "З помилками");
  const lines = ["11", "12", "13", "14"].map((one, n) => `${one}\t${recipe.title}\t${n % 2 ? "дорого" : "10"}\t`);
  await paste(page, [...lines, "15\tНемає такого\t5\t", "16\tІ такого\t5\t"].join("\n"));
  const summary = page.getByRole("alert").filter({ hasText: say("resource:check_fields") });
  await expect(summary.getByRole("link")).toHaveCount(2);
  await save(page);
  const price = say("entities:planogram.rows.cells.price");
  const product = say("entities:planogram.rows.cells.recipe");
  const one = say("entities:planogram.rows.cells.cell");
  await expect(summary.locator("div > ul > li")).toHaveCount(2);
  const dear = summary.locator("div > ul > li").filter({ hasText: `${price}: ${say("errors:incorrect")}` });
  await expect(dear.getByRole("link")).toHaveText([`${one} 12`, `${one} 14`]);
  const unnamed = summary.locator("div > ul > li").filter({ hasText: `${product}: ${say("errors:required")}` });
  await expect(unnamed.getByRole("link")).toHaveText([`${one} 15`, `${one} 16`]);
  // Several mistakes: without scripts the page begins with what tells of them.
  if (!scripts) await expect(page.locator(":focus").filter({ has: summary })).toHaveCount(1);
  await dear.getByRole("link", { name: `${one} 14` }).click();
  await expect(cell(page, 3, "price")).toBeFocused();
  await expect(cell(page, 3, "price")).toBeInViewport();
  await cell(page, 3, "price").fill("12");
  for (const index of [4, 5]) await page.locator(`[name="cells[${index}].cell"]`).fill("");
  for (const index of [4, 5]) await page.locator(`[name="cells[${index}].price"]`).fill("");
  await save(page);
  await expect(cell(page, 1, "price")).toHaveValue("дорого");
  await expect(cell(page, 1, "price")).toBeFocused();
  await expect(cell(page, 4, "cell")).toHaveCount(0);
  await expect(summary.getByRole("link")).toHaveText([`${one} 12, ${price}: ${say("errors:incorrect")}`]);
});
