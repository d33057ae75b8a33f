import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { BrowserContext, Page } from "@playwright/test";
import { axe, showIn } from "./axe";
import { awake, expect, open, signIn, SITE, test } from "./pages";
import { bell, LIST, openLive, refreshed, support, toasts } from "./support";
import { say } from "./texts";
import { makePerson, type Person, unique } from "./vending";

test("a new ticket shows in the bell, in a toast and in the list, and is read when it is opened", async ({
  page,
  context,
  api,
  scripts,
}) => {
  const { person, ticket } = await support(api);
  await signIn(context, person);
  await openLive(page, LIST, scripts);
  const { subject, path } = await ticket();
  await refreshed(page, scripts);
  await expect(page.locator("tbody")).toContainText(subject);
  await expect(toasts(page)).toHaveText(scripts ? [subject] : []);
  await bell(page).locator("summary").click();
  await expect(bell(page).locator("summary")).toContainText("1");
  await bell(page).getByRole("link", { name: subject }).click();
  await expect(page).toHaveURL(SITE + path);
  await expect(bell(page).locator("summary")).not.toContainText("1");
  await expect(toasts(page)).toHaveCount(0);
});

test("the page of notices marks one or all as read", async ({ page, context, api, scripts }) => {
  const { person, ticket } = await support(api);
  const [first, second, third] = [await ticket(), await ticket(), await ticket()];
  await signIn(context, person);
  await open(page, "/notices");
  await expect(page.locator("main li")).toContainText([third.subject, second.subject, first.subject]);
  await page
    .locator("main li")
    .filter({ hasText: second.subject })
    .getByRole("button", { name: say("notices:read"), exact: true })
    .click();
  await page.getByRole("link", { name: say("notices:unread") }).click();
  await expect(page.locator("main ul > li").filter({ hasText: "Не видає" })).toHaveCount(2);
  await page
    .getByRole("button", { name: say("notices:read_all") })
    .first()
    .click();
  await expect(page.getByRole("heading", { name: say("notices:no_unread") })).toBeVisible();
  await awake(page);
  await bell(page).locator("summary").click();
  await expect(bell(page)).toContainText(say("frame:header.no_notifications"));
  await bell(page)
    .getByRole("link", { name: say("frame:bell.all") })
    .click();
  await expect(page.locator("main li").filter({ hasText: third.subject })).toBeVisible();
  await openLive(page, "/notices", scripts);
  const { subject } = await ticket();
  await refreshed(page, scripts);
  await expect(page.locator("main li").filter({ hasText: subject })).toBeVisible();
});

test("a reply comes into the open conversation and leaves what is typed, and where, alone", async ({
  page,
  context,
  api,
  scripts,
}) => {
  const { person, ticket, reply } = await support(api);
  const { id, path } = await ticket();
  await signIn(context, person);
  await openLive(page, path, scripts);
  await page.setViewportSize({ width: 1000, height: 500 });
  const text = page.locator("#text");
  await text.fill("Ще пишу");
  await text.focus();
  await text.scrollIntoViewIfNeeded();
  const before = await text.boundingBox();
  const said = await reply(id);
  await refreshed(page, scripts);
  await expect(page.locator("#conversation")).toContainText(said);
  await expect(toasts(page)).toHaveCount(0);
  await expect(text).toHaveValue(scripts ? "Ще пишу" : "");
  if (!scripts) return;
  await expect(text).toBeFocused();
  expect(Math.abs(((await text.boundingBox())?.y ?? 0) - (before?.y ?? NaN))).toBeLessThanOrEqual(2);
  await expect(bell(page).locator("summary")).not.toContainText("1");
});

test("a row that comes does not move the row that is read, nor lose a tick", async ({
  page,
  context,
  api,
  scripts,
}) => {
  const { person, ticket } = await support(api);
  for (let count = 0; count < 8; count++) await ticket();
  const read = await ticket();
  for (let count = 0; count < 8; count++) await ticket();
  await signIn(context, person);
  await page.setViewportSize({ width: 1200, height: 420 });
  await openLive(page, LIST, scripts);
  const row = page.locator("tbody tr").filter({ hasText: read.subject });
  await row.evaluate((element) => window.scrollTo(0, element.getBoundingClientRect().top + window.scrollY - 150));
  const before = (await row.boundingBox())?.y ?? 0;
  const { subject } = await ticket();
  await refreshed(page, scripts);
  await expect(page.locator("tbody")).toContainText(subject);
  if (!scripts) return;
  expect(Math.abs(((await row.boundingBox())?.y ?? 0) - before)).toBeLessThanOrEqual(2);
  await row.getByRole("checkbox").check();
  const later = await ticket();
  await expect(toasts(page)).toContainText([later.subject]);
  await expect(row.getByRole("checkbox")).toBeChecked();
});

