import type { Page } from "@playwright/test";
import { z } from "zod";
import { viewPath } from "~server/contract/entity";
import { ticket } from "~server/contract/entities/tickets";
import { writeAudit } from "~server/vending/evadts/write";
import { axe, showIn } from "./axe";
import { startElsewhere } from "./elsewhere";
import { unfit } from "./fits";
import {
  awake,
  expect,
  heading,
  loseSession,
  open,
  prefer,
  save,
  signIn,
  SITE,
  takeAction,
  test,
  toast,
} from "./pages";
import { expectChosen, makeRecord } from "./records";
import { support } from "./support";
import { type Lang, LANGS, say } from "./texts";
import { type Api, makePerson, type Person, unique, type Values } from "./vending";

const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const photo = (name: string) => ({ name, mimeType: "image/png", buffer: PIXEL });

/** Somebody who can be responsible for tickets. */
async function supporter(api: Api, permissions: readonly string[] = ["HELP_DESK", "DEVICE"]): Promise<Person> {
  const person = await makePerson(api, permissions);
  await change(api, person.id, { help_desk_responsible: "on" });
  return person;
}

const userRow = z.object({
  full_name: z.string(),
  email: z.string(),
  version: z.number(),
  user_group: z.object({ id: z.number() }),
});

/** Changes some fields of a person and leaves the others. */
async function change(api: Api, id: number, over: Values): Promise<void> {
  const kept = userRow.parse(await api.get(`/users/${id}`));
  await api.post(`/users/${id}`, {
    full_name: kept.full_name,
    email: kept.email,
    role: "USUAL",
    user_group: kept.user_group.id,
    access_mode: "UNRESTRICTED",
    version: kept.version,
    ...over,
  });
}

const makeTicket = (api: Api, over: Values = {}) =>
  makeRecord(api, "ticket", { subject: `Звернення ${unique()}`, type: "GENERAL", priority: "MEDIUM", ...over });
const button = (page: Page, key: string, lang: Lang = "uk") =>
  page.getByRole("main").getByRole("button", { name: say(`help-desk:${key}`, {}, lang), exact: true });
const press = (page: Page, key: string, lang?: Lang) => button(page, key, lang).click();
const entries = (page: Page) => page.locator("#conversation > ol > li");
const status = (page: Page, value: string) =>
  expect(page.locator("main section").first()).toContainText(say(`options:ticket_status.${value}`));
const text = (page: Page) => page.locator("#text");

