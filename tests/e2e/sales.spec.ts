import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { fixture } from "../fixtures/evadts/build";
import { audit, kyiv } from "./audits";
import { described, expect, heading, open, save, signIn, test, toast } from "./pages";
import { ADMIN } from "./product";
import { choose, makeRecord } from "./records";
import { say } from "./texts";
import { event, makeUnit } from "./unit";
import { makePerson, unique, uniqueNumber } from "./vending";

interface AuditFileInput {
  name: string;
  mimeType: string;
  buffer: Buffer<ArrayBuffer>;
}
const fileOf = (name: string, content: string | Uint8Array): AuditFileInput => ({
  name,
  mimeType: "text/plain",
  buffer: Buffer.from(content),
});

/** Uploads a file on the open EVA-DTS tab; ends on the file's page. */
async function upload(page: Page, file: AuditFileInput): Promise<void> {
  await page.locator("#file").setInputFiles(file);
  await page.getByRole("button", { name: say("audits:send"), exact: true }).click();
  await expect(page).toHaveURL(/\/audits\/\d+$/);
}

const rowsOf = (page: Page, caption: string) => page.getByRole("table", { name: caption }).locator("tbody tr");

test("from signing in to the sales of two audit files", async ({ page, api }) => {
  test.slow();
  const word = unique();
  const ingredient = await makeRecord(api, "ingredient");

  await page.goto("/");
  await page.getByLabel(say("session:login.email")).fill(ADMIN.email);
  await page.getByLabel(say("session:login.password")).fill(ADMIN.password);
  await page.getByRole("button", { name: say("session:login.submit") }).click();
  await expect(heading(page)).toHaveText(say("dashboard:title"));

  await open(page, "/device_manufacturer/create");
  await page.locator("[name=name]").fill(`Виробник ${word}`);
  await save(page);
  await expect(toast(page)).toContainText(/Створено /);

  await open(page, "/device_model/create");
  await page.locator("[name=name]").fill(`Модель ${word}`);
  await choose(page, "manufacturer", "device_manufacturer", `Виробник ${word}`);
  await page.locator("[name=device_type]").selectOption("COFFEE");
  await save(page);
  await expect(heading(page)).toHaveText(`Модель ${word}`);

  await open(page, "/locations/create");
  await page.locator("[name=name]").fill(`Локація ${word}`);
  await page.locator("[name=address]").fill("вул. Хрещатик, 1");
  await page.locator("[name=city]").fill("Київ");
  await page.locator("[name=region]").selectOption("AA");
  await save(page);
  await expect(heading(page)).toHaveText(`Локація ${word}`);

  await open(page, "/recipes/create");
  await page.locator("[name=name]").fill(`Капучино ${word}`);
  await page.locator("[name=item_number]").fill(String(uniqueNumber()));
  await page.getByRole("button", { name: say("resource:add_row") }).click();
  await choose(page, "ingredients[0].ingredient", "ingredient", ingredient.title);
  await page.locator('[name="ingredients[0].quantity"]').fill("7,5");
  await save(page);
  await expect(heading(page)).toHaveText(`Капучино ${word}`);

  await open(page, "/planograms/create");
  await page.locator("[name=name]").fill(`Планограма ${word}`);
  await page.getByRole("button", { name: say("resource:add_row") }).click();
  await page.locator('[name="cells[0].cell"]').fill("13");
  await choose(page, "cells[0].recipe", "recipe", `Капучино ${word}`);
  await page.locator('[name="cells[0].price"]').fill("28,50");
  await save(page);
  await expect(heading(page)).toHaveText(`Планограма ${word}`);

  await open(page, "/devices/create");
  await page.locator("[name=serial_number]").fill(`KVF${word}`);
  await page.locator("[name=device_type]").selectOption("COFFEE");
  await page.locator("[name=ownership_type]").selectOption("PERSONAL");
  await choose(page, "model", "device_model", `Модель ${word}`);
  await choose(page, "location", "location", `Локація ${word}`);
  await choose(page, "planogram", "planogram", `Планограма ${word}`);
  await save(page);
  await expect(heading(page)).toHaveText(`KVF${word}`);

  await page.getByRole("link", { name: say("resource:tab.audits") }).click();
  await upload(page, fileOf("coffee-first.txt", fixture("coffee-first.txt")));
  await expect(toast(page)).toHaveText(new RegExp(say("audits:accepted.baseline")));
  await expect(page.getByText(say("audits:no_sales"))).toBeVisible();

  await page.getByRole("link", { name: say("audits:back") }).click();
  await upload(page, fileOf("coffee-second.txt", fixture("coffee-second.txt")));
  await expect(toast(page)).toContainText("86");
  await expect(toast(page)).toContainText(/2\s529,00\s₴/);
  await expect(described(page, say("audits:column.vends"))).toHaveText("86");
  await expect(described(page, say("audits:column.value"))).toHaveText("2 529,00 ₴");
  await expect(described(page, say("audits:column.machine_time"))).toHaveText("08.04.2025, 08:02");
  const sold = rowsOf(page, say("audits:sales_title"));
  await expect(sold.filter({ has: page.locator('th:text-is("13")') })).toHaveText([
    /Капучино.*Готівка.*12.*360,00\s₴/,
    /Безготівка 1.*15.*450,00\s₴/,
    /Безкоштовно.*1.*0,00\s₴/,
  ]);

  const priced = rowsOf(page, say("audits:product.title"));
  await expect(priced).toHaveCount(9);
  await expect(priced.filter({ has: page.locator('th:text-is("13")') })).toHaveText(
    /Капучино.*30,00\s₴.*28,50\s₴.*вища на 1,50\s₴/,
  );
  await expect(priced.first()).toContainText(say("audits:product.not_planned"));
  await expect(described(page, say("audits:product.differing"))).toHaveText("1");
  await expect(rowsOf(page, say("audits:log.title"))).toHaveText(/06\.04\.2025, 06:12.*EFB.*14\sхв/);

  const device = new URL(page.url()).pathname.replace(/\/audits.*/, "");
  await open(page, device);
  await expect(rowsOf(page, say("devices:last_reads")).first()).toHaveText(/86\s*2\s529,00\s₴/);

  await page.getByRole("link", { name: say("resource:tab.sales"), exact: true }).click();
  await expect(page.getByText(say("sales:none"))).toBeVisible();
  await page.getByLabel(say("sales:from"), { exact: true }).fill("2025-04-01");
  await page.getByLabel(say("sales:to"), { exact: true }).fill("2025-04-30");
  await page.getByRole("button", { name: say("sales:show") }).click();
  await expect(page.getByRole("heading", { name: /^86 продажів на 2\s529,00\s₴/ })).toBeVisible();
  const products = rowsOf(page, say("sales:by_product"));
  await expect(products.first()).toHaveText(new RegExp(`13.*Капучино ${word}.*27.*810,00\\s₴`));
  await expect(products).toHaveCount(9);
  await expect(products.filter({ has: page.locator('th:text-is("12")') })).toHaveText(/13\s*351,00\s₴/);
  await expect(page.getByRole("table", { name: say("sales:by_product") }).locator("tfoot")).toHaveText(
    /86\s*2\s529,00\s₴/,
  );
});

