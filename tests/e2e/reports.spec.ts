import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { readXlsx } from "hucre/xlsx";
import { z } from "zod";
import { refSchema } from "~server/contract/record";
import { REPORTS } from "~server/contract/reports";
import { audit, kyiv } from "./audits";
import { expect, heading, open, signIn, test } from "./pages";
import { makeRecord } from "./records";
import { say } from "./texts";
import { type Api, makePerson, unique } from "./vending";

/** A project with two places, and a machine in each that sold 10 and 30 coffees for 30 UAH yesterday. */
async function twoPlaces(api: Api) {
  const word = unique();
  const project = await makeRecord(api, "project", { name: `Проєкт ${word}` });
  const places = [];
  for (const [index, vends] of [10, 30].entries()) {
    const location = await makeRecord(api, "location", {
      name: `Місце ${index} ${word}`,
      region: ["AA", "BC"][index] ?? "",
      project: project.id,
    });
    const device = await makeRecord(api, "device", { serial_number: `${word}-${index}`, location: location.id });
    await api.audit(device.id, audit(1, kyiv(2, "23:00:00"), 100, 200));
    await api.audit(device.id, audit(2, kyiv(1, "20:00:00"), 100 + vends, 200));
    places.push({ location, device });
  }
  const [first, second] = places;
  if (!first || !second) throw new Error("no places");
  return { word, project, first, second };
}

/** Opens the form of the days and of what else is asked for, which a line sums up. */
const unfold = (page: Page) =>
  page
    .locator("summary")
    .filter({ hasText: /\d\d\.\d\d\.\d{4}/ })
    .click();

// The chart has a table of its own, for readers.
const rows = (page: Page) => page.locator("section > table tbody tr");
/** What the table of a report says, line by line, its totals last. */
const cells = (page: Page): Promise<string[][]> =>
  page
    .locator("section > table :is(tbody, tfoot) tr")
    .evaluateAll((lines) =>
      lines.map((line) =>
        [...line.querySelectorAll("th, td")].map(
          (cell) => cell.firstChild?.textContent?.replace(/\s+/g, " ").trim() ?? "",
        ),
      ),
    );
const foot = (page: Page) => page.locator("section > table tfoot");

test("a report leads from the days to machines and to one's sales, with its filters, and back", async ({
  page,
  context,
  api,
}) => {
  const { project, first, second } = await twoPlaces(api);
  await signIn(context);
  await open(page, `/aggregated_sales?project=${project.id}`);
  await expect(heading(page)).toHaveText(say("frame:menu.aggregated_sales"));
  // A day without sales is a day, too.
  await expect(rows(page)).toHaveCount(30);
  const sold = rows(page).filter({ hasText: /1\s200,00\s₴/ });
  await expect(sold).toContainText("40");
  await expect(foot(page)).toContainText(/1\s200,00\s₴/);

  await sold.getByRole("link").first().click();
  await expect(heading(page)).toHaveText(say("frame:menu.aggregated_sales_per_device"));
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).first()).toContainText(second.device.title);
  await expect(rows(page).first()).toContainText("75");
  await expect(foot(page)).toContainText(/1\s200,00\s₴/);

  await page.getByRole("link", { name: first.device.title }).click();
  await expect(page).toHaveURL(new RegExp(`/devices/view/${first.device.id}/sales\\?from=`));
  await expect(page.getByRole("heading", { name: /^10 продажів на 300,00\s₴/ })).toBeVisible();

  await page.goBack();
  const crumbs = page.getByRole("navigation", { name: say("resource:breadcrumbs") });
  await crumbs.getByRole("link", { name: say("frame:menu.aggregated_sales") }).click();
  await expect(page).toHaveURL(new RegExp(`/aggregated_sales\\?project=${project.id}$`));
});

