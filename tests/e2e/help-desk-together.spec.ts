import type { BrowserContext, Page } from "@playwright/test";
import { z } from "zod";
import { viewPath } from "~server/contract/entity";
import { ticketSolution } from "~server/contract/entities/ticket_solutions";
import { ticket } from "~server/contract/entities/tickets";
import { axe, showIn } from "./axe";
import { unfit } from "./fits";
import { awake, expect, heading, open, prefer, save, signIn, test, toast } from "./pages";
import { makeRecord } from "./records";
import { openLive, refreshed, support } from "./support";
import { LANGS, say } from "./texts";
import { type Api, type Person, unique } from "./vending";

const button = (page: Page, key: string) =>
  page.getByRole("main").getByRole("button", { name: say(`help-desk:${key}`), exact: true });
const head = (page: Page) => page.locator("main section").first();
const entries = (page: Page) => page.locator("#conversation > ol > li");
const responsible = async (api: Api, id: number) =>
  z.object({ responsible: z.object({ id: z.number() }).nullable() }).parse(await api.get(`/help_desk/tickets/${id}`))
    .responsible?.id;
const others = (page: Page, { name }: Person) => page.getByText(say("help-desk:readers", { people: name }));

/** Two people of one franchise's support, whose tickets nobody else touches. */
async function two(api: Api) {
  const helper = await support(api);
  return { ...helper, colleague: await helper.colleague() };
}

/** A second browser, somebody's own or a colleague's. */
async function elsewhere(context: BrowserContext, person: Person, scripts: boolean): Promise<Page> {
  const browser = context.browser();
  if (!browser) throw new Error("no browser");
  const other = await browser.newContext({ javaScriptEnabled: scripts });
  await signIn(other, person);
  return other.newPage();
}

test("who else has a ticket open is told, until they leave it", async ({ page, context, api, scripts }) => {
  const { person, colleague, ticket: make } = await two(api);
  const { path } = await make();
  await signIn(context, person);
  await openLive(page, path, scripts);
  await expect(others(page, colleague)).toHaveCount(0);
  const theirs = await elsewhere(context, colleague, scripts);
  await open(theirs, path);
  await expect(others(theirs, person)).toBeVisible();
  await refreshed(page, scripts);
  await expect(others(page, colleague)).toBeVisible();
  if (scripts) {
    // Loading the page again is no leaving.
    await theirs.reload();
    await awake(theirs);
    await expect(others(page, colleague)).toBeVisible();
    await theirs
      .getByRole("link", { name: say("entities:ticket.many") })
      .first()
      .click();
    await expect(others(page, colleague)).toHaveCount(0);
  }
  await theirs.context().close();
});

test("a ticket that a colleague was quicker to take stays theirs, and may be taken over", async ({
  page,
  context,
  api,
}) => {
  const { person, colleague, ticket: make } = await two(api);
  const { id, path } = await make();
  await signIn(context, person);
  // This page does not hear of it.
  await page.route("**/events*", (route) => route.abort());
  await open(page, path);
  await page.locator("#text").fill("Вже дивлюся");
  await api.post(`/help_desk/tickets/${id}/assign`, { responsible: colleague.id });
  await button(page, "take").click();
  await expect(page.getByText(say("errors:taken_already"))).toBeVisible();
  await expect(page.locator("#text")).toHaveValue("Вже дивлюся");
  await expect(button(page, "take")).toHaveCount(0);
  expect(await responsible(api, id)).toBe(colleague.id);
  await button(page, "take_over").click();
  await expect(button(page, "take_over")).toHaveCount(0);
  expect(await responsible(api, id)).toBe(person.id);
  await expect(page.locator("#text")).toHaveValue("Вже дивлюся");
});