test("what telemetry did not tell of, and what it tells beyond the audit, stands at the sales and at the file", async ({
  page,
  context,
  api,
}) => {
  const device = await makeRecord(api, "device");
  const unit = await makeUnit(api, device.id);
  await api.audit(device.id, audit(1, kyiv(2, "08:00:00"), 100, 200));
  await api.audit(device.id, audit(2, kyiv(1, "08:00:00"), 110, 203));
  const vend = (minutes: number, source: string, cell: string, price: number) =>
    event("sale", minutes, { source, cell, price });
  const hours = Math.ceil((Date.now() - Date.parse(`${kyiv(1, "08:00:00")}Z`)) / 3_600_000) + 6;
  const minutes = (index: number) => hours * 60 + index;
  await unit.send({
    events: [
      ...[0, 1, 6].map((index) => vend(minutes(index), "cash", "1", 3_000)),
      ...[2, 3, 4, 5].map((index) => vend(minutes(index), "cashless1", "2", 3_500)),
    ],
  });
  await signIn(context);
  await open(page, `/devices/view/${device.id}/sales`);
  await expect(described(page, say("audits:telemetry.events"))).toHaveText("7 продажів на 230,00 ₴");
  await expect(described(page, say("audits:telemetry.booked"))).toHaveText("7 продажів на 210,00 ₴");
  await expect(described(page, say("audits:telemetry.beyond"))).toHaveText("1 продаж на 35,00 ₴");
  const differences = rowsOf(page, say("audits:telemetry.title"));
  await expect(differences).toHaveText([
    /Готівка.*10 продажів.*3 продажі.*7 продажів/,
    /Безготівка 1.*3.*4.*—.*1 продаж/,
  ]);
  await expect(rowsOf(page, say("sales:list")).filter({ hasText: say("sales:untold") })).toHaveText(
    /Готівка.*7.*210,00\s₴/,
  );
  await differences.first().getByRole("link").click();
  await expect(page).toHaveURL(/\/audits\/\d+$/);
  await expect(described(page, say("audits:telemetry.booked"))).toHaveText("7 продажів на 210,00 ₴");
  await expect(differences).toHaveCount(2);
  await open(page, `/devices/view/${device.id}/audits`);
  await expect(page.getByText(new RegExp(say("audits:telemetry.beyond")))).toBeVisible();
});