test("a report takes several values of a filter, and gives one up again", async ({ page, context, api }) => {
  const { project, first, second } = await twoPlaces(api);
  const other = await twoPlaces(api);
  await signIn(context);
  await open(page, `/aggregated_sales_per_location?filters=1&project=${project.id}&project=${other.project.id}`);
  await expect(rows(page)).toHaveCount(4);
  const region = page.getByLabel(say("reports:fields.region"), { exact: true });
  await region.selectOption("AA");
  await page.getByRole("button", { name: say("resource:apply") }).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).filter({ hasText: first.location.title })).toHaveCount(1);

  await page.getByRole("link", { name: say("resource:filters"), exact: true }).click();
  await page.getByLabel(say("reports:fields.region"), { exact: true }).selectOption("BC");
  await page.getByRole("button", { name: say("resource:apply") }).click();
  await expect(rows(page)).toHaveCount(4);

  await page.getByRole("link", { name: say("resource:filters"), exact: true }).click();
  await page.getByRole("checkbox", { name: say("options:region.AA") }).uncheck();
  await page.getByRole("button", { name: say("resource:apply") }).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).filter({ hasText: second.location.title })).toHaveCount(1);
});

test("a chart of years has weeks or months where days would be too many, the table what was asked for", async ({
  page,
  context,
  api,
}) => {
  const { project } = await twoPlaces(api);
  await signIn(context);
  await open(page, `/aggregated_sales?project=${project.id}&from=${kyiv(900, "").slice(0, 10)}&limit=20`);
  await expect(rows(page)).toHaveCount(20);
  const bars = page.locator("figure tbody tr");
  // What the bars say is reached without a pointer.
  await expect(bars.first()).toBeHidden();
  await page.getByText(say("resource:in_table"), { exact: true }).press("Enter");
  await expect(bars.first()).toBeVisible();
  // 900 days are 129 or 130 weeks.
  await expect.poll(() => bars.count()).toBeGreaterThan(20);
  expect(await bars.count()).toBeLessThanOrEqual(130);
});

test("a report is set beside the period before it", async ({ page, context, api }) => {
  const { project, first } = await twoPlaces(api);
  await signIn(context);
  await open(page, `/aggregated_sales_per_location?project=${project.id}`);
  await unfold(page);
  await page.getByLabel(say("reports:compare"), { exact: true }).selectOption("before");
  await page.getByRole("button", { name: say("sales:show") }).click();
  await expect(page.getByText(/^Порівняно з/)).toBeVisible();
  await expect(page.getByText(`${say("reports:compare")}: ${say("reports:compare_with.before")}`)).toBeVisible();
  const row = rows(page).filter({ hasText: first.location.title });
  await expect(row).toContainText(/300,00\s₴\s*\+300,00\s₴/);
  // What the place is of stands below it, and sorts from the same head.
  await expect(row.getByRole("rowheader")).toContainText(project.title);
  await page
    .getByRole("columnheader")
    .getByRole("link", { name: say("reports:fields.project") })
    .click();
  await expect(page).toHaveURL(/sort=project/);
  await open(page, `/aggregated_sales?project=${project.id}&step=month`);
  await expect(page.getByRole("columnheader", { name: say("reports:span_head.month"), exact: true })).toBeVisible();
});

test("a report's filters and comparison are saved under a name, its days are not", async ({ page, context, api }) => {
  const { word, project } = await twoPlaces(api);
  await signIn(context);
  await open(page, `/aggregated_sales_per_location?project=${project.id}&compare=year&from=2026-01-01&to=2026-01-31`);
  await page.getByText(say("resource:saved.title"), { exact: true }).click();
  await page.getByRole("link", { name: say("resource:saved.save_this") }).click();
  await expect(page.getByText(`${say("reports:fields.project")}: ${project.title}`)).toBeVisible();
  await page.getByLabel(say("resource:saved.name")).first().fill(`Мій проєкт ${word}`);
  await page
    .getByRole("button", { name: say("resource:saved.submit") })
    .first()
    .click();
  await expect(page).toHaveURL(new RegExp(`/aggregated_sales_per_location\\?compare=year&project=${project.id}$`));
  await expect(rows(page)).toHaveCount(2);
  await open(page, "/aggregated_sales_per_location");
  await page.getByText(say("resource:saved.title"), { exact: true }).click();
  await page.getByRole("link", { name: `Мій проєкт ${word}` }).click();
  await expect(rows(page)).toHaveCount(2);
});

