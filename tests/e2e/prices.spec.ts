import { planogramPricesSchema } from "~server/contract/prices";
import { audit, kyiv } from "./audits";
import { faults } from "./axe";
import { expect, open, signIn, test } from "./pages";
import { makeRecord } from "./records";
import { say } from "./texts";
import { makeUnit } from "./unit";
import { makePerson } from "./vending";

test("prices are sent to a planogram's machines or confirmed by hand, and what was chosen stays", async ({
  page,
  context,
  api,
  scripts,
}) => {
  const planogram = await makeRecord(api, "planogram");
  const over = { planogram: planogram.id, in_work: "on" };
  const [told, mute] = [await makeRecord(api, "device", over), await makeRecord(api, "device", over)];
  const unit = await makeUnit(api, told.id);
  const states = async () =>
    Object.fromEntries(
      planogramPricesSchema
        .parse(await api.get(`/planograms/${planogram.id}/prices`))
        .states.map(({ state, count }) => [state, count]),
    );
  await signIn(context);
  await open(page, `/planogram/view/${planogram.id}`);
  // What was just saved says where it does not hold yet.
  await expect(page.getByRole("main")).toContainText(say("prices:due", { count: 2, shown: "2" }));
  await page.getByRole("link", { name: say("resource:show_list") }).click();
  const row = (machine: { title: string }) => page.getByRole("row", { name: machine.title });
  await expect(row(told)).toContainText(say("prices:not_known"));
  await expect(row(mute)).toContainText(say("prices:no_unit"));
  if (scripts) expect(await faults(page, "prices to be set")).toEqual([]);

  // A machine that nobody can tell is refused, and stays chosen.
  await row(mute).getByRole("checkbox").check();
  await page.getByRole("button", { name: say("prices:send") }).click();
  await expect(page.getByRole("alert")).toContainText(say("errors:machine_without_telemetry"));
  await expect(row(mute).getByRole("checkbox")).toBeChecked();
  await page.getByRole("button", { name: say("prices:confirm") }).click();
  await expect(row(mute)).toHaveCount(0);
  expect(await states()).toEqual({ wanted: 1, sent: 0, failed: 0, confirmed: 1 });

  await row(told).getByRole("checkbox").check();
  await page.getByRole("button", { name: say("prices:send") }).click();
  await expect(row(told)).toContainText(say("prices:command.queued"));
  await unit.send({});
  await page.reload();
  await expect(row(told)).toContainText(say("prices:command.sent"));
  if (scripts) expect(await faults(page, "prices sent")).toEqual([]);
  await page.setViewportSize({ width: 360, height: 800 });
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(360);

  // Who may not tell machines anything looks on.
  await context.clearCookies();
  await signIn(context, await makePerson(api, ["PLANOGRAM"]));
  await open(page, `/planogram/view/${planogram.id}/prices`);
  await expect(row(told)).toHaveCount(1);
  await expect(page.getByRole("button", { name: say("prices:send") })).toHaveCount(0);
});

test("a machine's own page says that it charges other prices, until it is told", async ({ page, context, api }) => {
  const planogram = await makeRecord(api, "planogram", { "cells[0].cell": "1", "cells[0].price": "4500" });
  const { id, title } = await makeRecord(api, "device", { planogram: planogram.id, in_work: "on" });
  const said = say("device:attention.prices", { count: 1, shown: "1" });
  const strip = page.getByRole("region", { name: say("device:attention.title") });
  await signIn(context);
  // Nobody knows yet what it charges.
  await open(page, `/devices/view/${id}`);
  await expect(page.getByText(said)).toHaveCount(0);
  await api.audit(id, audit(1, kyiv(1, "08:00:00"), 10, 20));
  await open(page, `/devices/view/${id}/sales`);
  await expect(strip).toContainText(said);
  // Who sees no planograms is told without a way there.
  await context.clearCookies();
  await signIn(context, await makePerson(api, ["DEVICE"]));
  await open(page, `/devices/view/${id}`);
  await expect(strip).toContainText(said);
  await expect(strip.getByRole("link", { name: say("resource:tab.prices") })).toHaveCount(0);
  await context.clearCookies();
  await signIn(context);
  await open(page, `/devices/view/${id}`);
  await strip.getByRole("link", { name: say("resource:tab.prices") }).click();
  const row = page.getByRole("row", { name: title });
  await row.getByRole("checkbox").check();
  await page.getByRole("button", { name: say("prices:confirm") }).click();
  await expect(row).toHaveCount(0);
  await open(page, `/devices/view/${id}`);
  await expect(page.getByText(said)).toHaveCount(0);
});
