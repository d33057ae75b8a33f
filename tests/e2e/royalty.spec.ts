import { expect, open, save, signIn, test, toast } from "./pages";
import { makeRecord } from "./records";
import { say } from "./texts";
import { makePerson, unique } from "./vending";

test("a payment of royalty is entered, corrected, and stands in the month's statement", async ({
  page,
  context,
  api,
}) => {
  const { id } = await makeRecord(api, "franchise");
  const tab = `/franchise/view/${id}/financial_report`;
  const table = (name: string) => page.getByRole("region", { name: say(name), exact: true });
  await signIn(context);

  await open(page, tab);
  await expect(page.getByText(say("royalty:no_payments"))).toBeVisible();
  await page.locator("[name=day]").fill("2026-10-15");
  await page.locator("[name=amount]").fill("0");
  await page.locator("[name=note]").fill("Акт 7");
  await save(page);
  await expect(page.getByText(say("errors:not_zero")).first()).toBeVisible();
  // What was typed stays.
  await expect(page.locator("[name=note]")).toHaveValue("Акт 7");
  await page.locator("[name=amount]").fill("1 250,50");
  await save(page);
  await expect(toast(page)).toContainText(say("royalty:entered"));
  await expect(page.locator("[name=amount]")).toHaveValue("");

  await page.locator("[name=day]").fill("2026-10-16");
  await page.locator("[name=amount]").fill("-250,5");
  await save(page);
  await expect(table("royalty:payments").locator("tbody tr")).toHaveText([
    /^16\.10\.2026.*-250,50\s₴/,
    /^15\.10\.2026.*1\s250,50\s₴/,
  ]);
  await expect(table("royalty:payments").locator("tfoot")).toContainText(/1\s000,00\s₴/);

  // Of several months the first row is that of the first payment; it leads to its statement.
  await table("royalty:title").locator("tbody tr").first().getByRole("link").click();
  await page.waitForURL(`**${tab}/statement?month=2026-10`);
  await expect(table("royalty:payments").locator("tbody tr")).toHaveCount(2);
  await expect(page.getByText(/^[-−]1\s000,00\s₴$/).first()).toBeVisible();
});

test("a franchise's own people see what was paid and enter nothing", async ({ page, context, api }) => {
  const { id } = await makeRecord(api, "franchise");
  await api.post(`/franchises/${id}/royalty_payments`, {
    key: `${unique()}-${unique()}`,
    day: "2026-10-01",
    amount: 4_200,
  });
  const person = await makePerson(api, ["FRANCHISE"], { franchise: id });
  await signIn(context, person);
  await open(page, `/franchise/view/${id}/financial_report`);
  await expect(page.getByRole("region", { name: say("royalty:payments"), exact: true })).toContainText(/42,00\s₴/);
  await expect(page.locator("[name=amount]")).toHaveCount(0);
});