test("a report is exported whole, as it is filtered and sorted", async ({ page, context, api }) => {
  const { project, first, second } = await twoPlaces(api);
  await signIn(context);
  await open(page, `/aggregated_sales_per_device?project=${project.id}&sort=amount&columns=device&columns=amount`);
  await page.getByText(say("resource:export.title"), { exact: true }).click();
  const csv = page.waitForEvent("download");
  await page
    .getByRole("link", { name: say("resource:export.shown", { format: say("resource:export.semicolon") }) })
    .click();
  const text = readFileSync(await (await csv).path(), "utf8");
  expect(text.trimEnd().split("\r\n")).toEqual([
    `\ufeff${say("reports:fields.device")};"${say("reports:fields.amount")}, ${say("options:unit.uah")}"`,
    `${first.device.title};300`,
    `${second.device.title};900`,
  ]);
});

test("machines are counted by two cuts of choice, and one is given up again", async ({ page, context, api }) => {
  const { project, first, second } = await twoPlaces(api);
  await signIn(context);
  await open(page, `/devices_by_count?project=${project.id}`);
  await unfold(page);
  await page.getByLabel(say("reports:by"), { exact: true }).selectOption("location");
  await page.getByLabel(say("reports:and_by"), { exact: true }).selectOption("region");
  await page.getByRole("button", { name: say("sales:show") }).click();
  // Two cuts are a matrix, until rows are asked for.
  expect(await cells(page)).toEqual([
    [first.location.title, "1", "", "1"],
    [second.location.title, "1", "1", ""],
    [say("reports:total"), "2", "1", "1"],
  ]);
  await expect(page.getByRole("columnheader", { name: say("options:region.AA") })).toBeVisible();
  await rows(page).filter({ hasText: first.location.title }).getByRole("link", { name: "1" }).last().click();
  await expect(page).toHaveURL(new RegExp(`/devices\\?location=${first.location.id}&region=AA`));
  await expect(page.locator("tbody")).toContainText(first.device.title);
  await page.goBack();
  await unfold(page);
  await page.getByLabel(say("reports:view"), { exact: true }).selectOption("rows");
  await page.getByRole("button", { name: say("sales:show") }).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).filter({ hasText: first.location.title })).toContainText(say("options:region.AA"));
  await page
    .getByRole("columnheader", { name: say("reports:fields.region") })
    .getByRole("link")
    .click();
  await expect(page).toHaveURL(/sort=region/);
  await unfold(page);
  await page.getByLabel(say("reports:and_by"), { exact: true }).selectOption("");
  await page.getByLabel(say("reports:by"), { exact: true }).selectOption("project");
  await page.getByRole("button", { name: say("sales:show") }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(project.title);
});

/** A file of a report as `url` asks for it, as lines of cells without the heads. */
async function csvOf(page: Page, url: string): Promise<string[][]> {
  const reply = await page.request.get(url);
  expect(reply.status()).toBe(200);
  const lines = (await reply.text()).trimEnd().split("\r\n").slice(1);
  return lines.map((line) => line.split(";").map((cell) => cell.replaceAll('"', "")));
}

