import type { Locator, Page } from "@playwright/test";
import { device } from "~server/contract/entities/devices";
import { unfit } from "./fits";
import { expect, heading, open, signIn, test } from "./pages";
import { makeRecord } from "./records";
import { say } from "./texts";
import { type Api, makePerson, unique, type Values } from "./vending";

/** Ingredients that one word finds: every third is a snack, prices grow by a hryvnia. */
async function manyIngredients(api: Api, count: number): Promise<string> {
  const word = unique();
  for (let index = 0; index < count; index++) {
    const kind: Values = index % 3 === 0 ? { type: "SNACK" } : { type: "DRY", unit: "G", price_type: "PER_100_G" };
    await makeRecord(api, "ingredient", {
      name: `${word} ${String(index).padStart(3, "0")}`,
      ...kind,
      price: 100 * (index + 1),
    });
  }
  return word;
}

/** The search field of a list; the header has one of its own. */
const words = (page: Page) => page.getByRole("main").getByRole("searchbox", { name: say("resource:search") });
const rows = (page: Page) => page.locator("table tbody tr");
/** Heads of columns that hold a field: the first stands over the check boxes. */
const columns = (page: Page) => page.getByRole("columnheader").getByRole("link");
const chips = (page: Page) => page.getByRole("list", { name: say("resource:filters_in_use") });
const apply = (page: Page) =>
  page
    .getByRole("search")
    .getByRole("button", { name: say("resource:apply") })
    .first()
    .click();

test("search, filters, chips, order, pages and page size", async ({ page, context, api }) => {
  test.slow();
  const word = await manyIngredients(api, 45);
  await signIn(context, await makePerson(api, ["INGREDIENT", "RECIPE"]));
  await open(page, "/ingredients");
  await words(page).fill(word);
  await apply(page);
  await expect(rows(page)).toHaveCount(45);
  await expect(page.getByRole("navigation", { name: say("resource:pages") })).toContainText(
    say("resource:range", { from: 1, to: 45, total: 45 }),
  );

  await page.getByRole("link", { name: say("resource:filters"), exact: true }).click();
  await page.locator("#filter-type").selectOption("SNACK");
  await page.locator("#filter-price_min").fill("10,00");
  await page
    .getByRole("search")
    .getByRole("button", { name: say("resource:apply") })
    .last()
    .click();
  await expect(rows(page)).toHaveCount(12);
  await expect(words(page)).toHaveValue(word);
  await expect(chips(page).getByRole("link")).toHaveCount(3);
  await chips(page)
    .getByRole("link", { name: new RegExp(say("entities:ingredient.fields.price")) })
    .click();
  await expect(rows(page)).toHaveCount(15);
  await chips(page)
    .getByRole("link", { name: new RegExp(say("options:ingredient_type.SNACK")) })
    .click();
  await expect(rows(page)).toHaveCount(45);

  await page
    .getByRole("columnheader", { name: say("entities:ingredient.fields.price"), exact: true })
    .getByRole("link")
    .click();
  await expect(page.locator("th[aria-sort=ascending]")).toHaveText(say("entities:ingredient.fields.price"));
  await page.locator("th[aria-sort=ascending] a").click();
  await expect(rows(page).first()).toContainText(`${word} 044`);

  await page
    .getByRole("navigation", { name: say("resource:pages") })
    .getByRole("link", { name: "20", exact: true })
    .click();
  await expect(rows(page)).toHaveCount(20);
  await page.getByRole("link", { name: say("resource:next"), exact: true }).click();
  await expect(rows(page).first()).toContainText(`${word} 024`);
  await page
    .getByRole("navigation", { name: say("resource:pages") })
    .getByRole("link", { name: "3", exact: true })
    .click();
  await expect(rows(page)).toHaveCount(5);

  // Back from a record to the very place in the list.
  await rows(page).first().getByRole("link").first().click();
  await expect(heading(page)).toContainText(word);
  await page
    .getByRole("link", { name: say("entities:ingredient.many") })
    .last()
    .click();
  await expect(rows(page)).toHaveCount(5);
  await expect(page).toHaveURL(/page=3/);

  // The size is remembered for every list.
  await open(page, `/ingredients?q=${word}`);
  await expect(rows(page)).toHaveCount(20);
});

