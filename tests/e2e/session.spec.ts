import type { Page } from "@playwright/test";
import { expect, heading, loseSession, open, prefer, save, signIn, SITE, test, toast } from "./pages";
import { say } from "./texts";
import { makePerson, PASSWORD, unique, uniqueNumber } from "./vending";
import { choose, makeRecord } from "./records";

async function fillSignIn(page: Page, email: string, password: string): Promise<void> {
  await page.locator("#email").fill(email);
  await page.locator("#password").fill(password);
  await page.locator("form[action^='/login'] button:not([name])").click();
}

for (const [lang, text] of [
  ["uk", "Неправильна електронна пошта або пароль"],
  ["en", "Incorrect Email or Password"],
  ["pl", "Nieprawidłow"],
] as const) {
  test(`a wrong password is said in ${lang} and the e-mail stays`, async ({ page, context }) => {
    const email = `${unique()}@example.com`;
    await prefer(context, { lang });
    await open(page, "/login");
    await fillSignIn(page, email, "not the password");
    await expect(page.getByRole("alert")).toHaveText(say("errors:bad_credentials", {}, lang));
    await expect(page.getByRole("alert")).toContainText(text);
    await expect(page.locator("#email")).toHaveValue(email);
    await expect(page.locator("#password")).toHaveValue("");
    await expect(page.locator("html")).toHaveAttribute("lang", lang);
  });
}

test("too many wrong passwords make the account wait", async ({ page, api }) => {
  const { email } = await makePerson(api, []);
  await open(page, "/login");
  for (let attempt = 0; attempt < 5; attempt++) {
    await fillSignIn(page, email, "not the password");
    await expect(page.getByRole("alert")).toHaveText(say("errors:bad_credentials"));
    await page.goto("/login");
  }
  await fillSignIn(page, email, PASSWORD);
  await expect(page.getByRole("alert")).toContainText("15");
});

test("signing in leads on to the page that was wanted, with its query", async ({ page, api }) => {
  const person = await makePerson(api, ["INGREDIENT"]);
  await page.goto("/ingredients?q=кава&sort=-price&type=DRY");
  await expect(page).toHaveURL(/\/login\?redirect=/);
  await expect(heading(page)).toHaveText(say("session:login.title"));
  await fillSignIn(page, person.email, person.password);
  await expect(heading(page)).toHaveText(say("entities:ingredient.many"));
  const { pathname, searchParams } = new URL(page.url());
  expect([pathname, ...searchParams]).toEqual(["/ingredients", ["q", "кава"], ["sort", "-price"], ["type", "DRY"]]);
});

test("an empty sign-in marks its fields and says what they want", async ({ page }) => {
  await open(page, "/login");
  await expect(page).toHaveTitle(new RegExp(say("session:login.title")));
  // A client that checks nothing by itself.
  await page.locator("form[action^='/login']").evaluate((form: HTMLFormElement) => form.setAttribute("novalidate", ""));
  await page.locator("form[action^='/login'] button:not([name])").click();
  for (const field of ["email", "password"]) {
    await expect(page.locator(`#${field}`)).toHaveAttribute("aria-invalid", "true");
    await expect(page.locator(`#${field}-error`)).toHaveText(say("errors:required"));
  }
});

for (const target of ["https://evil.example/", "//evil.example/x", "/\\evil.example", "javascript:alert(1)"]) {
  test(`signing in never leads away: ${target}`, async ({ page, api }) => {
    const person = await makePerson(api, []);
    await open(page, `/login?redirect=${encodeURIComponent(target)}`);
    await fillSignIn(page, person.email, person.password);
    await expect(heading(page)).toHaveText(say("dashboard:title"));
    expect(page.url()).toBe(`${SITE}/`);
  });
}

test("a signed-in person who opens the sign-in page is sent to the dashboard", async ({ page, context }) => {
  await signIn(context);
  await page.goto("/login");
  await expect(page).toHaveURL(`${SITE}/`);
});

test("signing out ends the session", async ({ page, context, api }) => {
  await signIn(context, await makePerson(api, []));
  await open(page, "/profile");
  await page.getByRole("button", { name: say("session:profile.sign_out") }).click();
  await expect(heading(page)).toHaveText(say("session:login.title"));
  await page.goto("/");
  await expect(page).toHaveURL(`${SITE}/login?redirect=%2F`);
});

