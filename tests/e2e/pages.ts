import { type BrowserContext, expect, type Locator, type Page, test as base } from "@playwright/test";
import { ADMIN, WEB_PORT } from "./product";
import { type Lang, say } from "./texts";
import { type Api, signedInApi } from "./vending";

export const SITE = `http://127.0.0.1:${WEB_PORT}`;

interface Worker {
  api: Api;
}
interface Each {
  scripts: boolean;
  quiet: undefined;
}

/** The product's test: the API as administrator, whether pages run scripts, and a watch over what no page may do. */
export const test = base.extend<Each, Worker>({
  // Playwright reads from this pattern which fixtures a function wants: none.
  api: [async ({}, use) => use(await signedInApi()), { scope: "worker" }],
  scripts: async ({ javaScriptEnabled }, use) => use(javaScriptEnabled),
  quiet: [
    async ({ context }, use) => {
      const offences = offencesOf(context);
      await use(undefined);
      expect(offences).toEqual([]);
    },
    { auto: true },
  ],
});
export { expect };

/** Collects console errors, broken security policies, uncaught errors and requests to anybody else. */
export function offencesOf(context: BrowserContext): string[] {
  const offences: string[] = [];
  context.on("console", (message) => {
    // A status is looked at where it matters; a page that is left while it loads says so.
    const isUsual = /^(Failed to load resource|AbortError)/.test(message.text());
    if (message.type() === "error" && !isUsual) offences.push(`console: ${message.text()}`);
  });
  context.on("weberror", (error) => offences.push(`uncaught: ${error.error().stack ?? error.error().message}`));
  context.on("request", (request) => {
    const { hostname, protocol } = new URL(request.url());
    if (protocol.startsWith("http") && hostname !== "127.0.0.1") offences.push(`third party: ${request.url()}`);
  });
  return offences;
}

/** Signs the browser in without showing the form. */
export async function signIn(
  { request }: Pick<BrowserContext, "request">,
  who: { email: string; password: string } = ADMIN,
  site = SITE,
): Promise<void> {
  const { email, password } = who;
  const answer = await request.post(`${site}/login`, {
    form: { email, password },
    headers: { origin: site },
    maxRedirects: 0,
  });
  expect(answer.status()).toBe(302);
}

/** The browser loses its session, and its page is not told so: events would lead it away before anything is pressed. */
export async function loseSession(context: BrowserContext): Promise<void> {
  await context.route("**/events", (route) => route.abort());
  await context.clearCookies({ name: "session" });
}

/** Saves a preference of the browser: theme, lang or scripts. */
export async function prefer(
  { request }: Pick<BrowserContext, "request">,
  form: { theme?: string; lang?: string; scripts?: string },
  site = SITE,
): Promise<void> {
  expect(
    (await request.post(`${site}/preferences`, { form, headers: { origin: site }, maxRedirects: 0 })).status(),
  ).toBe(303);
}

/** Opens a page and waits until its scripts, if any, have taken over. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await awake(page);
}

/** Waits until the scripts of a page, if it has any, have taken over. */
export async function awake(page: Page): Promise<void> {
  if (test.info().project.use.javaScriptEnabled === false) return;
  await page.waitForFunction(isAwake);
}

/** Asked of a page: whether its scripts, if it has any, have taken over. */
export function isAwake(): boolean {
  const element = document.querySelector("#content") ?? document.querySelector("main");
  return (
    !document.querySelector("script[type=module]") ||
    (element !== null && Object.keys(element).some((key) => key.startsWith("__react")))
  );
}

export const toast = (page: Page): Locator => page.locator("main [role=status], main [role=alert]").first();
export const save = (page: Page, lang: Lang = "uk"): Promise<void> =>
  page.getByRole("button", { name: say("resource:save", {}, lang), exact: true }).click();
export const heading = (page: Page): Locator => page.getByRole("heading", { level: 1 });

/** Follows an entry of a record's menu of actions; the menu must not stay in the way of what comes. */
export async function takeAction(page: Page, name: string, lang: Lang = "uk"): Promise<void> {
  await page.getByText(say("resource:actions", {}, lang), { exact: true }).click();
  const menu = page.locator("details[data-popup][open]");
  await menu.getByRole("link", { name, exact: true }).click();
  await expect(menu).toHaveCount(0);
}

/** The value beside a label of a description list. */
export const described = (scope: Page | Locator, label: string): Locator =>
  scope.locator(`dt:text-is("${label}") + dd`);
