import type { Page } from "@playwright/test";
import { viewPath } from "~server/contract/entity";
import { LISTED, makeRecord } from "./records";
import { type Elsewhere, startElsewhere } from "./elsewhere";
import { markupFaults } from "./markup";
import { expect, heading, open, save, signIn, test, toast } from "./pages";
import { say } from "./texts";
import { unique } from "./vending";

test.describe.configure({ mode: "default" });

let web: Elsewhere;
test.beforeAll(async () => void (web = await startElsewhere()));
test.beforeEach(() => web.mend().catch(() => undefined));
test.afterAll(() => web.stop());

const PAGES = [
  "/",
  "/profile",
  ...LISTED.flatMap((entity) => [
    entity.paths.list,
    entity.paths.create,
    viewPath(entity, 2),
    `${viewPath(entity, 2)}/history`,
  ]),
  "/devices/view/1/sales",
  "/devices/view/1/audits",
  "/devices/view/1/audits/1",
  "/devices/view/1/audits/1/raw",
];

test("while the vending API is away every page says so and comes back by itself", async ({
  page,
  context,
  scripts,
}) => {
  test.slow();
  await signIn(context, undefined, web.site);
  await page.goto(`${web.site}/ingredients`);
  await web.cut();
  // Who is signed in is known for five seconds, and a form without choices asks for nothing more.
  await expect(async () =>
    expect((await context.request.get(`${web.site}/ingredients/create`)).status()).toBe(503),
  ).toPass();
  const answers = await Promise.all(
    PAGES.map(async (path) => {
      const answer = await context.request.get(web.site + path, { maxRedirects: 0, headers: { accept: "text/html" } });
      return [path, answer.status(), answer.headers()["retry-after"]];
    }),
  );
  expect(answers).toEqual(PAGES.map((path) => [path, 503, "30"]));
  const answer = await page.goto(`${web.site}/devices?sort=-serial_number`);
  await expect(heading(page)).toHaveText(say("frame:technical_work.title"));
  await expect(page).toHaveTitle(say("frame:technical_work.title"));
  if (answer && !scripts) expect(await markupFaults("an outage", await answer.text())).toEqual([]);
  await expect(page.getByText(say("frame:technical_work.duration"), { exact: true })).toBeVisible();
  await web.mend();
  if (scripts) await expect(heading(page)).toHaveText(say("entities:device.many"), { timeout: 15_000 });
  else expect(answer?.headers().refresh).toBe("30");
  if (!scripts) await page.getByRole("link", { name: say("frame:try_again") }).click();
  await expect(heading(page)).toHaveText(say("entities:device.many"));
  await expect(page).toHaveURL(`${web.site}/devices?sort=-serial_number`);
});

test("a vending API that takes every call and answers none is an outage too", async ({ page, context, scripts }) => {
  test.slow();
  const name = `Компанія ${unique()}`;
  await signIn(context, undefined, web.site);
  await open(page, `${web.site}/companies/create`);
  await page.locator("[name=name]").fill(name);
  await web.hang();
  const paths = ["/", "/devices", "/devices/view/1", "/export/device?format=csv", "/login"];
  const answers = await Promise.all(paths.map((path) => context.request.get(web.site + path)));
  expect(answers.map((answer) => answer.status())).toEqual(paths.map(() => 503));
  // Who is signed in is known for five seconds: then nothing of a form is sent on.
  await expect(async () =>
    expect((await context.request.get(`${web.site}/ingredients/create`)).status()).toBe(503),
  ).toPass();
  await save(page);
  await expect(heading(page)).toHaveText(say("frame:technical_work.title"), { timeout: 15_000 });
  await expect(page.getByText(say("common:screens.held"))).toBeVisible();
  await page.goto(`${web.site}/devices`);
  await expect(heading(page)).toHaveText(say("frame:technical_work.title"));
  await web.mend();
  if (!scripts) await page.getByRole("link", { name: say("frame:try_again") }).click();
  await expect(heading(page)).toHaveText(say("entities:device.many"), { timeout: 15_000 });
});

test("what a page can be drawn without is a toast when it is refused, and the rest stays", async ({
  page,
  context,
  api,
}) => {
  const [machine, warehouse, crew] = await Promise.all(
    ["device", "warehouse", "crew"].map((name) => makeRecord(api, name)),
  );
  const error = "Архів перебудовується";
  await signIn(context, undefined, web.site);
  await web.refuse(/\/(audits|sales\/list|errors|commands|events|moves|stock)(\?|$)/, error);
  for (const [made, path] of [
    [machine, "/devices/view/{id}"],
    [machine, "/devices/view/{id}/audits"],
    [machine, "/devices/view/{id}/sales"],
    [machine, "/devices/view/{id}/telemetry"],
    [machine, "/devices/view/{id}/firmware"],
    [warehouse, "/warehouses/view/{id}/stock"],
    [warehouse, "/warehouses/view/{id}/moves"],
    [crew, "/crew/view/{id}/stock"],
  ] as const) {
    await open(page, web.site + path.replace("{id}", String(made?.id)));
    await expect(heading(page), path).toContainText(made?.title ?? "");
    await expect(toast(page), path).toContainText(error);
  }
});