test("a problem is opened from a machine's error, worked on and closed", async ({ page, context, api }) => {
  test.slow();
  const device = await makeRecord(api, "device");
  const helper = await supporter(api);
  await api.audit(device.id, broken(1, true));
  await signIn(context, helper);
  await open(page, `/devices/view/${device.id}`);
  await page.getByRole("link", { name: say("help-desk:report_error") }).click();
  await expect(heading(page)).toHaveText(say("entities:ticket.create"));
  await expect(page.locator("[name=subject]")).toHaveValue(`EFB: ${say("event_codes:EFB")} · ${device.title}`);
  await expectChosen(page, "device", device.title);
  await expect(page.locator("[name=error_code]")).toHaveValue("EFB");
  await expect(page.locator("[name=type]")).toHaveValue("DEVICE_PROBLEM");
  await page.locator("[name=description]").fill("Без води з ранку");
  await page.locator("[name=client_phone]").fill("050 765 43 21");
  await page.locator("[name=files__file]").setInputFiles([photo("один.png"), photo("два.png")]);
  await page.locator("[name=subject]").fill("");
  await save(page);
  await expect(page.locator("#record-subject-error")).toHaveText(say("errors:required"));
  await expect(page.getByRole("link", { name: /один\.png/ })).toBeVisible();
  await page.locator("[name=subject]").fill("Немає води");
  await save(page);

  await expect(toast(page)).toContainText(/Створено /);
  await expect(heading(page)).toHaveText("Немає води");
  await expect(entries(page).first()).toContainText("Без води з ранку");
  await expect(entries(page).first().getByRole("link")).toHaveText([/один\.png/, /два\.png/]);
  await expect(page.getByRole("main")).toContainText(say("event_codes:EFB"));
  await press(page, "take");
  await expect(toast(page)).toContainText(say("entities:ticket.actions.take.done"));
  await status(page, "IN_PROGRESS");
  await expect(page.getByText(say("help-desk:time.runs"))).toBeVisible();
  await expect(entries(page).last()).toContainText(helper.name);

  await text(page).fill("Воду привезуть до обіду");
  await press(page, "reply.send");
  await expect(toast(page)).toContainText(say("help-desk:said.REPLY"));
  await status(page, "REPLIED");
  await expect(text(page)).toHaveValue("");
  await expect(entries(page).filter({ hasText: "Воду привезуть до обіду" })).toContainText(
    say("options:delivery_state.WAIT"),
  );
  await api.get(`/help_desk/tickets/${idOf(page)}/conversation`);
  await page.reload();
  await expect(entries(page).filter({ hasText: "Воду привезуть до обіду" })).toContainText(
    say("options:delivery_state.RECEIVED"),
  );

  await text(page).fill("Водій буде о 12:40");
  await press(page, "reply.note");
  await expect(entries(page).filter({ hasText: "Водій буде о 12:40" })).toContainText(say("help-desk:kind.NOTE"));
  await text(page).fill("Коли вже?");
  await press(page, "reply.client");
  await status(page, "WAITING_REPLY");
  await api.audit(device.id, broken(2, false));
  await page.reload();
  await expect(entries(page).filter({ hasText: say("help-desk:kind.ERROR_CLOSED") })).toContainText("EFB");
  await press(page, "step.RESOLVED");
  await status(page, "RESOLVED");
  await press(page, "step.CLOSED");
  await status(page, "CLOSED");
  await press(page, "step.IN_PROGRESS");
  await status(page, "IN_PROGRESS");
  await page.getByRole("link", { name: say("resource:tab.history") }).click();
  await expect(page.getByRole("row", { name: say("entities:ticket.fields.status") })).not.toHaveCount(0);
});

test("what is being written stays through quick actions, solutions and refused files", async ({
  page,
  context,
  api,
}) => {
  const category = await makeRecord(api, "ticket_category");
  const solution = await makeRecord(api, "ticket_solution", {
    category: category.id,
    text: "Вимкніть і ввімкніть автомат.",
  });
  const elsewhere = await makeRecord(api, "ticket_solution", {
    category: (await makeRecord(api, "ticket_category")).id,
  });
  const { id } = await makeTicket(api, { category: category.id });
  await signIn(context);
  await open(page, viewPath(ticket, id));
  await expect(page.locator("#solution option").filter({ hasText: elsewhere.title })).toHaveCount(0);
  await text(page).fill("Добрий день!\nСпробуйте так:");
  await page.locator("#solution").selectOption({ label: solution.title });
  await press(page, "reply.insert");
  await expect(text(page)).toHaveValue("Добрий день!\nСпробуйте так:\n\nВимкніть і ввімкніть автомат.");
  await page.locator("#files").setInputFiles([photo("схема.png")]);
  await press(page, "reply.attach");
  await expect(page.getByRole("link", { name: /схема\.png/ })).toBeVisible();
  await press(page, "step.IN_PROGRESS");
  await status(page, "IN_PROGRESS");
  await expect(page.getByRole("alert")).toContainText(say("entities:ticket.actions.set_status.done"));
  await expect(text(page)).toHaveValue(/Вимкніть і ввімкніть автомат\.$/);
  await page
    .locator("#files")
    .setInputFiles([{ name: "вірус.png", mimeType: "image/png", buffer: Buffer.from("<script>") }]);
  await press(page, "reply.send");
  await expect(page.locator("#files-error")).toContainText(`вірус.png: ${say("errors:file_type")}`);
  await expect(text(page)).toHaveValue(/Вимкніть і ввімкніть автомат\.$/);
  await press(page, "reply.send");
  await expect(toast(page)).toContainText(say("help-desk:said.REPLY"));
  await expect(entries(page).filter({ hasText: "Спробуйте так:" }).getByRole("link")).toHaveText([/схема\.png/]);
  await expect(text(page)).toHaveValue("");
  await press(page, "reply.send");
  await expect(page.locator("#text-error")).toHaveText(say("errors:required"));
});