test("a matrix says what the rows say, and its file says what is seen", async ({ page, context }) => {
  await signIn(context);
  // Days of which no other test tells anything.
  const days = `from=${kyiv(20, "12:00:00").slice(0, 10)}&to=${kyiv(5, "12:00:00").slice(0, 10)}`;
  const file = `/export/report/aggregated_location_sales?format=csv&separator=semicolon&${days}`;
  const told = await csvOf(page, `${file}&columns=location&columns=recipe&columns=amount`);
  const matrix = await csvOf(page, `${file}&view=matrix&measure=amount&sort=-amount`);
  await open(page, `/aggregated_location_sales?${days}&limit=200&sort=-amount&view=matrix&measure=amount`);
  const seen = await cells(page);
  const heads = await page.locator("section > table thead th").allInnerTexts();
  expect(seen.length).toBeGreaterThan(20);
  const named = (cut: string | undefined) => cut || say("resource:without");
  const kopecks = (text: string | undefined) =>
    Math.round(Number((text || "0").replace(/[^\d,.-]/g, "").replace(",", ".")) * 100);
  const byCell = new Map(
    told.map(([location, recipe, amount]) => [`${named(location)}/${named(recipe)}`, kopecks(amount)]),
  );
  let found = 0;
  const sums = heads.map(() => 0);
  for (const line of seen.slice(0, -1)) {
    const [location, total, ...others] = line;
    const values = others.map(kopecks);
    expect([location, kopecks(total)]).toEqual([location, values.reduce((a, b) => a + b, 0)]);
    for (const [n, value] of values.entries()) {
      sums[n + 2] = (sums[n + 2] ?? 0) + value;
      if (value === 0) continue;
      found += 1;
      expect([location, heads[n + 2], byCell.get(`${location}/${heads[n + 2]}`)]).toEqual([
        location,
        heads[n + 2],
        value,
      ]);
    }
  }
  expect(found).toBe(told.length);
  expect(seen.at(-1)?.slice(2).map(kopecks)).toEqual(sums.slice(2));
  const totals = seen.map(([, total]) => kopecks(total)).slice(0, -1);
  expect(totals).toEqual(totals.toSorted((a, b) => b - a));
  expect(matrix.map(([name, ...values]) => [name, ...values.map(kopecks)])).toEqual(
    seen.map(([name, ...values]) => [name, ...values.map(kopecks)]),
  );
});

test("rows stand together with their sub-totals, and a sum leads to what it is made of", async ({
  page,
  context,
  api,
}) => {
  const { project, first, second } = await twoPlaces(api);
  await signIn(context);
  await open(page, `/aggregated_location_sales?project=${project.id}&sort=-amount`);
  const sumOf = (what: string) => rows(page).filter({ hasText: say("reports:total_of", { what }) });
  await expect(rows(page)).toHaveCount(4);
  await expect(rows(page).nth(1)).toContainText(say("reports:total_of", { what: second.location.title }));
  await expect(sumOf(second.location.title)).toContainText(/900,00\s₴/);
  await expect(sumOf(first.location.title)).toContainText(/300,00\s₴/);
  await sumOf(first.location.title).getByRole("link").click();
  await expect(heading(page)).toHaveText(say("frame:menu.aggregated_sales"));
  await expect(foot(page)).toContainText(/300,00\s₴/);
  await page.goBack();
  await foot(page).getByRole("link").click();
  await expect(foot(page)).toContainText(/1\s200,00\s₴/);
});

test("a workbook says on its second sheet what was asked for", async ({ page, context, api }) => {
  const { project, first, second } = await twoPlaces(api);
  await signIn(context);
  const reply = await page.request.get(
    `/export/report/aggregated_sales_per_device?format=xlsx&project=${project.id}&sort=amount&compare=year&columns=device&columns=amount`,
  );
  const { sheets } = await readXlsx(await reply.body());
  expect(sheets.map(({ name }) => name)).toEqual([
    say("frame:menu.aggregated_sales_per_device").slice(0, 31),
    say("resource:export.asked"),
  ]);
  expect(sheets[0]?.rows).toEqual([
    [say("reports:fields.device"), `${say("reports:fields.amount")}, ${say("options:unit.uah")}`],
    [first.device.title, 300],
    [second.device.title, 900],
  ]);
  const asked = new Map(sheets[1]?.rows.map(([name, value]) => [name, value]));
  expect(asked.get(say("resource:export.table"))).toBe(say("frame:menu.aggregated_sales_per_device"));
  expect(asked.get(say("reports:compare"))).toBe(say("reports:compare_with.year"));
  expect(asked.get(say("reports:fields.project"))).toBe(project.title);
  expect(String(asked.get(say("sales:period")))).toMatch(/^\d\d\.\d\d\.\d{4} – \d\d\.\d\d\.\d{4}$/);
});

