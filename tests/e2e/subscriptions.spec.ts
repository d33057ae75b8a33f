import { mailTo, unsubscribeLink } from "./mails";
import { expect, open, signIn, SITE, test } from "./pages";
import { say } from "./texts";
import { makePerson } from "./vending";
import { makeRecord } from "./records";

test("a report is subscribed to with its filters, sent, paused, changed and unsubscribed without signing in", async ({
  api,
  page,
  context,
  browser,
}) => {
  const project = await makeRecord(api, "project");
  const person = await makePerson(api, ["REPORT"]);
  await signIn(context, person);
  await open(page, `/aggregated_sales?project=${project.id}&step=week`);
  await page.getByRole("link", { name: say("subscriptions:subscribe") }).click();
  await expect(page.getByRole("main")).toContainText(project.title);
  await page.getByLabel(say("subscriptions:frequency")).selectOption("weekly");
  await page.getByLabel(say("subscriptions:weekday")).selectOption("3");
  await page.getByLabel(say("subscriptions:hour")).selectOption("6");
  await expect(page.getByLabel(say("subscriptions:lang"))).toHaveValue("uk");
  await page.getByLabel(say("subscriptions:lang")).selectOption("pl");
  await page.getByRole("button", { name: say("subscriptions:submit") }).click();

  await expect(page).toHaveURL(`${SITE}/subscriptions`);
  const main = page.getByRole("main");
  const card = page.locator("section").filter({ has: page.getByRole("heading", { level: 2 }) });
  await expect(card).toHaveCount(1);
  await expect(card).toContainText(say("subscriptions:weekdays.3"));
  await expect(card).toContainText(project.title);

  const press = (action: string) => page.getByRole("button", { name: say(`subscriptions:actions.${action}`) }).click();
  await press("pause");
  await expect(card).toContainText(say("subscriptions:states.paused"));
  await press("send");
  const mail = await mailTo(person.email);
  expect(mail.subject).toContain(say("frame:menu.aggregated_sales", {}, "pl"));
  expect(String(mail.html)).toContain(project.title);
  await expect
    .poll(async () => {
      await open(page, "/subscriptions");
      return card.textContent();
    })
    .not.toContain(say("subscriptions:never"));
  await press("resume");
  await expect(card).toContainText(say("subscriptions:states.well"));

  await page.getByRole("link", { name: say("subscriptions:actions.change") }).click();
  await expect(page.getByLabel(say("subscriptions:weekday"))).toHaveValue("3");
  await expect(page.getByLabel(say("subscriptions:lang"))).toHaveValue("pl");
  await page.getByLabel(say("subscriptions:lang")).selectOption("uk");
  await page.getByLabel(say("subscriptions:frequency")).selectOption("daily");
  await page.getByRole("button", { name: say("subscriptions:save") }).click();
  await expect(card).toContainText(say("subscriptions:frequencies.daily"));

  const strange = await browser.newContext();
  const letter = await strange.newPage();
  await letter.goto(unsubscribeLink(mail));
  await expect(letter.getByRole("main")).toContainText(say("frame:menu.aggregated_sales"));
  await letter.getByRole("button", { name: say("subscriptions:unsubscribe.button") }).click();
  await expect(letter.getByRole("main")).toContainText(say("subscriptions:unsubscribe.done"));
  await letter.goto(unsubscribeLink(mail));
  await expect(letter.getByRole("main")).toContainText(say("subscriptions:unsubscribe.gone"));
  await strange.close();
  await open(page, "/subscriptions");
  await expect(main).toContainText(say("subscriptions:none"));
});

test("a mail program unsubscribes by itself, and who sees people sees who gets what @plain", async ({
  api,
  page,
  context,
  request,
}) => {
  const person = await makePerson(api, ["REPORT"]);
  await signIn(context, person);
  await open(page, "/subscriptions/new/aggregated_sales_per_device");
  await page.getByRole("button", { name: say("subscriptions:submit") }).click();
  await page.getByRole("button", { name: say("subscriptions:actions.send") }).click();
  const mail = await mailTo(person.email);
  await open(page, "/subscriptions/new/aggregated_sales");
  await page.getByRole("button", { name: say("subscriptions:submit") }).click();
  const answered = await page.request.get(`${SITE}/subscriptions/all`, { maxRedirects: 0 });
  expect(answered.status()).toBe(303);

  const staff = await makePerson(api, ["USER"]);
  await context.clearCookies();
  await signIn(context, staff);
  await open(page, "/subscriptions/all");
  const row = (report: string) =>
    page
      .getByRole("row")
      .filter({ hasText: person.email })
      .filter({
        has: page.getByRole("cell", {
          name: new RegExp(`^${say(`frame:menu.${report}`)} ${say("subscriptions:periods.yesterday")}`),
        }),
      });
  const ended = row("aggregated_sales");
  const end = () => ended.getByRole("button", { name: say("subscriptions:staff.delete") }).click();
  await end();
  await page.getByRole("link", { name: say("subscriptions:staff.keep") }).click();
  await expect(page.getByRole("button", { name: say("subscriptions:staff.confirm") })).toHaveCount(0);
  await end();
  await page.getByRole("button", { name: say("subscriptions:staff.confirm") }).click();
  await expect(ended).toHaveCount(0);
  await expect(page).not.toHaveURL(/delete/);
  const theirs = row("aggregated_sales_per_device");
  await theirs.getByRole("button", { name: say("subscriptions:staff.pause") }).click();
  await expect(theirs).toContainText(say("subscriptions:states.paused"));
  await theirs.getByRole("link").first().click();
  await page.getByRole("link", { name: say("resource:tab.history") }).click();
  await expect(page.getByRole("main")).toContainText(
    `${say("subscriptions:one")}: ${say("frame:menu.aggregated_sales_per_device")}`,
  );

  const link = unsubscribeLink(mail);
  const done = await request.post(link, {
    form: { "List-Unsubscribe": "One-Click" },
    headers: { origin: "https://mail.example.com" },
  });
  expect(done.status()).toBe(200);
  await open(page, "/subscriptions/all");
  await expect(page.getByRole("row").filter({ hasText: person.email })).toHaveCount(0);
});