test("a reply survives an ended session, with its files", async ({ page, context, api }) => {
  // News of others' tickets would bring the page anew, which without a session leads away before the reply is sent.
  const helper = await support(api);
  await signIn(context, helper.person);
  await open(page, (await helper.ticket()).path);
  await text(page).fill("Рядок 1\nРядок 2");
  await page.locator("#files").setInputFiles([photo("чек.png")]);
  await press(page, "reply.attach");
  await expect(page.getByRole("link", { name: /чек\.png/ })).toBeVisible();
  await loseSession(context);
  await press(page, "reply.send");
  await expect(page.getByText(say("session:login.expired"))).toBeVisible();
  await page.getByLabel(say("session:login.email")).fill(helper.person.email);
  await page.locator("[name=password]").fill(helper.person.password);
  await page.getByRole("button", { name: say("session:login.submit") }).click();
  await expect(page.getByRole("main")).toContainText("Рядок 2");
  await page.getByRole("button", { name: say("session:continue.submit") }).click();
  await expect(page.getByRole("alert").filter({ hasText: say("help-desk:reply.back") })).toBeVisible();
  await expect(text(page)).toHaveValue("Рядок 1\nРядок 2");
  await expect(entries(page).filter({ hasText: "Рядок 1" })).toHaveCount(0);
  await press(page, "reply.send");
  await expect(toast(page)).toContainText(say("help-desk:said.REPLY"));
  await expect(entries(page).filter({ hasText: "Рядок 1" })).toContainText("Рядок 2");
  await expect(entries(page).filter({ hasText: "Рядок 1" }).getByRole("link")).toHaveText([/чек\.png/]);
});

test("a reply whose chosen files are lost with the session says so, and is not sent without them", async ({
  page,
  context,
  api,
}) => {
  const helper = await support(api);
  await signIn(context, helper.person);
  page.on("dialog", (dialog) => void dialog.accept());
  await open(page, (await helper.ticket()).path);
  await text(page).fill("Ось фото");
  await page.locator("#after").selectOption("status ON_HOLD");
  await page.locator("#files").setInputFiles([photo("чек.png")]);
  await loseSession(context);
  await press(page, "reply.send");
  await page.getByLabel(say("session:login.email")).fill(helper.person.email);
  await page.locator("[name=password]").fill(helper.person.password);
  await page.getByRole("button", { name: say("session:login.submit") }).click();
  for (const shown of ["Ось фото", say("options:ticket_status.ON_HOLD"), say("session:continue.files_lost"), "чек.png"])
    await expect(page.getByRole("main")).toContainText(shown);
  await page.getByRole("button", { name: say("session:continue.submit") }).click();
  await expect(page.getByRole("alert").filter({ hasText: "чек.png" })).toContainText(
    say("session:continue.files_lost"),
  );
  await expect(text(page)).toHaveValue("Ось фото");
  await expect(page.locator("#after")).toHaveValue("status ON_HOLD");
  await status(page, "NEW");
  await expect(entries(page).filter({ hasText: "Ось фото" })).toHaveCount(0);
});

test("what is written in one ticket never stands in another, and is there on the way back @scripts", async ({
  page,
  context,
  api,
}) => {
  const client = { client_phone: `+38067${String(Date.now()).slice(-7)}` };
  const [one, two] = [await makeTicket(api, client), await makeTicket(api, client)];
  await signIn(context, await supporter(api));
  await open(page, viewPath(ticket, one.id));
  await text(page).fill("Для першого");
  await page.locator("#after").selectOption("status ON_HOLD");
  await page
    .getByRole("main")
    .getByRole("link", { name: new RegExp(two.title) })
    .click();
  await expect(heading(page)).toHaveText(two.title);
  await expect(text(page)).toHaveValue("");
  await expect(page.locator("#after")).toHaveValue("status REPLIED");
  await text(page).fill("Для другого");
  await page.goBack();
  await expect(heading(page)).toHaveText(one.title);
  await expect(text(page)).toHaveValue("Для першого");
  await expect(page.locator("#after")).toHaveValue("status ON_HOLD");
  await page.reload();
  await awake(page);
  await expect(text(page)).toHaveValue("Для першого");
  await page.getByRole("link", { name: say("resource:tab.history") }).click();
  await expect(page.locator("#text")).toHaveCount(0);
  await page.goBack();
  await expect(text(page)).toHaveValue("Для першого");
  await press(page, "reply.send");
  await expect(entries(page).filter({ hasText: "Для першого" })).toHaveCount(1);
  await expect(text(page)).toHaveValue("");
  await expect(page).not.toHaveURL(/said|index/);
  await page.reload();
  await awake(page);
  await expect(text(page)).toHaveValue("");
  await open(page, viewPath(ticket, two.id));
  await expect(text(page)).toHaveValue("Для другого");
});