test("totals are those of what a person may see", async ({ page, context, api }) => {
  const { first } = await twoPlaces(api);
  await signIn(context, await makePerson(api, ["REPORT"], { devices: [first.device.id] }));
  await open(page, "/aggregated_sales_per_device");
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(first.device.title);
  // Nothing leads to a machine's page for who may not see it.
  await expect(rows(page).getByRole("link")).toHaveCount(0);
  await expect(foot(page)).toContainText(/300,00\s₴/);
});

test("what an address asks in vain is left out, and said beside its field", async ({ page, context }) => {
  await signIn(context);
  await open(
    page,
    "/aggregated_sales?from=2026-02-30&to=1999-01-01&step=year&compare=never&sort=nothing&device=x&region=ZZ",
  );
  await expect(page.getByText(say("errors:incorrect")).first()).toBeVisible();
  await expect(page.getByLabel(say("sales:from"), { exact: true })).toHaveValue("");
  for (const city of ["%00", "%20", "x".repeat(121)]) {
    await open(page, `/aggregated_sales_per_location?city=${city}`);
    await expect(page.locator("#filter-city-error")).toHaveText(say("errors:incorrect"));
  }
  // More years than a report holds.
  await open(page, "/aggregated_sales?from=2019-01-01");
  await expect(page.getByText(say("errors:incorrect"))).toBeVisible();
  await expect(page.getByLabel(say("sales:from"), { exact: true })).toHaveValue("2019-01-01");
});

test("a report of one's own is kept under a name and stands in the menu, for the group it is shared with, too", async ({
  page,
  context,
  api,
}) => {
  const { word, project, first, second } = await twoPlaces(api);
  await signIn(context);
  await open(page, `/own_report?project=${project.id}`);
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(project.title);
  await unfold(page);
  await page.getByLabel(say("reports:by"), { exact: true }).selectOption("location");
  await page.getByRole("button", { name: say("sales:show") }).click();
  await expect(rows(page)).toHaveCount(2);
  await page.getByText(say("resource:columns"), { exact: true }).first().click();
  await page.getByRole("checkbox", { name: say("reports:fields.mean"), exact: true }).uncheck();
  await page.getByRole("checkbox", { name: say("reports:fields.cash_vends"), exact: true }).check();
  await page.getByRole("button", { name: say("resource:show_columns") }).click();
  await expect(page.getByRole("columnheader", { name: say("reports:fields.cash_vends") })).toBeVisible();
  await page.getByRole("link", { name: say("reports:save_own") }).click();
  const columns = ["vends", "amount", "share", "cash_vends"].map((name) => say(`reports:fields.${name}`));
  await expect(page.getByText(`${say("reports:by")}: ${say("reports:fields.location")}`)).toContainText(
    `${say("resource:columns")}: ${columns.join(", ")}`,
  );
  await page.getByLabel(say("resource:saved.name")).first().fill(`Мої місця ${word}`);
  await page
    .getByRole("button", { name: say("reports:kept.submit") })
    .first()
    .click();
  await expect(heading(page)).toHaveText(`Мої місця ${word}`);

  await open(page, "/own_report");
  await expect(heading(page)).toHaveText(say("frame:menu.own_report"));
  await page
    .getByRole("navigation", { name: say("frame:menu_label") })
    .getByRole("link", { name: `Мої місця ${word}` })
    .click();
  await expect(heading(page)).toHaveText(`Мої місця ${word}`);
  const heads = await page.locator("section > table thead th").allInnerTexts();
  expect(heads.map((text) => text.trim())).toEqual([say("reports:fields.location"), ...columns]);
  expect((await cells(page)).map(([name, vends]) => [name, vends])).toEqual([
    [second.location.title, "30"],
    [first.location.title, "10"],
    [say("reports:total"), "40"],
  ]);
});

