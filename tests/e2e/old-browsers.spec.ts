import { readdirSync, readFileSync } from "node:fs";
import { devicePaySchema } from "~server/contract/payment-reads";
import { DONE_WITHOUT } from "./done-without";
import { expect, open, prefer, signIn, SITE, test } from "./pages";
import { makeRecord } from "./records";
import { say } from "./texts";
import { tooNew } from "./too-new";
import { unique } from "./vending";

test("what is sent was known to browsers of 2021, or it is said how they do without it", { tag: "@plain" }, async ({
  context,
  api,
}) => {
  const { code } = devicePaySchema.parse(await api.get("/devices/1/pay"));
  const found = new Map<string, string>();
  const look = (where: string, kind: string | undefined, text: string) => {
    if (kind === "js" || kind === "css") for (const name of tooNew(text, kind)) found.set(name, where);
  };

  const files = readdirSync("build/client", { recursive: true, encoding: "utf8" });
  for (const file of files.filter((name) => /\.(js|css)$/.test(name)))
    look(file, file.split(".").pop(), readFileSync(`build/client/${file}`, "utf8"));
  await signIn(context);
  // What stands within pages: Remix's own scripts, that of the page without a network, the styles of a customer's page.
  for (const path of ["/devices_statuses?refresh=30", "/offline", `/m/${code}`]) {
    const page = await (await context.request.get(SITE + path)).text();
    const parts = [...page.matchAll(/<(script|style)\b[^>]*>(.+?)<\/\1>/gs)];
    expect(parts, path).not.toEqual([]);
    for (const [, tag, text = ""] of parts) look(path, tag === "script" ? "js" : "css", text);
  }
  expect(files.filter((file) => file.endsWith(".js")).length).toBeGreaterThan(50);
  expect([...found].filter(([name]) => !(name in DONE_WITHOUT))).toEqual([]);
  expect(Object.keys(DONE_WITHOUT).filter((name) => !found.has(name))).toEqual([]);
});

// What browsers of 2021 and Firefox lack is taken away from the one at hand.

test("a browser of 2021 adds rows and says which button was pressed", { tag: "@scripts" }, async ({
  page,
  context,
}) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(Array.prototype, "at");
    Reflect.deleteProperty(Object, "hasOwn");
    Reflect.deleteProperty(SubmitEvent.prototype, "submitter");
    Reflect.deleteProperty(window, "SubmitEvent");
  });
  await signIn(context);
  await open(page, "/companies/create");
  await page.locator("[name=name]").fill(`Компанія ${unique()}`);
  await page.getByRole("button", { name: say("resource:save_and_add") }).click();
  await expect(page).toHaveURL(/\/companies\/create\?after=\d+/);

  await open(page, "/planograms/create");
  const rows = page.locator("tbody tr");
  for (const count of [2, 3]) {
    await page.getByRole("button", { name: say("resource:add_row") }).click();
    await expect(rows).toHaveCount(count);
  }
  await rows.first().getByRole("button").last().click();
  await expect(rows).toHaveCount(2);
});

test("on a phone the current tab is in sight, also where the browser cannot scroll to it by itself", async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await signIn(context);
  await open(page, "/devices/view/1/history");
  const current = page.locator("nav a[aria-current=page]").last();
  await expect(current).toBeInViewport({ ratio: 0.99 });
  // The rule for the others, as they would read it.
  const rules = await page.evaluate(() =>
    [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).map((rule) => rule.cssText),
  );
  expect(rules.join("\n")).toMatch(/@supports not \(scroll-initial-target: ?nearest\)[^]*?order: -1/);
});

test("a browser learns with the page that it is not to bring a reply back, unless scripts are off", {
  tag: "@plain",
}, async ({ context, api }) => {
  const { id } = await makeRecord(api, "ticket");
  await signIn(context);
  const form = async () => {
    const page = await context.request.get(`${SITE}/help_desk/tickets/view/${id}`);
    return /<form[^>]*\bid="ticket"[^>]*>/.exec(await page.text())?.[0];
  };
  expect(await form()).toMatch(/autocomplete="off"/i);
  await prefer(context, { scripts: "off" });
  expect(await form()).not.toMatch(/autocomplete/i);
});