test("of a change that is not answered nobody says that it was not made", async ({ page, context, scripts }) => {
  const name = `Компанія ${unique()}`;
  await signIn(context, undefined, web.site);
  await open(page, `${web.site}/companies/create`);
  await page.locator("[name=name]").fill(name);
  await web.hang("POST");
  await save(page);
  await expect(heading(page)).toHaveText(say("frame:unknown.title"), { timeout: 15_000 });
  await expect(page).toHaveTitle(say("frame:unknown.title"));
  if (!scripts) expect(await markupFaults("unknown", await page.content())).toEqual([]);
  await expect(page.getByText(name)).toBeVisible();
  await web.mend();
  await page.getByRole("link", { name: say("frame:look") }).click();
  await expect(heading(page)).toHaveText(say("entities:company.many"));
});

test("the sign-in page does not pretend while the vending API is away", async ({ page }) => {
  await web.cut();
  // What was found out about the API holds for a second.
  await expect(async () => expect((await page.goto(`${web.site}/login`))?.status()).toBe(503)).toPass();
  await expect(page.getByText("10 хв", { exact: true })).toBeVisible();
});

test("in English the estimate is 10 m", async ({ page, context }) => {
  await context.addCookies([
    { name: "lang", value: encodeURIComponent(Buffer.from('"en"').toString("base64")), url: web.site },
  ]);
  await web.cut();
  await expect(async () => expect((await page.goto(`${web.site}/login`))?.status()).toBe(503)).toPass();
  await expect(page.getByText("10 m", { exact: true })).toBeVisible();
});

test("a form sent meanwhile is held and sent again afterwards", async ({ page, context }) => {
  const name = `Компанія ${unique()}`;
  await signIn(context, undefined, web.site);
  await open(page, `${web.site}/companies/create`);
  await page.locator("[name=name]").fill(name);
  await page.locator("[name=note]").fill("Рядок 1\nРядок 2");
  await web.cut();
  await save(page);
  await expect(heading(page)).toHaveText(say("frame:technical_work.title"));
  await expect(page.getByText(say("common:screens.held"))).toBeVisible();
  await page.getByRole("button", { name: say("common:send_again") }).click();
  await expect(page.getByText(say("common:screens.held"))).toBeVisible();
  await web.mend();
  await page.getByRole("button", { name: say("common:send_again") }).click();
  await expect(toast(page)).toContainText(/Створено /);
  await expect(heading(page)).toHaveText(name);
  await expect(page.locator("[name=note]")).toHaveValue("Рядок 1\nРядок 2");
});

const offline = (page: Page) => page.getByRole("dialog").filter({ hasText: say("frame:no_network") });
/** What the issue of a lost network allows. */
const SOON = { timeout: 2_000 };

test("the screen follows the network both ways, and what was typed stays", { tag: "@scripts" }, async ({
  page,
  context,
}) => {
  await signIn(context, undefined, web.site);
  await open(page, `${web.site}/companies/create`);
  const name = page.locator("[name=name]");
  await name.fill("Недописана комп");
  for (const rest of ["анія", " 2"]) {
    await context.setOffline(true);
    await expect(offline(page)).toBeVisible(SOON);
    await expect(offline(page)).toContainText(say("frame:check_network"));
    await page.keyboard.press("Escape");
    await expect(offline(page)).toBeVisible();
    await context.setOffline(false);
    await expect(offline(page)).toHaveCount(0, SOON);
    await expect(name).toBeFocused();
    await page.keyboard.type(rest);
  }
  await expect(name).toHaveValue("Недописана компанія 2");
});

test("a page asked for without a network comes when there is one", { tag: "@scripts" }, async ({ page, context }) => {
  await signIn(context, undefined, web.site);
  await open(page, `${web.site}/ingredients`);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await context.setOffline(true);
  await page.locator("a[href='/recipes']").evaluate((link: HTMLElement) => link.click());
  await expect(offline(page)).toBeVisible();
  await context.setOffline(false);
  await expect(heading(page)).toHaveText(say("entities:recipe.many"), { timeout: 15_000 });
});

test("without a network a page opened anew is the kept one, which goes by itself", { tag: "@scripts" }, async ({
  page,
  context,
}) => {
  await signIn(context, undefined, web.site);
  await open(page, `${web.site}/ingredients`);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expect.poll(() => page.evaluate(() => Boolean(navigator.serviceWorker.controller))).toBe(true);
  await context.setOffline(true);
  await page.goto(`${web.site}/recipes`).catch(() => undefined);
  await expect(heading(page)).toHaveText(say("frame:no_network"));
  await context.setOffline(false);
  await expect(heading(page)).toHaveText(say("entities:recipe.many"));
  await expect(page).toHaveURL(`${web.site}/recipes`);
});