test("chosen files are asked about before the page is left, a text is not @scripts", async ({ page, context, api }) => {
  const { id } = await makeTicket(api);
  await signIn(context);
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.message());
    void dialog.dismiss();
  });
  await open(page, viewPath(ticket, id));
  await text(page).fill("Без файлів");
  await page.getByRole("link", { name: say("resource:tab.history") }).click();
  await expect(text(page)).toHaveCount(0);
  await page.goBack();
  await expect(text(page)).toHaveValue("Без файлів");
  expect(asked).toEqual([]);
  await page.locator("#files").setInputFiles([photo("чек.png")]);
  await page.getByRole("link", { name: say("resource:tab.history") }).click();
  await expect.poll(() => asked).toEqual([say("help-desk:reply.lose_files")]);
  await expect(text(page)).toHaveValue("Без файлів");
});

test("a reply survives a vending API that is away, and is sent once", async ({ page, context, api }) => {
  const web = await startElsewhere();
  const { id } = await makeTicket(api);
  await signIn(context, undefined, web.site);
  await open(page, `${web.site}${viewPath(ticket, id)}`);
  await text(page).fill("Відповідь під час збою");
  await web.cut();
  await press(page, "reply.send");
  await expect(heading(page)).toHaveText(say("frame:technical_work.title"));
  await web.mend();
  await page.getByRole("button", { name: say("common:send_again") }).click();
  await expect(toast(page)).toContainText(say("help-desk:said.REPLY"));
  await page.goBack().catch(() => undefined);
  // Without scripts the browser's own page asks whether to send again; it comes when it likes.
  const other = await context.newPage();
  await open(other, `${web.site}${viewPath(ticket, id)}`);
  await expect(entries(other).filter({ hasText: "Відповідь під час збою" })).toHaveCount(1);
  await web.stop();
});

test("a reply that met no network stays in sight, and goes out when the network is back @scripts", async ({
  page,
  context,
  api,
}) => {
  const { id } = await makeTicket(api);
  await signIn(context);
  await open(page, viewPath(ticket, id));
  await text(page).fill("Написане в тунелі");
  await context.setOffline(true);
  // Pressed in the moment in which the network goes: the cover comes as soon as the browser knows.
  await button(page, "reply.send").evaluate((send: HTMLElement) => send.click());
  await expect(page.getByRole("dialog")).toContainText(say("frame:no_network"));
  await context.setOffline(false);
  await expect(heading(page)).toHaveText(say("common:send_again"));
  await expect(page.getByText("Написане в тунелі")).toBeVisible();
  await page.getByRole("button", { name: say("common:send_again") }).click();
  await expect(toast(page)).toContainText(say("help-desk:said.REPLY"));
  await expect(entries(page).filter({ hasText: "Написане в тунелі" })).toHaveCount(1);
  await expect(text(page)).toHaveValue("");
});

