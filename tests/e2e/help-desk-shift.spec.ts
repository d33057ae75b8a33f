import type { Page } from "@playwright/test";
import { z } from "zod";
import { tabPath, viewPath } from "~server/contract/entity";
import { company } from "~server/contract/entities/companies";
import { ticket } from "~server/contract/entities/tickets";
import { user } from "~server/contract/entities/users";
import { unfit } from "./fits";
import { expect, heading, open, save, signIn, takeAction, test, toast } from "./pages";
import { makeRecord } from "./records";
import { say } from "./texts";
import { event, makeUnit } from "./unit";
import { type Api, makePerson, unique, type Values } from "./vending";

const makeTicket = (api: Api, over: Values = {}) =>
  makeRecord(api, "ticket", { subject: `Звернення ${unique()}`, type: "GENERAL", priority: "MEDIUM", ...over });
const userRow = z.object({ version: z.number(), user_group: z.object({ id: z.number() }) });
const main = (page: Page) => page.getByRole("main");
const tab = (page: Page, scope: string) =>
  page.getByRole("link", { name: new RegExp(`^${say(`entities:ticket.scopes.${scope}`)} ?\\d`) });
/** What stands before the time: "overdue by". */
const LATE = say("resource:overdue_by", { time: "" }).trim();

test("a ticket is opened for an error that only the maker knows", async ({ page, context, api }) => {
  const location = await makeRecord(api, "location");
  const device = await makeRecord(api, "device", { location: location.id });
  const unit = await makeUnit(api, device.id);
  await unit.send({ door: "opened", events: [event("error", 10, { code: "XYZ9", active: true })] });
  await signIn(context);
  await open(page, `/devices/view/${device.id}`);
  await page
    .getByRole("region", { name: say("help-desk:machine_errors") })
    .getByRole("link", { name: say("help-desk:report_error") })
    .click();
  await expect(heading(page)).toHaveText(say("entities:ticket.create"));
  await expect(page.locator("[name=error_code]")).toHaveValue("XYZ9");
  await save(page);
  await expect(toast(page)).toContainText(/Створено /);
  await expect(heading(page)).toHaveText(`XYZ9 · ${device.title}`);
  // What else is wrong with its machine stands beside it.
  await expect(main(page)).toContainText(say("statuses:state.door"));
  await expect(main(page)).toContainText("XYZ9");
  // The error belongs to the ticket now; another problem of the machine begins with its name and place.
  await open(page, `/devices/view/${device.id}`);
  await page.getByRole("link", { name: say("help-desk:report"), exact: true }).click();
  await expect(heading(page)).toHaveText(say("entities:ticket.create"));
  await expect(page.locator("[name=subject]")).toHaveValue(
    say("help-desk:problem_of", { machine: `${device.title}, ${location.title}` }),
  );
  await expect(page.locator("[name=error_code]")).toHaveValue("");
});

test("a new ticket begins as most tickets are", async ({ page, context }) => {
  await signIn(context);
  await open(page, ticket.paths.create);
  await expect(page.locator("[name=type]")).toHaveValue("GENERAL");
  await expect(page.locator("[name=priority]")).toHaveValue("MEDIUM");
});

test("an error code is asked for a machine problem only, and what was typed is never hidden", async ({
  page,
  context,
  api,
}) => {
  const device = await makeRecord(api, "device");
  await signIn(context);
  await open(page, `${ticket.paths.create}?device=${device.id}`);
  const code = page.locator("[name=error_code]");
  await expect(code).toBeHidden();
  await expect(page.locator("[name=client_phone]")).toBeVisible();
  await page.locator("[name=type]").selectOption("DEVICE_PROBLEM");
  await expect(code).toBeVisible();
  await page.locator("[name=type]").selectOption("GENERAL");
  await expect(code).toBeHidden();
  await page.locator("[name=type]").selectOption("DEVICE_PROBLEM");
  await code.fill("EFB");
  await page.locator("[name=type]").selectOption("GENERAL");
  await expect(code).toBeVisible();
  await page.locator("[name=subject]").fill(`Питання ${unique()}`);
  await save(page);
  await expect(page.locator("#record-error_code-error")).toHaveText(say("errors:code_needs_problem"));
  await expect(code).toHaveValue("EFB");
  await code.fill("");
  await save(page);
  await expect(toast(page)).toContainText(/Створено /);
  await open(page, `${page.url().replace(/[?#].*$/, "")}/data`);
  await expect(page.locator("[name=type]")).toHaveValue("GENERAL");
  await expect(code).toBeHidden();
});