test("an ended session asks to sign in and comes back to the page", async ({ page, context, api }) => {
  const person = await makePerson(api, ["INGREDIENT"]);
  await signIn(context, person);
  await open(page, "/ingredients?sort=-name");
  await api.post(`/users/${person.id}/block`);
  await api.post(`/users/${person.id}/unblock`);
  await expect(async () => {
    await page.goto("/ingredients?sort=-price");
    await expect(heading(page)).toHaveText(say("session:login.title"), { timeout: 500 });
  }).toPass();
  await fillSignIn(page, person.email, person.password);
  await expect(page).toHaveURL(`${SITE}/ingredients?sort=-price`);
});

test("who is blocked is told why they are at the sign-in form, and again when they try", async ({
  page,
  context,
  api,
}) => {
  const person = await makePerson(api, ["INGREDIENT"]);
  await signIn(context, person);
  await open(page, "/ingredients");
  await api.post(`/users/${person.id}/block`);
  await expect(async () => {
    await page.goto("/ingredients");
    await expect(heading(page)).toHaveText(say("session:login.title"), { timeout: 500 });
  }).toPass();
  await expect(page.getByText(say("errors:session_blocked"))).toBeVisible();
  await fillSignIn(page, person.email, person.password);
  await expect(page.getByRole("alert")).toHaveText(say("errors:account_blocked"));
});

test("sessions are listed in the cabinet, and ended one by one or all but this one", async ({
  page,
  context,
  browser,
  api,
}) => {
  const person = await makePerson(api, []);
  await signIn(context, person);
  const others = await Promise.all(
    [1, 2, 3].map(() => browser.newContext({ javaScriptEnabled: false, baseURL: SITE })),
  );
  for (const other of others) await signIn(other, person);
  await open(page, "/profile");
  const rows = page.getByRole("region", { name: say("session:profile.sessions") }).locator("tbody tr");
  await expect(rows).toHaveCount(4);
  await expect(rows.first()).toContainText(say("session:profile.session_current"));
  await expect(rows.first().getByRole("button")).toHaveCount(0);
  await expect(rows.first()).toContainText("127.0.0.1");
  await rows.nth(1).getByRole("button").click();
  await expect(toast(page)).toContainText(say("session:profile.sessions_ended"));
  await expect(rows).toHaveCount(3);
  await page.getByRole("button", { name: say("session:profile.session_end_others") }).click();
  await expect(rows).toHaveCount(1);
  for (const other of others) {
    const theirs = await other.newPage();
    await theirs.goto("/profile");
    await expect(theirs.getByText(say("errors:session_ended"))).toBeVisible();
    await other.close();
  }
});

test("the e-mail changes with the password only", async ({ page, context, api }) => {
  const person = await makePerson(api, []);
  const email = `${unique()}@example.com`;
  await signIn(context, person);
  await open(page, "/profile");
  await page.locator("#email").fill(email);
  await page.getByRole("button", { name: say("session:profile.save"), exact: true }).click();
  await expect(page.locator("#details_password-error")).toHaveText(say("errors:required"));
  await expect(page.locator("#email")).toHaveValue(email);
  await page.locator("#details_password").fill(person.password);
  await page.getByRole("button", { name: say("session:profile.save"), exact: true }).click();
  await expect(toast(page)).toContainText(say("session:profile.saved"));
  await expect(page.locator("#email")).toHaveValue(email);
});

test("no browser keeps a page, data or a file of a signed-in person", { tag: "@plain" }, async ({ context, api }) => {
  await signIn(context, await makePerson(api, ["INGREDIENT"]));
  for (const path of [
    "/",
    "/ingredients",
    "/profile",
    "/profile.data",
    "/export/ingredient?format=csv",
    "/ingredients/view/1",
  ]) {
    const answer = await context.request.get(SITE + path);
    expect([path, answer.headers()["cache-control"]]).toEqual([path, expect.stringContaining("no-store")]);
  }
});

test("a link followed after the session has ended leads to signing in", async ({ page, context, api }) => {
  const person = await makePerson(api, ["INGREDIENT", "RECIPE"]);
  await signIn(context, person);
  await open(page, "/ingredients");
  await loseSession(context);
  await page.locator("a[href^='/ingredients?sort=']").first().click();
  await expect(heading(page)).toHaveText(say("session:login.title"));
  await expect(page).toHaveURL(/\/login\?redirect=%2Fingredients%3Fsort/);
  await fillSignIn(page, person.email, person.password);
  await expect(heading(page)).toHaveText(say("entities:ingredient.many"));
});