test("a list catches up when its last tick has gone @scripts", async ({ browser, page, context, api, scripts }) => {
  const { person, ticket } = await support(api);
  const ticked = await ticket();
  await signIn(context, person);
  await openLive(page, LIST, scripts);
  const tick = page.locator("tbody tr").filter({ hasText: ticked.subject }).getByRole("checkbox");
  await tick.check();
  // In another browser, for tabs of one share a stream.
  const elsewhere = await browser.newContext();
  await signIn(elsewhere, person);
  const untouched = await elsewhere.newPage();
  await openLive(untouched, LIST, scripts);
  const { subject } = await ticket();
  await expect(toasts(page)).toHaveText([subject]);
  // A list without ticks has caught up; this one waits.
  await expect(untouched.locator("tbody")).toContainText(subject);
  await expect(page.locator("tbody")).not.toContainText(subject);
  await elsewhere.close();
  await tick.uncheck();
  await expect(page.locator("tbody")).toContainText(subject);
});

test("what colleagues do to a ticket shows in its page and in the list, and only its new owner is told", async ({
  page,
  context,
  api,
  scripts,
}) => {
  const { person, ticket } = await support(api);
  const { id, subject, path } = await ticket();
  await signIn(context, person);
  await openLive(page, path, scripts);
  await api.post(`${LIST}/${id}/set_status`, { status: "ON_HOLD" });
  await refreshed(page, scripts);
  await expect(page.locator("main section").first()).toContainText(say("options:ticket_status.ON_HOLD"));
  await api.post(`${LIST}/${id}/entries`, { kind: "NOTE", text: "Тільки для своїх", key: `${unique()}-${unique()}` });
  await refreshed(page, scripts);
  await expect(page.locator("#conversation")).toContainText("Тільки для своїх");
  await expect(bell(page).locator("summary")).not.toContainText("1");
  await openLive(page, `${LIST}?q=${encodeURIComponent(subject)}`, scripts);
  await api.post(`${LIST}/${id}/set_status`, { status: "NEEDS_REVIEW" });
  await refreshed(page, scripts);
  await expect(page.locator("tbody")).toContainText(say("options:ticket_status.NEEDS_REVIEW"));
  await expect(toasts(page)).toHaveCount(0);
  await api.post(`${LIST}/${id}/assign`, { responsible: person.id });
  await refreshed(page, scripts);
  await expect(bell(page).locator("summary")).toContainText("1");
  await expect(bell(page)).toContainText(say("frame:bell.ticketAssigned"));
  await expect(toasts(page)).toHaveText(scripts ? [subject] : []);
});

test("a custom state that is renamed or recoloured shows in its tickets and in the list", async ({
  page,
  context,
  api,
  scripts,
}) => {
  const { person, ticket } = await support(api);
  const { id, subject, path } = await ticket();
  const values = { name: `Насос ${unique()}`, counts_as: "ON_HOLD", colour: "YELLOW", position: 1 };
  const state = await api.create("/help_desk/ticket_states", values);
  await api.post(`${LIST}/${id}/set_state`, { state });
  await signIn(context, person);
  await openLive(page, path, scripts);
  await expect(page.locator("main section").first()).toContainText(values.name);
  const second = `Помпа ${unique()}`;
  await api.post(`/help_desk/ticket_states/${state}`, { ...values, name: second, version: 1 });
  await refreshed(page, scripts);
  await expect(page.locator("main section").first()).toContainText(second);
  await openLive(page, `${LIST}?q=${encodeURIComponent(subject)}`, scripts);
  await expect(page.locator("tbody")).toContainText(second);
  const third = `Мотор ${unique()}`;
  await api.post(`/help_desk/ticket_states/${state}`, { ...values, name: third, version: 2 });
  await refreshed(page, scripts);
  await expect(page.locator("tbody")).toContainText(third);
  await expect(toasts(page)).toHaveCount(0);
});