test("chosen columns are remembered", async ({ page, context, api }) => {
  const { title } = await makeRecord(api, "ingredient");
  await signIn(context);
  await open(page, `/ingredients?q=${title}`);
  await page.getByText(say("resource:columns"), { exact: true }).first().click();
  const group = page.getByRole("group", { name: say("resource:columns") });
  for (const name of ["weight", "volume", "pack_count"])
    await group.getByLabel(say(`entities:ingredient.fields.${name}`), { exact: true }).uncheck();
  await page.getByRole("button", { name: say("resource:show_columns") }).click();
  await expect(columns(page)).toHaveCount(5);
  await expect(words(page)).toHaveValue(title);
  await open(page, "/ingredients");
  await expect(columns(page)).toHaveCount(5);
});

test("what outages cost is no column for who sees neither sales nor needs, whatever an address asks for", async ({
  page,
  context,
  api,
}) => {
  const lost = say("entities:location.fields.lost_30_days");
  const asked = "/locations?columns=name&columns=lost_30_days";
  for (const { permissions, sees } of [
    { permissions: ["LOCATION"], sees: false },
    { permissions: ["LOCATION", "REPORT"], sees: true },
  ]) {
    await signIn(context, await makePerson(api, permissions));
    await open(page, asked);
    await expect(columns(page)).toHaveText(sees ? [/./, lost] : [/./]);
    await page.getByText(say("resource:columns"), { exact: true }).first().click();
    const group = page.getByRole("group", { name: say("resource:columns") });
    await expect(group.getByLabel(lost, { exact: true })).toHaveCount(sees ? 1 : 0);
    const file = await context.request.get("/export/location?format=csv&columns=name&columns=lost_30_days");
    expect((await file.text()).includes(lost)).toBe(sees);
  }
});

test("nothing found is not the same as nothing there", async ({ page, context, api }) => {
  await signIn(
    context,
    await makePerson(api, ["DEVICE", "INGREDIENT", "DEVICE_CREATE"], {
      projects: [(await makeRecord(api, "project")).id],
    }),
  );
  await open(page, "/devices");
  await expect(page.getByRole("heading", { name: say("resource:nothing_yet") })).toBeVisible();
  await expect(
    page
      .getByRole("main")
      .getByRole("link", { name: say("entities:device.create") })
      .last(),
  ).toBeVisible();
  await open(page, `/ingredients?q=${unique()}`);
  await expect(page.getByRole("heading", { name: say("resource:nothing_found") })).toBeVisible();
  await page
    .getByRole("link", { name: say("resource:clear") })
    .first()
    .click();
  await expect(page).toHaveURL(/\/ingredients$/);
});

test("a filter that makes no sense is said, not obeyed", async ({ page, context, api }) => {
  await signIn(context);
  const answer = await page.goto("/ingredients?type=GAS&price_min=abc&filters=1&page=-5&limit=7&sort=password");
  expect(answer?.status()).toBe(200);
  await expect(page.locator("#filter-price_min-error")).toHaveText(say("errors:incorrect"));
  // Beyond what the field holds: the list stays, without that filter.
  const title = (await makeRecord(api, "key_wallet")).title;
  await open(page, `/key_wallets/keys?balance_min=-200000000&q=${title}`);
  await expect(rows(page)).toHaveCount(1);
  await expect(page.locator("#filter-balance_min")).toHaveValue("-200000000");
  await expect(page.locator("#filter-balance_min-error")).toHaveText(say("errors:incorrect"));
  await expect(chips(page)).toHaveCount(0);
});

test("a page beyond the last leads to the last", async ({ page, context, api }) => {
  const word = await manyIngredients(api, 21);
  await signIn(context);
  await open(page, `/ingredients?q=${word}&limit=20&page=999`);
  await expect(page).toHaveURL(/page=2$/);
  await expect(rows(page)).toHaveCount(1);
});

test("all rows of a page are chosen at once, with scripts", async ({ page, context, api, scripts }) => {
  const word = await manyIngredients(api, 3);
  await signIn(context);
  await open(page, `/ingredients?q=${word}`);
  const all = page.getByRole("checkbox", { name: say("resource:bulk.all_on_page") });
  await expect(all).toHaveCount(scripts ? 1 : 0);
  if (!scripts) return;
  await all.check();
  await expect(page.locator("tbody input:checked")).toHaveCount(3);
  await all.uncheck();
  await expect(page.locator("tbody input:checked")).toHaveCount(0);
});

