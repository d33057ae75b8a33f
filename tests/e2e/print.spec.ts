import type { Page } from "@playwright/test";
import { device } from "~server/contract/entities/devices";
import { expect, open, signIn, test } from "./pages";
import { makeRecord } from "./records";
import { audit, kyiv } from "./audits";
import { onTheRoad } from "./on-the-road";
import { say } from "./texts";

/** CSS pixels between the margins of an A4 sheet that lies. */
const SHEET = { width: 1047, height: 718 };

/** What paper has no use for; the way to a page says what the paper is. */
const CONTROLS = [
  ...["button", "[type=checkbox]", "[role=search]", "details[data-popup]"],
  `nav:not([aria-label="${say("resource:breadcrumbs")}"])`,
];

/** The sheets that Chromium prints a page on. */
async function sheetsOf(page: Page): Promise<{ lies: boolean }[]> {
  const pdf = (await page.pdf({ preferCSSPageSize: true, format: "A4" })).toString("latin1");
  return [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, width, height]) => ({
    lies: Number(width) > Number(height),
  }));
}

// Paper knows no scripts.
test.describe("on paper", { tag: "@plain" }, () => {
  test("every column of a list fits and no control is printed", async ({ page, context, api }) => {
    const { id } = await makeRecord(api, "device");
    await api.audit(id, audit(1, kyiv(3, "08:00:00"), 100, 200));
    await api.audit(id, audit(2, kyiv(1, "08:00:00"), 110, 220));
    await signIn(context);
    await page.setViewportSize(SHEET);
    await page.emulateMedia({ media: "print" });
    for (const path of [
      `/devices?${device.list.columns.map((name) => `columns=${name}`).join("&")}`,
      "/devices",
      `/devices/view/${id}/audits`,
      "/aggregated_sales_per_device?compare=before",
      "/help_desk/tickets",
    ]) {
      await open(page, path);
      const table = page.getByRole("table").first();
      if (!(await table.isVisible())) continue;
      const right = await table.evaluate((element) => element.getBoundingClientRect().right);
      expect([path, right <= SHEET.width]).toEqual([path, true]);
      for (const control of CONTROLS)
        expect([path, control, await page.locator(`${control}:visible`).count()]).toEqual([path, control, 0]);
    }
    // Which view of a list it is and what was searched for; a screen says that by its tabs and its field.
    await open(page, "/devices?hidden=false&status=ONLINE&q=Palma");
    const told = `${say("entities:device.scopes.online")} · ${say("resource:search")}: Palma`;
    await expect(page.getByText(told, { exact: true })).toBeVisible();
    await page.emulateMedia({ media: "screen" });
    await expect(page.getByText(told, { exact: true })).toBeHidden();
    await page.emulateMedia({ media: "print" });
    // Chromium itself lays the sheet down for a page with a table.
    await open(page, "/devices");
    expect(new Set((await sheetsOf(page)).map(({ lies }) => lies))).toEqual(new Set([true]));
  });

  test("a report says its days and what it is restricted to, repeats its heads, and adds up once", async ({
    page,
    context,
  }) => {
    await signIn(context);
    await page.emulateMedia({ media: "print" });
    await open(page, "/aggregated_sales_per_device");
    const main = page.getByRole("main");
    await expect(main.getByText(/^\d\d\.\d\d\.\d{4} – \d\d\.\d\d\.\d{4}/).first()).toBeVisible();
    const table = page.getByRole("table").first();
    await expect(table.locator("thead")).toHaveCSS("display", "table-header-group");
    await expect(table.locator("tfoot")).toHaveCSS("display", "table-row-group");
    expect((await sheetsOf(page)).length).toBeGreaterThan(1);
    await open(page, "/devices?ownership_type=PERSONAL");
    await expect(main.getByText(`${say("entities:device.fields.ownership_type")}: `).first()).toBeVisible();
  });

  test("a record says what it is of, in words and not in links, and nothing of how its screen is used", async ({
    page,
    context,
  }) => {
    await signIn(context);
    await page.emulateMedia({ media: "print" });
    await open(page, "/key_client/view/1/statement");
    await expect(page.getByRole("main").getByText(say("entities:key_client.many")).first()).toBeVisible();
    await expect(page.getByRole("heading", { level: 2 }).first()).toHaveText(/ – /);
    const link = page.locator("tbody a").first();
    await expect(link).toHaveCSS("text-decoration-line", "none");
    // As readable as small print: eight columns have room for that.
    await expect(link).toHaveCSS("font-size", "11px");
    await open(page, "/devices");
    await expect(page.locator("a[href^='/help?']").locator("visible=true")).toHaveCount(0);
  });

  test("codes that are good fill standing sheets", async ({ page, context }) => {
    await signIn(context);
    await page.emulateMedia({ media: "print" });
    await open(page, "/qr_codes/batches/view/1/sheet");
    const codes = page.locator("main ul li").locator("visible=true");
    const count = await codes.count();
    expect(count).toBeGreaterThan(40);
    await expect(codes.locator("svg")).toHaveCount(count);
    const sheets = await sheetsOf(page);
    expect(sheets.filter(({ lies }) => lies)).toEqual([]);
    expect(sheets.length).toBeLessThanOrEqual(Math.ceil(count / 16));
  });

  test("boxes of a route sheet are on a paper of their own", async ({ page, context, api }) => {
    const { sheet } = await onTheRoad(api, 1);
    await signIn(context);
    await page.emulateMedia({ media: "print" });
    await open(page, `/route_sheets/view/${sheet}`);
    expect(await sheetsOf(page)).toEqual([{ lies: true }, { lies: true }]);
  });
});