test("a toast goes by itself, but not from under the pointer @scripts", async ({ page, context, api, scripts }) => {
  const { person, ticket } = await support(api);
  const LONGER_THAN_IT_STAYS = 12_000;
  await page.clock.install();
  await signIn(context, person);
  await openLive(page, "/profile", scripts);
  const { subject } = await ticket();
  await toasts(page).hover();
  await page.clock.runFor(LONGER_THAN_IT_STAYS);
  await expect(toasts(page)).toHaveText([subject]);
  await page.mouse.move(5, 5);
  await page.clock.runFor(LONGER_THAN_IT_STAYS);
  await expect(toasts(page)).toHaveCount(0);
  await expect(bell(page).locator("summary")).toContainText("1");
});

test("a session that ends elsewhere costs nobody a reply, and gives it to nobody else @scripts", async ({
  page,
  context,
  api,
  scripts,
}) => {
  const [{ person, ticket }, other] = [await support(api), await makePerson(api, ["HELP_DESK"])];
  const { path } = await ticket();
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  const again = async (who: Person) => {
    await page.locator("#email").fill(who.email);
    await page.locator("#password").fill(who.password);
    await page.locator("form[action^='/login'] button:not([name])").click();
  };
  await signIn(context, person);
  await openLive(page, path, scripts);
  await page.locator("#text").fill("Пів години роботи");
  await api.post(`/users/${person.id}/block`);
  await api.post(`/users/${person.id}/unblock`);
  await expect(page).toHaveURL(/\/login\?redirect=/);
  await again(person);
  await expect(page.locator("#text")).toHaveValue("Пів години роботи");
  await api.post(`/users/${person.id}/block`);
  await expect(async () => {
    await page.goto(path);
    await expect(page).toHaveURL(/\/login\?redirect=/, { timeout: 500 });
  }).toPass();
  await again(other);
  await expect(page).toHaveURL(SITE + path);
  await awake(page);
  await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain("Пів години");
  await expect(page.locator("#text")).toHaveValue("");
  expect(asked).toEqual([]);
});

test("one stream serves all tabs, and the next tab takes it over", async ({ page, context, api, scripts }) => {
  const { person, ticket } = await support(api);
  const asked: Page[] = [];
  context.on("request", (one) => {
    if (new URL(one.url()).pathname === "/events") asked.push(one.frame().page());
  });
  await signIn(context, person);
  await openLive(page, "/", scripts);
  const second = await context.newPage();
  await open(second, "/profile");
  if (scripts) await second.waitForFunction(() => document.querySelector("body > [role=status]"));
  const one = await ticket();
  await refreshed(second, scripts);
  if (scripts) await expect(toasts(second)).toHaveText([one.subject]);
  await expect(bell(second).locator("summary")).toContainText("1");
  expect(asked).toEqual(scripts ? [page] : []);
  await page.close();
  const two = await ticket();
  await refreshed(second, scripts);
  await expect(bell(second).locator("summary")).toContainText("2");
  await bell(second).locator("summary").click();
  await expect(bell(second).getByRole("link", { name: two.subject })).toBeVisible();
  // What is read in one tab is read in the other.
  const third = await context.newPage();
  await open(third, two.path);
  await refreshed(second, scripts);
  await expect(bell(second).locator("summary")).toContainText("1");
});

test("a session that is ended elsewhere ends here: in open tabs, and for the cookie", async ({
  page,
  context,
  api,
  scripts,
}) => {
  const { person } = await support(api);
  await signIn(context, person);
  await openLive(page, LIST, scripts);
  const second = await context.newPage();
  await open(second, "/profile");
  const kept = await context.cookies();
  await api.post(`/users/${person.id}/block`);
  if (!scripts) await page.reload();
  await expect(page).toHaveURL(`${SITE}/login?redirect=${encodeURIComponent(LIST)}`);
  if (!scripts) await second.reload();
  await expect(second).toHaveURL(`${SITE}/login?redirect=%2Fprofile`);
  await context.addCookies(kept);
  const answer = await context.request.get(`${SITE}/`, { maxRedirects: 0 });
  expect(answer.status()).toBe(302);
  expect(answer.headers().location).toBe("/login?redirect=%2F");
});

test("signing out by oneself leads to the sign-in form, without a way back", async ({
  page,
  context,
  api,
  scripts,
}) => {
  const { person } = await support(api);
  await signIn(context, person);
  await openLive(page, "/profile", scripts);
  const second = await context.newPage();
  await open(second, "/notices");
  await page.getByRole("button", { name: say("session:profile.sign_out") }).click();
  await expect(page).toHaveURL(`${SITE}/login`);
  if (!scripts) await second.reload();
  await expect(second).toHaveURL(`${SITE}/login?redirect=%2Fnotices`);
});