test("a filter by relation finds one among many", async ({ page, context, api, scripts }) => {
  test.slow();
  const word = await manyIngredients(api, 51);
  const ingredient = await makeRecord(api, "ingredient", { name: `${word} 051` });
  const recipe = await makeRecord(api, "recipe", { "ingredients[0].ingredient": ingredient.id });
  await signIn(context);
  await open(page, "/recipes");
  await page.getByRole("link", { name: say("resource:filters"), exact: true }).click();
  for (const again of [false, true]) {
    // The panel is drawn by scripts first, by the server then.
    if (again) await open(page, "/recipes?filters=1");
    const box = page.locator("#filter-ingredients");
    if (scripts) {
      // A plain list is a combobox by nature: the attribute tells them apart.
      await expect(box).toHaveAttribute("role", "combobox");
      await box.fill(`${word} 051`);
      await page.getByRole("option", { name: `${word} 051` }).click();
    } else {
      await page.locator("[name=find_ingredients]").fill(`${word} 051`);
      await page.locator("[name=find_ingredients]").press("Enter");
      await box.selectOption({ label: `${word} 051` });
    }
    await page
      .getByRole("search")
      .getByRole("button", { name: say("resource:apply") })
      .last()
      .click();
    await expect(page).toHaveURL(/\/recipes\?ingredients=\d+$/);
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page)).toContainText(recipe.title);
  }
});

test("on a phone each row of a list is a block: name, what leads, then all else with its name, and nothing is cut", async ({
  page,
  context,
  api,
}) => {
  const location = await makeRecord(api, "location");
  const { title } = await makeRecord(api, "device", { location: location.id });
  await signIn(context);
  await page.setViewportSize({ width: 360, height: 800 });
  const all = device.list.columns.map((name) => `&columns=${name}`).join("");
  for (const path of [`/devices?q=${title}`, `/devices?q=${title}${all}`, "/key_wallets/keys", "/route_sheets"]) {
    await open(page, path);
    expect([path, ...(await unfit(page))]).toEqual([path]);
  }
  await open(page, `/devices?q=${title}`);
  const row = rows(page).first();
  const top = async (cell: Locator) => (await cell.boundingBox())?.y ?? 0;
  const named = (name: string) => row.locator(`[data-label="${say(`entities:device.fields.${name}`)}"]`);
  expect(await top(row.locator("th"))).toBeLessThan(await top(named("location")));
  // It stands before the place in the row.
  expect(await top(named("location"))).toBeLessThan(await top(named("model")));
  const label = await named("model").evaluate((cell) => getComputedStyle(cell, "::before").content);
  expect(label).not.toBe("none");
  // What sorts is at hand.
  await page
    .locator("thead")
    .getByRole("link", { name: say("entities:device.fields.model") })
    .click();
  await expect(page).toHaveURL(/sort=model/);
});

test("on a phone what is done with chosen rows stands at the foot once some are chosen", async ({
  page,
  context,
  api,
}) => {
  const { title } = await makeRecord(api, "device");
  await signIn(context);
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, `/devices?q=${title}`);
  const remove = page.getByRole("button", { name: say("resource:delete.label"), exact: true });
  await expect(remove).toBeHidden();
  // What is listed is on the first screen.
  expect((await rows(page).first().boundingBox())?.y).toBeLessThan(500);
  await rows(page).getByRole("checkbox").first().check();
  await expect(remove).toBeInViewport({ ratio: 1 });
  await expect(page.locator("#bulk select")).toBeInViewport({ ratio: 1 });
  expect(await unfit(page)).toEqual([]);
  await remove.click();
  await expect(page).toHaveURL(/\/bulk\/device\/delete/);
});

test("a list scrolls inside itself and keeps its head", async ({ page, context, api }) => {
  await makeRecord(api, "device");
  await signIn(context);
  await open(page, "/devices");
  const region = page.getByRole("region", { name: say("entities:device.many") });
  expect(await region.evaluate((element) => element.scrollWidth >= element.clientWidth)).toBe(true);
  await expect(page.locator("thead th").first()).toHaveCSS("position", "sticky");
});
