import { expect, open, prefer, save, signIn, test } from "./pages";
import { makeRecord } from "./records";
import { say } from "./texts";
import { event, makeUnit } from "./unit";
import { makePerson } from "./vending";

test("the dashboard tells sales, states, errors, payments and ranks of the machines that a person sees", async ({
  page,
  context,
  api,
}) => {
  const best = await makeRecord(api, "device", { in_work: "on" });
  const worst = await makeRecord(api, "device", { in_work: "on" });
  // Payments are those of today: half an hour ago may be yesterday.
  await (await makeUnit(api, best.id)).send({
    events: [
      event("sale", 30, { cell: "1", price: 4200, source: "cashless1" }),
      event("sale", 0, { cell: "1", price: 4200, source: "cashless1", result: "vend_fail", code: "EDT" }),
      event("error", 15, { code: "EFB", active: true }),
    ],
  });
  await signIn(context, await makePerson(api, ["DEVICE"], { devices: [best.id, worst.id] }));
  await open(page, "/");
  const rows = (caption: string) => page.getByRole("table", { name: caption }).locator("tbody tr");
  await expect(rows(say("dashboard:best"))).toHaveText([new RegExp(`^${best.title}.*42,00`)]);
  await expect(rows(say("dashboard:worst"))).toHaveText([new RegExp(`^${worst.title}.*0,00`)]);
  await expect(rows(say("dashboard:errors"))).toHaveText([new RegExp(`EFB.*${say("event_codes:EFB")}.*1`)]);
  await expect(rows(say("dashboard:payment_failures"))).toHaveText([new RegExp(`EDT.*${say("event_codes:EDT")}.*1`)]);
  await expect(rows(say("dashboard:attention"))).toHaveText([
    new RegExp(`^${best.title}.*EFB: ${say("event_codes:EFB")} · `),
  ]);
  await page.getByRole("link", { name: `${say("statuses:state.errors")}: 1` }).click();
  await expect(page).toHaveURL(/devices_statuses\?state=errors/);
  await expect(page.getByRole("table", { name: say("statuses:title") }).locator("tbody tr")).toHaveText([
    new RegExp(`^${best.title}`),
  ]);
});

test("a dashboard without sales says so", async ({ page, context, api }) => {
  const device = await makeRecord(api, "device");
  await signIn(context, await makePerson(api, ["DEVICE"], { devices: [device.id] }));
  await open(page, "/");
  for (const none of [
    "dashboard:attention_none",
    "dashboard:no_sales",
    "dashboard:errors_none",
    "dashboard:payments_none",
  ])
    await expect(page.getByRole("heading", { name: say(none) })).toBeVisible();
});

test("who sees no money is shown none, and who sees reports is led to them", async ({ page, context, api }) => {
  const machine = await makeRecord(api, "device", { in_work: "on" });
  await (await makeUnit(api, machine.id)).send({
    events: [event("power", 30, { mains: false }), event("sale", 0, { cell: "1", price: 4200, source: "cash" })],
  });
  const screens = ["/", "/devices_statuses"];
  const shown = async (permissions: string[]) => {
    await signIn(context, await makePerson(api, permissions, { devices: [machine.id] }));
    for (const path of screens) {
      await open(page, path);
      await expect(page.getByRole("main")).toContainText(machine.title);
      if (permissions.includes("REPORT")) await expect(page.getByRole("main")).toContainText("42,00");
      else await expect(page.getByRole("main")).not.toContainText("₴");
    }
  };
  await shown(["HELP_DESK"]);
  await shown(["REPORT"]);
  await open(page, "/");
  await page.getByRole("link", { name: say("dashboard:period.days7") }).click();
  await expect(page).toHaveURL(/aggregated_sales_per_device\?from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d/);
  await expect(page.getByRole("main")).toContainText(machine.title);
});

test("a machine in trouble leads from the dashboard to its ticket", async ({ page, context, api }) => {
  const machine = await makeRecord(api, "device", { in_work: "on" });
  await (await makeUnit(api, machine.id)).send({ events: [event("power", 30, { mains: false })] });
  await signIn(context, await makePerson(api, ["DEVICE", "HELP_DESK"], { devices: [machine.id] }));
  await open(page, "/");
  const row = page.getByRole("table", { name: say("dashboard:attention") }).locator("tbody tr");
  await row.getByRole("link", { name: say("statuses:report") }).click();
  await expect(page.locator("[name=subject]")).toHaveValue(new RegExp(machine.title));
  await save(page);
  await expect(page).toHaveURL(/\/help_desk\/tickets\/view\/\d+$/);
  const ticket = page.url();
  await open(page, "/");
  await expect(row).toContainText(say("statuses:nobody"));
  await row.getByRole("link", { name: say("statuses:ticket", { number: ticket.split("/").at(-1) ?? "" }) }).click();
  await expect(page).toHaveURL(ticket);
});

test("a machine in trouble is put on a route from the dashboard", async ({ page, context, api }) => {
  const machine = await makeRecord(api, "device", { in_work: "on" });
  await (await makeUnit(api, machine.id)).send({ events: [event("power", 30, { mains: false })] });
  const row = page.getByRole("table", { name: say("dashboard:attention") }).locator("tbody tr");
  await signIn(context, await makePerson(api, ["DEVICE"], { devices: [machine.id] }));
  await open(page, "/");
  await expect(row).toContainText(machine.title);
  await expect(row.getByRole("link", { name: say("statuses:send") })).toHaveCount(0);
  await signIn(context, await makePerson(api, ["DEVICE", "CREW"], { devices: [machine.id] }));
  await open(page, "/");
  await row.getByRole("link", { name: say("statuses:send") }).click();
  await expect(page).toHaveURL(new RegExp(`/route_sheets/create\\?day=[\\d-]{10}&task=repair&devices=${machine.id}$`));
  await expect(page.locator("[name='stops[0].repair']")).toBeChecked();
  await expect(page.locator("[name='stops[0].fill']")).not.toBeChecked();
  await expect(page.getByRole("main")).toContainText(machine.title);
});

test("labels under the bars of a chart stand apart in every language and width", async ({ page, context }) => {
  await signIn(context);
  for (const lang of ["uk", "en", "pl"] as const) {
    await prefer(context, { lang });
    for (const width of [360, 800, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await open(page, "/");
      const gaps = await page.locator("figure svg[aria-hidden] > text").evaluateAll((labels) => {
        const seen = labels.map((label) => label.getBoundingClientRect()).filter((label) => label.width > 0);
        return seen.slice(1).map(({ left }, index) => left - (seen[index]?.right ?? 0));
      });
      expect([lang, width, gaps.length > 0, gaps.filter((px) => px < 4)]).toEqual([lang, width, true, []]);
    }
  }
});
