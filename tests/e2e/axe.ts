import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const WIDE = 1440;
const WIDTHS = [360, WIDE];

/** What axe finds on the open page at both widths, and in the dark theme, which changes nothing but colours; and whether the page itself scrolls sideways. */
export async function faults(page: Page, name: string): Promise<string[]> {
  const found: string[] = [];
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    if (wide > 0) found.push(`${name}, ${width}: the page is ${wide} px too wide`);
    for (const theme of width === WIDE ? ["light", "dark"] : ["light"]) {
      await page.locator("html").evaluate((html, value) => html.setAttribute("data-theme", value), theme);
      const axe = new AxeBuilder({ page }).setLegacyMode(true);
      const { violations } = await (theme === "light" ? axe.withTags(TAGS) : axe.withRules("color-contrast")).analyze();
      for (const { id, nodes } of violations)
        found.push(
          `${name}, ${width}, ${theme}: ${id}: ${nodes.length} × ${nodes[0]?.target.join(" ")} (${nodes[0]?.any[0]?.message ?? nodes[0]?.all[0]?.message ?? nodes[0]?.none[0]?.message ?? ""})`,
        );
    }
    await page.locator("html").evaluate((html) => html.setAttribute("data-theme", "light"));
  }
  return found;
}
