import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import { faults, showIn } from "./axe";
import { expect, open, test } from "./pages";

/** Machines differ in their fonts; one that is the same everywhere, and has Cyrillic, makes pictures comparable. */
const FONT = readFileSync(createRequire(import.meta.url).resolve("dejavu-fonts-ttf/ttf/DejaVuSans.ttf"), "base64");
const STYLE = `@font-face{font-family:Same;src:url(data:font/ttf;base64,${FONT})}
*{font-family:Same!important;font-weight:400!important}`;

/** Edges of letters and the browser's own arrows and ticks differ a little from version to version. */
const ALIKE = { maxDiffPixelRatio: 0.005 };

const LOOKS = [
  { theme: "light", width: 1440 },
  { theme: "dark", width: 1440 },
  { theme: "light", width: 360 },
  { theme: "dark", width: 360 },
] as const;

const sections = async (page: Page) =>
  page.locator("#content > div > div[id]").evaluateAll((all) => all.map(({ id }) => id));

test.describe("parts of the interface", { tag: "@scripts" }, () => {
  test.use({ bypassCSP: true });

  for (const { theme, width } of LOOKS) {
    test(`look as they did: ${theme}, ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await open(page, "/ui");
      await showIn(page, theme);
      await page.addStyleTag({ content: STYLE });
      await page.evaluate("document.fonts.ready");
      for (const name of await sections(page))
        await expect.soft(page.locator(`[id="${name}"]`)).toHaveScreenshot(`${name}-${theme}-${width}.png`, ALIKE);
    });
  }

  test("axe finds nothing in them", async ({ page }) => {
    await open(page, "/ui");
    expect(await faults(page, "/ui", "frame")).toEqual([]);
  });
});

test.describe("a chart's values", { tag: "@scripts" }, () => {
  test.use({ hasTouch: true });

  test("are told bar by bar: by arrow keys, a finger and a pointer, one at a time, as its table has them", async ({
    page,
  }) => {
    await open(page, "/ui");
    const chart = page.locator("#bar-chart figure");
    const spans = chart.locator("label > span");
    const inSight = () =>
      spans.evaluateAll((all) =>
        all.filter((one) => getComputedStyle(one).opacity === "1").map(({ textContent }) => textContent),
      );
    const tells = (...texts: string[]) => expect.poll(inSight).toEqual(texts);
    const row = async (index: number) => {
      const names = (await chart.locator("thead th").allTextContents()).slice(1);
      const [label = "", ...values] = await chart.locator("tbody tr").nth(index).locator("th,td").allTextContents();
      return [label, ...values.map((value, at) => `${names[at]}: ${value}`)].join("\n");
    };

    // One Tab reaches the chart, the next what stands behind it.
    await chart.locator("input").first().focus();
    await tells(await row(0));
    for (let step = 0; step < 5; step++) await page.keyboard.press("ArrowRight");
    await tells(await row(5));
    await page.keyboard.press("Tab");
    await tells();
    await expect(chart.locator("summary")).toBeFocused();

    const bars = chart.locator("label");
    for (const index of [0, 7, 11]) {
      await bars.nth(index).tap();
      await tells(await row(index));
    }
    // Some time after a tap Chromium puts the pointer where it was: whoever has moved on by then moves again.
    const fourth = await row(3);
    await expect(async () => {
      await page.mouse.move(0, 0);
      await bars.nth(3).hover();
      expect(await inSight()).toEqual([fourth]);
    }).toPass();
    // Also at both ends it stays within the chart.
    for (const index of [0, 11]) {
      await bars.nth(index).hover();
      const [outer, inner] = [await chart.boundingBox(), await spans.nth(index).boundingBox()];
      expect(inner?.x).toBeGreaterThanOrEqual(outer?.x ?? Infinity);
      expect((inner?.x ?? 0) + (inner?.width ?? 0)).toBeLessThanOrEqual((outer?.x ?? 0) + (outer?.width ?? 0) + 1);
    }
  });
});
