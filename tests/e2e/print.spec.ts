import { device } from "~server/contract/entities/devices";
import { expect, open, signIn, test } from "./pages";
import { makeRecord } from "./records";
import { audit, kyiv } from "./audits";

/** CSS pixels between the margins of an A4 sheet that lies. */
const SHEET = { width: 1047, height: 718 };

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
      for (const control of ["button", "nav", "[type=checkbox]", "[role=search]", "details[data-popup]"])
        expect([path, control, await page.locator(`${control}:visible`).count()]).toEqual([path, control, 0]);
    }
    // Chromium itself lays the sheet down for a page with a table.
    await open(page, "/devices");
    const pdf = (await page.pdf({ preferCSSPageSize: true, format: "A4" })).toString("latin1");
    const [, width = "", height = ""] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? [];
    expect(Number(width)).toBeGreaterThan(Number(height));
  });
});
