import type { Browser, Page } from "@playwright/test";
import { codeOf } from "./one-time-code";
import { expect, heading, loseSession, open, signIn, SITE, takeAction, test, toast } from "./pages";
import { say } from "./texts";
import { type Api, makePerson, PASSWORD, type Person, unique } from "./vending";

const HERE = "/profile/second_factor";
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

const button = (page: Page, key: string) => page.getByRole("button", { name: say(key), exact: true });

/** From the page that asks for the password to the recovery codes. */
async function setUp(page: Page, password: string): Promise<{ secret: string; codes: string[] }> {
  await page.locator("#current_password").fill(password);
  await button(page, "session:second_factor.begin").click();
  const qr = page.getByRole("img", { name: say("session:second_factor.qr") });
  await expect.poll(() => qr.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const secret = (await page.locator("main code").innerText()).replaceAll(" ", "");
  await page.locator("#code").fill(codeOf(secret));
  await button(page, "session:second_factor.confirm").click();
  await expect(heading(page)).toHaveText(say("session:second_factor.codes_title"));
  const codes = await page.locator("main li code").allInnerTexts();
  expect(codes).toHaveLength(10);
  return { secret, codes };
}

async function enterPassword(page: Page, { email, password }: Person, path = "/login"): Promise<void> {
  await open(page, path);
  await page.locator("#email").fill(email);
  await page.locator("#password").fill(password);
  await page.locator("form[action^='/login'] button:not([name])").click();
  await expect(heading(page)).toHaveText(say("session:second_step.title"));
}

async function enterCode(page: Page, code: string): Promise<void> {
  await page.locator("#code").fill(code);
  await button(page, "session:second_step.submit").click();
}

/** A browser that nobody has used yet, with scripts or without as the others. */
const elsewhere = (browser: Browser, scripts: boolean) =>
  browser.newContext({ javaScriptEnabled: scripts, locale: "uk-UA", baseURL: SITE });

/** Somebody of a group that wants two steps. */
async function inStrictGroup(api: Api): Promise<Person> {
  const user_group = await api.create("/users_groups", {
    name: `Сувора ${unique()}`,
    permissions: ["INGREDIENT"],
    access_mode: "UNRESTRICTED",
    second_factor_required: "on",
  });
  const [name, email] = [`Людина ${unique()}`, `${unique()}@example.com`];
  const values = { full_name: name, email, password: PASSWORD, role: "USUAL", user_group };
  return {
    id: await api.create("/users", { ...values, access_mode: "UNRESTRICTED" }),
    name,
    email,
    password: PASSWORD,
  };
}

test("two steps are set up in the cabinet and asked for from then on; recovery codes stand in, once", async ({
  page,
  context,
  browser,
  api,
  scripts,
}) => {
  const person = await makePerson(api, ["INGREDIENT"]);
  await signIn(context, person);
  await open(page, "/profile");
  await page.getByRole("link", { name: say("session:profile.second_factor_set_up") }).click();
  await expect(heading(page)).toHaveText(say("session:second_factor.title"));
  await page.locator("#current_password").fill("not the password");
  await button(page, "session:second_factor.begin").click();
  await expect(page.locator("#current_password-error")).toHaveText(say("errors:wrong_password"));
  const { secret, codes } = await setUp(page, person.password);
  // Shown once: the page itself does not know them any more.
  await page.goto(HERE);
  await expect(page.getByText(say("session:second_factor.codes_left", { count: 10 }))).toBeVisible();
  await expect(page.locator("main li code")).toHaveCount(0);
  await page.goto("/profile");
  await expect(page.getByText(say("session:profile.second_factor_on"), { exact: true })).toBeVisible();

  const other = await elsewhere(browser, scripts);
  const theirs = await other.newPage();
  await enterPassword(theirs, person, "/login?redirect=%2Fingredients%3Fsort%3D-name");
  await theirs.goto("/");
  await expect(heading(theirs)).toHaveText(say("session:login.title"));
  await enterPassword(theirs, person, "/login?redirect=%2Fingredients%3Fsort%3D-name");
  await enterCode(theirs, wrong(codeOf(secret, 1)));
  await expect(theirs.locator("#code-error")).toHaveText(say("errors:wrong_code"));
  await enterCode(theirs, codeOf(secret, 1));
  await expect(theirs).toHaveURL(`${SITE}/ingredients?sort=-name`);
  await other.clearCookies();

  const [first = ""] = codes;
  await enterPassword(theirs, person);
  await enterCode(theirs, first.toUpperCase());
  await expect(heading(theirs)).toHaveText(say("dashboard:title"));
  await other.clearCookies();
  await enterPassword(theirs, person);
  await enterCode(theirs, first);
  await expect(theirs.locator("#code-error")).toHaveText(say("errors:wrong_code"));
  await other.close();

  await page.goto(HERE);
  await page.locator("#current_password").fill(person.password);
  await button(page, "session:second_factor.off").click();
  await expect(toast(page)).toContainText(say("session:second_factor.is_off"));
});

test("a wrong first code keeps the QR code, and the password is asked for before", async ({ page, context, api }) => {
  const person = await makePerson(api, []);
  await signIn(context, person);
  await open(page, HERE);
  await page.locator("#current_password").fill(person.password);
  await button(page, "session:second_factor.begin").click();
  const secret = (await page.locator("main code").innerText()).replaceAll(" ", "");
  await page.locator("#code").fill(wrong(codeOf(secret)));
  await button(page, "session:second_factor.confirm").click();
  await expect(page.locator("#code-error")).toHaveText(say("errors:wrong_code"));
  expect((await page.locator("main code").innerText()).replaceAll(" ", "")).toBe(secret);
});

test("who must set up two steps does that before anything else", async ({ page, context, api }) => {
  const person = await inStrictGroup(api);
  await signIn(context, person);
  for (const path of ["/", "/ingredients", "/profile"]) {
    await page.goto(path);
    await expect(page).toHaveURL(SITE + HERE);
  }
  await expect(page.getByText(say("session:second_factor.required"))).toBeVisible();
  const exported = await context.request.get(`${SITE}/export/ingredient?format=csv`, { maxRedirects: 0 });
  expect([exported.status(), exported.headers().location]).toEqual([302, HERE]);
  await open(page, HERE);
  await setUp(page, person.password);
  await page.goto("/ingredients");
  await expect(heading(page)).toHaveText(say("entities:ingredient.many"));
  await page.goto(HERE);
  await expect(button(page, "session:second_factor.off")).toHaveCount(0);
});

test("a form held from an ended session goes through both steps", async ({ page, context, api }) => {
  const person = await makePerson(api, ["INGREDIENT", "INGREDIENT_CREATE"]);
  await signIn(context, person);
  await open(page, HERE);
  const { secret } = await setUp(page, person.password);
  const name = `Кава ${unique()}`;
  await open(page, "/ingredients/create");
  await page.locator("[name=name]").fill(name);
  await loseSession(context);
  await page.getByRole("button", { name: say("resource:save"), exact: true }).click();
  await page.locator("#email").fill(person.email);
  await page.locator("#password").fill(person.password);
  await page.locator("form[action^='/login'] button:not([name])").click();
  await enterCode(page, codeOf(secret, 1));
  await expect(page.getByRole("main")).toContainText(name);
  await expect(button(page, "session:continue.submit")).toBeVisible();
});

test("an administrator resets somebody's second step, and history tells", async ({ page, context, api }) => {
  const person = await makePerson(api, []);
  await signIn(context, person);
  await open(page, HERE);
  await setUp(page, person.password);
  await context.clearCookies();
  await signIn(context);
  await open(page, `/user/view/${person.id}`);
  await takeAction(page, say("entities:user.actions.reset_second_factor.label"));
  await button(page, "entities:user.actions.reset_second_factor.label").click();
  await expect(toast(page)).toContainText(say("entities:user.actions.reset_second_factor.done"));
  await page.goto(`/user/view/${person.id}/history`);
  await expect(page.getByRole("main")).toContainText(say("entities:user.fields.second_factor"));
  await context.clearCookies();
  await signIn(context, person);
});