test("time spent is corrected", async ({ page, context, api }) => {
  const { id } = await makeTicket(api);
  await signIn(context);
  await open(page, viewPath(ticket, id));
  await page.getByText(say("help-desk:time.correct")).click();
  for (const [name, value] of [
    ["days", "1"],
    ["hours", "2"],
    ["minutes", "3"],
    ["seconds", "4"],
  ] as const)
    await page.locator(`#time-${name}`).fill(value);
  await press(page, "time.save");
  await expect(toast(page)).toContainText(say("help-desk:time.saved"));
  await expect(page.getByRole("main")).toContainText("1 дн. 2 год 3 хв 4 с");
  // A page that was drawn anew has its details closed.
  if (!(await page.locator("#time-hours").isVisible())) await page.getByText(say("help-desk:time.correct")).click();
  await page.locator("#time-hours").fill("багато");
  await page.locator("#time-minutes").fill("7");
  await press(page, "time.save");
  await expect(page.locator("#time-hours-error")).toContainText(say("help-desk:time.whole"));
  await expect(page.locator("#time-hours")).toHaveValue("багато");
  await expect(page.locator("#time-minutes")).toHaveValue("7");
  // Enter saves what the field is about, and less than a minute is told as well.
  for (const [name, value] of [
    ["days", "0"],
    ["hours", "0"],
    ["minutes", "1"],
    ["seconds", "15"],
  ] as const)
    await page.locator(`#time-${name}`).fill(value);
  await page.locator("#time-seconds").press("Enter");
  await expect(entries(page).last()).toContainText("→ 1 хв 15 с");
});

test("whom a ticket is given to is searched for by name, for one ticket and for many", async ({
  page,
  context,
  api,
}) => {
  const { id } = await makeTicket(api);
  const person = await supporter(api);
  await signIn(context);
  const label = say("entities:ticket.actions.assign.label");
  for (const path of [
    `${viewPath(ticket, id)}/assign?find=nobody`,
    `/bulk/ticket/assign?ids=${id}&back=${encodeURIComponent("scope=open")}&find=nobody`,
  ]) {
    await open(page, path);
    await expect(page.locator("#taken option")).toHaveCount(1);
    await page.getByRole("main").getByRole("searchbox").fill(person.name);
    await page.getByRole("button", { name: say("resource:find"), exact: true }).click();
    await expect(page.locator("#taken option")).toHaveText([say("resource:choose"), person.name]);
    await expect(page.getByRole("main").getByRole("searchbox")).toHaveValue(person.name);
    await page.locator("#taken").selectOption({ label: person.name });
    await page.getByRole("button", { name: label, exact: true }).click();
    await expect(toast(page)).toBeVisible();
    expect(await api.get(`/help_desk/tickets/${id}`)).toMatchObject({ responsible: { id: person.id } });
  }
});

test("a shift lives in its lists: scopes, bulk assignment and bulk status", async ({ page, context, api }) => {
  test.slow();
  const helper = await supporter(api);
  const phone = `+38050${String(Date.now()).slice(-7)}`;
  const made = [await makeTicket(api, { client_phone: phone }), await makeTicket(api, { client_phone: phone })];
  await signIn(context, helper);
  const list = (scope: string) => open(page, `/help_desk/tickets?client_phone=${encodeURIComponent(phone)}&${scope}`);
  const rows = page.locator("tbody tr");
  await list("open=true&responsible=none");
  await expect(page.getByRole("link", { name: say("entities:ticket.scopes.unassigned") })).toHaveAttribute(
    "aria-current",
    /.+/,
  );
  await expect(rows).toHaveCount(2);
  for (const { title } of made) await page.getByRole("checkbox", { name: title }).check();
  await page.getByRole("button", { name: say("entities:ticket.actions.assign.label"), exact: true }).click();
  await expect(page.locator("#taken")).toBeVisible();
  await page.locator("#taken").selectOption({ label: helper.name });
  await page.getByRole("button", { name: say("entities:ticket.actions.assign.label"), exact: true }).click();
  await expect(toast(page)).toContainText(say("resource:bulk.done", { count: 2 }));
  await list("open=true&responsible=me");
  await expect(page.getByRole("link", { name: say("entities:ticket.scopes.mine") })).toHaveAttribute(
    "aria-current",
    /.+/,
  );
  await expect(rows).toHaveCount(2);

  for (const { title } of made) await page.getByRole("checkbox", { name: title }).check();
  await page.getByRole("button", { name: say("entities:ticket.actions.set_status.label"), exact: true }).click();
  await page.locator("#taken").selectOption("ON_HOLD");
  await page.getByRole("button", { name: say("entities:ticket.actions.set_status.label"), exact: true }).click();
  await expect(toast(page)).toContainText(say("resource:bulk.done", { count: 2 }));
  await expect(rows.first()).toContainText(say("options:ticket_status.ON_HOLD"));
  await list("open=true&waiting_for_us=true");
  await expect(page.getByText(say("resource:nothing_found"))).toBeVisible();
});

