import { expect, open, signIn, SITE, test, toast } from "./pages";
import { say } from "./texts";
import { makePerson } from "./vending";

test("the theme is switched, said, saved and there from the first byte", async ({ page, context, api }) => {
  await signIn(context, await makePerson(api, ["INGREDIENT"]));
  await open(page, "/ingredients?sort=-name");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
  await page.getByRole("button", { name: say("frame:header.theme_dark") }).click();
  await expect(toast(page)).toContainText(say("common:toast.theme_updated"));
  await expect(page).toHaveURL(`${SITE}/ingredients?sort=-name`);
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  for (const path of ["/", "/nothing/here/at/all", "/ingredients"]) {
    expect(await (await context.request.get(SITE + path)).text(), path).toMatch(
      /^<!DOCTYPE html><html[^>]* data-theme="dark"/,
    );
  }
  const ground = await page.locator("body").evaluate((body) => getComputedStyle(body).backgroundColor);
  expect(Math.max(...(ground.match(/\d+/g) ?? ["255"]).slice(0, 3).map(Number))).toBeLessThan(80);
});

test("the language is switched on the sign-in page and inside", async ({ page, context, api }) => {
  const person = await makePerson(api, []);
  await open(page, "/login?redirect=%2Fprofile");
  await page.locator("summary", { hasText: say("frame:header.language") }).click();
  await page.getByRole("button", { name: "Polski" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "pl");
  await expect(toast(page)).toContainText(say("common:toast.language_updated", {}, "pl"));
  await expect(page).toHaveURL(`${SITE}/login?redirect=%2Fprofile`);
  await signIn(context, person);
  await open(page, "/profile");
  await page.getByRole("button", { name: "English" }).last().click();
  await expect(toast(page)).toContainText("Language updated");
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
});

test("a choice in one tab reaches the other", { tag: "@scripts" }, async ({ page, context }) => {
  await signIn(context);
  await open(page, "/");
  const other = await context.newPage();
  await open(other, "/profile");
  await other.getByRole("button", { name: say("session:profile.theme_dark") }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await other.getByRole("button", { name: "English" }).last().click();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(say("dashboard:title", {}, "en"));
});

test("light mode takes all scripts off the pages and gives them back", async ({ page, context, scripts }) => {
  await signIn(context);
  await open(page, "/profile");
  await page.getByRole("button", { name: say("session:profile.scripts_off") }).click();
  await expect(toast(page)).toContainText(say("common:toast.scripts_updated"));
  for (const path of ["/profile", "/", "/devices", "/ingredients/create", "/nothing/here/at/all"]) {
    const html = await (await context.request.get(SITE + path)).text();
    expect(html, path).not.toMatch(/<script|modulepreload/);
  }
  await page.goto("/profile");
  await expect(page.locator("script")).toHaveCount(0);
  await page.getByRole("button", { name: say("session:profile.scripts_on") }).click();
  await expect(page.getByRole("button", { name: say("session:profile.scripts_off") })).toBeVisible();
  if (scripts) expect(await page.locator("script").count()).toBeGreaterThan(0);
});

test("below xl the menu hides behind the burger and closes when a page loads", async ({ page, context, api }) => {
  await signIn(context, await makePerson(api, ["INGREDIENT", "RECIPE"]));
  await page.setViewportSize({ width: 700, height: 800 });
  await open(page, "/");
  const menu = page.getByRole("navigation", { name: say("frame:menu_label") });
  await expect(menu).toBeHidden();
  await page.locator("summary", { hasText: say("frame:header.menu") }).click();
  await expect(menu).toBeVisible();
  await menu.getByRole("link", { name: say("entities:recipe.many") }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(say("entities:recipe.many"));
  await expect(menu).toBeHidden();
});

test("the bell says that there is nothing new", async ({ page, context, api }) => {
  await signIn(context, await makePerson(api, []));
  await open(page, "/");
  await page.locator("summary", { hasText: say("frame:header.notifications") }).click();
  await expect(page.getByText(say("frame:header.no_notifications"))).toBeVisible();
});