test("a form sent after the session has ended is kept through signing in", async ({ page, context, api }) => {
  const person = await makePerson(api, ["RECIPE", "INGREDIENT"]);
  const ingredient = await makeRecord(api, "ingredient");
  const name = `Рецепт ${unique()}`;
  await signIn(context, person);
  await open(page, "/recipes/create");
  await page.locator("[name=name]").fill(name);
  await page.locator("[name=description]").fill('Два рядки,\n"лапки" & <кутники>');
  await page.getByRole("button", { name: say("resource:add_row") }).click();
  await choose(page, "ingredients[0].ingredient", "ingredient", ingredient.title);
  await page.locator('[name="ingredients[0].quantity"]').fill("12,5");
  await page.locator("[name=item_number]").fill(String(uniqueNumber()));
  await loseSession(context);
  await save(page);

  await expect(page.getByText(say("session:login.expired"))).toBeVisible();
  await fillSignIn(page, person.email, "not the password");
  await expect(page.getByRole("alert")).toHaveText(say("errors:bad_credentials"));
  await fillSignIn(page, person.email, person.password);
  // What is about to be sent is in sight, in words.
  for (const shown of [say("entities:recipe.fields.name"), name, "<кутники>", ingredient.title, "12,5"])
    await expect(page.getByRole("main")).toContainText(shown);
  await page.getByRole("button", { name: say("session:continue.submit") }).click();
  await expect(toast(page)).toContainText(/Створено /);
  await expect(heading(page)).toHaveText(name);
  await expect(page.locator("[name=description]")).toHaveValue('Два рядки,\n"лапки" & <кутники>');
  await expect(page.locator('[name="ingredients[0].quantity"]')).toHaveValue(/^12[.,]5$/);
});

test("a person's own id among the users is their own cabinet", async ({ page, context, api }) => {
  const person = await makePerson(api, ["USER"]);
  await signIn(context, person);
  await page.goto(`/user/view/${person.id}`);
  await expect(page).toHaveURL(`${SITE}/profile`);
  await expect(page.locator("#full_name")).toHaveValue(person.name);
});

test("the cabinet saves own data and the password", async ({ page, context, browser, api }) => {
  const person = await makePerson(api, []);
  await signIn(context, person);
  await open(page, "/profile");
  await page.locator("#full_name").fill(`${person.name} 2`);
  await page.locator("#phone").fill("067 123 45 67");
  await page.getByRole("button", { name: say("session:profile.save"), exact: true }).click();
  await expect(toast(page)).toContainText(say("session:profile.saved"));
  await expect(page.locator("#phone")).toHaveValue("+380671234567");

  await page.locator("#current_password").fill("wrong one");
  await page.locator("#password").fill("another long password");
  await page.locator("#password_repeat").fill("another long password");
  await page.getByRole("button", { name: say("session:profile.change_password") }).click();
  await expect(page.getByText(say("errors:wrong_password"))).toBeVisible();
  await page.locator("#current_password").fill(person.password);
  await page.locator("#password").fill("another long password");
  await page.locator("#password_repeat").fill("another long password");
  await page.getByRole("button", { name: say("session:profile.change_password") }).click();
  await expect(toast(page)).toContainText(say("session:profile.password_changed"));

  const elsewhere = await browser.newContext({ javaScriptEnabled: false });
  await signIn(elsewhere, { email: person.email, password: "another long password" });
  await elsewhere.close();
});

test("an unknown address shows the not-found page with a way home", async ({ page, context }) => {
  await signIn(context);
  for (const path of [
    "/nothing/here/at/all",
    "/nothing",
    "/ingredients/view/999999999",
    "/ingredients/view/abc",
    "/devices/view/999999999/sales",
    "/ingredients/view/1/explode",
  ]) {
    const answer = await page.goto(path);
    expect(answer?.status(), path).toBe(404);
    await expect(heading(page), path).toHaveText(say("frame:not_found.title"));
  }
  await page.getByRole("link", { name: say("frame:not_found.home") }).click();
  await expect(heading(page)).toHaveText(say("dashboard:title"));
});