test("tickets of somebody who cannot be responsible any more are handed over", async ({ page, context, api }) => {
  const [gone, next] = [await supporter(api), await supporter(api)];
  const made = await makeTicket(api, { responsible: gone.id });
  await signIn(context, next);
  await change(api, gone.id, { help_desk_responsible: "" });
  await open(page, viewPath(ticket, made.id));
  await expect(page.getByRole("main")).toContainText(say("help-desk:hand_over.no_longer"));
  await api.post(`/users/${gone.id}/block`);
  await open(page, viewPath(ticket, made.id));
  await expect(page.getByRole("main")).toContainText(say("help-desk:hand_over.not_found"));
  await expect(page.getByRole("main")).toContainText(say("help-desk:hand_over.change", { name: gone.name }));
  await open(page, `/help_desk/tickets?q=${encodeURIComponent(made.title)}&open=true&hand_over=true`);
  await page.getByRole("checkbox", { name: made.title }).check();
  await page.getByRole("button", { name: say("entities:ticket.actions.assign.label"), exact: true }).click();
  await expect(page.locator("#taken option").filter({ hasText: gone.name })).toHaveCount(0);
  await page.locator("#taken").selectOption({ label: next.name });
  await page.getByRole("button", { name: say("entities:ticket.actions.assign.label"), exact: true }).click();
  await expect(toast(page)).toContainText(say("resource:bulk.done", { count: 1 }));
  await open(page, viewPath(ticket, made.id));
  await expect(page.getByText(say("help-desk:hand_over.not_found"))).toHaveCount(0);
});

test("a custom state shows its colour and name wherever the ticket is", async ({ page, context, api }) => {
  const state = await makeRecord(api, "ticket_state", { counts_as: "ON_HOLD", colour: "RED" });
  const made = await makeTicket(api);
  await signIn(context);
  await open(page, viewPath(ticket, made.id));
  await page.locator("#status").selectOption({ label: state.title });
  await press(page, "set_status");
  await expect(toast(page)).toContainText(say("entities:ticket.actions.set_state.done"));
  await expect(page.getByRole("main")).toContainText(state.title);
  await status(page, "ON_HOLD");
  await open(page, `/help_desk/tickets?q=${encodeURIComponent(made.title)}`);
  await expect(page.locator("tbody tr")).toContainText([state.title]);
  // Of an overdue ticket with long words the usual columns fit in every language.
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const lang of LANGS) {
    await prefer(context, { lang });
    await open(page, "/help_desk/tickets");
    await open(page, "/help_desk/tickets");
    expect([lang, ...(await unfit(page))]).toEqual([lang]);
    await open(page, `/help_desk/tickets?q=${encodeURIComponent(made.title)}`);
    await expect(page.locator("tbody tr")).toContainText(say("options:ticket_status.ON_HOLD", {}, lang));
    expect([lang, ...(await unfit(page))]).toEqual([lang]);
  }
  await prefer(context, { lang: "uk" });
  await open(page, `/help_desk/tickets?q=${encodeURIComponent(made.title)}`);
  await takeFrom(page, made.title);
  await takeAction(page, say("entities:ticket.actions.set_status.label"));
  await page.locator("#taken").selectOption("CLOSED");
  await page.getByRole("button", { name: say("entities:ticket.actions.set_status.label"), exact: true }).click();
  await expect(toast(page)).toContainText(say("entities:ticket.actions.set_status.done"));
  await status(page, "CLOSED");
});

test("who may not configure reads the configuration and is offered nothing more", async ({ page, context, api }) => {
  const helper = await supporter(api, ["HELP_DESK"]);
  const solution = await makeRecord(api, "ticket_solution", { text: "Готовий текст" });
  await signIn(context, helper);
  await open(page, `/help_desk/solution/view/${solution.id}`);
  await expect(page.getByRole("main")).toContainText("Готовий текст");
  await expect(page.getByRole("button", { name: say("resource:save") })).toHaveCount(0);
  await expect(page.getByText(say("resource:actions"), { exact: true })).toHaveCount(0);
  await open(page, "/help_desk/solutions");
  await expect(page.getByRole("checkbox")).toHaveCount(0);
  const refused = await context.request.get(`/help_desk/solution/view/${solution.id}/delete`, { maxRedirects: 0 });
  expect([refused.status(), refused.headers().location]).toEqual([303, "/"]);
});

