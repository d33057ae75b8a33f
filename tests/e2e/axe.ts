import type { Page } from "@playwright/test";
import core from "axe-core";
import { z } from "zod";
import { unfit } from "./fits";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const COLOURS = "color-contrast";
const MEASURES = {
  all: { runOnly: TAGS },
  colours: { runOnly: [COLOURS] },
  // Half of axe's time.
  "all but colours": { runOnly: TAGS, rules: { [COLOURS]: { enabled: false } } },
};

const message = z.array(z.object({ message: z.string() }));
const answer = z.object({
  violations: z.array(
    z.object({
      id: z.string(),
      nodes: z.array(z.object({ target: z.array(z.unknown()), any: message, all: message, none: message })),
    }),
  ),
});

/**
 * What axe finds on the page as it stands, or on its content alone, a sentence each. axe goes into a page once, and tells
 * in full only what is wrong.
 */
export async function axe(
  page: Page,
  measure: keyof typeof MEASURES = "all",
  where: "page" | "content" = "page",
): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(core.source);
  const options = JSON.stringify({ ...MEASURES[measure], resultTypes: ["violations"] });
  const part = where === "content" ? `document.querySelector("main") ?? document` : "document";
  const { violations } = answer.parse(await page.evaluate(`axe.run(${part}, ${options})`));
  return violations.map(({ id, nodes: [first, ...others] }) => {
    const reason = first && [...first.any, ...first.all, ...first.none][0]?.message;
    return `${id}: ${1 + others.length} × ${first?.target.join(" ")} (${reason})`;
  });
}

/** Shows the page in a theme without asking for it anew. */
export const showIn = (page: Page, theme: "light" | "dark") =>
  page.locator("html").evaluate((html, value) => html.setAttribute("data-theme", value), theme);

/**
 * What axe finds on the open page at both widths, and of colours, which do not depend on them, in both themes; and what
 * does not fit there. The frame, which is the same on every page, is looked at once more where `frame` says so.
 */
export async function faults(page: Page, name: string, frame?: "frame"): Promise<string[]> {
  const found: string[] = [];
  await page.emulateMedia({ reducedMotion: "reduce" });
  await showIn(page, "light");
  for (const [width, measure, where] of [
    [360, "all but colours", "page"],
    [1440, "all", frame ? "page" : "content"],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    const faults = [...(await unfit(page)), ...(await axe(page, measure, where))];
    found.push(...faults.map((fault) => `${name}, ${width}: ${fault}`));
  }
  await showIn(page, "dark");
  found.push(...(await axe(page, "colours", frame ? "page" : "content")).map((fault) => `${name}, dark: ${fault}`));
  await showIn(page, "light");
  return found;
}