test("browser notifications are asked for by a click alone, and what stands in their way is said", async ({
  page,
  context,
  api,
  scripts,
}) => {
  const { person } = await support(api);
  await signIn(context, person);
  const section = page
    .locator("section")
    .filter({ has: page.getByRole("heading", { name: say("notices:desktop.title") }) });
  const pretend = (permission: NotificationPermission) =>
    page.addInitScript((value) => {
      let now = value;
      Object.defineProperty(Notification, "permission", { get: () => now });
      Notification.requestPermission = async () => (now = "granted");
    }, permission);
  await pretend("default");
  await open(page, "/profile");
  await expect(section).toContainText(say("notices:desktop.text"));
  if (!scripts) return;
  await section.getByRole("button", { name: say("notices:desktop.allow") }).click();
  await expect(section).toContainText(say("notices:desktop.granted"));
  await pretend("denied");
  await open(page, "/notices");
  await expect(section).toContainText(say("notices:desktop.denied"));
  await page.addInitScript(() => Reflect.deleteProperty(window, "Notification"));
  await open(page, "/notices");
  await expect(section).toContainText(say("notices:desktop.unsupported"));
});

test("toasts are found without fault by axe, in both themes", async ({ page, context, api, scripts }) => {
  const { person, ticket } = await support(api);
  await signIn(context, person);
  await openLive(page, "/profile", scripts);
  // All at once: none may be lost on the way into the bell.
  await Promise.all([ticket(), ticket(), ticket(), ticket()]);
  await refreshed(page, scripts);
  await expect(bell(page).locator("summary")).toContainText("4");
  await expect(toasts(page)).toHaveCount(scripts ? 3 : 0);
  await bell(page).locator("summary").click();
  for (const theme of scripts ? (["light", "dark"] as const) : []) {
    await showIn(page, theme);
    expect(await axe(page)).toEqual([]);
  }
});

test("a browser without locks has a stream in each tab in sight", async ({ page, context, api, scripts }) => {
  const { person, ticket } = await support(api);
  await context.addInitScript(() => Object.defineProperty(navigator, "locks", { value: undefined }));
  await signIn(context, person);
  await openLive(page, "/profile", scripts);
  const { subject } = await ticket();
  await refreshed(page, scripts);
  await expect(bell(page).locator("summary")).toContainText(/[1-9]/);
  if (scripts) await expect(toasts(page).filter({ hasText: subject })).toHaveCount(1);
});

test("events come past a proxy that holds answers back until they end", async ({ browser, api, scripts }) => {
  test.slow();
  const { person, ticket } = await support(api);
  const proxy = await holdingBack();
  const context = await browser.newContext({ javaScriptEnabled: scripts });
  try {
    await signIn(context, person, proxy.site);
    const page = await context.newPage();
    await page.goto(`${proxy.site}/profile`);
    if (scripts) await page.waitForRequest((one) => one.url().endsWith("/events?brief"));
    const { subject } = await ticket();
    await refreshed(page, scripts);
    // Tickets without a machine, which other tests make, are everybody's: this one comes once, among others or not.
    await expect(bell(page).locator("summary")).toContainText(/[1-9]/, { timeout: 25_000 });
    if (scripts) await expect(toasts(page).filter({ hasText: subject })).toHaveCount(1);
  } finally {
    await context.close();
    await proxy.stop();
  }
});

/** A proxy in front of the web that passes an answer on when it has all of it. */
async function holdingBack(): Promise<{ site: string; stop(): Promise<void> }> {
  const server: Server = createServer((from, to) => {
    const target = new URL(SITE);
    // The origin must be the site's own, as behind any proxy that keeps the host.
    const onward = request(
      { host: target.hostname, port: target.port, path: from.url, method: from.method, headers: from.headers },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on("data", (part: Buffer) => parts.push(part));
        answer.on("end", () => to.writeHead(answer.statusCode ?? 502, answer.headers).end(Buffer.concat(parts)));
      },
    );
    onward.on("error", () => to.destroy());
    to.on("close", () => onward.destroy());
    from.pipe(onward);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    site: `http://127.0.0.1:${address.port}`,
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

test("whoever has no session is told to stop listening", { tag: "@plain" }, async ({
  context,
}: {
  context: BrowserContext;
}) => {
  const answer = await context.request.get(`${SITE}/events`, { maxRedirects: 0 });
  expect(answer.status()).toBe(204);
});