// The page is the same without scripts, and axe is one.
test.describe("the ticket's page", { tag: "@scripts" }, () => {
  test("has no faults in three languages, light and dark, narrow and wide", async ({ page, context, api }) => {
    test.slow();
    const device = await makeRecord(api, "device");
    await api.audit(device.id, broken(1, true));
    const { id } = await makeTicket(api, {
      device: device.id,
      type: "DEVICE_PROBLEM",
      priority: "CRITICAL",
      error_code: "EFB",
      client_phone: "+380501234567",
      description: "Опис",
    });
    await makeTicket(api, { client_phone: "+380501234567" });
    for (const kind of ["REPLY", "NOTE", "CLIENT"])
      await api.post(`/help_desk/tickets/${id}/entries`, { kind, text: "Текст", key: unique() });
    await signIn(context);
    const found: string[] = [];
    for (const lang of LANGS) {
      await prefer(context, { lang });
      await open(page, viewPath(ticket, id));
      await page.getByText(say("help-desk:time.correct", {}, lang)).click();
      // Every two of language, width and theme meet.
      for (const width of [360, 1440]) {
        const theme = (lang === "en") === (width === 360) ? "dark" : "light";
        await page.setViewportSize({ width, height: 900 });
        // Where the page was scrolled to, its header may stand over half of a button.
        await page.evaluate(() => window.scrollTo(0, 0));
        await showIn(page, theme);
        const faults = [...(await axe(page)), ...(await unfit(page))];
        found.push(...faults.map((fault) => `${lang} ${width} ${theme}: ${fault}`));
      }
    }
    expect(found).toEqual([]);
  });
});

const idOf = (page: Page) => /view\/(\d+)/.exec(page.url())?.[1] ?? "";

async function takeFrom(page: Page, title: string): Promise<void> {
  await page.getByRole("link", { name: title, exact: true }).click();
  await expect(heading(page)).toHaveText(title);
  await awake(page);
}

/** Audit file of a machine in which the water has run out, or is back. */
function broken(read: number, isBroken: boolean): string {
  const none = { count: 0, value: 0 };
  const sold = { count: read * 10, value: read * 30_000 };
  return writeAudit({
    communicationId: "TST0000001",
    serial: "TST0001",
    model: "Test 1",
    build: "1",
    assetNumber: null,
    controlBoard: "CB1",
    time: `2026-11-0${read}T10:00:00`,
    previousReadTime: null,
    readsWithReset: read,
    readsTotal: read,
    resetsTotal: read,
    initialisedAt: "2025-01-01T10:00:00",
    paid: sold,
    test: none,
    free: none,
    cash: sold,
    cashless1: none,
    cashBox: { inserted: sold.value, toBox: sold.value, toTubes: 0, bills: 0 },
    tubes: [],
    products: [{ selection: "1", name: "Espresso", price: 3000, cash: sold, cashless1: none, test: 0, free: 0 }],
    events: [{ id: "EFB", count: 1, active: isBroken }],
    powerOutages: 0,
  });
}

test("a picker's search keeps to those who may be chosen", { tag: "@plain" }, async ({ context, api }) => {
  const word = unique();
  const make = (help_desk_responsible: object) =>
    api.create("/users", {
      full_name: `Пошук ${word}`,
      email: `${unique()}@example.com`,
      password: "correct-horse-battery",
      role: "USUAL",
      access_mode: "UNRESTRICTED",
      ...help_desk_responsible,
    });
  const responsible = await make({ help_desk_responsible: "on" });
  await make({});
  await signIn(context);
  const found = async (among: string) =>
    z
      .object({ options: z.array(z.object({ value: z.string() })) })
      .parse(await (await context.request.get(`${SITE}/pick/user?${among}q=${word}`)).json()).options;
  expect(await found("")).toHaveLength(2);
  expect(await found("help_desk_responsible=true&")).toMatchObject([{ value: String(responsible) }]);
});
