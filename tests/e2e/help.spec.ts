import { HELP_AREAS } from "~/areas/help/areas";
import { axe, showIn } from "./axe";
import { unfit } from "./fits";
import { expect, heading, open, prefer, signIn, test } from "./pages";
import { LANGS, say } from "./texts";
import { makePerson } from "./vending";

const areas = "main nav li";

test("each page leads to the help of its area, and that to the screens", async ({ page, context }) => {
  await signIn(context);
  await open(page, "/planograms");
  await page
    .getByRole("main")
    .getByRole("link", { name: say("help:title"), exact: true })
    .click();
  await expect(page).toHaveURL(/\/help\/machines$/);
  await expect(heading(page)).toHaveText(say("help:area.machines"));
  await expect(page.locator(`${areas} [aria-current]`)).toHaveText(say("help:area.machines"));
  await page
    .locator(areas)
    .getByRole("link", { name: say("help:area.logistics") })
    .click();
  await expect(heading(page)).toHaveText(say("help:area.logistics"));
  await page
    .getByRole("main")
    .getByRole("link", { name: say("needs:title"), exact: true })
    .click();
  await expect(page).toHaveURL(/\/needs$/);
  // From a page that is no list, by its foot.
  await page
    .getByRole("contentinfo")
    .getByRole("link", { name: say("help:title") })
    .click();
  await expect(heading(page)).toHaveText(say("help:area.logistics"));
  await open(page, "/profile");
  await page
    .getByRole("contentinfo")
    .getByRole("link", { name: say("help:title") })
    .click();
  await expect(heading(page)).toHaveText(say("help:area.day"));
});

test("the help names a screen that is closed to the person, and does not lead there", async ({
  page,
  context,
  api,
}) => {
  await signIn(context, await makePerson(api, ["HELP_DESK"]));
  await open(page, "/help/help_desk");
  const main = page.getByRole("main");
  await expect(main.getByRole("link", { name: say("entities:ticket_solution.many") })).toBeVisible();
  await open(page, "/help/machines");
  await expect(main).toContainText(say("entities:telemetry.many"));
  await expect(main.getByRole("link", { name: say("entities:telemetry.many") })).toHaveCount(0);
  for (const path of ["/help/nowhere", "/help/day.md", "/help/constructor"])
    expect((await context.request.get(path)).status(), path).toBe(404);
  for (const at of ["//evil.example", "javascript:alert(1)", "%00", "x".repeat(4000)]) {
    const answer = await context.request.get(`/help?at=${encodeURIComponent(at)}`, { maxRedirects: 0 });
    expect([answer.status(), answer.headers().location], at).toEqual([302, "/help/day"]);
  }
});

// The page is the same without scripts, and axe is one.
test("the help has no faults in three languages, light and dark, narrow and wide @scripts", async ({
  page,
  context,
}) => {
  await signIn(context);
  const found: string[] = [];
  for (const lang of LANGS) {
    await prefer(context, { lang });
    for (const [index, area] of HELP_AREAS.entries()) {
      await open(page, `/help/${area}`);
      await page.setViewportSize({ width: index % 2 ? 360 : 1440, height: 900 });
      await showIn(page, index % 4 > 1 ? "dark" : "light");
      found.push(...[...(await axe(page)), ...(await unfit(page))].map((fault) => `${lang} ${area}: ${fault}`));
    }
  }
  expect(found).toEqual([]);
});
