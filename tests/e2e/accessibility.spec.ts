import type { Page } from "@playwright/test";
import { actionsOf, tabPath, viewPath } from "~server/contract/entity";
import { REPORTS } from "~server/contract/reports";
import { audit, kyiv } from "./audits";
import { faults } from "./axe";
import { startElsewhere } from "./elsewhere";
import { expect, open, prefer, save, signIn, test } from "./pages";
import { covering, coveringReports, FORMED, makeRecord } from "./records";
import { say } from "./texts";

const RICHEST = 4;

// The pages are the same without scripts, and axe itself is one.
test.describe("axe", { tag: "@scripts" }, () => {
  for (const [place, entity] of covering(FORMED).entries()) {
    test(entity.name, async ({ page, context, api }) => {
      test.slow();
      const { id } = await makeRecord(api, entity.name);
      await signIn(context);
      const view = viewPath(entity, id);
      const found: string[] = [];
      for (const path of [
        `${entity.paths.list}?filters=1&limit=20`,
        ...new Set([view, tabPath(entity, id, "data")]),
        // The richest show what history and an action's page can look like.
        ...(place < RICHEST ? [`${view}/history`] : []),
        ...actionsOf(entity)
          .slice(0, place < RICHEST ? 1 : 0)
          .map(({ name }) => `${view}/${name}`),
      ]) {
        await open(page, path);
        found.push(...(await faults(page, path)));
      }
      await open(page, entity.paths.create);
      await save(page);
      await expect(page.getByRole("alert").first()).toBeVisible();
      found.push(...(await faults(page, `${entity.paths.create} refused`)));
      expect(found).toEqual([]);
    });
  }

  test("reports", async ({ page, context, api }) => {
    test.slow();
    const { id } = await makeRecord(api, "device");
    await api.audit(id, audit(1, kyiv(3, "08:00:00"), 100, 200));
    await api.audit(id, audit(2, kyiv(1, "08:00:00"), 110, 220));
    await signIn(context);
    const found: string[] = [];
    for (const { path } of coveringReports(REPORTS)) {
      await open(page, `${path}?filters=1&compare=before&limit=20`);
      found.push(...(await faults(page, path)));
    }
    expect(found).toEqual([]);
  });

  test("the dashboard and a machine's audits", async ({ page, context, api }) => {
    test.slow();
    const { id } = await makeRecord(api, "device");
    await api.audit(id, audit(1, kyiv(3, "08:00:00"), 100, 200));
    await api.audit(id, audit(2, kyiv(1, "08:00:00"), 110, 220));
    await signIn(context);
    const found: string[] = [];
    for (const path of ["/", `/devices/view/${id}/audits`]) {
      await open(page, path);
      found.push(...(await faults(page, path, path === "/" ? "frame" : undefined)));
    }
    await page.getByRole("table").locator("tbody a").first().click();
    await expect(page.getByRole("heading", { name: say("audits:report") })).toBeVisible();
    found.push(...(await faults(page, "an audit file")));
    expect(found).toEqual([]);
  });

  test("session, rows, emptiness and open menus", async ({ page, context }) => {
    test.slow();
    const found: string[] = [];
    // The no-network page reloads itself once the server answers: in the middle of the next step, on a busy machine.
    await page.route("**/healthz", (route) => route.abort());
    await open(page, "/login");
    found.push(...(await faults(page, "/login")));
    await signIn(context);
    for (const path of [
      "/profile",
      "/notices",
      "/logout",
      "/nothing/here/at/all",
      "/ingredients?q=nothing-like-this",
      "/offline",
    ]) {
      await open(page, path);
      found.push(...(await faults(page, path)));
    }
    await open(page, "/planograms/create");
    await page.getByRole("button", { name: say("resource:add_row") }).click();
    await page.getByRole("button", { name: say("resource:add_row") }).click();
    found.push(...(await faults(page, "rows")));
    await prefer(context, { theme: "dark" });
    await open(page, "/devices?status=ONLINE&type=x&in_work=true&filters=1");
    await page.locator("details[data-popup] summary").last().click();
    found.push(...(await faults(page, "an open menu, a toast and chips", "frame")));
    expect(found).toEqual([]);
  });

  test("technical work", async ({ page }) => {
    const web = await startElsewhere();
    await web.cut();
    await expect(async () => expect((await page.goto(`${web.site}/login`))?.status()).toBe(503)).toPass();
    const found = await faults(page, "technical work");
    await web.stop();
    expect(found).toEqual([]);
  });
});

/** What has the focus, and whether that can be seen. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement)) return { what: "", seen: false };
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    const { width, height, bottom } = element.getBoundingClientRect();
    const inside = element.closest("nav, header, table, form[role=search], main, footer");
    return {
      what: `${inside?.tagName.toLowerCase() ?? "body"} ${element.tagName.toLowerCase()} ${element.textContent?.trim().slice(0, 40) ?? ""}`,
      seen:
        width > 0 &&
        height > 0 &&
        bottom > 0 &&
        ((outlineStyle !== "none" && parseFloat(outlineWidth) > 0) || boxShadow !== "none"),
    };
  });

test("the keyboard reaches the menu, filters and the table, and shows where it is", async ({ page, context, api }) => {
  await makeRecord(api, "ingredient");
  await signIn(context);
  await open(page, "/ingredients?limit=20");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: say("frame:skip_to_content") })).toBeFocused();
  const places = new Set<string>();
  for (let step = 0; step < 90; step++) {
    const { what, seen } = await focused(page);
    if (what.startsWith("body body")) break;
    expect([what, seen]).toEqual([what, true]);
    places.add(what.split(" ")[0] ?? "");
    await page.keyboard.press("Tab");
  }
  expect([...places]).toEqual(expect.arrayContaining(["nav", "header", "form", "table"]));
});

test("the skip link jumps over the menu", async ({ page, context }) => {
  await signIn(context);
  await open(page, "/ingredients");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  const inMain = await page.evaluate(() => document.activeElement?.closest("main") !== null);
  expect(inMain).toBe(true);
});