test("what a person does in one browser shows in another one of theirs", async ({ page, context, api, scripts }) => {
  const { person, ticket: make } = await two(api);
  const { path } = await make();
  await signIn(context, person);
  await openLive(page, path, scripts);
  const second = await elsewhere(context, person, scripts);
  await open(second, path);
  await button(second, "take").click();
  await expect(head(second)).toContainText(say("options:ticket_status.IN_PROGRESS"));
  await refreshed(page, scripts);
  await expect(head(page)).toContainText(say("options:ticket_status.IN_PROGRESS"));
  await expect(page.locator("#responsible")).toHaveValue(String(person.id));
  const words = `Їдемо ${unique()}`;
  await second.locator("#text").fill(words);
  await button(second, "reply.send").click();
  await expect(toast(second)).toContainText(say("help-desk:said.REPLY"));
  await refreshed(page, scripts);
  await expect(entries(page).filter({ hasText: words })).toHaveCount(1);
  // What one has done oneself is no news.
  await expect(page.locator("body > [role=status] a")).toHaveCount(0);
  await second.context().close();
});

test("the text comes first, then how it is sent; Ctrl+Enter sends it with the status beside @scripts", async ({
  page,
  context,
  api,
}) => {
  const { person, ticket: make } = await two(api);
  const { path } = await make();
  await signIn(context, person);
  await open(page, path);
  const top = async (of: string) => (await page.locator(of).boundingBox())?.y ?? NaN;
  expect(await top("#text")).toBeLessThan(await top("#after"));
  expect(await top("#after")).toBeLessThan(await top("#solution"));
  await page.locator("#text").fill("Рядок один");
  await page.keyboard.press("Enter");
  await page.keyboard.type("рядок два");
  await page.locator("#after").selectOption("status ON_HOLD");
  await page.locator("#text").focus();
  await page.keyboard.press("Control+Enter");
  await expect(toast(page)).toContainText(say("help-desk:said.REPLY"));
  await expect(head(page)).toContainText(say("options:ticket_status.ON_HOLD"));
  await expect(entries(page).filter({ hasText: "Рядок один" })).toContainText("рядок два");
  // Nothing written, nothing sent.
  await page.locator("#text").focus();
  await page.keyboard.press("Meta+Enter");
  await expect(page.locator("#text-error")).toHaveText(say("errors:required"));
});

test("who calls is found by their phone, their closed tickets too, and a new one begins with it", async ({
  page,
  context,
  api,
}) => {
  const digits = String(Date.now()).slice(-7);
  const phone = `+38067${digits}`;
  const typed = `067 ${digits.slice(0, 3)} ${digits.slice(3, 5)}-${digits.slice(5)}`;
  const closed = await makeRecord(api, "ticket", { subject: `Давнє ${unique()}`, client_phone: phone });
  await api.post(`/help_desk/tickets/${closed.id}/set_status`, { status: "CLOSED" });
  await signIn(context);
  const main = page.getByRole("main");
  const find = async (words: string) => {
    await open(page, ticket.paths.list);
    await page.locator("main [name=q]").fill(words);
    await page.locator("main [name=q]").press("Enter");
  };
  // From the list of what is open.
  await find(typed);
  await main.getByRole("link", { name: say("resource:found_in_all", { count: "1" }) }).click();
  await expect(page.locator("tbody tr")).toHaveCount(1);
  await expect(page.locator("tbody")).toContainText(closed.title);
  // From any page: the call to a resolved ticket in four presses.
  await open(page, "/");
  await page.locator("header [name=q]").fill(typed);
  await page.locator("header [name=q]").press("Enter");
  await expect(main.getByRole("link", { name: closed.title })).toContainText(say("options:ticket_status.CLOSED"));
  const create = say("resource:create_with", { create: say("entities:ticket.create"), value: phone });
  await main.getByRole("link", { name: create }).click();
  await expect(heading(page)).toHaveText(say("entities:ticket.create"));
  await expect(page.locator("[name=client_phone]")).toHaveValue(phone);
  await page.locator("[name=subject]").fill("Знову не видає решту");
  await save(page);
  await expect(heading(page)).toHaveText("Знову не видає решту");
  await expect(page.getByRole("link", { name: phone })).toBeVisible();
  await expect(main.getByRole("link", { name: closed.title })).toBeVisible();
  await button(page, "step.RESOLVED").click();
  await expect(head(page)).toContainText(say("options:ticket_status.RESOLVED"));
  // An open one beside does not hide those that are closed.
  const word = unique();
  const [opened, shut] = [
    await makeRecord(api, "ticket", { subject: `${word} відкрите` }),
    await makeRecord(api, "ticket", { subject: `${word} закрите` }),
  ];
  await api.post(`/help_desk/tickets/${shut.id}/set_status`, { status: "CLOSED" });
  await find(word);
  await expect(page.locator("tbody tr")).toHaveText([new RegExp(opened.title)]);
  await main.getByRole("link", { name: say("resource:found_in_all", { count: "2" }) }).click();
  await expect(page.locator("tbody")).toContainText(shut.title);
  // Words that are no phone make no such link.
  await open(page, `/search?q=${encodeURIComponent(closed.title)}`);
  await expect(main.getByRole("link", { name: new RegExp(say("entities:ticket.create")) })).toHaveCount(0);
});