test("the dashboard adds up what today's and yesterday's files say", async ({ page, context, api }) => {
  const device = await makeRecord(api, "device");
  await api.audit(device.id, audit(1, kyiv(3, "08:00:00"), 100, 200));
  await api.audit(device.id, audit(2, kyiv(1, "08:00:00"), 110, 220));
  await api.audit(device.id, audit(3, kyiv(0, "00:00:01"), 113, 224));
  const owner = await makePerson(api, ["DEVICE"], { devices: [device.id] });
  await signIn(context, owner);
  await open(page, "/");

  const tile = (period: string) =>
    page
      .getByText(say(`dashboard:period.${period}`), { exact: true })
      .first()
      .locator("..");
  await expect(tile("today")).toHaveText(/230,00\s₴7 продажів/);
  await expect(tile("yesterday")).toHaveText(/1\s000,00\s₴30 продажів/);
  await expect(tile("days7")).toHaveText(/1\s230,00\s₴37 продажів/);
  await expect(tile("days30")).toHaveText(/1\s230,00\s₴37 продажів/);
  await expect(rowsOf(page, say("dashboard:by_source"))).toHaveText([
    /Готівка.*13.*390,00\s₴.*31,7%/,
    /24.*840,00\s₴.*68,3%/,
  ]);
  await expect(
    page
      .getByRole("img", { name: say("dashboard:chart") })
      .or(page.getByRole("figure"))
      .first(),
  ).toBeVisible();

  await open(page, `/devices/view/${device.id}`);
  await expect(page.getByRole("heading", { name: /37 продажів на 1\s230,00\s₴/ })).toBeVisible();
  await open(page, `/devices/view/${device.id}/sales`);
  await page.getByRole("link", { name: say("sales:shortcut.today"), exact: true }).click();
  await expect(page.getByRole("heading", { name: /^7 продажів на 230,00\s₴/ })).toBeVisible();
});

const sample = "tests/fixtures/evadts-samples/rhea_luce_sagomae_20161026.txt";

test("a real file of a new machine counts from initialisation", async ({ page, context, api }) => {
  const device = await makeRecord(api, "device");
  await signIn(context);
  await open(page, `/devices/view/${device.id}/audits`);
  await page.getByLabel(new RegExp(say("audits:from_initialisation"))).check();
  await upload(page, fileOf("rhea.txt", readFileSync(sample)));
  await expect(described(page, say("audits:column.kind"))).toHaveText(say("options:read_kind.from_initialisation"));
  await expect(described(page, say("audits:column.vends"))).toHaveText("18 312");
  await expect(described(page, say("audits:column.value"))).toHaveText("550 464,00 XTS");

  await page.getByRole("link", { name: say("audits:back") }).click();
  await upload(page, fileOf("again.txt", readFileSync(sample)));
  await expect(toast(page)).toContainText(say("audits:accepted.repeated"));
});

test("a file without an audit inside is kept and said to be useless", async ({ page, context, api }) => {
  const device = await makeRecord(api, "device");
  await signIn(context);
  await open(page, `/devices/view/${device.id}/audits`);
  await upload(page, fileOf("notes.txt", "nothing to see here\n"));
  await expect(toast(page)).toContainText(say("audits:accepted.unreadable"));
});