test("what was sold without a recipe is told above recipes, with the planogram that lacks it", async ({
  page,
  context,
  api,
}) => {
  const word = unique();
  const project = await makeRecord(api, "project", { name: `Проєкт ${word}` });
  const location = await makeRecord(api, "location", { name: `Місце ${word}`, project: project.id });
  const planogram = await makeRecord(api, "planogram", { name: `Планограма ${word}` });
  const device = await makeRecord(api, "device", {
    serial_number: `${word}-1`,
    location: location.id,
    planogram: planogram.id,
  });
  await api.audit(device.id, audit(1, kyiv(2, "23:00:00"), 100, 200));
  await api.audit(device.id, audit(2, kyiv(1, "20:00:00"), 110, 200));
  await signIn(context);
  await open(page, `/aggregated_recipes?project=${project.id}`);
  await expect(page.getByText(say("reports:lacking"))).toBeVisible();
  await page.getByRole("link", { name: planogram.title }).click();
  await expect(page).toHaveURL(new RegExp(`/planogram/view/${planogram.id}$`));
});

/** A machine that went from one place to another, which have names as long as people write them. */
async function movedFarAway(api: Api) {
  const from = await makeLongNamed(api);
  const { id, title } = await makeRecord(api, "device", { serial_number: `SAE-${unique()}`, ...from });
  const { version, model } = z.object({ version: z.number(), model: refSchema }).parse(await api.get(`/devices/${id}`));
  const kept = { serial_number: title, model: model.id, device_type: "COFFEE", ownership_type: "PERSONAL", version };
  await api.post(`/devices/${id}`, { ...kept, ...(await makeLongNamed(api)) });
}

async function makeLongNamed(api: Api) {
  const word = unique();
  const project = await makeRecord(api, "project", { name: `Торгові центри півночі ${word}` });
  const name = `ТРЦ «Лавина», другий поверх ${word}`;
  const location = await makeRecord(api, "location", { name, project: project.id });
  const planogram = await makeRecord(api, "planogram", { name: `Кава, чай і батончики ${word}` });
  return { location: location.id, planogram: planogram.id };
}

test("the columns that reports open with fit a screen of 1440 px", { tag: "@scripts" }, async ({
  page,
  context,
  api,
}) => {
  await movedFarAway(api);
  await signIn(context);
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const path of [...REPORTS.map((report) => report.path), "/plan/project", "/plan/project/year"]) {
    await page.goto(path);
    const hidden = await page
      .locator("section:has(> table)")
      .evaluateAll((tables) => tables.map((table) => table.scrollWidth - table.clientWidth));
    expect.soft([path, hidden.filter((px) => px > 0)]).toEqual([path, []]);
  }
});

test("each number of a plan says what it is, in sight, on a phone and on a wide screen", async ({
  page,
  context,
  api,
}) => {
  const { id } = await makeRecord(api, "project");
  await signIn(context);
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await open(page, "/plan/project?limit=200");
    const said = await page.locator(`[name$="_${id}"]:not([type=hidden])`).evaluateAll((inputs) =>
      inputs.map((input) => {
        const [own, around] = [input.getBoundingClientRect(), input.closest("td label")?.getBoundingClientRect()];
        // Words that the style sheet takes from an attribute are no text of the page: what tells of them is their room.
        const room = around && (own.left - around.left > 40 || own.top - around.top > 10);
        return room ? input.closest("td label")?.getAttribute("data-label") : "nothing";
      }),
    );
    expect(said).toEqual([say("plans:amount"), say("plans:vends")]);
  }
});