test("a ready answer is filled in with what is known of the ticket, and says what is not", async ({
  page,
  context,
  api,
}) => {
  const location = await makeRecord(api, "location", { city: "Львів", address: "вул. Січових Стрільців, 5" });
  const device = await makeRecord(api, "device", { location: location.id });
  const category = await makeRecord(api, "ticket_category");
  const solution = await makeRecord(api, "ticket_solution", {
    category: category.id,
    text: "{ticket}: {machine} – {place}. Ваш номер {phone}. {name}",
  });
  const { id } = await makeRecord(api, "ticket", { category: category.id, device: device.id });
  await signIn(context);
  await open(page, viewPath(ticket, id));
  await page.locator("#solution").selectOption({ label: solution.title });
  await button(page, "reply.insert").click();
  await expect(page.getByRole("alert")).toContainText(say("help-desk:reply.unfilled", { fields: "{phone}" }));
  const place = `${location.title}, Львів, вул. Січових Стрільців, 5`;
  await expect(page.locator("#text")).toHaveValue(
    new RegExp(`^#${id}: ${device.title} – ${place}\\. Ваш номер \\{phone\\}\\. .+$`),
  );
  // A client is sent no braces.
  await button(page, "reply.send").click();
  await expect(page.locator("#text-error")).toHaveText(say("help-desk:reply.unfilled", { fields: "{phone}" }));
  await expect(page.locator("#text")).toHaveValue(/\{phone\}/);
  await expect(page.locator("#conversation")).not.toContainText("{phone}");
  await open(page, viewPath(ticketSolution, solution.id));
  await page.locator("[name=text]").fill("Автомат {machin}");
  await save(page);
  await expect(page.locator("#record-text-error")).toHaveText(say("errors:unknown_solution_field"));
  await expect(page.locator("[name=text]")).toHaveValue("Автомат {machin}");
});

// The page is the same without scripts, and axe is one.
test("a ticket that somebody else has open has no faults @scripts", async ({ page, context, api }) => {
  const { person, colleague, ticket: make, reply } = await two(api);
  const { id, path } = await make();
  await api.post(`/help_desk/tickets/${id}/assign`, { responsible: colleague.id });
  await reply(id);
  await signIn(context, person);
  const theirs = await elsewhere(context, colleague, false);
  await theirs.goto(path);
  const found: string[] = [];
  for (const lang of LANGS) {
    await prefer(context, { lang });
    await open(page, path);
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await showIn(page, (lang === "en") === (width === 360) ? "dark" : "light");
      found.push(...[...(await axe(page)), ...(await unfit(page))].map((fault) => `${lang} ${width}: ${fault}`));
    }
  }
  expect(found).toEqual([]);
  await theirs.context().close();
});
