import { DEMONSTRATION_ACCOUNTS } from "~server/contract/demonstration";
import { expect, heading, loseSession, open, prefer, SITE, test } from "./pages";
import { say } from "./texts";
import { unique } from "./vending";

const LANGS = ["uk", "en", "pl"] as const;

for (const account of DEMONSTRATION_ACCOUNTS)
  test(`the sign-in page lets the ${account} in by one click, to where they were going`, async ({ page }) => {
    await page.goto("/profile");
    await expect(page).toHaveURL(/\/login\?redirect=/);
    await page.getByRole("button", { name: say(`session:account.${account}`), exact: true }).click();
    await expect(page).toHaveURL(`${SITE}/profile`);
    await expect(heading(page)).toHaveText(say("session:profile.title"));
    await open(page, "/");
    await expect(heading(page)).toHaveText(say("dashboard:title"));
  });

test("no password and no e-mail of the accounts stands in the page", async ({ page }) => {
  const html = (await (await page.request.get(`${SITE}/login`)).text()).toLowerCase();
  expect(html).toContain('value="administrator"');
  expect(html).not.toMatch(/@kava-poruch|demonstration_password|value="[\w-]{20,}"/);
});

test("another site's form enters nobody", async ({ context }) => {
  const answer = await context.request.post(`${SITE}/login`, {
    form: { account: "administrator" },
    headers: { origin: "https://evil.example" },
    maxRedirects: 0,
  });
  expect(answer.status()).toBe(403);
});

test("a form sent after the session has ended is kept through one click", async ({ page, context }) => {
  const name = `Кава ${unique()}`;
  await page.goto("/login");
  await page.getByRole("button", { name: say("session:account.administrator"), exact: true }).click();
  await open(page, "/ingredients/create");
  await page.locator("[name=name]").fill(name);
  await loseSession(context);
  await page.getByRole("button", { name: say("resource:save"), exact: true }).click();
  await page.getByRole("button", { name: say("session:account.administrator"), exact: true }).click();
  await expect(page.getByRole("main")).toContainText(name);
  await expect(page.getByRole("button", { name: say("session:continue.submit") })).toBeVisible();
});

for (const lang of LANGS)
  test(`every page says in ${lang} that this is a demonstration, and fits a phone`, async ({ page, context }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    await prefer(context, { lang });
    const says = async (path: string) => {
      await page.goto(path);
      await expect(page.getByText(say("frame:demonstration", {}, lang), { exact: true })).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    };
    await says("/login");
    await page.locator("button[value=administrator]").click();
    for (const path of ["/", "/devices", "/aggregated_sales", "/nowhere", "/logout", "/profile"]) await says(path);
  });
