import { localTime } from "~server/vending/time";
import { expect, open, save, signIn, test, toast } from "./pages";
import { say } from "./texts";
import { makePerson, unique, uniqueNumber } from "./vending";

const DAY = 86_400_000;
/** A day as a Ukrainian reads it. */
const shown = (day: string) => day.split("-").reverse().join(".");

test("a price that changed yesterday is told of a portion's cost", async ({ page, context, api }) => {
  const [beans, cup] = [`Зерно ${unique()}`, `Стакан ${unique()}`];
  const dry = { type: "DRY", unit: "G", price_type: "PER_100_G", price: 6_500 };
  const ingredient = await api.create("/ingredients", { ...dry, name: beans });
  const piece = { type: "UNIT", unit: "PC", price_type: "PER_PIECE", price: 220 };
  const recipe = await api.create("/recipes", {
    name: `Еспресо ${unique()}`,
    item_number: uniqueNumber(),
    "ingredients[0].ingredient": ingredient,
    "ingredients[0].quantity": "7.5",
    "ingredients[1].ingredient": await api.create("/ingredients", { ...piece, name: cup }),
    "ingredients[1].quantity": 1,
  });
  const table = (name: string) => page.getByRole("region", { name: say(name), exact: true });
  await signIn(context);

  await open(page, `/ingredients/view/${ingredient}`);
  await expect(table("costs:prices").locator("tbody tr")).toHaveText([/^Від початку65,00/]);
  const moment = localTime(Date.now() - DAY).slice(0, 16);
  await page.locator("[name=price]").fill("66,00");
  await page.locator("[name=holds_from]").selectOption("at");
  await page.locator("[name=holds_from_at]").fill(moment);
  await save(page);
  await expect(toast(page)).toContainText(say("resource:updated"));
  const yesterday = shown(moment.slice(0, 10));
  await expect(table("costs:prices").locator("tbody tr")).toHaveText([
    new RegExp(`^${yesterday},\\s${moment.slice(11)}66,00`),
    /^Від початку65,00/,
  ]);

  await open(page, `/recipes/view/${recipe}`);
  const today = table("costs:title");
  await expect(today.locator("tbody tr")).toHaveText([
    new RegExp(`^${beans}7,5\\s*г, 66,00\\s₴ за 100 г4,95\\s₴`),
    new RegExp(`^${cup}1\\s*шт\\., 2,20\\s₴ за штуку2,20\\s₴`),
  ]);
  await expect(today.locator("tfoot")).toHaveText(/7,15\s₴/);
  await expect(table("costs:past").locator("tbody tr")).toHaveText([
    new RegExp(`^${yesterday}7,150\\s₴`),
    /^Від початку7,075\s₴/,
  ]);

  // A recipe that is corrected was always so.
  await page.locator('[name="ingredients[1].quantity"]').fill("2");
  await page.locator("[name=holds_from]").selectOption("always");
  await save(page);
  await expect(toast(page)).toContainText(say("resource:updated"));
  await expect(table("costs:past").locator("tbody tr")).toHaveText([
    new RegExp(`^${yesterday}9,350\\s₴`),
    /^Від початку9,275\s₴/,
  ]);

  // What was deleted keeps its past.
  await api.post(`/recipes/${recipe}/delete`);
  await open(page, `/recipes/view/${recipe}`);
  await expect(page).toHaveURL(/\/recipes\/deleted\/\d+$/);
  await expect(today.locator("tfoot")).toHaveText(/9,35\s₴/);
  await expect(table("costs:past").locator("tbody tr")).toHaveCount(2);
  await api.post(`/ingredients/${ingredient}/delete`);
  await open(page, `/ingredients/deleted/${ingredient}`);
  await expect(table("costs:prices").locator("tbody tr")).toHaveCount(2);
});

test("who may not see prices is not told what a portion costs", async ({ page, context, api }) => {
  const ingredient = await api.create("/ingredients", {
    name: `Цукор ${unique()}`,
    type: "DRY",
    unit: "G",
    price_type: "PER_100_G",
    price: 360,
  });
  const name = `Чай ${unique()}`;
  const recipe = await api.create("/recipes", {
    name,
    item_number: uniqueNumber(),
    "ingredients[0].ingredient": ingredient,
    "ingredients[0].quantity": 5,
  });
  await signIn(context, await makePerson(api, ["RECIPE"]));
  await open(page, `/recipes/view/${recipe}`);
  await expect(page.locator("[name=name]")).toHaveValue(name);
  await expect(page.getByText(say("costs:title"))).toHaveCount(0);
});