test("what is overdue says so, comes in the order of its urgency and is counted", async ({ page, context }) => {
  await signIn(context);
  await open(page, `${ticket.paths.list}?open=true&overdue=true&limit=200`);
  const rows = page.locator("tbody tr");
  const shown = await rows.count();
  expect(shown).toBeGreaterThan(0);
  expect(await rows.locator("td").filter({ hasText: LATE }).count()).toBe(shown);
  const ranks = ["CRITICAL", "HIGH", "MEDIUM"].map((priority) => say(`options:ticket_priority.${priority}`));
  const order = (await rows.allInnerTexts()).map((text) => ranks.findIndex((rank) => text.includes(rank)));
  expect(order).toEqual([...order].sort());
  await expect(tab(page, "overdue")).toContainText(String(shown));
  for (const scope of ["open", "mine", "unassigned", "waiting_for_us", "hand_over"])
    await expect(tab(page, scope)).toBeVisible();
});

test("a telephone shows of each ticket its status, priority and due time", async ({ page, context }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await signIn(context);
  await open(page, `${ticket.paths.list}?open=true&overdue=true`);
  expect(await unfit(page)).toEqual([]);
  const first = page.locator("tbody tr").first();
  const title = await first.locator("th").boundingBox();
  const machine = await first.locator(`[data-label="${say("entities:ticket.fields.device")}"]`).boundingBox();
  const badges = first.locator("td > span:has(svg)");
  await expect(badges).toHaveCount(3);
  await expect(badges.filter({ hasText: LATE })).toBeVisible();
  for (const badge of await badges.all()) {
    const box = await badge.boundingBox();
    expect(box?.y).toBeGreaterThan(title?.y ?? Infinity);
    expect(box?.y).toBeLessThan(machine?.y ?? 0);
  }
});

test("a webhook that does not answer is told of in words, and can be tried", async ({ page, context, api }) => {
  test.slow();
  const owner = await makeRecord(api, "company", { help_desk_webhook: "https://127.0.0.1:9/hook" });
  const project = await makeRecord(api, "project", { company: owner.id });
  const device = await makeRecord(api, "device", {
    location: (await makeRecord(api, "location", { project: project.id })).id,
  });
  const { id } = await makeTicket(api, { type: "DEVICE_PROBLEM", device: device.id });
  await api.post(`/help_desk/tickets/${id}/entries`, { kind: "REPLY", text: "Їдемо", key: unique() });
  await signIn(context);
  await expect(async () => {
    await open(page, viewPath(ticket, id));
    await expect(page.locator("#opening")).toContainText(say("errors:post_unreachable"), { timeout: 500 });
    await expect(page.locator("#conversation li").filter({ hasText: "Їдемо" })).toContainText(
      say("help-desk:post.behind", { error: say("errors:post_unreachable") }),
      { timeout: 500 },
    );
  }).toPass({ timeout: 30_000 });
  await expect(page.locator("#conversation li").filter({ hasText: "Їдемо" })).toContainText(
    say("options:delivery_state.WAIT"),
  );

  await open(page, tabPath(company, owner.id, "data"));
  const section = main(page)
    .locator("section")
    .filter({ has: page.locator("[name=help_desk_webhook]") });
  await expect(section).toContainText(say("errors:post_unreachable"));
  await section.getByRole("link", { name: say("entities:company.actions.send_test.label") }).click();
  await expect(main(page)).toContainText(say("entities:company.actions.send_test.question"));
  await page.getByRole("button", { name: say("entities:company.actions.send_test.label") }).click();
  await expect(page.getByRole("alert")).toContainText(say("errors:post_unreachable"));
});

test("whoever blocks a person hears of the tickets that stay behind", async ({ page, context, api }) => {
  const gone = await makePerson(api, ["HELP_DESK"]);
  const { version } = await recordOf(api, gone.id);
  await api.post(`/users/${gone.id}`, {
    full_name: gone.name,
    email: gone.email,
    role: "USUAL",
    access_mode: "UNRESTRICTED",
    help_desk_responsible: "on",
    user_group: (await recordOf(api, gone.id)).user_group.id,
    version,
  });
  const made = [await makeTicket(api, { responsible: gone.id }), await makeTicket(api, { responsible: gone.id })];
  await signIn(context);
  await open(page, viewPath(user, gone.id));
  const behind = say("entities:user.concerns.hand_over", { count: 2 });
  await expect(page.getByText(behind)).toHaveCount(0);
  await takeAction(page, say("entities:user.actions.block.label"));
  await expect(page.getByText(say("entities:user.concerns.open_tickets", { count: 2 }))).toBeVisible();
  await page.getByRole("button", { name: say("entities:user.actions.block.label"), exact: true }).click();
  await expect(toast(page)).toContainText(say("entities:user.actions.block.done"));
  await expect(page.getByText(behind)).toBeVisible();
  await page.getByRole("link", { name: say("resource:show_list") }).click();
  await expect(page.locator("tbody tr")).toHaveCount(2);
  await page.getByRole("link", { name: made[0]?.title ?? "", exact: true }).click();
  const change = page.getByRole("link", { name: say("help-desk:hand_over.change", { name: gone.name }) });
  await expect(change).toHaveAttribute("href", "#responsible");
  await expect(page.locator("select#responsible")).toHaveCount(1);
});

const recordOf = async (api: Api, id: number) => userRow.parse(await api.get(`/users/${id}`));
